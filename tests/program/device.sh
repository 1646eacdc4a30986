#!/bin/sh
# All that a GPU has to say about the programs, in one go: device.sh FOLDER. Some four minutes.
# Afterwards, without a GPU: gpu_counters.py, lanes.py and mutants.py with --compare.
set -u
cd "$(dirname "$0")" || exit 1
out=$1
python3 lanes.py --record "$out/lanes_h200.json"
python3 gpu_counters.py --measure "$out/counters_h100.json"
python3 mutants.py --measure "$out/mutants_h200.json" --budget 240
