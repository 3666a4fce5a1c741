"""Datagrams of the VMC protocol, made apart from the library."""
import struct


def message(address, types="", *values):
    def text(value):
        raw = value.encode() + b"\0"
        return raw + b"\0" * (-len(raw) % 4)
    parts = [text(address), text("," + types)]
    for kind, value in zip(types, values):
        parts.append(text(value) if kind == "s" else struct.pack(">f" if kind == "f" else ">i", value))
    return b"".join(parts)


def bone(name, rotation=(0.0, 0.0, 0.0, 1.0)):
    return message("/VMC/Ext/Bone/Pos", "sfffffff", name, 0.0, 0.0, 0.0, *rotation)
