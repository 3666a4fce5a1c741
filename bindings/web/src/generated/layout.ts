// Written by tools/make/make-web. Changes here are lost.

/** Constants of the C headers. */
export const enum C {
    VRM_OK = 0,
    VRM_ERROR_INVALID_ARGUMENT = 1,
    VRM_ERROR_OUT_OF_MEMORY = 2,
    VRM_ERROR_LIMIT = 3,
    VRM_ERROR_CANCELLED = 4,
    VRM_ERROR_FILE = 5,
    VRM_ERROR_CONTAINER = 6,
    VRM_ERROR_JSON = 7,
    VRM_ERROR_GLTF = 8,
    VRM_ERROR_UNSUPPORTED = 9,
    VRM_ERROR_NO_PAYLOAD = 10,
    VRM_ERROR_PAYLOAD = 11,
    VRM_ERROR_CAPACITY = 12,
    VRM_ERROR_VRM = 13,
    VRM_ERROR_INCOMPLETE = 14,
    VRM_ERROR_MISMATCH = 15,
    VRM_ERROR_NO_ATTRIBUTE = 16,
    VRM_ERROR_CONSENT = 17,
    VRM_SEVERITY_NOTE = 0,
    VRM_SEVERITY_WARNING = 1,
    VRM_SEVERITY_ERROR = 2,
    VRM_IMPACT_VISIBLE = 0,
    VRM_IMPACT_ELSEWHERE = 1,
    VRM_IMPACT_EXPORTER = 2,
    VRM_ARGUMENT_INTEGER = 0,
    VRM_ARGUMENT_NUMBER = 1,
    VRM_ARGUMENT_TEXT = 2,
    VRM_ARGUMENT_WORD = 3,
    VRM_ARGUMENT_REFERENCE = 4,
    VRM_COMPONENT_I8 = 5120,
    VRM_COMPONENT_U8 = 5121,
    VRM_COMPONENT_I16 = 5122,
    VRM_COMPONENT_U16 = 5123,
    VRM_COMPONENT_U32 = 5125,
    VRM_COMPONENT_F32 = 5126,
    VRM_ELEMENT_SCALAR = 0,
    VRM_ELEMENT_VEC2 = 1,
    VRM_ELEMENT_VEC3 = 2,
    VRM_ELEMENT_VEC4 = 3,
    VRM_ELEMENT_MAT2 = 4,
    VRM_ELEMENT_MAT3 = 5,
    VRM_ELEMENT_MAT4 = 6,
    VRM_ALPHA_OPAQUE = 0,
    VRM_ALPHA_MASK = 1,
    VRM_ALPHA_BLEND = 2,
    VRM_ATTRIBUTE_POSITION = 0,
    VRM_ATTRIBUTE_NORMAL = 1,
    VRM_ATTRIBUTE_TANGENT = 2,
    VRM_ATTRIBUTE_TEXCOORD = 3,
    VRM_ATTRIBUTE_COLOR = 4,
    VRM_ATTRIBUTE_JOINTS = 5,
    VRM_ATTRIBUTE_WEIGHTS = 6,
    VRM_PRIMITIVE_MODE_POINTS = 0,
    VRM_PRIMITIVE_MODE_LINES = 1,
    VRM_PRIMITIVE_MODE_LINE_LOOP = 2,
    VRM_PRIMITIVE_MODE_LINE_STRIP = 3,
    VRM_PRIMITIVE_MODE_TRIANGLES = 4,
    VRM_PRIMITIVE_MODE_TRIANGLE_STRIP = 5,
    VRM_PRIMITIVE_MODE_TRIANGLE_FAN = 6,
    VRM_ANIMATION_PATH_TRANSLATION = 0,
    VRM_ANIMATION_PATH_ROTATION = 1,
    VRM_ANIMATION_PATH_SCALE = 2,
    VRM_ANIMATION_PATH_WEIGHTS = 3,
    VRM_INTERPOLATION_LINEAR = 0,
    VRM_INTERPOLATION_STEP = 1,
    VRM_INTERPOLATION_CUBIC_SPLINE = 2,
    VRM_DIALECT_NONE = 0,
    VRM_DIALECT_0 = 1,
    VRM_DIALECT_1_DRAFT = 2,
    VRM_DIALECT_1_BETA = 3,
    VRM_DIALECT_1 = 4,
    VRM_DIALECT_ANIMATION = 5,
    VRM_AVATAR_PERMISSION_ONLY_AUTHOR = 0,
    VRM_AVATAR_PERMISSION_ONLY_LICENSED_PERSON = 1,
    VRM_AVATAR_PERMISSION_EVERYONE = 2,
    VRM_COMMERCIAL_USAGE_PERSONAL_NON_PROFIT = 0,
    VRM_COMMERCIAL_USAGE_PERSONAL_PROFIT = 1,
    VRM_COMMERCIAL_USAGE_CORPORATION = 2,
    VRM_CREDIT_NOTATION_REQUIRED = 0,
    VRM_CREDIT_NOTATION_UNNECESSARY = 1,
    VRM_MODIFICATION_PROHIBITED = 0,
    VRM_MODIFICATION_ALLOWED = 1,
    VRM_MODIFICATION_REDISTRIBUTION = 2,
    VRM_BONE_HIPS = 0,
    VRM_BONE_SPINE = 1,
    VRM_BONE_CHEST = 2,
    VRM_BONE_UPPER_CHEST = 3,
    VRM_BONE_NECK = 4,
    VRM_BONE_HEAD = 5,
    VRM_BONE_LEFT_EYE = 6,
    VRM_BONE_RIGHT_EYE = 7,
    VRM_BONE_JAW = 8,
    VRM_BONE_LEFT_UPPER_LEG = 9,
    VRM_BONE_LEFT_LOWER_LEG = 10,
    VRM_BONE_LEFT_FOOT = 11,
    VRM_BONE_LEFT_TOES = 12,
    VRM_BONE_RIGHT_UPPER_LEG = 13,
    VRM_BONE_RIGHT_LOWER_LEG = 14,
    VRM_BONE_RIGHT_FOOT = 15,
    VRM_BONE_RIGHT_TOES = 16,
    VRM_BONE_LEFT_SHOULDER = 17,
    VRM_BONE_LEFT_UPPER_ARM = 18,
    VRM_BONE_LEFT_LOWER_ARM = 19,
    VRM_BONE_LEFT_HAND = 20,
    VRM_BONE_RIGHT_SHOULDER = 21,
    VRM_BONE_RIGHT_UPPER_ARM = 22,
    VRM_BONE_RIGHT_LOWER_ARM = 23,
    VRM_BONE_RIGHT_HAND = 24,
    VRM_BONE_LEFT_THUMB_METACARPAL = 25,
    VRM_BONE_LEFT_THUMB_PROXIMAL = 26,
    VRM_BONE_LEFT_THUMB_DISTAL = 27,
    VRM_BONE_LEFT_INDEX_PROXIMAL = 28,
    VRM_BONE_LEFT_INDEX_INTERMEDIATE = 29,
    VRM_BONE_LEFT_INDEX_DISTAL = 30,
    VRM_BONE_LEFT_MIDDLE_PROXIMAL = 31,
    VRM_BONE_LEFT_MIDDLE_INTERMEDIATE = 32,
    VRM_BONE_LEFT_MIDDLE_DISTAL = 33,
    VRM_BONE_LEFT_RING_PROXIMAL = 34,
    VRM_BONE_LEFT_RING_INTERMEDIATE = 35,
    VRM_BONE_LEFT_RING_DISTAL = 36,
    VRM_BONE_LEFT_LITTLE_PROXIMAL = 37,
    VRM_BONE_LEFT_LITTLE_INTERMEDIATE = 38,
    VRM_BONE_LEFT_LITTLE_DISTAL = 39,
    VRM_BONE_RIGHT_THUMB_METACARPAL = 40,
    VRM_BONE_RIGHT_THUMB_PROXIMAL = 41,
    VRM_BONE_RIGHT_THUMB_DISTAL = 42,
    VRM_BONE_RIGHT_INDEX_PROXIMAL = 43,
    VRM_BONE_RIGHT_INDEX_INTERMEDIATE = 44,
    VRM_BONE_RIGHT_INDEX_DISTAL = 45,
    VRM_BONE_RIGHT_MIDDLE_PROXIMAL = 46,
    VRM_BONE_RIGHT_MIDDLE_INTERMEDIATE = 47,
    VRM_BONE_RIGHT_MIDDLE_DISTAL = 48,
    VRM_BONE_RIGHT_RING_PROXIMAL = 49,
    VRM_BONE_RIGHT_RING_INTERMEDIATE = 50,
    VRM_BONE_RIGHT_RING_DISTAL = 51,
    VRM_BONE_RIGHT_LITTLE_PROXIMAL = 52,
    VRM_BONE_RIGHT_LITTLE_INTERMEDIATE = 53,
    VRM_BONE_RIGHT_LITTLE_DISTAL = 54,
    VRM_BONE_COUNT = 55,
    VRM_PRESET_HAPPY = 0,
    VRM_PRESET_ANGRY = 1,
    VRM_PRESET_SAD = 2,
    VRM_PRESET_RELAXED = 3,
    VRM_PRESET_SURPRISED = 4,
    VRM_PRESET_AA = 5,
    VRM_PRESET_IH = 6,
    VRM_PRESET_OU = 7,
    VRM_PRESET_EE = 8,
    VRM_PRESET_OH = 9,
    VRM_PRESET_BLINK = 10,
    VRM_PRESET_BLINK_LEFT = 11,
    VRM_PRESET_BLINK_RIGHT = 12,
    VRM_PRESET_LOOK_UP = 13,
    VRM_PRESET_LOOK_DOWN = 14,
    VRM_PRESET_LOOK_LEFT = 15,
    VRM_PRESET_LOOK_RIGHT = 16,
    VRM_PRESET_NEUTRAL = 17,
    VRM_PRESET_COUNT = 18,
    VRM_OVERRIDE_NONE = 0,
    VRM_OVERRIDE_BLOCK = 1,
    VRM_OVERRIDE_BLEND = 2,
    VRM_COLOR_BIND_COLOR = 0,
    VRM_COLOR_BIND_EMISSION = 1,
    VRM_COLOR_BIND_SHADE = 2,
    VRM_COLOR_BIND_MATCAP = 3,
    VRM_COLOR_BIND_RIM = 4,
    VRM_COLOR_BIND_OUTLINE = 5,
    VRM_UV_SCALE_X = 1,
    VRM_UV_SCALE_Y = 2,
    VRM_UV_OFFSET_X = 4,
    VRM_UV_OFFSET_Y = 8,
    VRM_FIRST_PERSON_AUTO = 0,
    VRM_FIRST_PERSON_BOTH = 1,
    VRM_FIRST_PERSON_THIRD_PERSON_ONLY = 2,
    VRM_FIRST_PERSON_FIRST_PERSON_ONLY = 3,
    VRM_FIRST_PERSON_SPLIT = 4,
    VRM_LOOK_AT_TYPE_BONE = 0,
    VRM_LOOK_AT_TYPE_EXPRESSION = 1,
    VRM_CONSTRAINT_ROLL = 0,
    VRM_CONSTRAINT_AIM = 1,
    VRM_CONSTRAINT_ROTATION = 2,
    VRM_AXIS_POSITIVE_X = 0,
    VRM_AXIS_NEGATIVE_X = 1,
    VRM_AXIS_POSITIVE_Y = 2,
    VRM_AXIS_NEGATIVE_Y = 3,
    VRM_AXIS_POSITIVE_Z = 4,
    VRM_AXIS_NEGATIVE_Z = 5,
    VRM_COLLIDER_NONE = 0,
    VRM_COLLIDER_SPHERE = 1,
    VRM_COLLIDER_CAPSULE = 2,
    VRM_COLLIDER_INSIDE_SPHERE = 3,
    VRM_COLLIDER_INSIDE_CAPSULE = 4,
    VRM_COLLIDER_PLANE = 5,
    VRM_SPRING_LIMIT_NONE = 0,
    VRM_SPRING_LIMIT_CONE = 1,
    VRM_SPRING_LIMIT_HINGE = 2,
    VRM_SPRING_LIMIT_SPHERICAL = 3,
    VRM_OUTLINE_NONE = 0,
    VRM_OUTLINE_WORLD_COORDINATES = 1,
    VRM_OUTLINE_SCREEN_COORDINATES = 2,
    VRM_IMAGE_FORMAT_UNKNOWN = 0,
    VRM_IMAGE_FORMAT_PNG = 1,
    VRM_IMAGE_FORMAT_JPEG = 2,
    VRM_IMAGE_FORMAT_WEBP = 3,
    VRM_IMAGE_FORMAT_KTX2 = 4,
    VRM_LOAD_STRICT = 1,
    VRM_LOAD_COPY_PAYLOAD = 4,
    VRM_LOAD_ANY_GLTF = 8,
    VRM_WRITER_LOOK_AT = 1,
    VRM_WRITER_CONSTRAINT = 2,
    VRM_WRITER_SPRING = 4,
    VRM_WRITER_APPLICATION = 8,
    VRM_WRITER_ALL = 15,
    VRM_AVATAR_FLAG_AS_FILE = 1,
    VRM_AVATAR_FLAG_LITERAL_TIME = 2,
    VRM_AVATAR_FLAG_LITERAL_SCALE = 4,
    VRM_AVATAR_FLAG_CLAMP_MORPHS = 8,
    VRM_AVATAR_FLAG_OVERRIDE_BONE_LOOK_AT = 16,
    VRM_AVATAR_FLAG_LOOK_AT_BY_EXPRESSION = 32,
    VRM_AVATAR_FLAG_SLEEP = 64,
    VRM_AVATAR_FLAG_NO_SPRING_LIMITS = 128,
    VRM_LOOK_AT_MODE_OFF = 0,
    VRM_LOOK_AT_MODE_TARGET = 1,
    VRM_LOOK_AT_MODE_DEGREES = 2,
    VRM_EXPRESSION_LAYER_APPLICATION = 0,
    VRM_EXPRESSION_LAYER_EMOTION = 1,
    VRM_EXPRESSION_LAYER_VISEME = 2,
    VRM_EXPRESSION_LAYER_BLINK = 3,
    VRM_EXPRESSION_LAYER_LOOK_AT = 4,
    VRM_EXPRESSION_LAYER_MOTION = 5,
    VRM_EXPRESSION_LAYER_COUNT = 6,
    VRM_EXPRESSION_CLASS_NONE = 0,
    VRM_EXPRESSION_CLASS_BLINK = 1,
    VRM_EXPRESSION_CLASS_LOOK_AT = 2,
    VRM_EXPRESSION_CLASS_MOUTH = 3,
    VRM_TEXTURE_SLOT_BASE_COLOR = 0,
    VRM_TEXTURE_SLOT_METALLIC_ROUGHNESS = 1,
    VRM_TEXTURE_SLOT_NORMAL = 2,
    VRM_TEXTURE_SLOT_OCCLUSION = 3,
    VRM_TEXTURE_SLOT_EMISSIVE = 4,
    VRM_TEXTURE_SLOT_SHADE_MULTIPLY = 5,
    VRM_TEXTURE_SLOT_SHADING_SHIFT = 6,
    VRM_TEXTURE_SLOT_RIM_MULTIPLY = 7,
    VRM_TEXTURE_SLOT_OUTLINE_WIDTH_MULTIPLY = 8,
    VRM_TEXTURE_SLOT_UV_ANIMATION_MASK = 9,
    VRM_TEXTURE_SLOT_COUNT = 10,
    VRM_SPRING_MODE_RUN = 0,
    VRM_SPRING_MODE_HOLD = 1,
    VRM_SPRING_MODE_TRACK = 2,
    VRM_SPRING_MODE_OFF = 3,
    VRM_LINE_KIND_JOINT = 0,
    VRM_LINE_KIND_TAIL = 1,
    VRM_LINE_KIND_COLLIDER = 2,
    VRM_LINE_KIND_LIMIT = 3,
    VRM_CROWD_DETAIL_FULL = 0,
    VRM_CROWD_DETAIL_HALF = 1,
    VRM_CROWD_DETAIL_FROZEN = 2,
    VRM_CROWD_DETAIL_RIGID = 3,
    VRM_POSE_HIPS = 1,
    VRM_POSE_LOOK_AT_DEGREES = 2,
    VRM_POSE_LOOK_AT_POINT = 4,
    VRM_POSE_ALL_PARTS = 7,
    VRM_BONE_GROUP_HIPS = 0,
    VRM_BONE_GROUP_TRUNK = 1,
    VRM_BONE_GROUP_HEAD = 2,
    VRM_BONE_GROUP_LEFT_ARM = 3,
    VRM_BONE_GROUP_RIGHT_ARM = 4,
    VRM_BONE_GROUP_LEFT_LEG = 5,
    VRM_BONE_GROUP_RIGHT_LEG = 6,
    VRM_BONE_GROUP_LEFT_FINGERS = 7,
    VRM_BONE_GROUP_RIGHT_FINGERS = 8,
    VRM_BONE_GROUP_UPPER_BODY = 9,
    VRM_BONE_GROUP_LOWER_BODY = 10,
    VRM_BONE_GROUP_COUNT = 11,
    VRM_APPLY_KEEP = 1,
    VRM_APPLY_IN_PLACE = 2,
    VRM_APPLY_NO_EXPRESSIONS = 4,
    VRM_APPLY_NO_LOOK_AT = 8,
    VRM_APPLY_ALL = 15,
    VRM_CLIP_FORMAT_VRMA = 0,
    VRM_CLIP_FORMAT_GLTF = 1,
    VRM_CLIP_FORMAT_BVH = 2,
    VRM_CLIP_FORMAT_VMD = 3,
    VRM_CLIP_FORMAT_POSES = 4,
    VRM_CLIP_MAPPED_JOINTS_ONLY = 1,
    VRM_SLOT_LOOP = 1,
    VRM_SLOT_ADDITIVE = 2,
    VRM_SLOT_IN_PLACE = 4,
    VRM_SLOT_ROOT_MOTION = 8,
    VRM_MIXER_EVENT_LOOP = 0,
    VRM_MIXER_EVENT_END = 1,
    VRM_MIXER_EVENT_MARKER = 2,
    VRM_MIXER_EVENT_FADE = 3,
    VRM_LIMB_LEFT_ARM = 0,
    VRM_LIMB_RIGHT_ARM = 1,
    VRM_LIMB_LEFT_LEG = 2,
    VRM_LIMB_RIGHT_LEG = 3,
    VRM_LIMB_COUNT = 4,
    VRM_LANES_AUTO = 0,
    VRM_LANES_SCALAR = 1,
    VRM_LANES_PLAIN = 2,
    VRM_LANES_SSE2 = 3,
    VRM_LANES_AVX2 = 4,
    VRM_LANES_NEON = 5,
    VRM_LANES_WASM = 6,
    VRM_CHECK_NO_PAYLOAD = 1,
    VRM_CHECK_NO_BEHAVIOR = 2,
    VRM_WRITE_ANIMATED_BONES_ONLY = 1,
    VRM_WRITE_SHORT_ROTATIONS = 2,
    VRM_WRITTEN_SAMPLED = 1,
    VRM_WRITTEN_LOOK_AT_POINT = 2,
    VRM_WRITTEN_NOT_ALLOWED = 4,
    VRM_WRITTEN_BONES_ADDED = 8,
    VRM_CHANGE_KEPT = 0,
    VRM_CHANGE_CONVERTED = 1,
    VRM_CHANGE_NARROWED = 2,
    VRM_CHANGE_LOST = 3,
    VRM_CHANGE_ADDED = 4,
    VRM_CHANGE_REMOVED = 5,
    VRM_CHANGE_GUESSED = 6,
    VRM_CHANGE_SET = 7,
    VRM_BIND_MORPH = 0,
    VRM_BIND_COLOR = 1,
    VRM_BIND_UV = 2,
    VRM_SPRING_FIELD_HIT_RADIUS = 0,
    VRM_SPRING_FIELD_STIFFNESS = 1,
    VRM_SPRING_FIELD_GRAVITY_POWER = 2,
    VRM_SPRING_FIELD_DRAG_FORCE = 3,
    VRM_IMAGE_USE_COLOR = 1,
    VRM_IMAGE_USE_ALPHA = 2,
    VRM_IMAGE_USE_PICTURE = 4,
    VRM_MESHOPT_MODE_ATTRIBUTES = 0,
    VRM_MESHOPT_MODE_TRIANGLES = 1,
    VRM_MESHOPT_MODE_INDICES = 2,
    VRM_OPTIMIZE_KEEP_UNUSED = 1,
    VRM_OPTIMIZE_KEEP_NODES = 2,
    VRM_OPTIMIZE_KEEP_DUPLICATES = 4,
    VRM_OPTIMIZE_KEEP_TARGETS = 8,
    VRM_OPTIMIZE_KEEP_VERTICES = 16,
    VRM_OPTIMIZE_KEEP_PRIMITIVES = 32,
    VRM_OPTIMIZE_KEEP_IMAGES = 64,
    VRM_OPTIMIZE_QUANTIZE = 128,
    VRM_OPTIMIZE_ATLAS = 256,
    VRM_OPTIMIZE_COMPRESS = 512,
    VRM_OPTIMIZE_DECOMPRESS = 1024,
    VRM_NORMALIZE_T_POSE = 1,
    VRM_NORMALIZE_GROUND = 2,
    VRM_NORMALIZE_LOSE_CONSTRAINTS = 4,
    VRM_NORMALIZE_LITERAL_SCALE = 8,
    VRM_MIGRATE_ACCEPT_LICENSE_MAPPING = 1,
    VRM_MIGRATE_MOST_RESTRICTIVE = 2,
    VRM_MIGRATE_T_POSE = 4,
    VRM_MAKE_KEEP_POSE = 1,
    VRM_DIFF_PART_FILE = 0,
    VRM_DIFF_PART_META = 1,
    VRM_DIFF_PART_BONES = 2,
    VRM_DIFF_PART_EXPRESSIONS = 3,
    VRM_DIFF_PART_LOOK_AT = 4,
    VRM_DIFF_PART_FIRST_PERSON = 5,
    VRM_DIFF_PART_SPRINGS = 6,
    VRM_DIFF_PART_COLLIDERS = 7,
    VRM_DIFF_PART_CONSTRAINTS = 8,
    VRM_DIFF_PART_MATERIALS = 9,
    VRM_DIFF_PART_IMAGES = 10,
    VRM_DIFF_PART_MESHES = 11,
    VRM_DIFF_PART_SKINS = 12,
    VRM_DIFF_PART_NODES = 13,
    VRM_DIFF_PART_ANIMATIONS = 14,
    VRM_DIFF_PART_EXTENSIONS = 15,
    VRM_DIFF_PART_OTHER = 16,
    VRM_DIFF_PART_COUNT = 17,
    VRM_DIFF_ADDED = 0,
    VRM_DIFF_REMOVED = 1,
    VRM_DIFF_RENAMED = 2,
    VRM_DIFF_CHANGED = 3,
    VRM_DIFF_TABLE_NODES = 0,
    VRM_DIFF_TABLE_MESHES = 1,
    VRM_DIFF_TABLE_MATERIALS = 2,
    VRM_DIFF_TABLE_IMAGES = 3,
    VRM_DIFF_TABLE_EXPRESSIONS = 4,
    VRM_DIFF_TABLE_SPRINGS = 5,
    VRM_DIFF_TABLE_COLLIDERS = 6,
    VRM_DIFF_TABLE_GROUPS = 7,
    VRM_FACE_EYE_BLINK_LEFT = 0,
    VRM_FACE_EYE_LOOK_DOWN_LEFT = 1,
    VRM_FACE_EYE_LOOK_IN_LEFT = 2,
    VRM_FACE_EYE_LOOK_OUT_LEFT = 3,
    VRM_FACE_EYE_LOOK_UP_LEFT = 4,
    VRM_FACE_EYE_SQUINT_LEFT = 5,
    VRM_FACE_EYE_WIDE_LEFT = 6,
    VRM_FACE_EYE_BLINK_RIGHT = 7,
    VRM_FACE_EYE_LOOK_DOWN_RIGHT = 8,
    VRM_FACE_EYE_LOOK_IN_RIGHT = 9,
    VRM_FACE_EYE_LOOK_OUT_RIGHT = 10,
    VRM_FACE_EYE_LOOK_UP_RIGHT = 11,
    VRM_FACE_EYE_SQUINT_RIGHT = 12,
    VRM_FACE_EYE_WIDE_RIGHT = 13,
    VRM_FACE_JAW_FORWARD = 14,
    VRM_FACE_JAW_LEFT = 15,
    VRM_FACE_JAW_RIGHT = 16,
    VRM_FACE_JAW_OPEN = 17,
    VRM_FACE_MOUTH_CLOSE = 18,
    VRM_FACE_MOUTH_FUNNEL = 19,
    VRM_FACE_MOUTH_PUCKER = 20,
    VRM_FACE_MOUTH_LEFT = 21,
    VRM_FACE_MOUTH_RIGHT = 22,
    VRM_FACE_MOUTH_SMILE_LEFT = 23,
    VRM_FACE_MOUTH_SMILE_RIGHT = 24,
    VRM_FACE_MOUTH_FROWN_LEFT = 25,
    VRM_FACE_MOUTH_FROWN_RIGHT = 26,
    VRM_FACE_MOUTH_DIMPLE_LEFT = 27,
    VRM_FACE_MOUTH_DIMPLE_RIGHT = 28,
    VRM_FACE_MOUTH_STRETCH_LEFT = 29,
    VRM_FACE_MOUTH_STRETCH_RIGHT = 30,
    VRM_FACE_MOUTH_ROLL_LOWER = 31,
    VRM_FACE_MOUTH_ROLL_UPPER = 32,
    VRM_FACE_MOUTH_SHRUG_LOWER = 33,
    VRM_FACE_MOUTH_SHRUG_UPPER = 34,
    VRM_FACE_MOUTH_PRESS_LEFT = 35,
    VRM_FACE_MOUTH_PRESS_RIGHT = 36,
    VRM_FACE_MOUTH_LOWER_DOWN_LEFT = 37,
    VRM_FACE_MOUTH_LOWER_DOWN_RIGHT = 38,
    VRM_FACE_MOUTH_UPPER_UP_LEFT = 39,
    VRM_FACE_MOUTH_UPPER_UP_RIGHT = 40,
    VRM_FACE_BROW_DOWN_LEFT = 41,
    VRM_FACE_BROW_DOWN_RIGHT = 42,
    VRM_FACE_BROW_INNER_UP = 43,
    VRM_FACE_BROW_OUTER_UP_LEFT = 44,
    VRM_FACE_BROW_OUTER_UP_RIGHT = 45,
    VRM_FACE_CHEEK_PUFF = 46,
    VRM_FACE_CHEEK_SQUINT_LEFT = 47,
    VRM_FACE_CHEEK_SQUINT_RIGHT = 48,
    VRM_FACE_NOSE_SNEER_LEFT = 49,
    VRM_FACE_NOSE_SNEER_RIGHT = 50,
    VRM_FACE_TONGUE_OUT = 51,
    VRM_FACE_SHAPE_COUNT = 52,
    VRM_FACE_HEAD = 1,
    VRM_FACE_HEAD_POSITION = 2,
    VRM_FACE_EYES = 4,
    VRM_FACE_LOOK_AT_POSE = 0,
    VRM_FACE_LOOK_AT_SHAPES = 1,
    VRM_FACE_LOOK_AT_OFF = 2,
    VRM_VISEME_SIL = 0,
    VRM_VISEME_PP = 1,
    VRM_VISEME_FF = 2,
    VRM_VISEME_TH = 3,
    VRM_VISEME_DD = 4,
    VRM_VISEME_KK = 5,
    VRM_VISEME_CH = 6,
    VRM_VISEME_SS = 7,
    VRM_VISEME_NN = 8,
    VRM_VISEME_RR = 9,
    VRM_VISEME_AA = 10,
    VRM_VISEME_E = 11,
    VRM_VISEME_IH = 12,
    VRM_VISEME_OH = 13,
    VRM_VISEME_OU = 14,
    VRM_VISEME_COUNT = 15,
    VRM_VMC_SEND_SINGLE = 1,
    VRM_VMC_SEND_NEW_NAMES = 2,
    VRM_ALPHABET_IPA = 0,
    VRM_ALPHABET_ARPABET = 1,
    VRM_ALPHABET_KANA = 2,
    VRM_ALPHABET_AZURE = 3,
    VRM_ALPHABET_VOICEVOX = 4,
    VRM_ALPHABET_ESPEAK = 5,
    VRM_ALPHABET_RHUBARB = 6,
    VRM_COMPANION_TAG_UNKNOWN = 0,
    VRM_COMPANION_TAG_EMOTION = 1,
    VRM_COMPANION_TAG_ACTION = 2,
    VRM_COMPANION_WAITING = 0,
    VRM_COMPANION_LISTENING = 1,
    VRM_COMPANION_THINKING = 2,
    VRM_RENDERER_FEW_PROGRAMS = 1,
    VRM_RENDERER_MANY_PROGRAMS = 2,
    VRM_RENDERER_HOST_IMAGES = 4,
    VRM_RENDERER_NO_SHORTCUTS = 8,
    VRM_IMAGE_STATE_GOOD = 0,
    VRM_IMAGE_STATE_MISSING = 1,
    VRM_IMAGE_STATE_UNKNOWN = 2,
    VRM_IMAGE_STATE_DAMAGED = 3,
    VRM_IMAGE_STATE_TOO_LARGE = 4,
    VRM_RENDER_FIRST_PERSON = 1,
    VRM_RENDER_NO_OUTLINE = 2,
    VRM_RENDER_LINEAR = 4,
    VRM_RENDER_ENVIRONMENT = 8,
    VRM_SHOT_FULL = 0,
    VRM_SHOT_UPPER = 1,
    VRM_SHOT_PORTRAIT = 2,
    VRM_SHOT_FACE = 3,
    VRM_VERSION_MAJOR = 1,
    VRM_VERSION_MINOR = 0,
    VRM_VERSION_PATCH = 0,
    VRM_NONE = -1,
    VRM_ALL = -2,
    VRM_MIXER_SLOTS = 16,
    VRM_MIXER_CUSTOMS = 64,
    VRM_FACE_IFACIALMOCAP_PORT = 49983,
    VRM_FACE_VTUBE_STUDIO_PORT = 21412,
    VRM_VMC_PORT = 39539,
    VRM_VMC_PERFORMER_PORT = 39540,
    VRM_VMC_NAME_BYTES = 63,
    VRM_ALPHABET_COUNT = 7,
    VRM_SPEECH_LOOK_AHEAD = 250000000,
    VRM_SPEECH_MOST_PHONEMES = 1000000,
    VRM_VOICE_DELAY = 60000000,
    VRM_VOICE_LEAST_RATE = 8000,
    VRM_VOICE_MOST_RATE = 192000,
    VRM_VOICE_CALIBRATION_VALUES = 80,
    VRM_COMPANION_MOST_ACTIONS = 256,
    VRM_COMPANION_SPEECHES = 8,
    VRM_COMPANION_CUES = 32,
    VRM_COMPANION_TAG_BYTES = 64,
}

