/*
 * The whole-file vectors of conformance/files: small files, scripts of inputs, and what an
 * evaluation in double precision, apart from the library, expects of them. conformance/README.md
 * has the format.
 */
#include "clip/motion_fixture.h"
#include "conformance/vectors.h"
#include "support/fixture.h"
#include "support/lanes.h"

#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What each kind of number may be off by; a case has the angle that noise in its inputs makes. */
static const double tolerance_degrees = 0.01, tolerance_number = 1e-4;
static const double noise_factor = 10.0;

enum { MOST_INDICES = 256, MOST_CUSTOMS = 4 };

typedef struct whole_file {
    yyjson_val *one;
    loaded file;
    clip_file clip; /* NULL where the case has none */
    vrm_avatar *avatar;
    vrm_frame frame;
    double degrees;
    char why[512]; /* the first difference */
} whole_file;

static yyjson_val *part(yyjson_val *object, const char *name) {
    return yyjson_obj_get(object, name);
}

static double number_in(yyjson_val *list, size_t index) {
    return yyjson_get_num(yyjson_arr_get(list, index));
}

static const char *text_in(yyjson_val *object, const char *name) {
    const char *text = yyjson_get_str(part(object, name));
    return text != NULL ? text : "";
}

static bool is_set(yyjson_val *one, const char *setting) {
    yyjson_val *found;
    size_t i, n;
    yyjson_arr_foreach(part(one, "settings"), i, n, found) {
        if (yyjson_equals_str(found, setting)) return true;
    }
    return false;
}

static int32_t node_named(const whole_file *run, const char *name) {
    for (uint32_t i = 0; i < run->file.gltf->node_count; ++i) {
        if (strcmp(run->file.gltf->nodes[i].name.data, name) == 0) return (int32_t)i;
    }
    CHECK_TEXT(name, "a node of the file");
    return 0;
}

/* --- Files --- */

static fixture read_model(const char *name) {
    char path[1024];
    unsigned char *bytes = NULL;
    long size = 0;
    FILE *from;
    fixture file = {NULL, 0};
    snprintf(path, sizeof path, "%s/files/models/%s", test_option("conformance"), name);
    from = fopen(path, "rb");
    if (!CHECK(from != NULL)) return file;
    if (fseek(from, 0, SEEK_END) == 0) size = ftell(from);
    if (fseek(from, 0, SEEK_SET) == 0 && size > 0) bytes = malloc((size_t)size);
    if (CHECK(bytes != NULL && fread(bytes, 1, (size_t)size, from) == (size_t)size)) {
        file = fixture_bytes(bytes, (size_t)size);
    }
    free(bytes);
    fclose(from);
    return file;
}

static bool begin(whole_file *run, yyjson_val *one) {
    vrm_avatar_desc desc;
    memset(run, 0, sizeof *run);
    run->one = one;
    run->degrees =
        fmax(tolerance_degrees, noise_factor * yyjson_get_num(part(one, "noise_degrees")));
    run->file = load_avatar_file(read_model(text_in(one, "file")), NULL);
    if (part(one, "clip") != NULL) run->clip = load_clip(read_model(text_in(one, "clip")), NULL);
    vrm_avatar_desc_init(&desc);
    desc.flags = VRM_AVATAR_FLAG_AS_FILE;
    if (is_set(one, "literal-time")) desc.flags |= VRM_AVATAR_FLAG_LITERAL_TIME;
    if (is_set(one, "literal-scale")) desc.flags |= VRM_AVATAR_FLAG_LITERAL_SCALE;
    if (!CHECK(run->file.model != NULL)) return false;
    run->avatar = create_with_lanes(run->file.model, &desc);
    if (run->avatar == NULL) return false;
    run->frame = *vrm_avatar_frame(run->avatar);
    return true;
}

static void end(whole_file *run) {
    vrm_avatar_destroy(run->avatar);
    unload(&run->file);
    unload_motion(&run->clip);
}

/* --- Inputs --- */

