/* vrm-maker: writes VRM avatars, the same bytes every time. */
#include "body_rig.h"
#include "character.h"
#include "faults.h"
#include "hostile.h"
#include "motion_faults.h"
#include "motion_write.h"
#include "parametric.h"
#include "vroid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: vrm-maker COMMAND [OPTIONS] -o FILE\n"
    "\n"
    "Writes VRM avatars from code: the same bytes every time, on every machine. Only the large\n"
    "textures of vroid depend on the version of libpng.\n"
    "\n"
    "Commands:\n"
    "  parametric      a figure of boxes, its parts by number, for tests and benchmarks\n"
    "  character       one small whole character\n"
    "  vroid           one as large as exporters write: 18 MB\n"
    "  fault NAME      a small avatar with one fault, named by the diagnostic that it brings "
    "about\n"
    "  near NAME       one that is almost the same, and has no fault\n"
    "  fault --list    a table of both: name, fault or near, dialect, requirements, diagnostics\n"
    "  hostile KIND N  a small avatar with N of something that is costly to read carelessly\n"
    "  hostile --list  the kinds, and the dialect of each\n"
    "  motion          a motion, in one of the formats that motions have\n"
    "  motion-fault NAME, motion-fault --list\n"
    "                  a small motion with one fault; the names, formats and faults\n"
    "  rig             a rigged body without an avatar in it, as other programs write them\n"
    "  help            this page\n"
    "\n"
    "Options of all:\n"
    "  -o FILE              where to write\n"
    "  --dialect D          1.0 (default), 1.0-beta, 1.0-draft, 0.x; of a fault, its first one\n"
    "  --prose              1.0-draft: keys of its text where its schema has others\n"
    "  --old-thumbs         1.0-beta: thumbs as before June 2022\n"
    "\n"
    "Options of character:\n"
    "  --names scripts      more expressions, with names in many scripts\n"
    "\n"
    "Options of vroid:\n"
    "  --light              with the small textures of the character\n"
    "\n"
    "Options of parametric:\n"
    "  --bones SET          basic (19, default), body (24), fingers (54), all (55)\n"
    "  --chains N           spring chains (4)\n"
    "  --joints N           joints of a chain, its tail not counted (5)\n"
    "  --colliders N        colliders of a chain (0)\n"
    "  --shape S            sphere, capsule, inside-sphere, inside-capsule, plane, mix (default)\n"
    "  --shared-colliders   one group of colliders for all chains\n"
    "  --center BONE        evaluate springs in the space of this bone\n"
    "  --parent BONE        where the chains hang (head)\n"
    "  --holders            a node between the bone and each chain\n"
    "  --sparse             a node that is no joint between each two joints (1.0, 1.0-beta)\n"
    "  --chains-on-chains   in threes: the second hangs on the first, the third on the second\n"
    "  --uniform            the same parameters for all joints of a chain\n"
    "  --segment M          metres from joint to joint (0.05)\n"
    "  --hit-radius M       metres (0.01)\n"
    "  --gravity X,Y,Z      gravityDir (0,-1,0)\n"
    "  --limit K            limits of all joints: cone, hinge, spherical (1.0, 1.0-beta)\n"
    "  --constraints K      all, roll, aim, rotation (1.0, 1.0-beta)\n"
    "  --look-at K          bone (default), expression, none\n"
    "  --range-maps LIST    inputMaxValue and outputScale of inner, outer, down, up: 8 numbers\n"
    "  --random-rest        rest rotations on all nodes; their places are kept\n"
    "  --root-scale S       scale of the root (1)\n"
    "  --targets N          morph targets of the face: a plate (6); above, N tiles, one a target\n"
    "  --expressions N      7 presets, and the others custom (9)\n"
    "  --no-expressions     no expressions\n"
    "  --material K         mtoon (default), pbr\n"
    "  --ballast N          N vertices that nothing uses\n"
    "  --seed N             of all that is left to chance (1)\n"
    "\n";

