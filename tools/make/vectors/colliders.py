"""Colliders: the five shapes, their order, and where they are."""
from golden_math import turn

from .kit import EXTENDED, SPRING, WALK, case, rotate
from .scene import Scene
from .springs import DOWN, SIDE, watched

PUSH = (SPRING, "Collision with colliders", "If the distance is smaller than the sum of radii of the collider and the joint, it moves the joint to the position that pushes the joint by the collider, touching each other.")
SPHERE = (SPRING, "Sphere Collider", "The following is a reference implementation of the sphere collider in pseudocode.")
CAPSULE = (SPRING, "Capsule Collider", "When the joint is between the head and tail of the capsule")
CAPSULE_HEAD = (SPRING, "Capsule Collider", "When the joint is at the head side of the capsule")
CAPSULE_TAIL = (SPRING, "Capsule Collider", "When the joint is at the tail side of the capsule")
LOCAL = (SPRING, "VRMC_springBone.colliders", "Only if shape is a sphere: the center position of the sphere in the local coordinates of the target node")
GROUPS = (SPRING, "VRMC_springBone.springs", "His list of indexes for `VRMC_springBone.colliderGroups` that collide against this spring")
INSIDE = (EXTENDED, "Inside Sphere Collider", "While the normal sphere collider restricts the spring bone outside the sphere, the inside sphere collider restricts the spring bone inside the sphere.")
INSIDE_CAPSULE = (EXTENDED, "Inside Capsule Collider", "While the normal capsule collider restricts the spring bone outside the capsule, the inside capsule collider restricts the spring bone inside the capsule.")
PLANE = (EXTENDED, "Plane Collider", "The plane collider restricts the spring bone to one side of the plane.")
FALLBACK = (EXTENDED, "Fallback: Inside Sphere Collider / Inside Capsule Collider", "consider having a fallback value such as setting a sphere collider far away from the origin so that the fallback collider does not affect spring bones in environments that do not support `VRMC_springBone_extended_collider`")
FALSE = (EXTENDED, "ShapeSphere.inside", "If true, the collider prevents spring bones from going outside of the sphere instead.")
WORLD = (SPRING, "Sphere Collider", "var transformedOffset = collider.offset * collider.worldMatrix;")

FALLING = {"stiffness": 0.4, "gravityPower": 0.6, "dragForce": 0.5, "hitRadius": 0.02}
SOFT = {"stiffness": 0.8, "dragForce": 0.4, "hitRadius": 0.02}


def made(add, settings=FALLING, step=SIDE, count=3, scale=1, parent="head", rotations=None):
    """A chain and the colliders that `add` gives it, as a list of groups."""
    scene = Scene(scale=scale, rotations=rotations)
    names = scene.chain("s", parent, (0, 0.1, -0.1), step, count)
    scene.spring(names, settings, groups=[scene.group(*group) for group in add(scene)])
    return scene


def one(slug, about, cite, add, inputs=(), also=(), **more):
    given = {k: more.pop(k) for k in ("settings", "step", "count", "scale", "parent", "rotations") if k in more}
    scene = made(add, **given)
    if "literal" in more:
        more["settings"] = [more.pop("literal")]
    return case(slug, about, scene, watched(scene, *also), cite, inputs, **more)


def sphere(node, offset, radius, **more): return lambda s: [[s.collider(node, sphere={"offset": offset, "radius": radius}, **more)]]
def capsule(node, offset, tail, radius): return lambda s: [[s.collider(node, capsule={"offset": offset, "tail": tail, "radius": radius})]]
def extended(node, kind, **shape): return lambda s: [[s.collider(node, {kind: shape})]]