export const enum vrm_string {
    SIZE = 8,
    data = 0,
    length = 4,
}

export const enum vrm_allocator {
    SIZE = 12,
    allocate = 0,
    release = 4,
    user = 8,
}

export const enum vrm_vec2 {
    SIZE = 8,
    x = 0,
    y = 4,
}

export const enum vrm_vec3 {
    SIZE = 12,
    x = 0,
    y = 4,
    z = 8,
}

export const enum vrm_vec4 {
    SIZE = 16,
    x = 0,
    y = 4,
    z = 8,
    w = 12,
}

export const enum vrm_quat {
    SIZE = 16,
    x = 0,
    y = 4,
    z = 8,
    w = 12,
}

export const enum vrm_mat4 {
    SIZE = 64,
    m = 0,
}

export const enum vrm_trs {
    SIZE = 40,
    translation = 0,
    rotation = 12,
    scale = 28,
}

export const enum vrm_diagnostic_argument {
    SIZE = 40,
    kind = 0,
    reserved = 4,
    integer = 8,
    number = 16,
    text = 24,
    subject = 28,
    name = 32,
}

export const enum vrm_diagnostic {
    SIZE = 72,
    code = 0,
    requirement = 4,
    pointer = 8,
    subject = 12,
    subject_name = 16,
    message = 20,
    remedy = 24,
    sentence = 28,
    arguments = 32,
    byte_offset = 40,
    argument_count = 48,
    severity = 52,
    impact = 56,
    is_repair = 60,
    subject_index = 64,
}