/* A text of its own: compilers need not take longer ones. */
static const char help_of_motion[] =
    "Options of motion:\n"
    "  --motion M           stand (default), walk, squat, dance, test (every joint moves)\n"
    "  --as F               vrma (default), gltf, mixamo, mixamo-no-prefix, mixamo-armature,\n"
    "                       mixamo-between, bvh, vmd\n"
    "  --fps N              keys a second (30)\n"
    "  --body B             figure (default), character, mmd (default of vmd): whose legs and\n"
    "                       arms it is made for\n"
    "  --missing A,B        leave out these bones; what is below keeps its direction\n"
    "  --rest-rotations     glTF: rest rotations on all joints\n"
    "  --interpolation K    glTF, vmd: linear (default), cubicspline; glTF: step\n"
    "  --reduce             glTF, linear: only keys that others do not show within 0.1 degrees\n"
    "  --look-at K          vrma: rotation (default), point\n"
    "  --family F           bvh: humanik (default), cmu, daz, biovision, wisconsin, lafan, "
    "bandai,\n"
    "                       mocopi, vroid, unreal, univrm: names, joints, unit, order, channels\n"
    "  --rest R             bvh: t, a (arms 45 degrees down), hanging; without it the family's\n"
    "  --offsets K          bvh: axis (those of the rest pose), local (+X along every bone);\n"
    "                       without it the family's\n"
    "  --order O            bvh: XYZ … ZYX, mixed; without it the family's\n"
    "  --legs K             vmd: ik (default), fk\n"
    "\n"
    "Options of rig:\n"
    "  --family F           whose names joints have: mixamo (default), vrm, unreal, biped, "
    "rigify,\n"
    "                       character-creator, daz, mmd … (testkit/maker/body_families.c)\n"
    "  --names none         names that say nothing\n"
    "  --pose P             of the nodes: t (default), a, hanging, walk\n"
    "  --bind t             the skin was bound in a T-pose\n"
    "  --axes A             of the joints: plain (default), along (+Y along bones), rotated\n"
    "  --unit cm            centimetres; with --armature, a node above that makes metres of them\n"
    "  --up z               Z is up\n"
    "  --back               it looks along -Z\n"
    "  --face               morph targets with the names of ARKit\n"
    "  --chains             a tail and two locks of hair\n"
    "\n"
    "Exit codes: 0 written, 1 not written, 2 wrong usage.\n";

static void print_help(FILE *stream) {
    fputs(help, stream);
    fputs(help_of_motion, stream);
}

static int usage_error(const char *problem, const char *argument) {
    fprintf(stderr, "vrm-maker: %s '%s'\nTry 'vrm-maker help'.\n", problem, argument);
    return 2;
}

/* --- Reading arguments --- */

static bool read_numbers(const char *text, double *out, int count) {
    for (int i = 0; i < count; ++i) {
        char *end;
        out[i] = strtod(text, &end);
        if (end == text || *end != (i + 1 < count ? ',' : '\0')) return false;
        text = end + 1;
    }
    return true;
}

static bool read_count(const char *text, int *out) {
    char *end;
    long value = strtol(text, &end, 10);
    *out = (int)value;
    return end != text && *end == '\0' && value >= 0 && value <= 1000000000;
}

typedef struct choice {
    const char *name;
    int value;
} choice;

static bool read_choice(const char *text, const choice *choices, int *out) {
    for (; choices->name != NULL; ++choices) {
        if (strcmp(choices->name, text) != 0) continue;
        *out = choices->value;
        return true;
    }
    return false;
}

static bool read_bone(const char *text, int *out) {
    *out = skeleton_find(text);
    return *out != NONE;
}

/* What stands in argv: options of all commands in `write`, and the rest. */
typedef struct arguments {
    int argc;
    char **argv;
    const char *output;
    bool has_dialect;
    write_options write;
} arguments;