def shapes():
    yield one("collider-sphere", "A sphere under a falling chain", PUSH, sphere("head", [0.12, 0.02, -0.08], 0.05))
    yield one("collider-sphere-apart", "A sphere that is not reached", PUSH, sphere("head", [0.12, -0.5, -0.1], 0.05))
    yield one("collider-hit-radius", "The joint's own radius counts", PUSH, sphere("head", [0.12, 0.02, -0.08], 0.03),
              settings={**FALLING, "hitRadius": 0.06})
    yield one("collider-length", "The length of the bone is restored after the push, even back into the collider", PUSH,
              sphere("head", [0.1, 0.1, -0.08], 0.15), settings=SOFT, count=2)
    yield one("collider-moving", "A sphere that an arm moves into hanging hair", LOCAL,
              sphere("leftHand", [0, 0, 0], 0.08), [rotate("leftUpperArm", (0, 1, 0), [1, 40], [0, -80])], step=(0, -0.1, 0.02), count=5,
              settings=SOFT, parent="chest")
    yield one("collider-turned-node", "Offsets turn with the node", LOCAL, sphere("chest", [0.1, 0.3, -0.07], 0.06),
              [rotate("chest", (0, 0, 1), [1, 20], [0, 30])], rotations={"chest": turn((0, 0, 1), -20)})
    yield one("collider-capsule", "The shaft of a capsule", CAPSULE, capsule("head", [0.1, 0.03, -0.3], [0.1, 0.03, 0.1], 0.04))
    yield one("collider-capsule-slant", "A slanted capsule", CAPSULE, capsule("head", [0.02, 0.0, -0.15], [0.25, 0.04, -0.05], 0.04))
    yield one("collider-capsule-head", "The head's end of a capsule", CAPSULE_HEAD, capsule("head", [0.12, 0.02, -0.08], [0.12, -0.3, -0.08], 0.05))
    yield one("collider-capsule-tail", "The tail's end of a capsule", CAPSULE_TAIL, capsule("head", [0.12, -0.3, -0.08], [0.12, 0.02, -0.08], 0.05))
    yield one("collider-capsule-point", "A capsule whose ends are one point is a sphere", CAPSULE_HEAD,
              capsule("head", [0.12, 0.02, -0.08], [0.12, 0.02, -0.08], 0.05), status="silent",
              question="A capsule whose offset and tail are equal: the pseudocode divides by zero for some points. Is it a sphere?")
    yield one("collider-inside-sphere", "The tail stays inside a sphere", INSIDE,
              extended("head", "sphere", offset=[0.08, 0.1, -0.1], radius=0.14, inside=True))
    yield one("collider-inside-sphere-moving", "A sphere that carries the chain along", INSIDE,
              extended("head", "sphere", offset=[0.08, 0.1, -0.1], radius=0.15, inside=True), [WALK], settings=SOFT)
    yield one("collider-inside-small", "An inside sphere that is smaller than the joint", INSIDE,
              extended("head", "sphere", offset=[0.09, 0.06, -0.1], radius=0.01, inside=True), settings={**SOFT, "hitRadius": 0.03}, count=2,
              status="silent", question="An inside collider whose radius is below that of the joint: the formula pushes past the center. "
                                        "Is the effective radius 0?")
    yield one("collider-inside-capsule", "The tail stays inside a capsule", INSIDE_CAPSULE,
              extended("head", "capsule", offset=[0, 0.1, -0.1], tail=[0.25, 0.08, -0.1], radius=0.07, inside=True))
    yield one("collider-plane", "A plane under a falling chain", PLANE, extended("head", "plane", offset=[0, 0.05, 0], normal=[0, 1, 0]))
    yield one("collider-plane-slant", "A slanted plane", PLANE, extended("head", "plane", offset=[0, 0.02, -0.1], normal=[-0.6, 0.8, 0]))
    yield one("collider-plane-turned", "A plane on a node that turns", PLANE, extended("chest", "plane", offset=[0, 0.35, 0], normal=[0, 1, 0]),
              [rotate("chest", (0, 0, 1), [1, 25], [0, 25])], parent="neck")
    yield one("collider-plane-default", "A plane without offset and normal: through the node, towards +Z", (
        EXTENDED, "ShapePlane.normal", "Required: No, default: [0.0, 0.0, 1.0]"), extended("head", "plane"),
              settings={**SOFT, "gravityPower": 0.6, "gravityDir": [0, 0, -1]}, step=(0, -0.1, 0.1))
    yield one("collider-extended-outside", "An extended sphere that is not inside", FALSE,
              extended("head", "sphere", offset=[0.12, 0.02, -0.08], radius=0.05, inside=False))


