"""Limits of joints."""
import math

from golden_math import turn

from .kit import LIMIT, NOD, WALK, case
from .scene import Scene
from .springs import DOWN, HEAVY, LOOSE, SIDE, watched

CONE = (LIMIT, "Cone Limit", "The rotation of a spring with a cone limit is constrained so that it does not tilt from the Head-to-Tail direction by more than the angle specified for the cone.")
HINGE = (LIMIT, "Hinge Limit", "The rotation of a spring with a hinge limit is constrained so that it does not tilt from the Head-to-Tail direction by more than the angle specified for the hinge and does not rotate about any axis other than the rotation axis defined by the hinge.")
SPHERICAL = (LIMIT, "Spherical Limit", "The rotation of a spring with a spherical limit is constrained so that it does not tilt from the Head-to-Tail direction by more than the Pitch and Yaw values specified by the parameters.")
SPACE = (LIMIT, "Rotation", "The applied orientation is the result of applying `rotation` in the local coordinate system of that initial rotation.")
MINUS_Y = (LIMIT, "Rotation", "In this case, implementations MUST use a 180-degree rotation about the x-axis as the initial rotation.")
ORDER = (LIMIT, "Limit Application Order", "Immediately after each collision with a collider")


def limited(slug, about, cite, limit, settings=HEAVY, step=SIDE, inputs=(WALK,), rotation=None, collider=None, **more):
    scene = Scene()
    names = scene.chain("s", "head", (0, 0.1, -0.1), step, 3, rotation)
    groups = [scene.group(scene.collider("head", sphere=collider))] if collider else None
    scene.spring(names, settings, limits=[limit, limit, None], groups=groups, **more)
    return case(slug, about, scene, watched(scene), cite, inputs)


def cases():
    narrow = math.radians(20)
    yield limited("limit-cone", "A cone of 20 degrees holds a falling chain", CONE, {"cone": {"angle": narrow}})
    yield limited("limit-cone-zero", "A cone of angle 0 holds the bone on its axis", CONE, {"cone": {"angle": 0}})
    yield limited("limit-cone-open", "A cone of 180 degrees limits nothing", CONE, {"cone": {"angle": math.pi}})
    yield limited("limit-hinge", "A hinge of 25 degrees", HINGE, {"hinge": {"angle": math.radians(25)}}, settings=LOOSE)
    yield limited("limit-hinge-zero", "A hinge of angle 0 holds the bone on its axis", HINGE, {"hinge": {"angle": 0}})
    yield limited("limit-hinge-turned", "A hinge whose space is turned", SPACE,
                  {"hinge": {"angle": math.radians(40), "rotation": turn((0, 1, 0), 60)}})
    yield limited("limit-spherical", "A pitch of 30 and a yaw of 10 degrees", SPHERICAL,
                  {"spherical": {"pitch": math.radians(30), "yaw": math.radians(10)}}, step=DOWN, settings=LOOSE)
    yield limited("limit-spherical-turned", "The same in a space that is turned", SPACE,
                  {"spherical": {"pitch": math.radians(30), "yaw": math.radians(10), "rotation": turn((0, 0.6, 0.8), 35)}})
    yield limited("limit-rests", "Joints with rotations at rest", SPACE, {"cone": {"angle": narrow}}, rotation=turn((0.6, 0, 0.8), 25))
    yield limited("limit-parent", "The space of a limit turns with the parent", SPACE, {"cone": {"angle": narrow}}, inputs=(NOD,))
    yield limited("limit-down", "A bone whose axis is exactly -Y", MINUS_Y, {"hinge": {"angle": narrow}}, step=DOWN, settings=LOOSE)
    yield limited("limit-collider", "A sphere pushes against a limit", ORDER, {"cone": {"angle": narrow}},
                  settings={**HEAVY, "hitRadius": 0.02}, collider={"offset": [0.12, 0.05, -0.1], "radius": 0.06})
    yield limited("limit-center", "A limit and a center", ORDER, {"cone": {"angle": narrow}}, center="hips", inputs=(NOD, WALK))