/* Of both readers: 1 where the option is one of theirs, 0 where it is not, -1 for a wrong value. */
static int read_flag(const char *option, parametric_options *o) {
    const struct {
        const char *name;
        bool *value;
        bool is_set;
    } flags[] = {
        {"--shared-colliders", &o->has_shared_colliders, true},
        {"--holders", &o->has_holders, true},
        {"--sparse", &o->is_sparse, true},
        {"--chains-on-chains", &o->hangs_on_chains, true},
        {"--uniform", &o->is_uniform, true},
        {"--random-rest", &o->has_random_rest, true},
        {"--no-expressions", &o->has_expressions, false},
    };
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i) {
        if (strcmp(flags[i].name, option) != 0) continue;
        *flags[i].value = flags[i].is_set;
        return 1;
    }
    return 0;
}

static const choice shapes[] = {{"sphere", VRM_COLLIDER_SPHERE},
                                {"capsule", VRM_COLLIDER_CAPSULE},
                                {"inside-sphere", VRM_COLLIDER_INSIDE_SPHERE},
                                {"inside-capsule", VRM_COLLIDER_INSIDE_CAPSULE},
                                {"plane", VRM_COLLIDER_PLANE},
                                {"mix", SHAPE_MIX},
                                {NULL, 0}};

static const choice bone_sets[] = {{"basic", BONES_BASIC},
                                   {"body", BONES_BODY},
                                   {"fingers", BONES_NO_JAW},
                                   {"all", BONES_ALL},
                                   {NULL, 0}};

static const choice constraint_kinds[] = {
    {"all", CONSTRAINTS_ROLL | CONSTRAINTS_AIM | CONSTRAINTS_ROTATION},
    {"roll", CONSTRAINTS_ROLL},
    {"aim", CONSTRAINTS_AIM},
    {"rotation", CONSTRAINTS_ROTATION},
    {NULL, 0}};

static const choice look_at_types[] = {{"bone", VRM_LOOK_AT_TYPE_BONE},
                                       {"expression", VRM_LOOK_AT_TYPE_EXPRESSION},
                                       {"none", NONE},
                                       {NULL, 0}};

static const choice limit_kinds[] = {{"cone", VRM_SPRING_LIMIT_CONE},
                                     {"hinge", VRM_SPRING_LIMIT_HINGE},
                                     {"spherical", VRM_SPRING_LIMIT_SPHERICAL},
                                     {NULL, 0}};

static const choice materials[] = {{"mtoon", 1}, {"pbr", 0}, {NULL, 0}};