export const enum vrm_diagnostic_info {
    SIZE = 32,
    code = 0,
    requirement = 4,
    sentence = 8,
    remedy = 12,
    severity = 16,
    impact = 20,
    is_repair = 24,
    argument_count = 28,
}

export const enum vrm_buffer {
    SIZE = 24,
    uri = 0,
    byte_length = 8,
    is_available = 16,
}

export const enum vrm_buffer_view {
    SIZE = 32,
    byte_offset = 0,
    byte_length = 8,
    buffer = 16,
    byte_stride = 20,
    target = 24,
}

export const enum vrm_accessor {
    SIZE = 104,
    name = 0,
    byte_offset = 8,
    count = 16,
    buffer_view = 20,
    component = 24,
    element = 28,
    is_normalized = 32,
    sparse_count = 36,
    sparse_index_offset = 40,
    sparse_value_offset = 48,
    sparse_index_view = 56,
    sparse_index_component = 60,
    sparse_value_view = 64,
    has_bounds = 68,
    min = 72,
    max = 88,
}

export const enum vrm_image {
    SIZE = 32,
    name = 0,
    mime_type = 8,
    uri = 16,
    buffer_view = 24,
    is_data_uri = 28,
}

export const enum vrm_sampler {
    SIZE = 24,
    name = 0,
    mag_filter = 8,
    min_filter = 12,
    wrap_s = 16,
    wrap_t = 20,
}

