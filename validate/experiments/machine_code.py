"""Machine code of NVIDIA GPUs of compute capability 7.0 and later, by its opcodes."""
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile

# Of the 16 bytes of an instruction the lowest 12 bits: what ends a kernel, jumps, meets after a jump,
# waits for the block, and moves data.
EXIT, BRA, BSSY, BAR = 0x94D, 0x947, 0x945, 0xB1D
LDG, STG, LDS, STS, STS_CONSTANT = 0x981, 0x986, 0x984, 0x388, 0x988
LDL, STL = 0x983, 0x387


def nvcc():
    return shutil.which("nvcc") or os.environ.get("CUDA_HOME", "/usr/local/cuda") + "/bin/nvcc"


def release():
    version = subprocess.run([nvcc(), "--version"], capture_output=True, text=True, check=True)
    line = next(line for line in version.stdout.splitlines() if "release" in line)
    return line.split(", ")[-1]


def compiled(source, flags):
    """{kernel: its opcodes up to the last exit}."""
    return {name: [low & 0xFFF for low, _ in words] for name, words in code(source, flags).items()}


def code(source, flags):
    """The same, of each instruction all 16 bytes as two numbers."""
    with tempfile.TemporaryDirectory() as folder:
        text, cubin = pathlib.Path(folder, "kernels.cu"), pathlib.Path(folder, "kernels.cubin")
        text.write_text(source)
        subprocess.run([nvcc(), *flags, "-w", "-cubin", text, "-o", cubin], check=True)
        return instructions(cubin.read_bytes())


def instructions(cubin):
    """{kernel: its instructions up to the last exit} of an ELF file of 64 bits."""
    start, = struct.unpack_from("<Q", cubin, 0x28)
    count, names = struct.unpack_from("<HH", cubin, 0x3C)
    sections = [struct.unpack_from("<IIQQQQ", cubin, start + 64 * i) for i in range(count)]
    result = {}
    for name, _, _, _, offset, size in sections:
        begin = sections[names][4] + name
        text = cubin[begin:cubin.index(b"\0", begin)].decode()
        if not text.startswith(".text."):
            continue
        words = [struct.unpack_from("<QQ", cubin, offset + at) for at in range(0, size, 16)]
        codes = [low & 0xFFF for low, _ in words]
        result[text[6:]] = words[:len(codes) - codes[::-1].index(EXIT)]
    return result


def loops(words):
    """Of each loop the opcodes from where its jump back goes to, and the jump; of sm_90 and later,
    whose jumps hold their distance in two pieces."""
    for at, word in enumerate(words):
        distance = jump(word)
        if word[0] & 0xFFF == BRA and distance < 0:
            yield [code & 0xFFF for code, _ in words[at + 1 + distance * 4 // 16:at + 1]]


def first_loop(words):
    return next(loops(words), [])


def jump(word):
    """How far a jump goes, in words of four bytes from the instruction behind it."""
    low, high = word
    distance = (low >> 34 | (high & 0x3FFFF) << 30) & 0xFFFFFFFFFFFF
    return (distance - (distance >> 47 << 48)) * 256 + (low >> 16 & 0xFF)


def width(word):
    """Bytes of a load or store."""
    return {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 8, 6: 16}[word[1] >> 9 & 7]
