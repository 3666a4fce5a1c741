"""Which parts of the interface the Python package has, and their names in Python.

Tasks are wrapped, not every function: a function that is not named here is not in the package, and a name that the
interface does not have is an error. Names of parameters, types and comments come from api.json.
"""
import re

from interface.c_types import pointee
from interface.plan import constant_names

CLASSES = ["report", "model", "avatar", "crowd", "clip", "recorder", "edit", "written", "diff", "vmc_receiver",
           "vmc_sender", "speech", "voice", "companion"]

# Of each class: "name" or "name = function" is a method, "name: getter" or "name: getter, setter" a property.
METHODS = {
    "model": """
        name: vrm_model_name
        memory_size: vrm_model_memory_size
        tables: vrm_model_tables
        gltf: vrm_model_gltf
        find_expression
        find_preset
        find_node
        find_spring
        find_material
        bone_node
        bone_of_node
        bone_parent
        bone_rest_position = vrm_model_get_bone_rest_position
        bone_axes = vrm_model_get_bone_axes
        node_writers
        first_person
        material
        mtoon
        image_header = vrm_model_get_image_header
        drop_payload
    """,
    "avatar": """
        update
        update_pose
        update_look_at
        update_expressions
        update_constraints
        update_springs
        root: vrm_avatar_get_root, vrm_avatar_set_root
        teleport
        shift_origin
        reset_pose
        set_bone_rotation
        bone_rotation = vrm_avatar_get_bone_rotation
        set_bone_local_rotation
        hips_position: vrm_avatar_get_hips_position, vrm_avatar_set_hips_position
        look_at = vrm_avatar_set_look_at_target
        look_at_degrees = vrm_avatar_set_look_at_degrees
        look_at_off = vrm_avatar_set_look_at_off
        look_at_state: vrm_avatar_get_look_at
        eye_position: vrm_avatar_get_eye_position
        set_expression
        set_layer_expression
        layer_expression
        set_expression_layer_weight
        expression_layer_weight
        clear_expression_layer
        expression_weight
        set_expression_class
        carry_over
        bone_position = vrm_avatar_get_bone_position
        bone_matrix = vrm_avatar_get_bone_matrix
        node_in_model = vrm_avatar_get_node_in_model
        bounds = vrm_avatar_get_bounds
        reset_springs
        set_spring_mode
        spring_mode
        set_spring_weight
        spring_weight
        wind: vrm_avatar_get_wind, vrm_avatar_set_wind
        set_spring_wind
        spring_wind = vrm_avatar_get_spring_wind
        set_spring_center
        spring_center
        spring_joint = vrm_avatar_get_spring_joint
        set_spring_joint
        set_collider
        warm_up
        material_values
    """,
    "crowd": """
        count: vrm_crowd_count
        shift_origin
        set_detail
        avatar_detail
        set_detail_by_distance
        set_collider
        near_count
    """,
    "clip": """
        info: vrm_clip_get_info
        custom_name
        wrap
        legs = vrm_clip_get_legs
    """,
    "recorder": """
        count: vrm_recorder_count
        add
        clear
        make_clip
    """,
    "edit": """
        set
        remove
        set_thumbnail
        set_image
        embed
        rename_expression
        bind_morph
        bind_color
        bind_uv
        unbind
        set_spring
        set_gravity_dir
        add_collider
        set_collider
        remove_collider
        merge_node
        keep_extensions_used
        write
    """,
    "written": """
        info: vrm_written_get_info
        change_count: vrm_written_change_count
        change
        fixed
    """,
    "diff": """
        info: vrm_diff_get_info
        get
        match
    """,
    "vmc_receiver": """
        end_frame
        reset
        frame: vrm_vmc_receiver_frame
        counts: vrm_vmc_receiver_counts
    """,
    "vmc_sender": "",
    "speech": """
        info: vrm_speech_get_info
    """,
    "voice": """
        reset
        set_vowel
        mouth: vrm_voice_get_mouth
    """,
    "companion": """
        set_activity
        set_user
        set_mouth
        set_gesture
        set_params
        status: vrm_companion_get_status
    """,
    "report": """
        found
        failure: vrm_report_failure
    """,
}
# Functions of the module libvrm._core, which classes of libvrm call.
FUNCTIONS = """
    vrm_version vrm_clip_load vrm_recorder_create
    vrm_meta_map_license vrm_detail_for_distance
    vrm_pose_fill vrm_pose_mask vrm_pose_blend vrm_pose_add vrm_pose_subtract vrm_pose_mirror vrm_pose_relaxed
    vrm_bone_group_bones vrm_avatar_apply_pose vrm_avatar_read_pose vrm_clip_sample
    vrm_pose_get_bone_transform vrm_pose_reach vrm_ground_update vrm_idle_init vrm_idle_update
    vrm_mixer_play vrm_mixer_fade vrm_mixer_crossfade
    vrm_lanes_name vrm_lanes_supported
    vrm_check vrm_check_model vrm_fix vrm_fix_sentence vrm_migrate vrm_normalize vrm_optimize vrm_make
    vrm_clip_write_vrma vrm_edit_create
    vrm_diagnostic_info_count vrm_diagnostic_info_get vrm_author_diagnostic_info_count vrm_author_diagnostic_info_get
    vrm_vmc_receiver_create vrm_vmc_receiver_add vrm_vmc_receiver_read_pose vrm_vmc_receiver_read_frame
    vrm_vmc_sender_create vrm_speech_sample vrm_mouth_write_pose vrm_voice_create
    vrm_face_shape_name vrm_face_set vrm_face_set_head vrm_face_read_ifacialmocap vrm_face_read_vtube_studio
    vrm_face_filter_update vrm_face_map_apply vrm_companion_cue vrm_companion_attend
    vrm_bone_name vrm_bone_find vrm_preset_name vrm_preset_find vrm_dialect_name
""".split()
# Functions that files keep busy for long: other threads run meanwhile. All that take the bytes of a file do too.
LONG = {"vrm_check_model", "vrm_clip_write_vrma", "vrm_edit_write", "vrm_edit_embed",
        "vrm_recorder_make_clip"}
