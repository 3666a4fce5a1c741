/*
 * A program of another version (tools/check/check-growth): it uses every struct of the interface
 * that may grow, and prints numbers that must not depend on whether the library's structs are
 * longer or shorter than its own.
 *
 * usage: growth FILE        print the numbers
 *        growth FILE set    set the last field of each struct that the library reads, where the
 *                           headers have been grown (VRM_TEST_GROWN), and print the result
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vrm/author.h>

/* Each struct lies before bytes that nobody may write. */
#define GUARDED(type)                                                                              \
    struct {                                                                                       \
        type it;                                                                                   \
        unsigned char guard[64];                                                                   \
    }

static int failures;

static void expect(int holds, const char *what) {
    if (holds) return;
    printf("does not hold: %s\n", what);
    failures += 1;
}

static void check_guard(const unsigned char guard[64], const char *what) {
    for (int i = 0; i < 64; ++i) {
        if (guard[i] != 0xA5) {
            expect(0, what);
            return;
        }
    }
}

typedef struct bytes {
    unsigned char *data;
    size_t size;
} bytes;

static bytes read_whole(const char *path) {
    bytes file = {NULL, 0};
    FILE *stream = fopen(path, "rb");
    long size;
    if (stream == NULL) return file;
    fseek(stream, 0, SEEK_END);
    size = ftell(stream);
    rewind(stream);
    file.data = malloc(size > 0 ? (size_t)size : 1);
    if (file.data != NULL && size > 0) file.size = fread(file.data, 1, (size_t)size, stream);
    fclose(stream);
    return file;
}

/* --- Numbers --- */

static vrm_model *load(const bytes *file) {
    GUARDED(vrm_load_desc) desc;
    GUARDED(vrm_limits) limits;
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    memset(&desc, 0xA5, sizeof desc);
    memset(&limits, 0xA5, sizeof limits);
    vrm_load_desc_init(&desc.it);
    vrm_limits_init(&limits.it);
    check_guard(desc.guard, "vrm_load_desc_init stays within the struct");
    check_guard(limits.guard, "vrm_limits_init stays within the struct");
    expect(limits.it.max_nodes == 1u << 20 && limits.it.max_materials == 16384,
           "limits have their defaults");
    desc.it.limits = &limits.it;
    limits.it.max_nodes = 3; /* is read where it is */
    result = vrm_model_load(file->data, file->size, &desc.it, &model, &report);
    printf("three nodes: %s", vrm_result_name(result));
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        const vrm_diagnostic *entry = vrm_report_get(report, i);
        printf("; %s, %s, %d, %u", entry->code, entry->message, (int)entry->severity,
               (unsigned)entry->argument_count);
    }
    printf("\n");
    vrm_report_destroy(report);
    limits.it.max_nodes = 0;
    desc.it.user = &failures;
    result = vrm_model_load(file->data, file->size, &desc.it, &model, &report);
    printf("load: %s, %u diagnostics\n", vrm_result_name(result),
           (unsigned)vrm_report_count(report));
    vrm_report_destroy(report);
    expect(vrm_model_user(model) == &failures, "the pointer of the desc is kept");
    return model;
}

static void peek(const bytes *file) {
    GUARDED(vrm_peek) found;
    vrm_model *model = NULL;
    vrm_result result;
    memset(&found, 0xA5, sizeof found);
    vrm_peek_init(&found.it);
    result = vrm_model_peek(file->data, 20, NULL, &found.it, &model, NULL);
    printf("peek: %s, %lu\n", vrm_result_name(result), (unsigned long)found.it.needed_bytes);
    result = vrm_model_peek(file->data, file->size, NULL, &found.it, &model, NULL);
    printf("peek: %s, %lu, %lu\n", vrm_result_name(result),
           (unsigned long)found.it.thumbnail_offset, (unsigned long)found.it.thumbnail_bytes);
    expect(found.it.struct_size == sizeof found.it, "a struct keeps its size");
    check_guard(found.guard, "vrm_model_peek stays within the struct");
    vrm_model_release(model);
}

static void print_tables(const vrm_model *model) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_tables *tables = vrm_model_tables(model);
    printf("gltf: %s, %u nodes, %u meshes, scene %d\n", gltf->generator.data,
           (unsigned)gltf->node_count, (unsigned)gltf->mesh_count, (int)gltf->scene);
    printf("tables: %s, %s, %u expressions, %u springs, %u joints, %u materials\n",
           vrm_dialect_name(tables->dialect), tables->meta.name.data,
           (unsigned)tables->expression_count, (unsigned)tables->spring_count,
           (unsigned)tables->spring_joint_count, (unsigned)tables->material_count);
}