/* A number of a track, between its keys. */
static double input_at(yyjson_val *track, int frame, size_t column) {
    yyjson_val *frames = part(track, "frames"), *values = part(track, "values"), *value;
    const size_t count = yyjson_arr_size(frames);
    double numbers[2] = {0.0, 0.0}, at = 0.0;
    size_t key = 0;
    while (key + 1 < count && number_in(frames, key + 1) <= frame) ++key;
    if (key + 1 < count && frame > number_in(frames, key)) {
        at = (frame - number_in(frames, key)) /
             (number_in(frames, key + 1) - number_in(frames, key));
    }
    for (size_t i = 0; i < 2; ++i) {
        value = yyjson_arr_get(values, key + i < count ? key + i : count - 1);
        numbers[i] = yyjson_is_arr(value) ? number_in(value, column) : yyjson_get_num(value);
    }
    return numbers[0] + (numbers[1] - numbers[0]) * at;
}

static vrm_vec3 input_place(yyjson_val *track, int frame) {
    return (vrm_vec3){(float)input_at(track, frame, 0), (float)input_at(track, frame, 1),
                      (float)input_at(track, frame, 2)};
}

static vrm_quat input_turn(yyjson_val *track, int frame) {
    yyjson_val *axis = part(track, "axis");
    const double half = input_at(track, frame, 0) * 3.14159265358979323846 / 360.0;
    double x[3], length = 0.0;
    for (size_t i = 0; i < 3; ++i) {
        x[i] = number_in(axis, i);
        length += x[i] * x[i];
    }
    length = sin(half) / sqrt(length);
    return (vrm_quat){(float)(x[0] * length), (float)(x[1] * length), (float)(x[2] * length),
                      (float)cos(half)};
}

