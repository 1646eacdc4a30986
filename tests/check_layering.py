#!/usr/bin/env python3
"""Checks who includes whom: downwards only. Prints each violation, exit 1 when there is one."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Folder (the longest match counts) -> folders it may include besides itself.
INSTRUMENTATION = {"instrumentation", "kernels"}
BELOW_VIEWS = INSTRUMENTATION | {"app/session", "app/lesson", "app/layout"}
LAYERS = {
    "instrumentation/trace": set(),
    "instrumentation/analysis": {"instrumentation/trace"},
    "instrumentation/block": {"instrumentation/trace", "instrumentation/emulator"},
    "instrumentation/emulator": {"instrumentation/trace", "instrumentation/block"},
    "kernels": {"instrumentation/block/vocabulary.hpp"},
    "instrumentation/run": INSTRUMENTATION,
    "app/layout": INSTRUMENTATION,
    "app/lesson": INSTRUMENTATION
    | {
        "app/layout",
        "app/session/document.hpp",
        "app/session/options.hpp",
        "app/session/variant.hpp",
    },
    "app/session": INSTRUMENTATION | {"app/layout", "app/lesson"},
    "app/gl": {"instrumentation/trace"},
    "app/ui": BELOW_VIEWS | {"app/gl"},
    "app/views": BELOW_VIEWS | {"app/ui"},
    "app/export": BELOW_VIEWS | {"app/gl"},
    "app/cli": BELOW_VIEWS | {"app/ui", "app/gl", "app/views", "app/export"},
    "app/shell": {"app"} | INSTRUMENTATION,
    "app": {"app"} | INSTRUMENTATION,
}

# What is included by name from outside -> where that is allowed.
FOREIGN = [
    (re.compile(r"imgui"), ("app/ui/", "app/shell/")),
    (re.compile(r"GLFW/"), ("app/shell/", "app/ui/")),
    (re.compile(r"glad/|EGL/"), ("app/gl/", "app/ui/", "app/shell/")),
    (re.compile(r"CLI/"), ("app/cli/", "app/main.cpp")),
    (re.compile(r"boost/"), ("instrumentation/emulator/",)),
    (re.compile(r"yaml"), ("app/lesson/",)),
    (re.compile(r"zstd"), ("instrumentation/trace/",)),
    (re.compile(r"muParser"), ("app/session/",)),
]
CUDA = re.compile(r"cuda|cooperative_groups|cub/|thrust/|nvtx|device_launch")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def layer_of(path):
    matches = [layer for layer in LAYERS if path.startswith(layer + "/")]
    return max(matches, key=len) if matches else None


def is_within(path, folder):
    return path == folder or path.startswith(folder + "/")


def violations(path, text):
    layer = layer_of(path)
    if layer is None:
        yield 0, "lies in no known layer; add its folder to LAYERS"
        return
    for number, line in enumerate(text.splitlines(), 1):
        if "IMGUI_VERSION_NUM" in line and path != "app/ui/imgui_compat.h":
            yield number, "tests IMGUI_VERSION_NUM, which belongs into app/ui/imgui_compat.h"
        match = INCLUDE.match(line)
        if not match:
            continue
        kind, name = match.groups()
        if (ROOT / name).exists():
            if not any(is_within(name, folder) for folder in LAYERS[layer] | {layer}):
                yield number, f"{layer} must not include {name}"
        elif kind == '"' and not name.startswith("imgui"):
            yield number, f'"{name}" is no path from the repository root'
        else:
            for pattern, places in FOREIGN:
                if pattern.match(name) and not path.startswith(places):
                    yield number, f"<{name}> is allowed only in {', '.join(places)}"
            if CUDA.match(name) and not path.endswith((".cu", ".cuh")):
                yield number, f"<{name}> is allowed only in .cu and .cuh files"


# A checker that finds nothing proves nothing: each of these must be found.
PROBES = [
    ("instrumentation/trace/probe.hpp", '#include "app/ui/theme.hpp"'),
    ("instrumentation/analysis/probe.cpp", '#include "instrumentation/run/run.hpp"'),
    ("kernels/reduce/probe.cuh", '#include "instrumentation/trace/trace.hpp"'),
    ("app/views/probe.cpp", "#include <imgui.h>"),
    ("app/views/probe.cpp", '#include "view.hpp"'),
    ("instrumentation/run/probe.cpp", "#include <cuda_runtime.h>"),
    ("app/ui/probe.cpp", "#if IMGUI_VERSION_NUM < 19000"),
]


def main():
    for path, line in PROBES:
        if not list(violations(path, line)):
            sys.exit(f"check_layering is broken: it accepts {line!r} in {path}")
    files = [
        path
        for top in ("app", "instrumentation", "kernels")
        for path in sorted((ROOT / top).rglob("*"))
        if path.suffix in {".cpp", ".hpp", ".h", ".cu", ".cuh"}
    ]
    if not files:
        sys.exit("check_layering: no source files found")
    bad = 0
    for file in files:
        path = file.relative_to(ROOT).as_posix()
        for number, sentence in violations(path, file.read_text()):
            print(f"{path}:{number}: {sentence}")
            bad += 1
    print(f"check_layering: {len(files)} files, {bad} violations")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