static int read_value(const char *option, const char *value, parametric_options *o) {
    const struct {
        const char *name;
        int *value;
        const choice *choices; /* NULL: a count */
    } whole[] = {
        {"--chains", &o->chains, NULL},
        {"--joints", &o->joints, NULL},
        {"--colliders", &o->colliders, NULL},
        {"--shape", &o->shape, shapes},
        {"--constraints", &o->constraints, constraint_kinds},
        {"--targets", &o->targets, NULL},
        {"--expressions", &o->expressions, NULL},
        {"--look-at", &o->look_at, look_at_types},
        {"--limit", &o->limit, limit_kinds},
    };
    const struct {
        const char *name;
        double *value;
    } real[] = {
        {"--segment", &o->segment},
        {"--hit-radius", &o->hit_radius},
        {"--root-scale", &o->root_scale},
    };
    double numbers[8];
    int number;
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; ++i) {
        if (strcmp(whole[i].name, option) != 0) continue;
        return (whole[i].choices != NULL ? read_choice(value, whole[i].choices, whole[i].value)
                                         : read_count(value, whole[i].value))
                   ? 1
                   : -1;
    }
    for (size_t i = 0; i < sizeof real / sizeof real[0]; ++i) {
        if (strcmp(real[i].name, option) == 0)
            return read_numbers(value, real[i].value, 1) ? 1 : -1;
    }
    if (strcmp(option, "--parent") == 0) return read_bone(value, &o->parent) ? 1 : -1;
    if (strcmp(option, "--center") == 0) return read_bone(value, &o->center) ? 1 : -1;
    if (strcmp(option, "--bones") == 0) {
        if (!read_choice(value, bone_sets, &number)) return -1;
        o->bones = (bone_set)number;
        return 1;
    }
    if (strcmp(option, "--material") == 0) {
        if (!read_choice(value, materials, &number)) return -1;
        o->is_mtoon = number != 0;
        return 1;
    }
    if (strcmp(option, "--seed") == 0) {
        if (!read_count(value, &number)) return -1;
        o->seed = (uint32_t)number;
        return 1;
    }
    if (strcmp(option, "--ballast") == 0) {
        if (!read_count(value, &number)) return -1;
        o->ballast = (size_t)number;
        return 1;
    }
    if (strcmp(option, "--gravity") == 0) {
        if (!read_numbers(value, numbers, 3)) return -1;
        o->gravity = vec3_make(numbers[0], numbers[1], numbers[2]);
        return 1;
    }
    if (strcmp(option, "--range-maps") == 0) {
        if (!read_numbers(value, numbers, 8)) return -1;
        o->has_maps = true;
        for (int i = 0; i < 4; ++i) {
            o->maps[i].input_max = numbers[i * 2];
            o->maps[i].output_scale = numbers[i * 2 + 1];
        }
        return 1;
    }
    return 0;
}

/* Takes the options of all commands out of argv. */
static int read_arguments(int argc, char **argv, arguments *out) {
    memset(out, 0, sizeof *out);
    out->argv = argv;
    for (int i = 0; i < argc; ++i) {
        bool is_output = strcmp(argv[i], "-o") == 0, is_dialect = strcmp(argv[i], "--dialect") == 0;
        if ((is_output || is_dialect) && i + 1 == argc) {
            return usage_error("a value is missing behind", argv[i]);
        }
        if (is_output) {
            out->output = argv[++i];
        } else if (is_dialect) {
            if (!dialect_find(argv[++i], &out->write.dialect)) {
                return usage_error("there is no dialect", argv[i]);
            }
            out->has_dialect = true;
        } else if (strcmp(argv[i], "--prose") == 0) {
            out->write.uses_prose = true;
        } else if (strcmp(argv[i], "--old-thumbs") == 0) {
            out->write.has_old_thumbs = true;
        } else {
            argv[out->argc++] = argv[i];
        }
    }
    return 0;
}

/* --- Commands --- */

static int write_bytes(const bytes *data, const char *path) {
    FILE *file = fopen(path, "wb");
    bool is_written;
    if (file == NULL) die("the file cannot be written:", path);
    is_written = fwrite(data->items, 1, data->count, file) == data->count;
    if (fclose(file) != 0 || !is_written) die("the file cannot be written:", path);
    return 0;
}

static int write_avatar(avatar *a, const arguments *given) {
    bytes data = avatar_file(a, &given->write);
    write_bytes(&data, given->output);
    LIST_FREE(&data);
    avatar_release(a);
    return 0;
}

static int run_parametric(const arguments *given) {
    parametric_options o;
    avatar a;
    parametric_init(&o);
    o.dialect = given->write.dialect;
    for (int i = 0; i < given->argc; ++i) {
        const char *option = given->argv[i];
        int found = read_flag(option, &o);
        if (found == 0 && i + 1 < given->argc) {
            found = read_value(option, given->argv[i + 1], &o);
            if (found == -1) return usage_error("this value is wrong:", given->argv[i + 1]);
            i += found;
        }
        if (found == 0) return usage_error("there is no option", option);
    }
    if (given->output == NULL) return usage_error("say where to write:", "-o FILE");
    parametric_build(&a, &o);
    return write_avatar(&a, given);
}