static vrm_quat turned(vrm_quat a, vrm_quat b) {
    return (vrm_quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                      a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
                      a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
                      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static void put_input(whole_file *run, yyjson_val *track, int frame, vrm_trs *root) {
    const char *kind = text_in(track, "input"), *name = text_in(track, "name");
    if (strcmp(kind, "root_position") == 0) {
        root->translation = input_place(track, frame);
    } else if (strcmp(kind, "root_rotation") == 0) {
        root->rotation = input_turn(track, frame);
    } else if (strcmp(kind, "rotation") == 0) {
        const int32_t node = node_named(run, name);
        vrm_avatar_locals(run->avatar)[node].rotation =
            turned(run->file.gltf->nodes[node].rest.rotation, input_turn(track, frame));
    } else if (strcmp(kind, "normalized") == 0) {
        vrm_avatar_set_bone_rotation_value(run->avatar, vrm_bone_find(name),
                                           input_turn(track, frame));
    } else if (strcmp(kind, "expression") == 0) {
        vrm_avatar_set_expression(run->avatar, vrm_model_find_expression(run->file.model, name),
                                  (float)input_at(track, frame, 0));
    } else if (strcmp(kind, "look_at") == 0) {
        const vrm_vec3 target = input_place(track, frame);
        vrm_avatar_set_look_at_target(run->avatar, &target);
    } else if (strcmp(kind, "clip_seconds") == 0) {
        vrm_custom_weight customs[MOST_CUSTOMS];
        vrm_pose pose;
        vrm_pose_init(&pose);
        pose.customs = customs;
        pose.custom_capacity = MOST_CUSTOMS;
        vrm_clip_sample(run->clip.clip, vrm_ns(input_at(track, frame, 0)), &pose);
        vrm_avatar_apply_pose(run->avatar, &pose, NULL);
    } else if (CHECK_TEXT(kind, "reset") && input_at(track, frame, 0) > 0.5) {
        vrm_avatar_reset_springs(run->avatar, VRM_ALL);
    }
}

static void advance(whole_file *run, int frame) {
    vrm_trs root = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    yyjson_val *seconds = part(run->one, "seconds"), *track;
    size_t i, n;
    yyjson_arr_foreach(part(run->one, "inputs"), i, n, track) {
        put_input(run, track, frame, &root);
    }
    vrm_avatar_set_root(run->avatar, &root);
    if (yyjson_is_arr(seconds)) {
        seconds = yyjson_arr_get(seconds, (size_t)(frame - 1) % yyjson_arr_size(seconds));
    }
    vrm_avatar_update(run->avatar, (float)yyjson_get_num(seconds));
}

/* --- What is expected --- */

static bool differ(whole_file *run, const char *what, const char *name, double apart, double most) {
    if (apart <= most) return false; /* NaN is not */
    snprintf(run->why, sizeof run->why, "%s of %s is off by %.3g", what, name, apart);
    return true;
}

/* The angle between a node's rotation in the world and a quaternion, from the distance of their
 * matrices: exact for small angles too. */
static double angle_between(const vrm_mat4 *world, yyjson_val *q) {
    const double x = number_in(q, 0), y = number_in(q, 1), z = number_in(q, 2), w = number_in(q, 3);
    const double columns[3][3] = {
        {1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
        {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
        {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
    double sum = 0.0;
    for (int c = 0; c < 3; ++c) {
        const float *column = world->m + 4 * c;
        const double size =
            sqrt((double)column[0] * (double)column[0] + (double)column[1] * (double)column[1] +
                 (double)column[2] * (double)column[2]);
        for (int r = 0; r < 3; ++r) {
            const double apart = (double)column[r] / size - columns[c][r];
            sum += apart * apart;
        }
    }
    return 2.0 * asin(fmin(sqrt(sum / 8.0), 1.0)) * 180.0 / 3.14159265358979323846;
}

static bool differ_numbers(whole_file *run, const char *what, const char *name, const float *got,
                           size_t count, yyjson_val *expected) {
    if (yyjson_arr_size(expected) != count) {
        snprintf(run->why, sizeof run->why, "%s of %s: there are %zu", what, name, count);
        return true;
    }
    for (size_t i = 0; i < count; ++i) {
        if (differ(run, what, name, fabs((double)got[i] - number_in(expected, i)),
                   tolerance_number)) {
            return true;
        }
    }
    return false;
}

static bool differ_material(whole_file *run, const char *name, yyjson_val *expected) {
    const vrm_gltf *gltf = run->file.gltf;
    uint32_t index = 0;
    yyjson_val *key, *value;
    size_t i, n;
    while (index < gltf->material_count && strcmp(gltf->materials[index].name.data, name) != 0)
        ++index;
    if (!CHECK(index < gltf->material_count)) return true;
    yyjson_obj_foreach(expected, i, n, key, value) {
        const vrm_material_values *got = &run->frame.materials[index];
        const struct {
            const char *name;
            const float *values;
            size_t count;
        } parts[] = {{"color", got->base_color, 4},
                     {"emissionColor", got->emissive, 3},
                     {"shadeColor", got->shade_color, 3},
                     {"matcapColor", got->matcap, 3},
                     {"rimColor", got->rim_color, 3},
                     {"outlineColor", got->outline_color, 3},
                     {"scale", &got->uv_scale[VRM_TEXTURE_SLOT_BASE_COLOR].x, 2},
                     {"offset", &got->uv_offset[VRM_TEXTURE_SLOT_BASE_COLOR].x, 2}};
        size_t k = 0;
        while (k < sizeof parts / sizeof parts[0] && !yyjson_equals_str(key, parts[k].name)) ++k;
        if (!CHECK(k < sizeof parts / sizeof parts[0])) return true;
        if (differ_numbers(run, parts[k].name, name, parts[k].values, parts[k].count, value)) {
            return true;
        }
    }
    return false;
}

/* The triangles that the first-person camera draws, and those that the others do. */
static bool differ_triangles(whole_file *run, const char *name, yyjson_val *expected) {
    const int32_t node = node_named(run, name);
    uint32_t indices[MOST_INDICES];
    size_t first = 0, others = 0;
    float got[2];
    CHECK_INT(vrm_model_read_first_person_triangles(run->file.model, node, 0, indices, MOST_INDICES,
                                                    &first),
              VRM_OK);
    CHECK_INT(vrm_model_read_triangles(run->file.model, run->file.gltf->nodes[node].mesh, 0,
                                       indices, MOST_INDICES, &others),
              VRM_OK);
    if (vrm_model_first_person(run->file.model, node) == VRM_FIRST_PERSON_FIRST_PERSON_ONLY) {
        others = 0;
    }
    got[0] = (float)(first / 3);
    got[1] = (float)(others / 3);
    return differ_numbers(run, "triangles", name, got, 2, expected);
}

static bool differ_bone(whole_file *run, const char *name, yyjson_val *expected) {
    const int32_t node = vrm_model_bone_node(run->file.model, vrm_bone_find(name));
    const char *got = node == VRM_NONE ? "" : run->file.gltf->nodes[node].name.data;
    const char *wanted = yyjson_is_null(expected) ? "" : yyjson_get_str(expected);
    if (wanted != NULL && strcmp(got, wanted) == 0) return false;
    snprintf(run->why, sizeof run->why, "bone %s is '%s'", name, got);
    return true;
}

static bool differ_one(whole_file *run, const char *what, const char *name, yyjson_val *expected) {
    if (strcmp(what, "bones") == 0) return differ_bone(run, name, expected);
    if (strcmp(what, "materials") == 0) return differ_material(run, name, expected);
    if (strcmp(what, "triangles") == 0) return differ_triangles(run, name, expected);
    {
        const int32_t node = node_named(run, name);
        const vrm_mat4 *world = &run->frame.world[node];
        const uint32_t *morphs = &run->frame.morph_offsets[node];
        if (strcmp(what, "rotations") == 0) {
            return differ(run, what, name, angle_between(world, expected), run->degrees);
        }
        if (strcmp(what, "positions") == 0) {
            return differ_numbers(run, what, name, world->m + 12, 3, expected);
        }
        CHECK_TEXT(what, "morphs");
        return differ_numbers(run, what, name, run->frame.morph_weights + morphs[0],
                              morphs[1] - morphs[0], expected);
    }
}

/* Whether a frame has everything that is expected; counts what it held against it. */
static bool is_as_expected(whole_file *run, yyjson_val *expected, size_t *inout_count) {
    yyjson_val *what, *list, *name, *value;
    size_t i, n, k, m;
    yyjson_obj_foreach(expected, i, n, what, list) {
        if (!yyjson_is_obj(list)) continue; /* its frame */
        yyjson_obj_foreach(list, k, m, name, value) {
            ++*inout_count;
            if (differ_one(run, yyjson_get_str(what), yyjson_get_str(name), value)) return false;
        }
    }
    return true;
}

static void run_whole_file(yyjson_val *one) {
    yyjson_val *expected = part(one, "expected"), *at;
    whole_file run;
    size_t i, n, count = 0;
    int frame = 0;
    test_note("%s", text_in(one, "id"));
    if (begin(&run, one)) {
        yyjson_arr_foreach(expected, i, n, at) {
            const int until = yyjson_get_int(part(at, "frame"));
            while (frame < until) advance(&run, ++frame);
            if (is_as_expected(&run, at, &count)) continue;
            printf("  %s, frame %d: %s\n", text_in(one, "id"), frame, run.why);
            test_check(false, run.why, __FILE__, __LINE__);
            break;
        }
        CHECK(count > 0);
    }
    end(&run);
}

static void run_group(const char *group) {
    char area[64];
    yyjson_doc *file;
    yyjson_val *one;
    size_t i, n;
    snprintf(area, sizeof area, "files/%s", group);
    file = read_vectors(area);
    if (file == NULL) return;
    CHECK(yyjson_arr_size(part(yyjson_doc_get_root(file), "cases")) > 0);
    yyjson_arr_foreach(part(yyjson_doc_get_root(file), "cases"), i, n, one) { run_whole_file(one); }
    test_note(NULL);
    yyjson_doc_free(file);
}

TEST(whole_files_control) { run_group("control"); }
TEST(whole_files_springs) { run_group("springs"); }
TEST(whole_files_colliders) { run_group("colliders"); }
TEST(whole_files_limits) { run_group("limits"); }
TEST(whole_files_constraints) { run_group("constraints"); }
TEST(whole_files_look_at) { run_group("look_at"); }
TEST(whole_files_expressions) { run_group("expressions"); }
TEST(whole_files_first_person) { run_group("first_person"); }
TEST(whole_files_humanoid) { run_group("humanoid"); }
TEST(whole_files_motions) { run_group("motions"); }
TEST(whole_files_vrm0) { run_group("vrm0"); }
TEST(whole_files_broken) { run_group("broken"); }

TEST_SUITE(whole_files, ENTRY(whole_files_control), ENTRY(whole_files_springs),
           ENTRY(whole_files_colliders), ENTRY(whole_files_limits), ENTRY(whole_files_constraints),
           ENTRY(whole_files_look_at), ENTRY(whole_files_expressions),
           ENTRY(whole_files_first_person), ENTRY(whole_files_humanoid), ENTRY(whole_files_motions),
           ENTRY(whole_files_vrm0), ENTRY(whole_files_broken));