export const enum vrm_texture {
    SIZE = 16,
    name = 0,
    image = 8,
    sampler = 12,
}

export const enum vrm_texture_info {
    SIZE = 32,
    texture = 0,
    tex_coord = 4,
    offset = 8,
    scale = 16,
    rotation = 24,
    strength = 28,
}

export const enum vrm_material {
    SIZE = 224,
    name = 0,
    base_color_factor = 8,
    emissive_factor = 24,
    emissive_strength = 36,
    metallic_factor = 40,
    roughness_factor = 44,
    alpha_cutoff = 48,
    alpha_mode = 52,
    is_double_sided = 56,
    is_unlit = 60,
    base_color_texture = 64,
    metallic_roughness_texture = 96,
    normal_texture = 128,
    occlusion_texture = 160,
    emissive_texture = 192,
}

export const enum vrm_attribute {
    SIZE = 12,
    semantic = 0,
    set = 4,
    accessor = 8,
}

export const enum vrm_morph_target {
    SIZE = 8,
    position = 0,
    normal = 4,
}

export const enum vrm_primitive {
    SIZE = 40,
    attributes = 0,
    targets = 4,
    attribute_count = 8,
    target_count = 12,
    vertex_count = 16,
    triangle_count = 20,
    mode = 24,
    indices = 28,
    material = 32,
    is_compressed = 36,
}

