#!/usr/bin/env python3
"""Checks who includes whom, downwards only; that what has one home, such as starting programs, is done
there alone; and that no two headers define a type of one name: where they never meet in one file, no
compiler says that the program breaks C++'s one-definition rule. Prints each violation, exit 1 when there
is one."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Folder(the longest match counts)->folders it may include besides itself.
INSTRUMENTATION = {"instrumentation", "kernels"}
DATA = INSTRUMENTATION | {"app/look", "app/layout", "app/subject", "app/files", "app/expression"}
# The rooms of the session. Each knows only what is below it; the session ties them together.
ROOMS = {"app/lesson", "app/expect", "app/follow", "app/formula", "app/comparison", "app/programs", "app/notes", "app/measure"}
BELOW_VIEWS = DATA | ROOMS | {"app/session", "app/commands"}
LANGUAGE = {"instrumentation/language"}
EXECUTOR = {"instrumentation/executor"}
PROGRAM = LANGUAGE | {f"instrumentation/{below}" for below in ("trace", "analysis", "process")}


def rooms(*names):
    return {f"instrumentation/program/{name}" for name in names}


LAYERS = {
    "instrumentation/language": {"instrumentation/run/embedded.hpp"},
    "instrumentation/trace": LANGUAGE,
    "instrumentation/analysis": LANGUAGE | {"instrumentation/trace"},
    "instrumentation/patterns": LANGUAGE | {"instrumentation/trace", "instrumentation/analysis"},
    "instrumentation/block": {"instrumentation/trace"},
    "instrumentation/emulator": LANGUAGE | {"instrumentation/trace", "instrumentation/block"},
    "instrumentation/executor": LANGUAGE | {"instrumentation/trace"},
    "instrumentation/process": LANGUAGE | {"instrumentation/trace"},
    "kernels": {"instrumentation/block/vocabulary.hpp", "instrumentation/language"},
    "instrumentation/run": LANGUAGE
    | {"kernels"}
    | {f"instrumentation/{below}" for below in ("trace", "analysis", "block", "emulator")},
    # A user's own program: what compiles and starts it, and what runs it, meet in the protocol alone.
    "instrumentation/program/abi": set(),
    "instrumentation/program/include": {"instrumentation/program/abi"},
    "instrumentation/program/debug_info": PROGRAM,
    "instrumentation/program/protocol": PROGRAM,
    "instrumentation/program/source": PROGRAM | {"instrumentation/run/did_you_mean.hpp"},
    "instrumentation/program/bare": PROGRAM | rooms("source") | {"instrumentation/run/did_you_mean.hpp"},
    "instrumentation/program/compile": PROGRAM | EXECUTOR | rooms("abi", "source", "bare", "debug_info", "protocol")
    | {"instrumentation/run/embedded.hpp", "instrumentation/run/did_you_mean.hpp"},
    "instrumentation/program/run": PROGRAM | EXECUTOR | rooms("protocol", "source", "debug_info"),
    "instrumentation/program/machine": PROGRAM | rooms("protocol", "abi", "debug_info") | {"instrumentation/emulator"},
    "instrumentation/program/runtime": PROGRAM | rooms("protocol", "abi", "include", "debug_info", "machine"),
    "instrumentation/program/process": PROGRAM | rooms("protocol", "debug_info", "machine"),
    "instrumentation/program": {"instrumentation/program/process"},
    "instrumentation/timing": INSTRUMENTATION,
    "app/look": INSTRUMENTATION,
    "app/layout": INSTRUMENTATION | {"app/look"},
    "app/subject": INSTRUMENTATION,
    "app/files": INSTRUMENTATION,
    "app/expression": INSTRUMENTATION,
    "app/desktop": INSTRUMENTATION,
    "app/lesson": DATA,
    "app/expect": DATA,
    "app/follow": DATA,
    "app/formula": DATA,
    "app/comparison": DATA,
    "app/programs": DATA | {"app/lesson", "app/expect"},  # a starter begins with a lesson's program
    "app/notes": DATA,
    "app/measure": DATA,
    "app/session": DATA | ROOMS,
    "app/commands": DATA | ROOMS | {"app/session"},
    "app/gl": LANGUAGE | {"instrumentation/trace"},
    "app/ui": BELOW_VIEWS | {"app/gl"},
    "app/views": BELOW_VIEWS | {"app/ui"},
    "app/stage": BELOW_VIEWS | {"app/ui", "app/views"},
    "app/panes": BELOW_VIEWS | {"app/ui", "app/views", "app/stage"},
    "app/export": BELOW_VIEWS | {"app/gl"},
    "app/cli": BELOW_VIEWS | {"app/ui", "app/gl", "app/panes/view_list.hpp", "app/export"},
    "app/shell": {"app"} | INSTRUMENTATION,
    "app": {"app"} | INSTRUMENTATION,
}

# What a picture is computed from stands beside the picture and knows no canvas.
GEOMETRY = re.compile(
    r"app/(stage|panes)/.*_(layout|levels|wires|ops|matrices|product|chain|groups|kinds|cells|map|table"
    r"|axis|ladder|limits|points|spread)\.(hpp|cpp)$"
)
CANVAS = ("app/ui", "app/views")

# What is included by name from outside->where that is allowed.
FOREIGN = [
    (re.compile(r"imgui"), ("app/ui/", "app/shell/")),
    (re.compile(r"GLFW/"), ("app/shell/", "app/ui/")),
    (re.compile(r"glad/|EGL/"), ("app/gl/", "app/ui/", "app/shell/")),
    (re.compile(r"cairo|ft2build|freetype"), ("app/ui/",)),
    (re.compile(r"CLI/"), ("app/cli/arguments.cpp",)),
    (re.compile(r"boost/"), ("instrumentation/emulator/",)),
    (re.compile(r"elfutils/|dwarf|gelf|libelf"), ("instrumentation/program/debug_info/",)),
    (re.compile(r"yaml"), ("app/lesson/",)),
    (re.compile(r"zstd"), ("instrumentation/trace/",)),
    (re.compile(r"muParser"), ("instrumentation/analysis/formula_parser.cpp", "app/expression/", "instrumentation/language/")),
]
# What has one home, and where that is. A comment may speak of it anywhere.
HOMES = [
    # The guard forks without exec, and says why.
    (re.compile(r"\b(v?fork|posix_spawnp?|f?exec[lv]p?e?)\s*\(|(::|\bstd::)(system|popen)\s*\("),
     ("instrumentation/process/spawn.cpp", "instrumentation/program/process/program_guard.cpp"),
     "start programs with spawn(), instrumentation/process/spawn.hpp"),
    (re.compile(r"\b(mkdtemps?|mko?stemps?|tmpfile|tmpnam|temp_directory_path|P_tmpdir)\b|\"TMPDIR\""),
     ("instrumentation/trace/temporary.cpp",),
     "make temporary files and folders with instrumentation/trace/temporary.hpp"),
]
# Tests start processes as they like, but make their files in one kind of place.
TEST_HOMES = [
    (re.compile(r"\b(mkdtemps?|mko?stemps?|tmpfile|tmpnam|TempDir)\b"), (),
     "make a test's files in a TestFolder, tests/support/test_folder.hpp"),
]
COMMENT = re.compile(r"\s*//.*")
CUDA = re.compile(r"cuda|cooperative_groups|cub/|thrust/|nvtx|device_launch")
# Everything in the background goes through one door, so that it can also be done without threads. Besides it only the
# emulated machine, whose threads are the hardware, and what is measured start threads.
THREAD = re.compile(r"\bstd::(?:jthread|thread)\b(?!::)|\bstd::async\b|\bpthread_create\b|\bthrd_create\b")
DOOR = "instrumentation/executor"
OWN_THREADS = {
    "instrumentation/program/machine/block_queue.cpp",
    "instrumentation/program/runtime/stream_tasks.cpp",
    "instrumentation/timing/thread_team.hpp",
    "instrumentation/timing/thread_team.cpp",
}
# At the beginning of a line: neither nested nor a specialisation.
TYPE = re.compile(r"^(?:struct|class|enum class|enum) (?:alignas\([^{]*?\) )?(\w+)(?!\w|::)[^;<>]*\{", re.MULTILINE)
# Reading JSON any other way than parse_json() does.
JSON_READ = re.compile(r"\b(?:[Jj]son|Read|\w*Json|\w*Read)::(?:parse|accept|sax_parse|from_\w+)\(")
JSON_READERS = ("instrumentation/trace/json_text.cpp", "instrumentation/trace/json_fault.cpp")
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
        if THREAD.search(line) and path not in OWN_THREADS and not is_within(path, DOOR):
            yield number, f"starts a thread; begin the work by a Background, a Worker or executor() of {DOOR}"
        if JSON_READ.search(line) and path not in JSON_READERS:
            yield number, "reads JSON by itself; parse_json() of instrumentation/trace/json_text.hpp bounds its depth"
        match = INCLUDE.match(line)
        if not match:
            continue
        kind, name = match.groups()
        if (ROOT / name).exists():
            if not any(is_within(name, folder) for folder in LAYERS[layer] | {layer}):
                yield number, f"{layer} must not include {name}"
            elif GEOMETRY.match(path) and any(is_within(name, folder) for folder in CANVAS):
                yield number, f"{path} is geometry, which must not include {name}"
        elif kind == '"' and not name.startswith("imgui"):
            yield number, f'"{name}" is no path from the repository root'
        else:
            for pattern, places in FOREIGN:
                if pattern.match(name) and not path.startswith(places):
                    yield number, f"<{name}> is allowed only in {', '.join(places)}"
            if CUDA.match(name) and not path.endswith((".cu", ".cuh")):
                yield number, f"<{name}> is allowed only in .cu and .cuh files"


def away_from_home(path, text):
    homes = TEST_HOMES if path.startswith("tests/") else HOMES
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, places, sentence in homes:
            if path not in places and pattern.search(COMMENT.sub("", line)):
                yield number, sentence


def homonyms(texts):
    """(path, sentence) for each type that a header before this one defines as well."""
    first = {}
    for path, text in texts:
        for name in TYPE.findall(text) if path.endswith((".hpp", ".h", ".cuh")) else ():
            if name in first:
                yield path, f"{name} is a type of {first[name]}, too; give one of them another name"
            first.setdefault(name, path)

# A checker that finds nothing proves nothing: each of these must be found.
PROBES = [
    ("instrumentation/trace/probe.hpp", '#include "app/ui/theme.hpp"'),
    ("instrumentation/analysis/probe.cpp", '#include "instrumentation/run/run.hpp"'),
    ("instrumentation/block/probe.hpp", '#include "instrumentation/emulator/lane.hpp"'),
    ("kernels/reduce/probe.cuh", '#include "instrumentation/trace/trace.hpp"'),
    ("app/panes/heat/probe.cpp", "#include <imgui.h>"),
    ("app/stage/tree/probe_layout.cpp", '#include "app/ui/canvas.hpp"'),
    ("app/stage/tree/probe.cpp", '#include "app/panes/heat/heat_map.hpp"'),
    ("app/views/probe.cpp", '#include "view.hpp"'),
    ("app/lesson/probe.cpp", '#include "app/session/session.hpp"'),
    ("app/programs/probe.cpp", '#include "app/session/session.hpp"'),
    ("app/session/probe.cpp", '#include "app/commands/command.hpp"'),
    ("app/notes/probe.cpp", '#include "app/programs/program_trust.hpp"'),
    ("app/views/parts/probe.cpp", '#include "app/panes/view_list.hpp"'),
    ("app/subject/probe.cpp", '#include "app/lesson/lesson.hpp"'),
    ("instrumentation/run/probe.cpp", "#include <cuda_runtime.h>"),
    ("app/lesson/probe.cpp", "const auto json = nlohmann::json::parse(text);"),
    ("app/ui/probe.cpp", "#if IMGUI_VERSION_NUM < 19000"),
    ("app/session/probe.cpp", "std::vector<std::jthread> all;"),
    ("app/session/probe.cpp", "const std::thread other([] {});"),
    ("app/notes/probe.cpp", "done_ = std::async(std::launch::async, work);"),
    ("instrumentation/program/machine/probe.cpp", "pthread_create(&thread, nullptr, work, nullptr);"),
]
AWAY_PROBES = [
    ("instrumentation/process/probe.cpp", "  const pid_t child = ::fork();"),
    ("instrumentation/program/run/probe.cpp", "  ::execv(program, words);"),
    ("app/programs/probe.cpp", "  return std::system(command.c_str());"),
    ("app/export/probe.cpp", "  if (::mkdtemp(name.data()) == nullptr) return;  // full"),
    ("instrumentation/process/probe.cpp", "  File said(std::tmpfile());"),
    ("tests/app/probe_test.cpp", '  const std::string file = testing::TempDir() + "file";'),
]


def files_of(tops):
    files = [path for top in tops for path in sorted((ROOT / top).rglob("*"))
             if path.suffix in {".cpp", ".hpp", ".h", ".cu", ".cuh"}]
    if not files:
        sys.exit("check_layering: no source files found")
    return files


def main():
    for check, probes in ((violations, PROBES), (away_from_home, AWAY_PROBES)):
        for path, line in probes:
            if not list(check(path, line)):
                sys.exit(f"check_layering is broken: it accepts {line!r} in {path}")
    if len(list(homonyms([("a.hpp", "struct A {\n};"), ("b.hpp", "class A final : B {")]))) != 1:
        sys.exit("check_layering is broken: it accepts two types of one name")
    files = [
        path
        for path in files_of(("app", "instrumentation", "kernels"))
# Headers of users' programs, which no file here includes.
        if not is_within(str(path.relative_to(ROOT)), "instrumentation/program/include")
    ]
    texts = [(file.relative_to(ROOT).as_posix(), file.read_text()) for file in files]
    tests = [(file.relative_to(ROOT).as_posix(), file.read_text()) for file in files_of(("tests",))]
    found = [
        f"{path}:{number}: {sentence}"
        for check, checked in ((violations, texts), (away_from_home, texts + tests))
        for path, text in checked
        for number, sentence in check(path, text)
    ]
    found += [f"{path}: {sentence}" for path, sentence in homonyms(texts)]
    threading = {path for path, text in texts if THREAD.search(text)}
    found += [f"{path}: starts no thread; take it from OWN_THREADS" for path in sorted(OWN_THREADS - threading)]
    print(*found, sep="\n", end="\n" if found else "")
    bad = len(found)
    print(f"check_layering: {len(files)} files, {bad} violations")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
