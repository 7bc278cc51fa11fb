"""Tables of SentencePiece, as its normalizer `Precompiled` has them."""

import struct
import unicodedata


def charsmap():
    """A table as SentencePiece compiles it: a double array trie of what is replaced, then what replaces it."""
    replaced = {}
    for point in [*range(0x80, 0xD800), *range(0xE000, 0x10000)]:
        character = chr(point)
        if unicodedata.normalize("NFKC", character) != character:
            replaced[character] = unicodedata.normalize("NFKC", character)
    for point in [*range(1, 9), 0x0B, *range(0x0E, 0x20), 0x7F, 0x8F, 0x9F]:
        replaced[chr(point)] = ""
    for point in [9, 10, 12, 13, 0xA0, 0x1680, *range(0x2000, 0x2010), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF, 0xFFFD]:
        replaced[chr(point)] = " "
    for base in "aeiouAEIOUcnsyкгеиа":
        for mark in "\u0300\u0301\u0302\u0303\u0308\u0323\u0306":
            pair = unicodedata.normalize("NFKC", base + mark)
            if len(pair) == 1:
                replaced[base + mark] = pair
    return compiled({key.encode(): text.encode() for key, text in replaced.items()})


def compiled(replaced):
    texts, places = bytearray(), {}
    for text in replaced.values():
        if text not in places:
            places[text] = len(texts)
            texts += text + b"\0"
    children = {}
    root = {}
    for key, text in replaced.items():
        node = root
        for byte in key:
            node = node.setdefault(byte, {})
        node[0] = places[text]
    units, used, free = [0], {0}, [1]

    def base_of(labels):
        base = free[0]
        while any((base ^ label) in used for label in labels) or base in bases or not fits(here[0] ^ base):
            base += 1
        return base

    def fits(offset):
        return offset < 1 << 21 or (offset & 0xFF == 0 and offset < 1 << 29)

    bases, here = {0}, [0]

    def place(node, at):
        labels = sorted(node)
        here[0] = at
        base = base_of(labels)
        bases.add(base)
        offset = at ^ base
        unit = units_at(at) & 0xFF | (0x100 if 0 in node else 0)
        units[at] = unit | ((offset << 10) if offset < 1 << 21 else ((offset >> 8) << 10) | 0x200)
        for label in labels:
            used.add(base ^ label)
            units_at(base ^ label)
            units[base ^ label] = (node[0] | 1 << 31) if label == 0 else label
        while free[0] in used:
            free[0] += 1
        for label in labels:
            if label != 0:
                place(node[label], base ^ label)

    def units_at(at):
        while len(units) <= at:
            units.append(0)
        return units[at]

    place(root, 0)
    trie = struct.pack(f"<{len(units)}I", *units)
    return struct.pack("<I", len(trie)) + trie + bytes(texts)
