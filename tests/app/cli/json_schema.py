#!/usr/bin/env python3
"""Holds what `run`, `report` and `compare` print with --json against docs/json.schema.json, and the names of the
schema against docs/json.md.

usage: json_schema.py WARPSCOPE      exit 77 where python3-jsonschema or a compiler for programs is missing"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed")
    sys.exit(77)

DOCS = Path(__file__).resolve().parents[3] / "docs"
SKIPPED = 77

# A helper with two callers, a race in each of six launches, lanes that store different values to one element, and a
# call that fails.
PROGRAM = """#include <cuda_runtime.h>
__device__ float load(const float* from, int i) {
  return from[i];
}
__global__ void mix(const float* in, float* out, int* last) {
  __shared__ float tile[64];
  tile[threadIdx.x] = load(in, 2 * threadIdx.x);
  float sum = tile[63 - threadIdx.x];
  sum += load(in, threadIdx.x);
  out[64 * blockIdx.x + threadIdx.x] = sum;
  *last = threadIdx.x;
}
__global__ void clear(float* out) { out[threadIdx.x] = 0; }
int main() {
  float *in, *out;
  int* last;
  cudaMalloc(&in, 128 * sizeof(float));
  cudaMemset(in, 0, 128 * sizeof(float));
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMalloc(&last, sizeof(int));
  for (int i = 0; i < 6; ++i) mix<<<4, 64>>>(in, out, last);
  clear<<<1, 32>>>(out);
  cudaMemset(nullptr, 0, 4);
  return cudaDeviceSynchronize();
}
"""


class Checker:
    def __init__(self, warpscope):
        self.warpscope, self.failed = str(Path(warpscope).resolve()), 0
        self.schema = json.loads((DOCS / "json.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(self.schema)

    def expect(self, holds, what):
        if not holds:
            self.failed += 1
            print(what)

    def printed(self, kind, *arguments, folder=None):
        """The JSON of a command, which must be of that kind; None where no compiler is here."""
        done = subprocess.run([self.warpscope, *arguments, "--json"], capture_output=True, text=True, check=False,
                              cwd=folder)
        if done.returncode == 3:
            print(done.stderr)
            return None
        try:
            document = json.loads(done.stdout)
        except json.JSONDecodeError:
            sys.exit(f"{' '.join(arguments)}: exit {done.returncode}, {done.stdout[:300]}{done.stderr[-600:]}")
        schema = {"$ref": f"#/$defs/{kind}", "$defs": self.schema["$defs"]}
        for error in jsonschema.Draft202012Validator(schema).iter_errors(document):
            path = ".".join(str(part) for part in error.absolute_path)
            self.expect(False, f"{' '.join(arguments)}: {path}: {error.message[:600]}")
        return document

    def kernels(self):
        for kernel in ("reduce_strided", "scan_distribute", "histogram_global_atomic", "constant_broadcast",
                       "reduce_unrolled", "transpose_naive", "jacobi"):
            self.printed("report", "report", kernel, "--machine", "emulator", "--layouts")
        report = self.printed("report", "report", "reduce_strided", "--size", "1024", "--block", "128", "--machine",
                              "emulator")
        grid = report["grid"]
        self.expect(grid["counted"] == "scaled" and grid["blocks"] == 8, f"8 blocks: {grid}")
        self.expect(grid["shared_load"]["wavefronts"] == 8 * report["totals"]["shared_load"]["wavefronts"],
                    "the grid is eight times its block")
        self.printed("comparison", "compare", "reduce_strided", "reduce_sequential", "--machine", "emulator")
        self.printed("comparison", "compare", "reduce_strided", "--pad", "32", "--machine", "emulator")

    def programs(self, folder):
        source, trace = str(folder / "mix.cu"), str(folder / "mix.wscope")
        Path(source).write_text(PROGRAM, encoding="utf-8")
        run = self.printed("run", "run", source, "-o", trace)
        if run is None:
            return False
        races = [finding for finding in run["findings"] if finding["kind"] == "race"]
        self.expect(races and all(race["launches"] == [1, 2, 3, 4, 5, 6] for race in races), f"told once: {races}")
        self.expect(any(note["kind"] == "order not defined" for note in run["notes"]), f"notes: {run['notes']}")
        scaled, = {launch["grid_totals"]["counted"] for launch in run["launches"] if launch["kernel"] == "mix"}
        self.expect(scaled == "scaled" and run["launches"][6]["grid_totals"]["counted"] == "all", "one block is all")
        self.printed("run", "run", source, "--orders", "2", folder=folder)
        told = self.printed("run", "run", source, "--expect", "mix: launches == 6", "--expect",
                            "mix@7: wavefronts > 1.5 * ideal", "--expect", "no_such: findings == 0")["expectations"]
        self.expect([each["result"] for each in told] == ["fulfilled", "failed", "unmatched"], f"expectations: {told}")
        every = self.printed("run", "run", source, "--all-blocks")
        self.expect(every["launches"][0]["grid_totals"]["counted"] == "all", "all blocks were counted")
        self.expect(every["launches"][0]["recorded"] == "all", "recorded")
        for target in (source, trace):
            report = self.printed("report", "report", target, "--launch", "2")
            calls = {line["caller"]["line"]: line["sectors"] for line in report["lines"]
                     if line["line"] == 3 and line["array"] == "in"}
            self.expect(calls == {7: 32 // 2, 9: 16 // 2}, f"one line, two callers: {calls}")
            self.expect(all(line["file"].endswith("mix.cu") for line in report["lines"]), "files")
        self.printed("comparison", "compare", source, "--launch", "mix", "--against-launch", "clear")
        return True

    def words(self):
        """Each name of the schema stands in json.md."""
        text = re.sub(r"```.*?```", "", (DOCS / "json.md").read_text(encoding="utf-8"), flags=re.DOTALL)
        told = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", text))))

        def names(part):
            if isinstance(part, dict):
                for key, value in part.items():
                    if key == "properties":
                        yield from value
                    if key in ("enum", "required"):
                        yield from value
                    else:
                        yield from names(value)
            elif isinstance(part, list):
                for one in part:
                    yield from names(one)

        for name in sorted({name for name in names(self.schema) if name.replace("_", "").isalpha()}):
            self.expect(name in told, f"docs/json.md does not tell `{name}`")


def main():
    checker = Checker(sys.argv[1])
    checker.words()
    checker.kernels()
    with tempfile.TemporaryDirectory() as folder:
        compiled = checker.programs(Path(folder))
    sys.exit(1 if checker.failed else 0 if compiled else SKIPPED)


main()
