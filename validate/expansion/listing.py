"""Reads a cuobjdump listing: kernels, their instructions and the paths through them."""

import re
from typing import NamedTuple


class Instruction(NamedTuple):
    address: int
    predicated: bool
    opcode: str  # "DFMA", without what follows a dot
    text: str    # "DFMA.RM R6, R4, R2, R0"


def read_listing(text):
    """{kernel: its instructions in order}."""
    kernels, instructions = {}, None
    for line in text.splitlines():
        function = re.match(r"\s+Function : (\w+)", line)
        if function:
            instructions = kernels.setdefault(function[1], [])
            continue
        row = re.match(r"\s+/\*([0-9a-f]{4,})\*/\s+(@!?U?P\w+ +)?(.*?)\s*;", line)
        if row and instructions is not None:
            opcode = re.split(r"[. ]", row[3])[0]
            instructions.append(Instruction(int(row[1], 16), bool(row[2]), opcode, row[3]))
    return kernels


def paths(instructions, follow_calls=False):
    """Every way to the end that visits no instruction twice; without calls unless told.

    A compiler puts what rare arguments need (denormals, overflow, huge angles) into a subroutine
    or behind a branch.
    """
    index = {instruction.address: i for i, instruction in enumerate(instructions)}

    def target(instruction):
        return index[int(re.search(r"0x([0-9a-f]+)$", instruction.text)[1], 16)]

    def walk(i, before, returns):
        path = list(before)
        while i not in path:
            path.append(i)
            instruction = instructions[i]
            conditional = instruction.predicated or re.search(r"\b!?U?P\d", instruction.text)
            if instruction.opcode == "EXIT" and not conditional:
                yield [instructions[k] for k in path]
                return
            if instruction.opcode == "CALL":
                if not follow_calls:
                    return
                returns = returns + [i + 1]
                i = target(instruction)
            elif instruction.opcode == "RET" and not conditional:
                i, returns = returns[-1], returns[:-1]
            elif instruction.opcode == "BRA":
                if conditional:
                    yield from walk(i + 1, path, returns)
                i = target(instruction)
            else:
                i += 1

    return list(walk(0, [], []))
