"""What the device scripts share: running a program and describing the device."""

import datetime
import json
import subprocess
import sys

# What tells launches apart in a record of counters.
DESCRIPTION = ("entry", "kernel", "parameters", "input", "seed", "size", "block", "grid")


def run(command, **options):
    """Output of a command; ends the script with its words when it fails."""
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed with {done.returncode}:\n{done.stdout[-1500:]}\n{done.stderr[-1500:]}")
    return done.stdout


def device():
    name, driver = run(
        ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader", "-i", "0"]
    ).strip().split(", ")
    toolkit = run(["nvcc", "--version"]).strip().splitlines()[-1]
    return {"device": name, "driver": driver, "toolkit": toolkit,
            "date": datetime.date.today().isoformat()}


def save(path, record):
    """One line per entry of a list, so that a change shows as one."""
    lines = []
    for key, value in record.items():
        if isinstance(value, list) and value:
            entries = ",\n  ".join(json.dumps(entry, ensure_ascii=False) for entry in value)
            lines.append(f' {json.dumps(key)}: [\n  {entries}\n ]')
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    with open(path, "w", encoding="utf-8") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")
