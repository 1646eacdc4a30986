#!/usr/bin/env python3
"""Three checks that ordinary builds cannot make, for a folder configured with the preset "sources":

  headers  every header compiles alone. One that a source includes first is left to that source,
           which every build compiles.
  unity    all sources of an executable of tests compile as one: no two use one file-local name for two
           things, whichever of them a unity build puts together. Of libraries "tidy" proves it.
  tidy     clang-tidy finds nothing in a library's sources and headers. It reads them as one source,
           too, which must compile: most of its time goes to the headers that they share.

usage: check_sources.py BUILD headers|unity|tidy"""

import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from compile_commands import ROOT, run_all, units

PATTERNS = ["app/*.h", "app/*.hpp", "instrumentation/*.hpp", "kernels/*.hpp", "kernels/*.cuh",
            ":!instrumentation/program/include"]  # those are for users' programs


def first_include(source):
    for line in source.read_text().splitlines():
        if line.startswith("#include"):
            return line.split('"')[1] if '"' in line else ""
    return ""


def headers(build):
    """(name, include lines, compiler) of what is not covered by a source."""
    listed = subprocess.run(["git", "ls-files", *PATTERNS], cwd=ROOT, capture_output=True, text=True)
    all_units = [unit for unit in units(build) if unit.library.startswith("ws_")]
    covered = {first_include(unit.source) for unit in all_units}
    # The uppermost library sees all include folders.
    compiler = next(unit.compiler for unit in all_units if unit.library == "ws_shell")
    for header in listed.stdout.split():
        if header not in covered:
            yield header, f'#include "{header}"\n', compiler, None


def unity(build, prefix):
    """The same for all sources of each library whose name begins so."""
    sources = defaultdict(list)
    for unit in units(build):
        own = unit.source.is_relative_to(ROOT) and not unit.source.is_relative_to(build)
        if own and unit.library.startswith(prefix):
            sources[unit.library].append(unit)
    for library, found in sources.items():
        lines = [f'#include "{unit.source}"\n' for unit in found]
        # A single source may have definitions of its own.
        defined = {flag for unit in found for flag in unit.compiler if flag.startswith("-D")}
        yield library, "".join(lines), [*found[0].compiler, *sorted(defined)], found


def compile_job(name, text, compiler, _):
    # Names may hide one another across the sources of a unit: that is not what is looked for.
    return name, [*compiler, "-fsyntax-only", "-w", "-x", "c++", "-"], text


def tidy_job(build):
    """clang-tidy wants a file, and looks for its configuration in the folders above: they are as those
    of the library's sources."""
    configurations = [path.relative_to(ROOT) for path in ROOT.glob("**/.clang-tidy")
                      if not path.is_relative_to(build)]
    for path in configurations:
        copy = build / "tidy" / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, copy)

    def folder_of(unit):
        """The nearest folder with a configuration."""
        own = unit.source.relative_to(ROOT)
        return max((path.parent for path in configurations if own.is_relative_to(path.parent)),
                   key=lambda folder: len(folder.parts))

    def job(name, text, compiler, found):
        folders = {folder_of(unit) for unit in found}
        if len(folders) != 1:
            sys.exit(f"The sources of {name} have several configurations of clang-tidy: {folders}.")
        source = build / "tidy" / folders.pop() / f"{name}.cpp"
        source.write_text(text)
        options = ["--quiet", "--warnings-as-errors=*",
                   "--checks=-bugprone-suspicious-include"]  # of .cpp, which is the point here
        # Here a name of one source may hide one of another.
        return name, ["clang-tidy", *options, str(source), "--", *compiler[1:], "-Wno-shadow"], ""

    return job


def main():
    checks = {"headers": (headers, lambda _: compile_job),
              "unity": (lambda build: unity(build, "test_"), lambda _: compile_job),
              "tidy": (lambda build: unity(build, "ws_"), tidy_job)}
    if len(sys.argv) != 3 or sys.argv[2] not in checks:
        sys.exit(__doc__)
    build, check = Path(sys.argv[1]).resolve(), sys.argv[2]
    find, job_of = checks[check]
    job = job_of(build)
    jobs = [job(*found) for found in find(build)]
    failed = 0
    for name, code, output, errors in run_all(jobs):
        if code != 0:
            failed += 1
            lines = [line for line in (errors + output).splitlines() if "error:" in line]
            print(f"{name}:", *lines[:20], sep="\n  ")
    print(f"check_sources: {len(jobs)} {check}, {failed} failed")
    sys.exit(1 if failed or not jobs else 0)


main()