export const enum vrm_mesh {
    SIZE = 36,
    name = 0,
    primitives = 8,
    weights = 12,
    target_names = 16,
    primitive_count = 20,
    weight_count = 24,
    target_name_count = 28,
    target_count = 32,
}

export const enum vrm_skin {
    SIZE = 24,
    name = 0,
    joints = 8,
    joint_count = 12,
    inverse_binds = 16,
    skeleton = 20,
}

export const enum vrm_node {
    SIZE = 80,
    name = 0,
    children = 8,
    weights = 12,
    child_count = 16,
    weight_count = 20,
    rest = 24,
    parent = 64,
    mesh = 68,
    skin = 72,
    is_hidden = 76,
}

export const enum vrm_scene {
    SIZE = 16,
    name = 0,
    roots = 8,
    root_count = 12,
}

export const enum vrm_channel {
    SIZE = 20,
    node = 0,
    path = 4,
    interpolation = 8,
    input = 12,
    output = 16,
}

export const enum vrm_animation {
    SIZE = 16,
    name = 0,
    channels = 8,
    channel_count = 12,
}

export const enum vrm_gltf {
    SIZE = 144,
    version = 0,
    generator = 8,
    copyright = 16,
    extensions_used = 24,
    extensions_required = 28,
    buffers = 32,
    buffer_views = 36,
    accessors = 40,
    images = 44,
    samplers = 48,
    textures = 52,
    materials = 56,
    meshes = 60,
    skins = 64,
    nodes = 68,
    scenes = 72,
    animations = 76,
    extension_used_count = 80,
    extension_required_count = 84,
    buffer_count = 88,
    buffer_view_count = 92,
    accessor_count = 96,
    image_count = 100,
    sampler_count = 104,
    texture_count = 108,
    material_count = 112,
    mesh_count = 116,
    skin_count = 120,
    node_count = 124,
    scene_count = 128,
    animation_count = 132,
    camera_count = 136,
    scene = 140,
}

export const enum vrm_permissions {
    SIZE = 36,
    avatar_permission = 0,
    commercial_usage = 4,
    credit_notation = 8,
    modification = 12,
    allow_excessively_violent_usage = 16,
    allow_excessively_sexual_usage = 20,
    allow_political_or_religious_usage = 24,
    allow_antisocial_or_hate_usage = 28,
    allow_redistribution = 32,
}

export const enum vrm_meta {
    SIZE = 160,
    name = 0,
    version = 8,
    authors = 16,
    references = 20,
    copyright_information = 24,
    contact_information = 32,
    third_party_licenses = 40,
    license_url = 48,
    other_license_url = 56,
    legacy_allowed_user = 64,
    legacy_violent_usage = 72,
    legacy_sexual_usage = 80,
    legacy_commercial_usage = 88,
    legacy_license_name = 96,
    legacy_other_permission_url = 104,
    author_count = 112,
    reference_count = 116,
    thumbnail_image = 120,
    permissions = 124,
}

