"""What the compiler was told, read from a build folder's compile_commands.json."""

import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Unit:
    """A C++ source as it is compiled: the library it belongs to, its object, and the flags."""

    library: str
    source: Path
    output: Path
    compiler: list  # with all flags, but without -c, -o, the source and what writes dependencies


def units(build):
    """The C++ units of a build folder, generated sources included; CUDA's are nvcc's."""
    found = []
    for entry in json.loads((Path(build) / "compile_commands.json").read_text()):
        if not entry["file"].endswith((".cpp", ".cxx")):
            continue
        arguments = shlex.split(entry["command"])
        output = arguments[arguments.index("-o") + 1]
        kept, skip = [], False
        for argument in arguments:
            if skip:
                skip = False
            elif argument in ("-o", "-MT", "-MF"):
                skip = True
            elif argument not in ("-c", "-MD", entry["file"]) and not argument.endswith("ccache"):
                kept.append(argument)
        library = re.search(r"CMakeFiles/([^/]+)\.dir/", output).group(1)
        folder = Path(entry["directory"])
        found.append(Unit(library, Path(entry["file"]), folder / output, kept))
    if not found:
        sys.exit(f"{build} has no C++ units: configure it first, with cmake --preset.")
    return found


def run_all(jobs):
    """Runs (name, command, text for standard input), as many at a time as there are cores;
    (name, exit code, output, errors) of each, in their order."""

    def one(job):
        name, command, text = job
        done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT)
        return name, done.returncode, done.stdout, done.stderr

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(one, jobs))
