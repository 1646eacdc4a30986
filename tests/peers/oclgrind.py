#!/usr/bin/env python3
"""Warpscope's emulator beside Oclgrind, one machine, one run: oclgrind.py BUILD_FOLDER [OUT.json]

The same algorithm on the same input in blocks of the same size. Warpscope records every block that
is counted and looks for races and uninitialised reads; Oclgrind does neither unless told to, and is
shown both ways. Processor time, of one thread each, the least of several rounds.

A block's time is what one more block costs: many blocks less few, by their difference. So neither
start-up nor Oclgrind's compiler counts; whole processes with one block are shown beside it. Exit 1
when a result is wrong or Warpscope is less than ten times as fast as plain Oclgrind per block.
"""

import datetime
import json
import os
import platform
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BAR = 10
ROUNDS = 5
CHECKS = ["--data-races", "--uninitialized"]


class Peer:
    """A kernel in both worlds. `arguments` are Oclgrind's, after the input, for so many groups."""

    def __init__(self, kernel, elements, threads, groups, arguments, expected):
        self.kernel = kernel
        self.elements = elements
        self.threads = threads
        self.groups = groups  # few, many
        self.arguments = arguments
        self.expected = expected
        self.input = random.Random(7).choices(range(100), k=elements)


def reduction_arguments(groups, dump):
    return [f"<size={4 * groups} int fill=0{dump}>", "<size=1024>"]


def bitonic_arguments(groups, dump):
    out = f"<size={4096 * groups} int fill=0{dump}>"
    return ["<size=4096 int range=0:1:1023>", out, out, "<size=4096>", "<size=4096>"]


def bitonic_is_right(peer, output):
    keys, values = output[:peer.elements], output[peer.elements:]
    return keys == sorted(peer.input) and sorted(values) == list(range(peer.elements)) \
        and all(peer.input[v] == k for k, v in zip(keys, values))


PEERS = [
    Peer("reduce_strided", 256, 256, (16, 272), reduction_arguments,
         lambda peer, output: output == [sum(peer.input)]),
    Peer("bitonic_shared", 1024, 512, (1, 9), bitonic_arguments, bitonic_is_right),
]


