#!/usr/bin/env python3
"""Holds trace/store_order.hpp against the hardware: store_order.py BUILD_FOLDER OUT.json

Exit 1 when another lane's store survives than the header says, or none was contested.
"""

import json
import sys

from common import device, run, save


def main():
    build, out = sys.argv[1:]
    results = json.loads(run([f"{build}/bin/gpu_store_order"]))
    for result in results:
        print(f"{result['space']} {result['bytes']:2} bytes: {result['elements']} elements, {result['differ']} differ")
    save(out, {"kind": "store_order"} | device() | {"command": "tests/gpu/store_order.py", "results": results})
    sys.exit(1 if any(result["differ"] or not result["elements"] for result in results) else 0)


main()
