"""Types and sentences of the headers, as the other modules read them."""
import re

SCALARS = {"float", "double", "int32_t", "uint32_t", "int64_t", "uint64_t", "uint8_t", "uint16_t", "size_t"}
INTEGERS = {"int32_t", "uint32_t", "int64_t", "uint64_t", "size_t"}


def pointee(kind):
    """vrm_model for 'const vrm_model *', and 'vrm_model *' for 'vrm_model **'."""
    return re.sub(r"\s*\*(const)?$", "", kind).replace("const ", "").strip()


def is_const(kind):
    """Nothing can be written through the pointer."""
    return kind.startswith("const ") and kind.count("*") == 1 or "*const" in kind


def sentences(text):
    return [part.strip().rstrip(".") for part in re.split(r"(?<=\.)\s+(?=[A-Zv])", text) if part.strip()]