static int run_character(const arguments *given) {
    avatar a;
    bool has_names = given->argc == 2 && strcmp(given->argv[0], "--names") == 0;
    if (given->argc != 0 && !has_names) return usage_error("there is no option", given->argv[0]);
    if (has_names && strcmp(given->argv[1], "scripts") != 0) {
        return usage_error("this value is wrong:", given->argv[1]);
    }
    if (given->output == NULL) return usage_error("say where to write:", "-o FILE");
    character_build(&a);
    if (has_names) character_add_names(&a);
    return write_avatar(&a, given);
}

static int run_vroid(const arguments *given) {
    avatar a;
    bool is_light = given->argc == 1 && strcmp(given->argv[0], "--light") == 0;
    if (given->argc != is_light) return usage_error("there is no option", given->argv[0]);
    if (given->output == NULL) return usage_error("say where to write:", "-o FILE");
    vroid_build(&a, is_light);
    return write_avatar(&a, given);
}

static int make_fault(const arguments *given, fault_table *table, bool is_near) {
    const dialect *d = given->has_dialect ? &given->write.dialect : NULL;
    const fault_case *c;
    bytes data;
    if (given->argc != 1) return usage_error("name one fault:", "fault NAME -o FILE");
    c = fault_find(table, given->argv[0], is_near, d);
    if (c == NULL) {
        return usage_error(is_near ? "there is no near file of the fault" : "there is no fault",
                           given->argv[0]);
    }
    if (given->output == NULL) return usage_error("say where to write:", "-o FILE");
    data = fault_make(table, c, NULL);
    write_bytes(&data, given->output);
    LIST_FREE(&data);
    return 0;
}

static int run_fault(const arguments *given) {
    bool is_list = given->argc == 1 && strcmp(given->argv[0], "--list") == 0;
    fault_table table;
    int result = 0;
    fault_table_open(&table);
    if (is_list) {
        fault_list(&table);
    } else {
        result = make_fault(given, &table, false);
    }
    fault_table_close(&table);
    return result;
}

