#!/usr/bin/env python3
"""Holds the cc5 model against the hardware: counters.py BUILD_FOLDER OUT.json [KERNEL…]

Runs gpu_faithful under ncu and compares the counters of every launch with what the model says of
it, without tolerance. Figures that differ are counted again: those that change from run to run do
not follow from the addresses, and are listed apart; so are loads of kernels whose blocks wait for
others, since how often they look depends on time. Exit 1 when a steady figure differs or none was
compared.
"""

import json
import sys
import tempfile

from common import DESCRIPTION, device, run, save
from ncu import ALL_COUNTERS, COMMAND, COUNTERS, LOCAL_COUNTERS, figures_of, rows_of

AGAIN = 3
WAITING = ("shared_load", "global_load")


def measure(build, kernels):
    with tempfile.NamedTemporaryFile(suffix=".json") as model_file:
        command = [*COMMAND, f"{build}/bin/gpu_faithful", model_file.name, *kernels]
        output = run(command)
        model = json.load(open(model_file.name, encoding="utf-8"))
    return command, model, rows_of(output)


def described(launch):
    return {key: launch[key] for key in DESCRIPTION}


def compared(expected):
    """The counters of a launch that the model knows."""
    return ALL_COUNTERS if any(expected[name] for name in LOCAL_COUNTERS) else COUNTERS


def unsteady_figures(build, kernels, first):
    """Of the launches of some kernels: the figures that differ between runs of the same binary on the
    same input, `first` among them, with their least and greatest value. Addresses do not change: what
    does is traffic."""
    runs = [first]
    for _ in range(AGAIN):
        _, model, rows = measure(build, kernels)
        runs.append([figures_of(row, compared(expected)) for expected, row in zip(model, rows)])
    return [(described(launch), name, [min(run[k][name] for run in runs), max(run[k][name] for run in runs)])
            for k, launch in enumerate(model) for name in compared(launch) if len({run[k][name] for run in runs}) > 1]


def main():
    build, out, *kernels = sys.argv[1:]
    command, model, rows = measure(build, kernels)
    if len(rows) != len(model) or not rows:
        sys.exit(f"{len(rows)} launches were counted, the model has {len(model)}")
    launches, different, waiting, count = [], [], [], 0
    for expected, row in zip(model, rows):
        measured = figures_of(row, compared(expected))
        count += len(measured)
        figures = {name: [expected[name], measured[name]] for name in measured if measured[name] or expected[name]}
        launches.append(described(expected) | figures)
        for name in figures:
            if measured[name] == expected[name]:
                continue
            waits = expected["blocks_wait"] and name.startswith(WAITING) and measured[name] > expected[name]
            (waiting if waits else different).append((described(expected), name))
    again = sorted({launch["entry"] for launch, _ in different})
    first = [figures_of(row, compared(expected)) for expected, row in zip(model, rows) if expected["entry"] in again]
    varying = unsteady_figures(build, again, first) if again else []
    unsteady = [launch | {"figure": name, "from_to": reach} for launch, name, reach in varying]
    steady = [entry for entry in different if entry not in [(launch, name) for launch, name, _ in varying]]
    for launch, name in steady:
        print(f"differs: {name} of {json.dumps(launch)}")
    for entry in unsteady:
        print(f"unsteady: {json.dumps(entry)}")
    save(out, {"kind": "counters"} | device() |
         {"command": "tests/gpu/counters.py: " + " ".join(["ncu"] + command[1:6] + ["…", "gpu_faithful"]),
          "note": "figures: modelled, measured; one that is not named was 0 and modelled as 0; unsteady ones "
                  f"changed between {1 + AGAIN} runs of the same binary on the same input; waiting ones are loads "
                  "of blocks that look again until another has written",
          "differences": len(steady), "unsteady": unsteady,
          "waiting": [launch | {"figure": name} for launch, name in waiting], "launches": launches})
    print(f"{len(rows)} launches, {count} figures compared, {len(steady)} differ, "
          f"{len(unsteady)} change from run to run, {len(waiting)} grow while blocks wait")
    sys.exit(1 if steady else 0)


main()