def finish(command):
    """Output and processor seconds of a command; ends the script with its words when it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed with {done.returncode}:\n{done.stdout[-1500:]}\n{done.stderr[-1500:]}")
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least(command):
    return min(finish(command)[1] for _ in range(ROUNDS))


class Oclgrind:
    def __init__(self, folder):
        self.folder = folder
        self.version = re.search(r"Oclgrind ([\d.]+)", finish(["oclgrind-kernel", "--version"])[0].stdout).group(1)

    def command(self, peer, groups, options=(), dump=""):
        file = self.folder / f"{peer.kernel}_{groups}{'_dump' if dump else ''}.sim"
        header = [HERE / f"{peer.kernel}.cl", peer.kernel, f"{groups * peer.threads} 1 1", f"{peer.threads} 1 1",
                  "", f"<size={4 * peer.elements} int>", " ".join(map(str, peer.input))]
        file.write_text("\n".join(map(str, header + peer.arguments(groups, dump))) + "\n")
        return ["oclgrind-kernel", "--num-threads", "1", *options, str(file)]

    def check(self, peer):
        done, _ = finish(self.command(peer, 1, CHECKS, " dump"))
        output = [int(value) for value in re.findall(r"\] = (-?\d+)", done.stdout)]
        if done.stderr or not peer.expected(peer, output):
            sys.exit(f"Oclgrind's {peer.kernel} is wrong:\n{done.stderr[-1500:]}{done.stdout[:1500]}")

    def block_microseconds(self, peer, options=()):
        few, many = peer.groups
        return (least(self.command(peer, many, options)) - least(self.command(peer, few, options))) / (many - few) * 1e6


class Warpscope:
    def __init__(self, build, folder):
        self.bench = f"{build}/bin/bench_emulator"
        self.program = f"{build}/bin/warpscope"
        self.folder = folder

    def input(self, peer):
        file = self.folder / f"{peer.kernel}.txt"
        file.write_text("\n".join(map(str, peer.input)) + "\n")
        return str(file)

    def figures(self, peer):
        """None where this build has no such kernel."""
        command = [self.bench, "--json", "--size", str(peer.elements), "--block", str(peer.threads),
                   "--input", self.input(peer), peer.kernel]
        done = subprocess.run(command, capture_output=True, text=True)
        found = json.loads(done.stdout)["kernels"] if done.stdout else []
        if not found:
            return None
        if found[0]["threads"] != peer.threads:
            sys.exit(f"{peer.kernel} runs with {found[0]['threads']} threads, its peer with {peer.threads}.")
        return found[0]

    def command(self, peer):
        return [self.program, "trace", peer.kernel, "--machine", "emulator", "--size", str(peer.elements), "--block", str(peer.threads),
                "--input", self.input(peer), "-o", str(self.folder / "one.wscope")]


def compare(peer, warpscope, oclgrind):
    oclgrind.check(peer)
    entry = {"kernel": peer.kernel, "elements": peer.elements, "threads": peer.threads,
             "oclgrind_us": oclgrind.block_microseconds(peer),
             "oclgrind_checking_us": oclgrind.block_microseconds(peer, CHECKS),
             "oclgrind_process_ms": least(oclgrind.command(peer, 1)) * 1e3}
    if figures := warpscope.figures(peer):
        few, many = figures["growth"][0], figures["growth"][-1]
        block = (many["microseconds"] - few["microseconds"]) / (many["blocks"] - few["blocks"])
        entry |= {"warpscope_us": block, "lane_accesses": figures["lane_accesses"],
                  "warpscope_process_ms": least(warpscope.command(peer)) * 1e3,
                  "times_faster": entry["oclgrind_us"] / block,
                  "times_faster_checking": entry["oclgrind_checking_us"] / block}
    return entry


def show(entry):
    print(f"{entry['kernel']}: {entry['elements']} elements, {entry['threads']} threads")
    print(f"  Oclgrind           {entry['oclgrind_us']:10.1f} µs a block   {entry['oclgrind_process_ms']:8.1f} ms a process with one block")
    print(f"  Oclgrind, checking {entry['oclgrind_checking_us']:10.1f} µs a block   {' '.join(CHECKS)}")
    if "warpscope_us" not in entry:
        print("  Warpscope does not have it in this build")
        return
    print(f"  Warpscope, recorded{entry['warpscope_us']:10.1f} µs a block   {entry['warpscope_process_ms']:8.1f} ms a process that writes its trace")
    print(f"  times faster       {entry['times_faster']:10.1f} than plain, {entry['times_faster_checking']:.1f} than checking"
          f"{'' if entry['times_faster'] >= BAR else '  MISSED'}")


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if not shutil.which("oclgrind-kernel"):
        sys.exit("oclgrind-kernel is missing: apt-get install oclgrind")
    with tempfile.TemporaryDirectory() as folder:
        warpscope = Warpscope(sys.argv[1], Path(folder))
        oclgrind = Oclgrind(Path(folder))
        print(f"{processor()}, {os.cpu_count()} CPUs; Oclgrind {oclgrind.version}")
        entries = []
        for peer in PEERS:
            entries.append(compare(peer, warpscope, oclgrind))
            show(entries[-1])
    missed = sum(entry.get("times_faster", BAR) < BAR for entry in entries)
    if len(sys.argv) > 2:
        record = {"kind": "oclgrind", "processor": processor(), "oclgrind": oclgrind.version,
                  "date": datetime.date.today().isoformat(), "command": "tests/peers/oclgrind.py",
                  "missed": missed, "kernels": entries}
        Path(sys.argv[2]).write_text(json.dumps(record, indent=1) + "\n")
    sys.exit(1 if missed else 0)


main()