/* Hexadecimal floats show every bit. */
static void print_frame(const char *name, const vrm_frame *frame) {
    double sum = 0;
    for (uint32_t i = 0; i < frame->node_count; ++i) {
        for (int k = 0; k < 16; ++k) sum += (double)frame->world[i].m[k] * (double)(1 + k);
    }
    for (uint32_t i = 0; i < frame->morph_weight_count; ++i) sum += (double)frame->morph_weights[i];
    for (uint32_t i = 0; i < frame->expression_count; ++i) {
        sum += (double)frame->expression_weights[i];
    }
    for (uint32_t i = 0; i < frame->material_count; ++i) {
        sum += (double)frame->materials[i].base_color[0];
    }
    printf("%s: %u, %u, %u, %u: %a\n", name, (unsigned)frame->node_count,
           (unsigned)frame->morph_weight_count, (unsigned)frame->material_count,
           (unsigned)frame->expression_count, sum);
}

static void act(vrm_avatar *avatar, int frame) {
    const vrm_model *model = vrm_avatar_model(avatar);
    const float turn = 0.01f * (float)frame;
    vrm_avatar_set_bone_rotation_value(avatar, VRM_BONE_HEAD, vrm_quat_make(0, turn, 0, 1));
    vrm_avatar_set_expression(avatar, vrm_model_find_expression(model, "happy"), turn);
    vrm_avatar_set_look_at_degrees(avatar, (float)frame, 5);
}

static void run(vrm_model *model) {
    GUARDED(vrm_avatar_desc) of_avatar;
    GUARDED(vrm_crowd_desc) of_crowd;
    GUARDED(vrm_look_at_state) state;
    GUARDED(vrm_node_array) array;
    GUARDED(vrm_detail_rule) rule;
    const vrm_vec3 eye = {0, 0, 9};
    const vrm_space unity = vrm_space_unity();
    const uint32_t count = vrm_model_gltf(model)->node_count;
    vrm_trs *host = calloc(count, sizeof *host);
    vrm_avatar *avatar, *member;
    vrm_crowd *crowd;
    double sum = 0;
    memset(&of_avatar, 0xA5, sizeof of_avatar);
    memset(&of_crowd, 0xA5, sizeof of_crowd);
    memset(&state, 0xA5, sizeof state);
    memset(&array, 0xA5, sizeof array);
    memset(&rule, 0xA5, sizeof rule);
    vrm_avatar_desc_init(&of_avatar.it);
    vrm_crowd_desc_init(&of_crowd.it);
    vrm_look_at_state_init(&state.it);
    vrm_node_array_init(&array.it);
    vrm_detail_rule_init(&rule.it);
    of_avatar.it.user = &failures;
    vrm_avatar_create(model, &of_avatar.it, &avatar, NULL);
    vrm_crowd_create(&of_crowd.it, &crowd, NULL);
    vrm_crowd_add(crowd, model, &of_avatar.it, &member, NULL);
    expect(avatar != NULL && member != NULL, "there are avatars");
    if (avatar == NULL || member == NULL || host == NULL) exit(1);
    expect(vrm_avatar_user(avatar) == &failures, "the pointer of the desc is kept");
    for (int frame = 0; frame < 60; ++frame) {
        act(avatar, frame);
        act(member, frame);
        if (frame == 30) vrm_crowd_set_detail_by_distance(crowd, &rule.it, &eye);
        vrm_avatar_update(avatar, 1.0f / 60.0f);
        vrm_crowd_update(crowd, 1.0f / 60.0f);
    }
    print_frame("avatar", vrm_avatar_frame(avatar));
    print_frame("member", vrm_avatar_frame(member));
    printf("detail: %d, %d, %d, %d\n", (int)vrm_crowd_avatar_detail(crowd, member),
           (int)vrm_detail_for_distance(&rule.it, 19.0f, VRM_CROWD_DETAIL_FULL),
           (int)vrm_detail_for_distance(&rule.it, 19.0f, VRM_CROWD_DETAIL_RIGID),
           (int)vrm_detail_for_distance(&rule.it, 100.0f, VRM_CROWD_DETAIL_FULL));
    vrm_avatar_get_look_at(avatar, &state.it);
    printf("look_at: %d, %a, %a, %a, %a\n", (int)state.it.mode, (double)state.it.set_yaw_degrees,
           (double)state.it.set_pitch_degrees, (double)state.it.yaw_degrees,
           (double)state.it.pitch_degrees);
    expect(state.it.struct_size == sizeof state.it, "a struct keeps its size");
    array.it.translation = &host[0].translation;
    array.it.rotation = &host[0].rotation;
    array.it.stride = sizeof *host;
    array.it.count = count;
    array.it.space = &unity;
    vrm_avatar_scatter(avatar, &array.it, VRM_WRITER_ALL);
    for (uint32_t i = 0; i < count; ++i) {
        sum += (double)host[i].translation.x + (double)host[i].rotation.y;
    }
    printf("scatter: %a\n", sum);
    check_guard(of_avatar.guard, "vrm_avatar_create stays within the struct");
    check_guard(of_crowd.guard, "vrm_crowd_create stays within the struct");
    check_guard(state.guard, "vrm_avatar_get_look_at stays within the struct");
    check_guard(rule.guard, "vrm_detail_rule_init stays within the struct");
    check_guard(array.guard, "vrm_avatar_scatter stays within the struct");
    vrm_avatar_destroy(avatar);
    vrm_crowd_destroy(crowd);
    free(host);
}