def order():
    def both(first, second):
        def add(s):
            made_ones = {"a": s.collider("head", sphere={"offset": [0.12, 0.02, -0.08], "radius": 0.05}),
                         "b": s.collider("head", sphere={"offset": [0.16, 0.05, -0.05], "radius": 0.06})}
            return [[made_ones[n] for n in first], [made_ones[n] for n in second]] if second else [[made_ones[n] for n in first]]
        return add

    yield one("collider-two", "Two spheres of one group, in the order of the group", PUSH, both("ab", ""))
    yield one("collider-two-reversed", "The same in the other order", PUSH, both("ba", ""))
    yield one("collider-groups", "Two groups, in the order of the spring", GROUPS, both("b", "a"))
    yield one("collider-repeated", "A collider that two groups of a spring have acts once", GROUPS, both("ab", "a"), status="silent",
              question="A collider that is in several groups of one spring: does it act once, or once for each group?")

    def replaced(s):
        return [[s.collider("head", {"sphere": {"offset": [0.12, -0.5, -0.1], "radius": 0.05}},
                            sphere={"offset": [0.12, 0.02, -0.08], "radius": 0.05})]]

    yield one("collider-fallback", "The extended shape replaces the shape that is the fallback", FALLBACK, replaced)
    scene = Scene()
    names = scene.chain("s", "head", (0, 0.1, -0.1), SIDE, 3)
    scene.group(scene.collider("head", sphere={"offset": [0.12, 0.02, -0.08], "radius": 0.05}))
    scene.spring(names, FALLING)
    yield case("collider-not-named", "A spring meets only the groups that it names", scene, watched(scene), GROUPS)
    scene = Scene()
    groups = [scene.group(scene.collider("head", sphere={"offset": [0.12, 0.02, -0.08], "radius": 0.05}))]
    scene.spring(scene.chain("s", "head", (0, 0.1, -0.1), SIDE, 3), FALLING, groups=groups)
    names = [scene.add(f"s{i + 5}", "head" if i == 0 else f"s{i + 4}", (0, 0.1, -0.06) if i == 0 else SIDE) for i in range(3)]
    scene.spring(names, FALLING, groups=groups)
    yield case("collider-shared", "Two springs share a group", scene, watched(scene), GROUPS)
    yield one("collider-on-scaled", "A collider under a root of scale 2: its offset is scaled, its radius is as written", WORLD,
              sphere("head", [0.12, 0.02, -0.08], 0.05), scale=2, literal="literal-scale", status="silent",
              question="Do radii of colliders and joints scale with their node? The pseudocode transforms the offset with the world "
                       "matrix and takes the radius as it is, which makes a scaled model collide differently.")
    scene = Scene()
    lower = scene.chain("s", "head", (0, 0.1, -0.1), SIDE, 3)
    upper = [scene.add(f"s{i + 5}", "head" if i == 0 else f"s{i + 4}", (0.05, 0.16, -0.1) if i == 0 else DOWN) for i in range(2)]
    group = scene.group(scene.collider("s1", sphere={"offset": [0, 0, 0], "radius": 0.06}))
    scene.spring(upper, {**SOFT}, groups=[group])
    scene.spring(lower, FALLING)
    yield case("collider-on-spring", "A collider on a joint that another spring moves, which comes later in the file", scene, watched(scene),
               (SPRING, "Calculation order", "The update of the SpringBone system is done while resolving the dependencies between SpringBoneJoints."),
               status="silent", question="A collider hangs from a joint of another spring. Does that spring move first? The text orders "
                                         "joints by their ancestors alone.")


def cases():
    for part in (shapes, order):
        yield from part()
