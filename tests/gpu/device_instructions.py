#!/usr/bin/env python3
"""Counts in machine code what `bench --device` claims to measure: device_instructions.py BUILD_FOLDER

The timed loop of each chain (instrumentation/timing/device/chain.cuh) must hold one instruction of the
named kind for each operation, no more and no fewer, and where an operation is one instruction, hardly
anything else. Needs cuobjdump (CUDACC's folder or PATH) and a build with CUDA for compute capability 9.0,
but no GPU. Prints the instructions of each operation; exit 1 if one is not as claimed, 77 without cuobjdump
or code for 9.0.
"""

import glob
import re
import shutil
import subprocess
import sys

SKIPPED = 77
CHAINS = 4
MOST_OTHERS = 12  # of the loop itself: counter, comparison, branch, and what the scheduler fills in

# Functor: (its instruction, how many the loop must hold, whether it holds hardly anything else).
SHORT = 256
CLAIMS = {
    "Fp32Add": ("FADD", SHORT, True),
    "Fp32Multiply": ("FMUL", SHORT, True),
    "Fp32MultiplyAdd": ("FFMA", SHORT, True),
    "Fp32Divide": ("FCHK", 32, False),
    "Fp32DivideFast": ("MUFU.RCP", 32, False),
    "Fp32SquareRoot": ("MUFU.RSQ", 32, False),
    "Fp32ReciprocalSquareRoot": ("MUFU.RSQ", SHORT, True),
    "Fp32Sine": ("FSEL", 32, False),
    "Fp32SineFast": ("MUFU.SIN", SHORT // 2, False),
    "Fp32ExpFast": ("MUFU.EX2", SHORT // 4, False),
    "Fp32LogFast": ("MUFU.LG2", SHORT // 4, False),
    "Fp64Add": ("DADD", SHORT, True),
    "Fp64Multiply": ("DMUL", SHORT, True),
    "Fp64MultiplyAdd": ("DFMA", SHORT, True),
    "Fp64Divide": ("MUFU.RCP64H", 32, False),
    "Half2MultiplyAdd": ("HFMA2", SHORT, True),
    "IntAdd": ("IADD3|IMAD.IADD|VIADD", SHORT, True),
    "IntBitwise": ("LOP3.LUT", SHORT, True),
    "IntMin": ("VIMNMX|IMNMX", SHORT, True),
    "IntMultiply": ("IMAD", SHORT, True),
    "IntMultiplyAdd": ("IMAD", SHORT, True),
    "IntDivide": ("MUFU.RCP", 32, False),
    "IntRemainder": ("MUFU.RCP", 32, False),
    "IntShift": ("SHF.L.U32", SHORT, True),
    "IntCompare": ("SEL", SHORT, False),
    "IntCountBits": ("POPC", SHORT, True),
    "IntToFp32": ("I2FP.F32.S32|I2F", SHORT, True),
    "Fp32ToInt": ("F2I.TRUNC.NTZ|F2I", SHORT, True),
    "Shuffle": ("SHFL.BFLY", SHORT, True),
    "Vote": ("VOTE.ANY", SHORT, False),
    "Barrier": ("BAR.SYNC.DEFER_BLOCKING|BAR.SYNC", SHORT, True),
    "SharedLoad": ("LDS", SHORT, True),
    "SharedAtomicAdd": ("ATOMS.ADD", SHORT, True),
    "SharedAtomicAddOneWord": ("ATOMS.ADD", SHORT, True),
    "GlobalAtomicAdd": ("ATOMG.E.ADD.STRONG.GPU", SHORT // 4, True),
    "FirstLevelLoad": ("LDG.E.64", SHORT, True),
    "SecondLevelLoad": ("LDG.E.64.STRONG.GPU", SHORT, True),
    "LocalLoad": ("LDL", SHORT, True),
    "ConstantLoad": ("LDC", SHORT, True),
    "TextureLoad": ("TLD.LZ|TLD", SHORT, False),  # waits stand as instructions of their own
}
FUNCTION = re.compile(r"run_chainsINS_\d+([A-Za-z0-9]+?)(?:ILi(\d+)EE)?ELi(\d+)EEE")
INSTRUCTION = re.compile(r"\s+/\*([0-9a-f]{4,})\*/\s+(?:@!?U?P\w+ )?(\S+)(.*?);")


def functions(text):
    """Mangled name -> [(address, opcode, operands)] of every function for compute capability 9.0."""
    found, code = {}, None
    for line in text.splitlines():
        if match := re.search(r"Function : (\S+)", line):
            code = found.setdefault(match.group(1), [])
        elif code is not None and (match := INSTRUCTION.match(line)):
            code.append((int(match.group(1), 16), match.group(2), match.group(3)))
    return found


def timed_loop(code, opcode):
    """The opcodes of the innermost loop between the two readings of the clock that has the opcode."""
    clocks = [at for at, name, rest in code if name == "CS2R" and "CLOCK" in rest]
    loops = []
    for at, name, rest in code:
        target = re.search(r"(0x[0-9a-f]+)", rest)
        if name == "BRA" and target and int(target.group(1), 16) < at and clocks[0] < at < clocks[-1]:
            body = [op for where, op, _ in code if int(target.group(1), 16) <= where <= at]
            if any(op in opcode for op in body):
                loops.append(body)
    return min(loops, key=len) if loops else []


def judge(functor, ways, chains, code):
    """A line about the loop, and whether it is as claimed."""
    opcodes, wanted, alone = CLAIMS[functor]
    body = timed_loop(code, opcodes.split("|"))
    held = sum(op in opcodes.split("|") for op in body)
    others = len(body) - held
    good = held == wanted and (not alone or others <= MOST_OTHERS)
    name = functor + (f"<{ways}>" if ways else "")
    return (f"{name:28} {chains} chains  {held:4} {opcodes.split('|')[0]:24}"
            f"{others:5} others  {len(body) / max(wanted, 1):6.2f} each{'' if good else '  NOT AS CLAIMED'}", good)


def main():
    objects = glob.glob(f"{sys.argv[1]}/**/timing/device/*.cu.o", recursive=True)
    tool = shutil.which("cuobjdump") or shutil.which("/usr/local/cuda/bin/cuobjdump")
    if not tool or not objects:
        print("device_instructions: no cuobjdump, or no objects of a build with CUDA")
        return SKIPPED
    seen, good = set(), True
    for path in sorted(objects):
        text = subprocess.run([tool, "-sass", "-arch", "sm_90", path], capture_output=True, text=True).stdout
        for name, code in sorted(functions(text).items()):
            match = FUNCTION.search(name)
            if not match:
                continue
            functor, ways, chains = match.groups()
            if functor not in CLAIMS:
                print(f"{functor}: nothing is claimed of it")
                good = False
                continue
            line, as_claimed = judge(functor, ways, chains, code)
            print(line)
            seen.add(functor)
            good = good and as_claimed
    if not seen:
        print("device_instructions: no code for compute capability 9.0")
        return SKIPPED
    for functor in CLAIMS.keys() - seen:
        print(f"{functor}: no such code")
        good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
