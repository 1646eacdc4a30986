#!/usr/bin/env python3
"""Holds what makes a build slow against tests/build_budget.txt, without timing anything: the
preprocessed lines of all C++ units of a library, and the bytes of their objects.

usage: check_budget.py BUILD          exit 1 where a library is over its budget
       check_budget.py BUILD --write  makes what is measured, and a tenth more, the budget

The budget is for GCC 12 and the build that .ci/run makes; exit 2 where BUILD is another one."""

import re
import sys
from collections import Counter
from pathlib import Path

from compile_commands import ROOT, run_all, units

BUDGET = ROOT / "tests" / "build_budget.txt"
# What .ci/run configures; the figures of another build say nothing.
CONFIGURED = {
    "WARPSCOPE_CUDA": "ON",
    "WARPSCOPE_UNITY_BATCH": "40",
    "CMAKE_CUDA_ARCHITECTURES": "75-virtual",
    "CMAKE_CUDA_FLAGS_RELEASE": "-O0 -DNDEBUG -Xcicc -O0",
}
HEAD = """# What a build may cost, by library: see check_budget.py. Over it, first look for a header that came
# to be included everywhere; raise a line only for code that is wanted, and in the same commit.
# library                lines   object bytes
"""


def require_the_build_of_ci(build):
    cache = dict(re.findall(r"^(\w+):\w+=(.*)$", (Path(build) / "CMakeCache.txt").read_text(), re.MULTILINE))
    if any(cache.get(name) != value for name, value in CONFIGURED.items()):
        options = " ".join(f'"-D{name}={value}"' for name, value in CONFIGURED.items())
        print(f"check_budget: {build} is not configured as in CI, whose budget this is. Build another one:\n"
              f"  cmake --preset release -B build/budget {options}\n  cmake --build build/budget", file=sys.stderr)
        sys.exit(2)


def measure(build):
    """library -> (preprocessed lines, object bytes)."""
    all_units = units(build)
    lines, size = Counter(), Counter()
    jobs = [(unit.library, [*unit.compiler, "-E", "-P", "-w", str(unit.source)], None)
            for unit in all_units]
    for library, code, text, errors in run_all(jobs):
        if code != 0:
            sys.exit(f"{library} could not be preprocessed:\n{errors}")
        lines[library] += text.count("\n")
    for unit in all_units:
        if not unit.output.exists():
            sys.exit(f"{unit.output} is not there: build everything in {build} first.")
        size[unit.library] += unit.output.stat().st_size
    return {library: (lines[library], size[library]) for library in sorted(lines)}


def read_budget():
    rows = [line.split() for line in BUDGET.read_text().splitlines() if not line.startswith("#")]
    return {name: (int(lines), int(size)) for name, lines, size in rows}


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--write"]):
        sys.exit(__doc__)
    require_the_build_of_ci(sys.argv[1])
    measured = measure(sys.argv[1])
    if sys.argv[2:]:
        rows = [f"{name:<20}{int(a * 1.1):>12}{int(b * 1.1):>15}\n"
                for name, (a, b) in measured.items()]
        BUDGET.write_text(HEAD + "".join(rows))
        return
    budget = read_budget()
    over = 0
    for name, figures in measured.items():
        if name not in budget:
            over += 1
            print(f"{name} has no line in {BUDGET.relative_to(ROOT)}: add one, see --write.")
            continue
        for what, now, most in zip(("preprocessed lines", "object bytes"), figures, budget[name]):
            if now > most:
                over += 1
                print(f"{name} has {now:,} {what}, {now / most - 1:.0%} over its budget of {most:,}.")
    for name in sorted(set(budget) - set(measured)):
        print(f"{name} has a budget, but is not built in {sys.argv[1]}.")
        over += 1
    total = sum(lines for lines, _ in measured.values())
    print(f"check_budget: {len(measured)} libraries, {total:,} preprocessed lines, {over} over budget")
    sys.exit(1 if over or not measured else 0)


main()