static int run_near(const arguments *given) {
    fault_table table;
    int result;
    fault_table_open(&table);
    result = make_fault(given, &table, true);
    fault_table_close(&table);
    return result;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static int run_hostile(const arguments *given) {
    const hostile *h;
    bytes data;
    int count;
    if (given->argc == 1 && strcmp(given->argv[0], "--list") == 0) {
        hostile_list();
        return 0;
    }
    if (given->argc != 2) return usage_error("name a kind and a number:", "hostile KIND N -o FILE");
    h = hostile_find(given->argv[0]);
    if (h == NULL) return usage_error("there is no kind", given->argv[0]);
    if (!read_count(given->argv[1], &count)) {
        return usage_error("this value is wrong:", given->argv[1]);
    }
    if (given->output == NULL) return usage_error("say where to write:", "-o FILE");
    data = hostile_make(h, count, base_name(given->output));
    write_bytes(&data, given->output);
    LIST_FREE(&data);
    return 0;
}

/* --- Motions --- */

static const choice interpolations[] = {{"linear", INTERPOLATION_LINEAR},
                                        {"step", INTERPOLATION_STEP},
                                        {"cubicspline", INTERPOLATION_CUBIC},
                                        {NULL, 0}};
static const choice bodies[] = {
    {"figure", BODY_FIGURE}, {"character", BODY_CHARACTER}, {"mmd", BODY_MMD}, {NULL, 0}};
static const choice leg_kinds[] = {{"ik", LEGS_IK}, {"fk", LEGS_FK}, {NULL, 0}};
static const choice look_at_forms[] = {{"rotation", 0}, {"point", 1}, {NULL, 0}};
static const choice rests[] = {{"t", REST_T}, {"a", REST_A}, {"hanging", REST_HANGING}, {NULL, 0}};
static const choice offset_kinds[] = {{"axis", OFFSETS_AXIS}, {"local", OFFSETS_LOCAL}, {NULL, 0}};

/* Names with commas between them. */
static bool read_bones(const char *text, bool out[VRM_BONE_COUNT]) {
    while (*text != '\0') {
        size_t length = strcspn(text, ",");
        char name[NAME_SIZE];
        int bone;
        set_name(name, "%.*s", (int)length, text);
        bone = skeleton_find(name);
        if (bone == NONE || bone == VRM_BONE_HIPS) return false;
        out[bone] = true;
        text += length + (text[length] == ',');
    }
    return true;
}

/* As read_value. */
static int read_motion_value(const char *option, const char *value, motion_options *o) {
    int is_point = o->looks_at_point;
    const struct {
        const char *name;
        int *value;
        const choice *choices;
    } chosen[] = {
        {"--interpolation", &o->interpolation, interpolations},
        {"--body", &o->body, bodies},
        {"--look-at", &is_point, look_at_forms},
        {"--rest", &o->rest, rests},
        {"--offsets", &o->offsets, offset_kinds},
        {"--legs", &o->legs, leg_kinds},
    };
    for (size_t i = 0; i < sizeof chosen / sizeof chosen[0]; ++i) {
        if (strcmp(chosen[i].name, option) != 0) continue;
        if (!read_choice(value, chosen[i].choices, chosen[i].value)) return -1;
        o->looks_at_point = is_point != 0;
        return 1;
    }
    if (strcmp(option, "--motion") == 0) {
        o->what = motion_find(value);
        return o->what != NULL ? 1 : -1;
    }
    if (strcmp(option, "--as") == 0) return motion_format_find(value, &o->format) ? 1 : -1;
    if (strcmp(option, "--fps") == 0) {
        return read_count(value, &o->fps) && o->fps >= 1 && o->fps <= 1000 ? 1 : -1;
    }
    if (strcmp(option, "--missing") == 0) return read_bones(value, o->missing) ? 1 : -1;
    if (strcmp(option, "--family") == 0) {
        o->family = bvh_find_family(value);
        return o->family != NONE ? 1 : -1;
    }
    if (strcmp(option, "--order") == 0) {
        o->order = bvh_find_order(value);
        return o->order != NONE ? 1 : -1;
    }
    return 0;
}

static int run_motion(const arguments *given) {
    motion_options o;
    bytes data;
    motion_options_init(&o);
    for (int i = 0; i < given->argc; ++i) {
        const char *option = given->argv[i];
        int found = 0;
        if (strcmp(option, "--rest-rotations") == 0) {
            o.has_rest_rotations = true;
            continue;
        }
        if (strcmp(option, "--reduce") == 0) {
            o.is_reduced = true;
            continue;
        }
        if (i + 1 < given->argc) found = read_motion_value(option, given->argv[i + 1], &o);
        if (found == -1) return usage_error("this value is wrong:", given->argv[i + 1]);
        if (found == 0) return usage_error("there is no option", option);
        ++i;
    }
    if (given->output == NULL) return usage_error("say where to write:", "-o FILE");
    data = motion_write(&o);
    write_bytes(&data, given->output);
    LIST_FREE(&data);
    return 0;
}

static int make_motion_fault(const arguments *given, const motion_fault_table *table) {
    size_t index = 0, count = motion_fault_count(table);
    bytes data;
    if (given->argc != 1) return usage_error("name one fault:", "motion-fault NAME -o FILE");
    while (index < count && strcmp(motion_fault_name(table, index), given->argv[0]) != 0) ++index;
    if (index == count) return usage_error("there is no fault", given->argv[0]);
    if (given->output == NULL) return usage_error("say where to write:", "-o FILE");
    data = motion_fault_make(table, index);
    write_bytes(&data, given->output);
    LIST_FREE(&data);
    return 0;
}

static int run_motion_fault(const arguments *given) {
    motion_fault_table table;
    int result = 0;
    motion_faults_open(&table);
    if (given->argc == 1 && strcmp(given->argv[0], "--list") == 0) {
        motion_faults_list(&table);
    } else {
        result = make_motion_fault(given, &table);
    }
    motion_faults_close(&table);
    return result;
}

static const choice body_poses[] = {{"t", BODY_POSE_T},
                                    {"a", BODY_POSE_A},
                                    {"hanging", BODY_POSE_HANGING},
                                    {"walk", BODY_POSE_WALK},
                                    {NULL, 0}};
static const choice body_axes[] = {{"plain", BODY_AXES_PLAIN},
                                   {"along", BODY_AXES_ALONG},
                                   {"rotated", BODY_AXES_ROTATED},
                                   {NULL, 0}};

/* 1: taken with its value; 0: there is no such option; -1: the value is wrong. */
static int read_rig_value(const char *option, const char *value, body_rig_options *o) {
    if (strcmp(option, "--pose") == 0) return read_choice(value, body_poses, &o->pose) ? 1 : -1;
    if (strcmp(option, "--axes") == 0) return read_choice(value, body_axes, &o->axes) ? 1 : -1;
    if (strcmp(option, "--family") == 0) {
        o->family = body_family_find(value);
        return o->family != NONE ? 1 : -1;
    }
    if (strcmp(option, "--names") == 0) {
        o->is_nameless = true;
        return strcmp(value, "none") == 0 ? 1 : -1;
    }
    if (strcmp(option, "--bind") == 0) {
        o->is_bound_in_t = true;
        return strcmp(value, "t") == 0 ? 1 : -1;
    }
    if (strcmp(option, "--unit") == 0) {
        o->unit = 0.01;
        return strcmp(value, "cm") == 0 ? 1 : -1;
    }
    if (strcmp(option, "--up") == 0) {
        o->is_z_up = true;
        return strcmp(value, "z") == 0 ? 1 : -1;
    }
    return 0;
}

static bool read_rig_flag(const char *option, body_rig_options *o) {
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"--armature", &o->has_armature},
                 {"--back", &o->faces_back},
                 {"--face", &o->has_face},
                 {"--chains", &o->has_chains}};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i) {
        if (strcmp(flags[i].name, option) != 0) continue;
        *flags[i].flag = true;
        return true;
    }
    return false;
}

