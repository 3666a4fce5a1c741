"""Vectors and quaternions of section 6.1 of docs/evidence/requirements.md, for tools/check/check-golden."""
import math

EPS = 1e-6
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
IDENTITY = (0.0, 0.0, 0.0, 1.0)
AXES = {"X": X, "Y": Y, "Z": Z, "PositiveX": X, "PositiveY": Y, "PositiveZ": Z,
        "NegativeX": (-1.0, 0.0, 0.0), "NegativeY": (0.0, -1.0, 0.0), "NegativeZ": (0.0, 0.0, -1.0)}


# --- Helpers (6.1) ---

def add(a, b): return tuple(x + y for x, y in zip(a, b))
def sub(a, b): return tuple(x - y for x, y in zip(a, b))
def scale(a, s): return tuple(x * s for x in a)
def times(a, b): return tuple(x * y for x, y in zip(a, b))
def dot(a, b): return sum(x * y for x, y in zip(a, b))
def length(a): return math.sqrt(dot(a, a))
def lerp(a, b, t): return a + (b - a) * t
def sat(x): return min(max(x, 0.0), 1.0)


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def normalize(a, fallback=None):
    return scale(a, 1 / length(a)) if length(a) > EPS else fallback


def qmul(*factors):
    x, y, z, w = IDENTITY
    for bx, by, bz, bw in factors:
        x, y, z, w = (w * bx + x * bw + y * bz - z * by, w * by - x * bz + y * bw + z * bx,
                      w * bz + x * by - y * bx + z * bw, w * bw - x * bx - y * by - z * bz)
    return (x, y, z, w)


def qinv(q): return (-q[0], -q[1], -q[2], q[3])
def qrot(q, v): return qmul(q, (*v, 0.0), qinv(q))[:3]


def turn(axis, degrees):
    half = math.radians(degrees) / 2
    return (*scale(axis, math.sin(half)), math.cos(half))


def from_to(a, b):
    a, b = normalize(a), normalize(b)
    if a is None or b is None:
        return IDENTITY
    d = dot(a, b)
    if d <= -1 + EPS:
        sizes = [abs(x) for x in a]
        base = (X, Y, Z)[sizes.index(min(sizes))]
        return (*normalize(cross(a, base)), 0.0)
    return normalize((*cross(a, b), 1 + d))


def slerp(p, q, t):
    t, c = sat(t), dot(p, q)
    if c < 0:
        q, c = scale(q, -1), -c
    if c > 0.9995:
        return normalize(add(p, scale(sub(q, p), t)))
    angle = math.acos(c)
    return scale(add(scale(p, math.sin((1 - t) * angle)), scale(q, math.sin(t * angle))),
                 1 / math.sin(angle))


FACING = {"+Z": IDENTITY, "-Z": turn(Y, 180)}  # F of 6.4.1