# Functions of packets, which take microseconds.
QUICK = {"vrm_vmc_receiver_add", "vrm_face_read_ifacialmocap", "vrm_face_read_vtube_studio"}
# An index of these can be a name.
LOOKUPS = {"bone": "LOOKUP_BONE", "expression": "LOOKUP_EXPRESSION", "node": "LOOKUP_NODE", "spring": "LOOKUP_SPRING",
           "material": "LOOKUP_MATERIAL"}
# Structs that callers of C fill with functions or pointers of their own, and those that others stand for.
HIDDEN = {"vrm_allocator", "vrm_resolver", "vrm_string", "vrm_optimize_tools", "vrm_encoded_image", "vrm_simplify_task",
          "vrm_diff_visitor", "vrm_pixels", "vrm_node_array", "vrm_space", "vrm_ground_foot", "vrm_peek", "vrm_diff_desc",
          "vrm_frame", "vrm_phoneme", "vrm_phonemes_info", "vrm_speech_desc", "vrm_voice_calibration",
          "vrm_face_calibration", "vrm_companion_action", "vrm_companion_desc"}
# Fields that the package shows in another form.
HIDDEN_FIELDS = {"vrm_pose.customs", "vrm_face_map.customs"}
VALUES = {"vrm_vec2", "vrm_vec3", "vrm_vec4", "vrm_quat", "vrm_mat4", "vrm_trs"}
# Structs of floats whose fields have names: records, and no tuples.
NAMED = {"vrm_mouth"}
LIBRARIES = ["vrm", "vrm-author", "vrm-live"]


def camel(name):
    """AvatarPermission for vrm_avatar_permission."""
    return "".join(part.capitalize() for part in name[len("vrm_"):].split("_"))


def entries(kind):
    """(name in Python, getter or function, setter or None, whether it is a property) of a class."""
    for line in METHODS[kind].split("\n"):
        line = line.strip()
        if not line:
            continue
        if ":" in line:
            name, functions = (part.strip() for part in line.split(":"))
            functions = [part.strip() for part in functions.split(",")]
            yield name, functions[0], functions[1] if len(functions) > 1 else None, True
        else:
            name, _, function = (part.strip() for part in line.partition("="))
            yield name, function or f"vrm_{kind}_{name}", None, False


def function_of(api, name):
    if name not in api.functions:
        raise SystemExit(f"make-python: the interface has no function {name}: correct interface/python_plan.py")
    return api.functions[name]


def float_count(api, name):
    """How many floats a struct of floats alone has; 0 for others."""
    if name not in api.structs or name in NAMED:
        return 0
    total = 0
    for field in api.structs[name]["fields"]:
        count = field.get("elements", field.get("count", 1))
        inner = 1 if field["type"] == "float" else float_count(api, field["type"])
        if inner == 0:
            return 0
        total += inner * int(count)
    return total


def is_truth(text, name):
    """Whether a number of C is a truth value: "1: allowed.", "1 if …", "1; 0 if …"."""
    return bool(re.match(r"1( or 0\b|[:;,]| if\b)", text) or
                re.match(r"(is|has|allow|keep)_", name) or name in {"transparent_with_z_write", "faces_minus_z"})


def members(entry):
    """(name in Python, value, comment) of the constants of an enumeration, without the count of them."""
    for name, value, comment in constant_names(entry):
        if name == "COUNT" or name.endswith("_COUNT"):
            continue
        if entry["name"] == "vrm_check_flags":
            name = "NO_" + name
        if entry["name"] == "vrm_result":
            name = name.replace("ERROR_", "")
        yield ("V" + name if name[0].isdigit() else name), value, comment


def exposed_structs(api):
    return [s for s in api.mine("structs") if s["name"] not in HIDDEN and s["name"] not in VALUES]


def is_result(function):
    return function["returns"] == "vrm_result"


def target_of(kind):
    return pointee(kind)