export const enum vrm_humanoid {
    SIZE = 228,
    nodes = 0,
    is_complete = 220,
    faces_minus_z = 224,
}

export const enum vrm_morph_bind {
    SIZE = 12,
    node = 0,
    target = 4,
    weight = 8,
}

export const enum vrm_color_bind {
    SIZE = 24,
    material = 0,
    type = 4,
    target = 8,
}

export const enum vrm_uv_bind {
    SIZE = 24,
    material = 0,
    components = 4,
    scale = 8,
    offset = 16,
}

export const enum vrm_expression {
    SIZE = 56,
    name = 0,
    morph_binds = 8,
    color_binds = 12,
    uv_binds = 16,
    morph_bind_count = 20,
    color_bind_count = 24,
    uv_bind_count = 28,
    preset = 32,
    is_binary = 36,
    binary_threshold = 40,
    override_blink = 44,
    override_look_at = 48,
    override_mouth = 52,
}

export const enum vrm_first_person {
    SIZE = 8,
    types = 0,
    head_node = 4,
}

export const enum vrm_curve_key {
    SIZE = 16,
    time = 0,
    value = 4,
    in_tangent = 8,
    out_tangent = 12,
}

export const enum vrm_range_map {
    SIZE = 16,
    curve = 0,
    curve_key_count = 4,
    input_max_degrees = 8,
    output_scale = 12,
}

export const enum vrm_look_at {
    SIZE = 84,
    is_present = 0,
    type = 4,
    offset_from_head_bone = 8,
    horizontal_inner = 20,
    horizontal_outer = 36,
    vertical_down = 52,
    vertical_up = 68,
}

export const enum vrm_constraint {
    SIZE = 20,
    node = 0,
    source = 4,
    kind = 8,
    axis = 12,
    weight = 16,
}

export const enum vrm_spring_collider {
    SIZE = 36,
    node = 0,
    shape = 4,
    offset = 8,
    tail = 20,
    radius = 32,
}

export const enum vrm_spring_collider_group {
    SIZE = 16,
    name = 0,
    colliders = 8,
    collider_count = 12,
}

export const enum vrm_spring_limit {
    SIZE = 28,
    kind = 0,
    angle = 4,
    yaw = 8,
    rotation = 12,
}

export const enum vrm_spring_joint {
    SIZE = 80,
    node = 0,
    tail_node = 4,
    tail_offset = 8,
    hit_radius = 20,
    stiffness = 24,
    gravity_power = 28,
    drag_force = 32,
    gravity_dir = 36,
    spring = 48,
    limit = 52,
}

export const enum vrm_spring {
    SIZE = 28,
    name = 0,
    collider_groups = 8,
    collider_group_count = 12,
    first_joint = 16,
    joint_count = 20,
    center = 24,
}

export const enum vrm_mtoon {
    SIZE = 300,
    is_present = 0,
    transparent_with_z_write = 4,
    render_queue_offset = 8,
    outline_width_mode = 12,
    shade_color_factor = 16,
    shading_shift_factor = 28,
    shading_toony_factor = 32,
    gi_equalization_factor = 36,
    matcap_factor = 40,
    parametric_rim_color_factor = 52,
    rim_lighting_mix_factor = 64,
    parametric_rim_fresnel_power_factor = 68,
    parametric_rim_lift_factor = 72,
    outline_width_factor = 76,
    outline_color_factor = 80,
    outline_lighting_mix_factor = 92,
    uv_animation_scroll_x_speed_factor = 96,
    uv_animation_scroll_y_speed_factor = 100,
    uv_animation_rotation_speed_factor = 104,
    shade_multiply_texture = 108,
    shading_shift_texture = 140,
    matcap_texture = 172,
    rim_multiply_texture = 204,
    outline_width_multiply_texture = 236,
    uv_animation_mask_texture = 268,
}

export const enum vrm_tables {
    SIZE = 560,
    dialect = 0,
    spec_version = 4,
    meta = 12,
    humanoid = 172,
    first_person = 400,
    look_at = 408,
    expressions = 492,
    constraints = 496,
    spring_colliders = 500,
    spring_collider_groups = 504,
    springs = 508,
    spring_joints = 512,
    spring_joint_order = 516,
    materials = 520,
    mtoons = 524,
    expression_count = 528,
    constraint_count = 532,
    spring_collider_count = 536,
    spring_collider_group_count = 540,
    spring_count = 544,
    spring_joint_count = 548,
    material_count = 552,
    reserved = 556,
}

export const enum vrm_image_header {
    SIZE = 12,
    format = 0,
    width = 4,
    height = 8,
}

export const enum vrm_pixels {
    SIZE = 12,
    bytes = 0,
    width = 4,
    height = 8,
}

export const enum vrm_meshopt_decoder {
    SIZE = 36,
    struct_size = 0,
    reserved = 4,
    decode_vertices = 8,
    decode_triangles = 12,
    decode_indices = 16,
    filter_octahedral = 20,
    filter_quaternion = 24,
    filter_exponential = 28,
    filter_color = 32,
}

export const enum vrm_limits {
    SIZE = 104,
    struct_size = 0,
    max_json_values = 4,
    max_file_bytes = 8,
    max_json_bytes = 16,
    max_memory_bytes = 24,
    max_external_bytes = 32,
    max_allocations = 40,
    max_json_depth = 48,
    max_nodes = 52,
    max_elements = 56,
    max_diagnostics = 60,
    max_expressions = 64,
    max_binds = 68,
    max_joints = 72,
    max_colliders = 76,
    max_collider_tests = 80,
    max_morph_weights = 84,
    max_materials = 88,
    reserved = 92,
    max_decoded_bytes = 96,
}

export const enum vrm_resolver {
    SIZE = 12,
    resolve = 0,
    release = 4,
    user = 8,
}

export const enum vrm_load_desc {
    SIZE = 44,
    struct_size = 0,
    flags = 4,
    allocator = 8,
    resolver = 12,
    limits = 16,
    cancel = 20,
    cancel_user = 24,
    user = 28,
    misuse = 32,
    misuse_user = 36,
    meshopt = 40,
}

export const enum vrm_peek {
    SIZE = 32,
    struct_size = 0,
    reserved = 4,
    needed_bytes = 8,
    thumbnail_offset = 16,
    thumbnail_bytes = 24,
}

export const enum vrm_avatar_desc {
    SIZE = 24,
    struct_size = 0,
    flags = 4,
    allocator = 8,
    collider_capacity = 12,
    lanes = 16,
    user = 20,
}

export const enum vrm_look_at_state {
    SIZE = 36,
    struct_size = 0,
    mode = 4,
    target = 8,
    set_yaw_degrees = 20,
    set_pitch_degrees = 24,
    yaw_degrees = 28,
    pitch_degrees = 32,
}

export const enum vrm_material_values {
    SIZE = 248,
    base_color = 0,
    emissive = 16,
    shade_color = 28,
    matcap = 40,
    rim_color = 52,
    outline_color = 64,
    uv_rotation = 76,
    uv_scroll = 80,
    uv_scale = 88,
    uv_offset = 168,
}

export const enum vrm_frame {
    SIZE = 40,
    local = 0,
    world = 4,
    morph_weights = 8,
    morph_offsets = 12,
    materials = 16,
    expression_weights = 20,
    node_count = 24,
    morph_weight_count = 28,
    material_count = 32,
    expression_count = 36,
}

export const enum vrm_spring_joint_settings {
    SIZE = 28,
    hit_radius = 0,
    stiffness = 4,
    gravity_power = 8,
    drag_force = 12,
    gravity_dir = 16,
}