static int run_rig(const arguments *given) {
    body_rig_options o;
    bytes data;
    body_rig_options_init(&o);
    o.family = body_family_find("mixamo");
    for (int i = 0; i < given->argc; ++i) {
        int found = 0;
        if (read_rig_flag(given->argv[i], &o)) continue;
        if (i + 1 < given->argc) found = read_rig_value(given->argv[i], given->argv[i + 1], &o);
        if (found == -1) return usage_error("this value is wrong:", given->argv[i + 1]);
        if (found == 0) return usage_error("there is no option", given->argv[i]);
        ++i;
    }
    if (given->output == NULL) return usage_error("say where to write:", "-o FILE");
    data = body_rig_write(&o, NULL);
    write_bytes(&data, given->output);
    LIST_FREE(&data);
    return 0;
}

static const struct {
    const char *name;
    int (*run)(const arguments *given);
} commands[] = {
    {"fault", run_fault},     {"near", run_near},
    {"hostile", run_hostile}, {"character", run_character},
    {"vroid", run_vroid},     {"parametric", run_parametric},
    {"motion", run_motion},   {"motion-fault", run_motion_fault},
    {"rig", run_rig},
};

int main(int argc, char **argv) {
    arguments given;
    int result;
    if (argc < 2) {
        print_help(stderr);
        return 2;
    }
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "help") == 0 || strcmp(argv[i], "--help") == 0 ||
            strcmp(argv[i], "-h") == 0) {
            print_help(stdout);
            return 0;
        }
    }
    result = read_arguments(argc - 2, argv + 2, &given);
    if (result != 0) return result;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; ++i) {
        if (strcmp(commands[i].name, argv[1]) == 0) return commands[i].run(&given);
    }
    return usage_error("there is no command", argv[1]);
}
