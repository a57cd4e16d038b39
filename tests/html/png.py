"""Pictures as PNG, with nothing but Python: those that Chromium writes are read, and written small."""
import struct
import zlib

HEAD = b"\x89PNG\r\n\x1a\n"
LEVELS = (0, 51, 102, 153, 204, 255)  # of each colour, in goldens


def chunks(data):
    assert data.startswith(HEAD), "no PNG"
    at = len(HEAD)
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + size]
        at += size + 12


def unfiltered(raw, stride, step):
    """The lines of an image, one bytearray each (PNG 1.2, chapter 6)."""
    lines, before = [], bytearray(stride)
    for at in range(0, len(raw), stride + 1):
        how, line = raw[at], bytearray(raw[at + 1:at + 1 + stride])
        if how == 2:
            line = bytearray((a + b) & 255 for a, b in zip(line, before))
        elif how:
            for i in range(stride):
                left = line[i - step] if i >= step else 0
                up = before[i]
                if how == 1:
                    guess = left
                elif how == 3:
                    guess = (left + up) >> 1
                else:
                    corner = before[i - step] if i >= step else 0
                    a, b, c = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                    guess = left if a <= b and a <= c else up if b <= c else corner
                line[i] = (line[i] + guess) & 255
        lines.append(line)
        before = line
    return lines


def read(data):
    """(width, height, lines of red, green, blue, red, ...) of 8 bits, not interlaced."""
    parts = list(chunks(data))
    width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", parts[0][1])
    assert depth == 8 and not interlaced and colours in (2, 3, 6), (depth, colours, interlaced)
    step = {2: 3, 3: 1, 6: 4}[colours]
    raw = zlib.decompress(b"".join(part for kind, part in parts if kind == b"IDAT"))
    lines = unfiltered(raw, width * step, step)
    if colours == 3:
        palette = next(part for kind, part in parts if kind == b"PLTE")
        lines = [b"".join(palette[3 * i:3 * i + 3] for i in line) for line in lines]
    elif colours == 6:
        for line in lines:
            del line[3::4]
    return width, height, lines


def written(width, height, lines):
    """In 216 colours, to be looked at."""
    nearest = bytes(min(range(6), key=lambda level: abs(LEVELS[level] - value))
                    for value in range(256))
    raw = b"".join(
        b"\0" + bytes(36 * r + 6 * g + b for r, g, b in zip(*(
            line[colour::3].translate(nearest) for colour in range(3))))
        for line in lines)
    palette = bytes(LEVELS[i // n % 6] for i in range(216) for n in (36, 6, 1))
    parts = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
             (b"PLTE", palette), (b"IDAT", zlib.compress(raw, 9)), (b"IEND", b"")]
    return HEAD + b"".join(
        struct.pack(">I", len(part)) + kind + part + struct.pack(">I", zlib.crc32(kind + part))
        for kind, part in parts)


def blocks(picture, size):
    """Mean lightness, 0 to 1, of squares of `size` pixels, line by line."""
    width, height, lines = picture
    all_blocks = []
    for top in range(0, height - size + 1, size):
        row = []
        for left in range(0, width - size + 1, size):
            sums = [0, 0, 0]
            for line in lines[top:top + size]:
                part = line[3 * left:3 * (left + size)]
                for colour in range(3):
                    sums[colour] += sum(part[colour::3])
            red, green, blue = (one / (255 * size * size) for one in sums)
            row.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
        all_blocks.append(row)
    return all_blocks