static void check(const bytes *file, const vrm_model *model) {
    GUARDED(vrm_check_desc) desc;
    vrm_report *report = NULL;
    memset(&desc, 0xA5, sizeof desc);
    vrm_check_desc_init(&desc.it);
    expect(vrm_check(file->data, file->size, &desc.it, &report) == VRM_OK, "a file is checked");
    printf("check: %u diagnostics\n", (unsigned)vrm_report_count(report));
    vrm_report_destroy(report);
    expect(vrm_check_model(model, &desc.it, &report) == VRM_OK, "a model is checked");
    vrm_report_destroy(report);
    check_guard(desc.guard, "vrm_check stays within the struct");
}

/* --- Settings that an older library does not know --- */

#ifdef VRM_TEST_GROWN
static void say(const char *what, int is_taken) {
    printf("%s: %s\n", what, is_taken ? "taken" : "refused");
}

static void set_unknown(const bytes *file) {
    vrm_load_desc of_load;
    vrm_limits limits;
    vrm_avatar_desc of_avatar;
    vrm_crowd_desc of_crowd;
    vrm_check_desc of_check;
    vrm_detail_rule rule;
    vrm_node_array array;
    vrm_model *model = NULL, *other = NULL;
    vrm_avatar *avatar, *plain;
    vrm_crowd *crowd;
    vrm_report *report = NULL;
    float scale[3] = {0, 0, 0};
    vrm_load_desc_init(&of_load);
    of_load.grown_b = 1;
    say("vrm_load_desc", vrm_model_load(file->data, file->size, &of_load, &other, NULL) == VRM_OK);
    vrm_model_release(other);
    of_load.grown_b = 0;
    vrm_limits_init(&limits);
    of_load.limits = &limits;
    limits.grown_b = 1;
    say("vrm_limits", vrm_model_load(file->data, file->size, &of_load, &other, NULL) == VRM_OK);
    vrm_model_release(other);
    limits.grown_b = 0;
    if (vrm_model_load(file->data, file->size, &of_load, &model, NULL) != VRM_OK) exit(1);
    vrm_avatar_desc_init(&of_avatar);
    of_avatar.grown_b = 1;
    vrm_avatar_create(model, &of_avatar, &avatar, NULL);
    say("vrm_avatar_desc", avatar != NULL);
    vrm_crowd_desc_init(&of_crowd);
    of_crowd.grown_b = 1;
    vrm_crowd_create(&of_crowd, &crowd, NULL);
    say("vrm_crowd_desc", crowd != NULL);
    vrm_check_desc_init(&of_check);
    of_check.grown_b = 1;
    say("vrm_check_desc", vrm_check_model(model, &of_check, &report) == VRM_OK);
    vrm_report_destroy(report);
    vrm_detail_rule_init(&rule);
    rule.grown_b = 1;
    say("vrm_detail_rule",
        vrm_detail_for_distance(&rule, 50.0f, VRM_CROWD_DETAIL_FULL) == VRM_CROWD_DETAIL_RIGID);
    vrm_avatar_create(model, NULL, &plain, NULL);
    vrm_node_array_init(&array);
    array.scale = scale;
    array.count = 1;
    array.grown_b = 1;
    vrm_avatar_scatter(plain, &array, VRM_WRITER_ALL);
    say("vrm_node_array", scale[0] != 0);
    vrm_avatar_destroy(plain);
    vrm_avatar_destroy(avatar);
    vrm_crowd_destroy(crowd);
    vrm_model_release(model);
}
#endif

int main(int argc, char **argv) {
    bytes file;
    vrm_model *model;
    if (argc < 2) return 2;
    file = read_whole(argv[1]);
    if (file.size == 0) {
        fprintf(stderr, "%s: cannot be read\n", argv[1]);
        return 2;
    }
#ifdef VRM_TEST_GROWN
    if (argc > 2 && strcmp(argv[2], "set") == 0) {
        set_unknown(&file);
        free(file.data);
        return 0;
    }
#endif
    peek(&file);
    model = load(&file);
    if (model == NULL) return 1;
    print_tables(model);
    run(model);
    check(&file, model);
    vrm_model_release(model);
    free(file.data);
    return failures != 0;
}