export const enum vrm_line {
    SIZE = 32,
    from = 0,
    to = 12,
    kind = 24,
    index = 28,
}

export const enum vrm_space {
    SIZE = 16,
    x = 0,
    y = 4,
    z = 8,
    units_per_meter = 12,
}

export const enum vrm_node_array {
    SIZE = 32,
    struct_size = 0,
    count = 4,
    translation = 8,
    rotation = 12,
    scale = 16,
    stride = 20,
    nodes = 24,
    space = 28,
}

export const enum vrm_crowd_desc {
    SIZE = 28,
    struct_size = 0,
    flags = 4,
    allocator = 8,
    parallel_for = 12,
    parallel_user = 16,
    collider_capacity = 20,
    near_capacity = 24,
}

export const enum vrm_crowd_collider {
    SIZE = 36,
    shape = 0,
    position = 4,
    tail = 16,
    radius = 28,
    owner = 32,
}

export const enum vrm_detail_rule {
    SIZE = 20,
    struct_size = 0,
    half_distance = 4,
    rigid_distance = 8,
    frozen_distance = 12,
    margin = 16,
}

export const enum vrm_custom_weight {
    SIZE = 16,
    name = 0,
    weight = 8,
    custom = 12,
}

export const enum vrm_pose {
    SIZE = 1016,
    bones = 0,
    presets = 8,
    parts = 12,
    rotations = 16,
    hips = 896,
    weights = 908,
    yaw_degrees = 980,
    pitch_degrees = 984,
    look_at = 988,
    custom_count = 1000,
    custom_capacity = 1004,
    customs = 1008,
}

export const enum vrm_apply_desc {
    SIZE = 20,
    struct_size = 0,
    flags = 4,
    custom_bindings = 8,
    custom_binding_count = 12,
    layer = 16,
}

export const enum vrm_clip_desc {
    SIZE = 20,
    struct_size = 0,
    flags = 4,
    load = 8,
    animation = 12,
    reserved = 16,
}

export const enum vrm_clip_info {
    SIZE = 112,
    struct_size = 0,
    format = 4,
    duration = 8,
    bones = 16,
    moving_bones = 24,
    presets = 32,
    parts = 36,
    custom_count = 40,
    key_count = 44,
    track_count = 48,
    animation_count = 52,
    keys_per_second = 56,
    hips_height = 60,
    unit = 64,
    seam_degrees = 68,
    seam_hips = 72,
    name = 76,
    skeleton = 84,
    memory = 92,
    eye_offset = 96,
    has_eye_offset = 108,
}

export const enum vrm_leg_shape {
    SIZE = 96,
    upper = 0,
    lower = 24,
    foot = 48,
    toes = 72,
}

export const enum vrm_recorder_desc {
    SIZE = 28,
    struct_size = 0,
    reserved = 4,
    allocator = 8,
    pose_capacity = 12,
    custom_capacity = 16,
    hips_height = 20,
    reserved_2 = 24,
}

export const enum vrm_marker {
    SIZE = 16,
    time = 0,
    id = 8,
}

export const enum vrm_mixer_slot {
    SIZE = 208,
    clip = 0,
    pose = 4,
    reference = 8,
    markers = 12,
    time = 16,
    loops = 24,
    seam = 32,
    bones = 40,
    presets = 48,
    parts = 52,
    flags = 56,
    layer = 60,
    marker_count = 64,
    weight = 68,
    speed = 72,
    state = 80,
}

export const enum vrm_mixer {
    SIZE = 3336,
    base = 0,
    slots = 8,
}

export const enum vrm_mixer_event {
    SIZE = 24,
    kind = 0,
    slot = 4,
    id = 8,
    count = 12,
    ago = 16,
}

export const enum vrm_ground_foot {
    SIZE = 52,
    last = 0,
    held = 12,
    offset = 24,
    fade = 36,
    settled = 40,
    is_held = 44,
    has_last = 48,
}

export const enum vrm_ground {
    SIZE = 220,
    height = 0,
    weight = 4,
    hold_speed = 8,
    hold_height = 12,
    has_source = 16,
    source = 20,
    feet = 116,
}

export const enum vrm_idle {
    SIZE = 1048,
    blink = 0,
    breath = 4,
    sway = 8,
    look_at = 12,
    blinks_per_minute = 16,
    breaths_per_minute = 20,
    state = 24,
}

export const enum vrm_check_desc {
    SIZE = 20,
    struct_size = 0,
    flags = 4,
    load = 8,
    decode_image = 12,
    decode_image_user = 16,
}

export const enum vrm_write_desc {
    SIZE = 28,
    struct_size = 0,
    flags = 4,
    load = 8,
    keys_per_second = 12,
    max_degrees = 16,
    max_meters = 20,
    max_weight = 24,
}

export const enum vrm_write_avatar_desc {
    SIZE = 20,
    struct_size = 0,
    reserved = 4,
    load = 8,
    dialect = 12,
    generator = 16,
}

export const enum vrm_written_info {
    SIZE = 48,
    struct_size = 0,
    changes = 4,
    node_count = 8,
    channel_count = 12,
    input_count = 16,
    error_degrees = 20,
    key_count = 24,
    clip_key_count = 32,
    error_meters = 40,
    error_weight = 44,
}

export const enum vrm_change {
    SIZE = 20,
    kind = 0,
    code = 4,
    from = 8,
    to = 12,
    text = 16,
}

export const enum vrm_encoded_image {
    SIZE = 12,
    bytes = 0,
    size = 4,
    mime_type = 8,
}

export const enum vrm_simplify_task {
    SIZE = 32,
    indices = 0,
    positions = 4,
    attributes = 8,
    attribute_weights = 12,
    index_count = 16,
    vertex_count = 20,
    attribute_count = 24,
    target_index_count = 28,
}

export const enum vrm_meshopt_task {
    SIZE = 16,
    elements = 0,
    count = 4,
    stride = 8,
    mode = 12,
}

export const enum vrm_optimize_tools {
    SIZE = 28,
    user = 0,
    decode_image = 4,
    release_pixels = 8,
    encode_image = 12,
    simplify = 16,
    order_triangles = 20,
    compress = 24,
}

export const enum vrm_optimize_desc {
    SIZE = 24,
    struct_size = 0,
    flags = 4,
    load = 8,
    tools = 12,
    max_texture = 16,
    triangles = 20,
}

export const enum vrm_normalize_desc {
    SIZE = 12,
    struct_size = 0,
    flags = 4,
    load = 8,
}

export const enum vrm_migrate_desc {
    SIZE = 28,
    struct_size = 0,
    flags = 4,
    load = 8,
    to = 12,
    reserved = 16,
    license_url = 20,
    author = 24,
}

export const enum vrm_make_desc {
    SIZE = 32,
    struct_size = 0,
    flags = 4,
    load = 8,
    name = 12,
    author = 16,
    default_name = 20,
    guesses = 24,
    guesses_size = 28,
}

export const enum vrm_difference {
    SIZE = 40,
    part = 0,
    kind = 4,
    name = 8,
    field = 12,
    from = 16,
    to = 20,
    amount = 24,
    unit = 32,
    effect = 36,
}

export const enum vrm_diff_desc {
    SIZE = 32,
    struct_size = 0,
    reserved = 4,
    load = 8,
    a_file = 12,
    a_size = 16,
    b_file = 20,
    b_size = 24,
    parts = 28,
}

export const enum vrm_diff_info {
    SIZE = 104,
    struct_size = 0,
    count = 4,
    found = 8,
    operation_count = 16,
    has_json = 24,
    has_other_payload = 28,
    part_counts = 32,
}

export const enum vrm_diff_visitor {
    SIZE = 8,
    user = 0,
    operation = 4,
}

