"""Results that a person worked out with a pocket calculator: make-vectors compares them with the evaluation."""
from math import atan2, cos, hypot, radians, sin


def about(axis, degrees):
    """The quaternion of a turn about an axis of unit length."""
    half = radians(degrees) / 2
    return [*(x * sin(half) for x in axis), cos(half)]


def falls(length, along, down):
    """A bone along +X whose tail is moved: it turns about -Z by this angle."""
    angle = atan2(down, length + along)
    return [0, 0, -sin(angle / 2), cos(angle / 2)]


X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
T = 1 / 60
# Case, frame, result, name, value.
RESULTS = [
    # 0.1 m along X; stiffness 1 pulls along X, gravity 0.5 down, for 1/60 s.
    ("control-spring", 1, "rotations", "s0", falls(0.1, T, 0.5 * T)),
    # Without stiffness gravity 1 alone.
    ("spring-gravity-only", 1, "rotations", "s0", falls(0.1, 0, T)),
    # gravityDir of length 2 with a power of 0.5.
    ("spring-gravity-long", 1, "rotations", "s0", falls(0.1, 0.3 * T, T)),
    # 0.3 of 50 degrees.
    ("constraint-rotation-half", 10, "rotations", "c0", about((0, 0.6, 0.8), 15)),
    # A twist of 80 degrees about the roll axis is copied, and half of it.
    ("constraint-roll", 10, "rotations", "c0", about(X, 80)),
    ("constraint-roll-half", 10, "rotations", "c0", about(X, 40)),
    # The eyes are at a height of 1.66, as is the target at (3, 1.66, 3): 45 degrees, half of 90.
    ("look-sides", 1, "rotations", "leftEye", about(Y, 10)),
    ("look-sides", 1, "rotations", "rightEye", about(Y, 4)),
    ("look-sides", 2, "rotations", "leftEye", about(Y, -4)),
    # (0, 4, 3): up by the angle of 2.34 over 3, of a map of 30 degrees for 90.
    ("look-heights", 1, "rotations", "leftEye", about(X, -30 * atan2(2.34, 3) / radians(90))),
    # happy 0.25 leaves three quarters of 0.8.
    ("override-blend-blink", 2, "morphs", "face", [0.25, 0.6, 0, 0]),
    # 0.3 + 0.3 leave 0.4; 0.7 + 0.7 leave nothing.
    ("override-sum", 1, "morphs", "face", [0.3, 0.3, 0.4, 0]),
    ("override-sum", 2, "morphs", "face", [0.7, 0.7, 0, 0]),
    # 0.8 + 0.5 (0.2 - 0.8) + 0.5 (0 - 0.8) = 0.1, and so on for green, blue and alpha.
    ("material-colors-sum", 1, "materials", "skin", {"color": [0.1, 0.5, 0.7, 0.65]}),
    # Halfway from 0.5 to 2, and from 0.1 to 0.25.
    ("uv-both", 2, "materials", "skin", {"scale": [1.25, 0.5], "offset": [0.175, 0.35]}),
    # A quarter of the second: half of the way to 70 degrees.
    ("motion-signs", 2, "rotations", "leftUpperArm", about(Z, 35)),
    # The hips of the avatar are at 0.6 of the height; half of the second is at (0.2, 0.1, 0.1) from rest.
    ("motion-hips-size", 3, "positions", "hips", [0.12, 0.66, 0.06]),
    # The head is 0.35 above the chest, which turns by 40 degrees about Z at a height of 1.25.
    ("control-bone", 10, "positions", "head", [-0.35 * sin(radians(40)), 1.25 + 0.35 * cos(radians(40)), 0]),
    # Four triangles, of which one is of the head and one touches it.
    ("person-auto", 1, "triangles", "body", [2, 4]),
    # A cone of angle 0 holds the bone on its axis.
    ("limit-cone-zero", 60, "rotations", "s1", [0, 0, 0, 1]),
]


def differences(cases):
    """What is not as a person has it."""
    for name, frame, what, who, value in RESULTS:
        if name not in cases:
            continue
        got = next(e for e in cases[name]["expected"] if e["frame"] == frame)[what][who]
        pairs = [(got[k], v) for k, v in value.items()] if isinstance(value, dict) else [(got, value)]
        if any(hypot(*(x - y for x, y in zip(a, b))) > 2e-7 or len(a) != len(b) for a, b in pairs):
            yield f"{name}, frame {frame}: {what} of {who} is {got}, by hand {value}"
