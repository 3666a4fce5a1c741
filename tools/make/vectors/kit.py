"""What the modules of cases share: cases, inputs, citations."""
SPRING, LOOK, EXPRESSIONS = "VRMC_springBone-1.0", "VRMC_vrm-1.0/lookAt", "VRMC_vrm-1.0/expressions"
EXTENDED, LIMIT = "VRMC_springBone_extended_collider-1.0", "VRMC_springBone_limit-1.0-draft"
CONSTRAINT, CORE, HUMANOID = "VRMC_node_constraint-1.0", "VRMC_vrm-1.0", "VRMC_vrm-1.0/humanoid"
PERSON, ANIMATION, POSE = "VRMC_vrm-1.0/firstPerson", "VRMC_vrm_animation-1.0", "VRMC_vrm_animation-1.0/how_to_transform_human_pose"
VRM0, GLTF = "VRM 0.x", "glTF 2.0"
RATE = 1 / 60


def case(slug, about, scene, observe, cite, inputs=(), frames=(1, 10, 60), status="clear", question=None, seconds=RATE,
         settings=(), clip=None, may_refuse=False):
    """A case without its results. `scene`: the file, whose name is that of the first case that uses it."""
    document, section, sentence = cite
    if (status == "clear") != (question is None):
        raise ValueError(f"{slug}: a case that is not clear has a question")
    for one in (scene, clip):
        if one is not None and not hasattr(one, "name"):
            one.name = slug
    found = {"id": slug, "about": about, "citation": {"document": document, "section": section, "sentence": sentence},
             "status": status, "scene": scene, "clip": clip, "seconds": seconds, "inputs": list(inputs),
             "frames": list(frames), "observe": observe}
    if question:
        found["question"] = question
    if settings:
        found["settings"] = list(settings)
    if may_refuse:
        found["may_refuse"] = True
    return found


def keys(kind, frames, values, name=None, axis=None):
    found = {"input": kind, "frames": list(frames), "values": list(values)}
    if name is not None:
        found["name"] = name
    if axis is not None:
        found["axis"] = list(axis)
    return found


def root(frames, values): return keys("root_position", frames, values)
def root_turn(axis, frames, degrees): return keys("root_rotation", frames, degrees, axis=axis)
def rotate(node, axis, frames, degrees): return keys("rotation", frames, degrees, node, axis)
def pose(bone, axis, degrees): return keys("normalized", [1], [degrees], bone, axis)
def express(name, *values): return keys("expression", range(1, len(values) + 1), values, name)
def look(*targets): return keys("look_at", range(1, len(targets) + 1), targets)
def clip_seconds(*seconds): return keys("clip_seconds", range(1, len(seconds) + 1), seconds)
def reset(frame): return keys("reset", [frame - 1, frame, frame + 1], [0, 1, 0])


# The avatar walks aside and stops; it turns; its head shakes.
WALK = root([1, 10, 20, 40], [(0, 0, 0), (0.3, 0, 0), (0.3, 0.1, 0.2), (0, 0, 0)])
SPIN = root_turn((0, 1, 0), [1, 30, 60], [0, 120, 60])
NOD = rotate("head", (1, 0, 0), [1, 12, 24, 40], [0, 40, -30, 0])
TILT = rotate("head", (0, 0, 1), [1, 15, 30], [0, 50, 20])