export const enum vrm_face {
    SIZE = 272,
    shapes = 0,
    parts = 8,
    is_found = 12,
    weights = 16,
    head = 224,
    head_position = 240,
    eye_yaw_degrees = 252,
    eye_pitch_degrees = 260,
}

export const enum vrm_face_calibration {
    SIZE = 464,
    rest = 0,
    peak = 208,
    head = 416,
    head_position = 432,
    eye_yaw_degrees = 444,
    eye_pitch_degrees = 452,
    count = 460,
}

export const enum vrm_face_filter {
    SIZE = 296,
    shape_seconds = 0,
    lid_seconds = 4,
    eye_seconds = 8,
    head_seconds = 12,
    has_last = 16,
    last = 24,
}

export const enum vrm_face_map {
    SIZE = 456,
    customs = 0,
    presets = 8,
    look_at = 12,
    has_lids = 16,
    has_mouth = 20,
    look_at_degrees = 24,
    lid_follow = 28,
    emotions = 32,
    neck_share = 36,
    names = 40,
}

export const enum vrm_vmc_receiver_desc {
    SIZE = 24,
    struct_size = 0,
    reserved = 4,
    allocator = 8,
    model = 12,
    hips_height = 16,
    custom_capacity = 20,
}

export const enum vrm_vmc_counts {
    SIZE = 96,
    datagrams = 0,
    refused_datagrams = 8,
    messages = 16,
    refused_messages = 24,
    ignored_messages = 32,
    unknown_bones = 40,
    lost_customs = 48,
    unread_arguments = 56,
    frames = 64,
    duplicates = 72,
    late_datagrams = 80,
    restarts = 88,
}

export const enum vrm_vmc_frame {
    SIZE = 72,
    time = 0,
    clock = 8,
    is_timed = 12,
    bones = 16,
    root = 24,
    is_loaded = 64,
    calibration = 68,
}

export const enum vrm_vmc_sender_desc {
    SIZE = 32,
    struct_size = 0,
    flags = 4,
    allocator = 8,
    model = 12,
    hips_height = 16,
    datagram_bytes = 20,
    custom_capacity = 24,
    reserved = 28,
}

export const enum vrm_phoneme {
    SIZE = 32,
    start = 0,
    end = 8,
    symbol = 16,
    stress = 24,
    loudness = 28,
}

export const enum vrm_speech_desc {
    SIZE = 24,
    struct_size = 0,
    reserved = 4,
    allocator = 8,
    phonemes = 12,
    phoneme_count = 16,
    alphabet = 20,
}

export const enum vrm_speech_info {
    SIZE = 32,
    start = 0,
    end = 8,
    sound_count = 16,
    closure_count = 20,
    unknown_count = 24,
    first_unknown = 28,
}

export const enum vrm_mouth {
    SIZE = 20,
    aa = 0,
    ih = 4,
    ou = 8,
    ee = 12,
    oh = 16,
}

export const enum vrm_voice_desc {
    SIZE = 20,
    struct_size = 0,
    reserved = 4,
    allocator = 8,
    rate = 12,
    reserved2 = 16,
}

export const enum vrm_voice_calibration {
    SIZE = 348,
    version = 0,
    seconds = 4,
    vowel_seconds = 8,
    values = 28,
}

export const enum vrm_phonemes_info {
    SIZE = 16,
    count = 0,
    alphabet = 4,
    line = 8,
    reserved = 12,
}

export const enum vrm_companion_params {
    SIZE = 104,
    struct_size = 0,
    strength = 4,
    attack_seconds = 8,
    hold_seconds = 12,
    decay_seconds = 16,
    fatigue = 20,
    speech_emotion = 24,
    mouth = 28,
    blink = 32,
    blinks_per_minute = 36,
    most_blink_seconds = 40,
    breath = 44,
    breaths_per_minute = 48,
    sway = 52,
    eye_wander = 56,
    idle_look_at = 60,
    listening_look_at = 64,
    thinking_look_at = 68,
    speaking_look_at = 72,
    away_degrees = 76,
    head_share = 80,
    head_seconds = 84,
    nod_degrees = 88,
    talk_motion = 92,
    posture = 96,
    action_seconds = 100,
}

export const enum vrm_companion_action {
    SIZE = 40,
    name = 0,
    clip = 8,
    hold = 16,
    bones = 24,
    expression = 32,
    weight = 36,
}

export const enum vrm_companion_desc {
    SIZE = 28,
    struct_size = 0,
    reserved = 4,
    allocator = 8,
    actions = 12,
    action_count = 16,
    seed = 20,
    params = 24,
}

export const enum vrm_companion_tag {
    SIZE = 24,
    kind = 0,
    index = 4,
    hold = 8,
    strength = 16,
    position = 20,
}

export const enum vrm_companion_status {
    SIZE = 84,
    emotions = 0,
    mouth = 24,
    speaking = 44,
    action = 48,
    action_weight = 52,
    looks_away = 56,
    look_at_yaw = 60,
    look_at_pitch = 64,
    head_yaw = 68,
    head_pitch = 72,
    nod_degrees = 76,
    blinks = 80,
}

export const enum vrm_renderer_desc {
    SIZE = 32,
    struct_size = 0,
    flags = 4,
    get_proc = 8,
    user = 12,
    allocator = 16,
    max_overdraw = 20,
    reserved = 24,
    get_milliseconds = 28,
}

export const enum vrm_render_limits {
    SIZE = 96,
    struct_size = 0,
    max_texture = 4,
    max_image_pixels = 8,
    max_images_pixels = 16,
    max_texture_bytes = 24,
    max_vertex_bytes = 32,
    max_morph_bytes = 40,
    max_geometry_bytes = 48,
    max_morph_vertices = 56,
    max_bytes = 64,
    max_items = 72,
    reserved = 76,
    max_draw_triangles = 80,
    max_draw_vertices = 88,
}

export const enum vrm_render_skipped {
    SIZE = 16,
    primitives = 0,
    items = 4,
    morph_targets = 8,
    halved_images = 12,
}

export const enum vrm_render_times {
    SIZE = 16,
    decode = 0,
    upload = 8,
}

export const enum vrm_light {
    SIZE = 48,
    direction = 0,
    color = 12,
    sky = 24,
    ground = 36,
}

export const enum vrm_view {
    SIZE = 192,
    struct_size = 0,
    flags = 4,
    width = 8,
    height = 12,
    view = 16,
    projection = 80,
    light = 144,
}

export const enum vrm_draw {
    SIZE = 8,
    model = 0,
    frame = 4,
}

export const enum vrm_mtoon_input {
    SIZE = 184,
    normal = 0,
    to_eye = 12,
    to_light = 24,
    light = 36,
    shadow = 48,
    gi = 52,
    gi_up = 64,
    gi_down = 76,
    base = 88,
    shade = 100,
    emissive = 112,
    matcap = 124,
    rim_multiply = 136,
    shading_shift = 148,
    shading_toony = 152,
    gi_equalization = 156,
    rim_color = 160,
    rim_fresnel_power = 172,
    rim_lift = 176,
    rim_lighting_mix = 180,
}

export const enum vrm_camera {
    SIZE = 48,
    eye = 0,
    target = 12,
    up = 24,
    fov = 36,
    z_near = 40,
    z_far = 44,
}

export const enum vrm_framing {
    SIZE = 24,
    struct_size = 0,
    shot = 4,
    fov = 8,
    yaw = 12,
    pitch = 16,
    for_all_sides = 20,
}

export const enum vrm_extent {
    SIZE = 68,
    least = 0,
    most = 12,
    has_head = 24,
    has_hips = 28,
    head = 32,
    hips = 44,
    head_height = 56,
    head_width = 60,
    head_depth = 64,
}
