/*
 * Writes the inputs of the pinned scenes (test/same_bits) as JSON, and the hashes that they have to
 * give: so Python plays the same scenes, and they are written once. It runs the scenes, and the
 * linker passes each call of the functions below through the function that records it (--wrap).
 *
 * usage: record_scenes SAMPLES >scenes.json
 */
#include "same_bits/scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *samples;
static int depth;        /* of calls that the library makes itself */
static bool is_recorded; /* the scene is playing */
static bool has_call;
static char *json; /* of the file that was made in memory */

/* --- What scenes.c needs of the tests --- */

const char *test_option(const char *name) { return strcmp(name, "samples") == 0 ? samples : NULL; }

bool test_check_int(int64_t got, int64_t expected, const char *text, const char *file, int line);
bool test_check_int(int64_t got, int64_t expected, const char *text, const char *file, int line) {
    if (got == expected) return true;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
    exit(1);
}

loaded load_json(const char *text) {
    vrm_load_desc desc;
    loaded file;
    memset(&file, 0, sizeof file);
    json = malloc(strlen(text) + 1);
    strcpy(json, text);
    for (char *at = json; *at != 0; ++at) {
        if (*at == '\'') *at = '"';
    }
    vrm_load_desc_init(&desc);
    desc.flags = VRM_LOAD_ANY_GLTF | VRM_LOAD_COPY_PAYLOAD;
    file.result = vrm_model_load(json, strlen(json), &desc, &file.model, &file.report);
    file.gltf = vrm_model_gltf(file.model);
    file.tables = vrm_model_tables(file.model);
    return file;
}

/* --- Recording --- */

static void begin(const char *name) {
    printf("%s[\"%s\"", has_call ? "," : "", name);
    has_call = true;
}
static void number(double value) { printf(",%.9g", value); }
static void numbers(const float *values, int count) {
    printf(",[");
    for (int i = 0; i < count; ++i) printf("%s%.9g", i == 0 ? "" : ",", (double)values[i]);
    printf("]");
}
#define SHOWN (is_recorded && depth == 0)

/* RECORD(function, parameters, arguments, what is printed) */
#define RECORD(name, parameters, arguments, shown)                                                 \
    void __real_vrm_avatar_##name parameters;                                                      \
    void __wrap_vrm_avatar_##name parameters;                                                      \
    void __wrap_vrm_avatar_##name parameters {                                                     \
        if (SHOWN) {                                                                               \
            begin(#name);                                                                          \
            shown;                                                                                 \
            printf("]");                                                                           \
        }                                                                                          \
        ++depth;                                                                                   \
        __real_vrm_avatar_##name arguments;                                                        \
        --depth;                                                                                   \
    }

RECORD(set_root, (vrm_avatar * a, const vrm_trs *root), (a, root),
       numbers(&root->translation.x, 10))
RECORD(teleport, (vrm_avatar * a, const vrm_trs *root, int32_t keep), (a, root, keep),
       (numbers(&root->translation.x, 10), number(keep)))
RECORD(shift_origin, (vrm_avatar * a, const vrm_vec3 *shift), (a, shift), numbers(&shift->x, 3))
RECORD(reset_pose, (vrm_avatar * a), (a), (void)0)
RECORD(set_bone_rotation, (vrm_avatar * a, vrm_bone bone, const vrm_quat *q), (a, bone, q),
       (number(bone), numbers(&q->x, 4)))
RECORD(set_hips_position, (vrm_avatar * a, const vrm_vec3 *position), (a, position),
       numbers(&position->x, 3))
RECORD(set_look_at_target, (vrm_avatar * a, const vrm_vec3 *target), (a, target),
       numbers(&target->x, 3))
RECORD(set_look_at_degrees, (vrm_avatar * a, float yaw, float pitch), (a, yaw, pitch),
       (number((double)yaw), number((double)pitch)))
RECORD(set_look_at_off, (vrm_avatar * a), (a), (void)0)
RECORD(set_layer_expression,
       (vrm_avatar * a, vrm_expression_layer layer, int32_t expression, float weight),
       (a, layer, expression, weight), (number(layer), number(expression), number((double)weight)))
RECORD(reset_springs, (vrm_avatar * a, int32_t spring), (a, spring), number(spring))
RECORD(set_wind, (vrm_avatar * a, const vrm_vec3 *force), (a, force), numbers(&force->x, 3))
RECORD(set_spring_wind, (vrm_avatar * a, int32_t spring, const vrm_vec3 *force), (a, spring, force),
       (number(spring), numbers(&force->x, 3)))
RECORD(set_spring_mode, (vrm_avatar * a, int32_t spring, vrm_spring_mode mode), (a, spring, mode),
       (number(spring), number(mode)))
RECORD(set_spring_weight, (vrm_avatar * a, int32_t spring, float weight), (a, spring, weight),
       (number(spring), number((double)weight)))
RECORD(set_spring_center, (vrm_avatar * a, int32_t spring, int32_t node), (a, spring, node),
       (number(spring), number(node)))
RECORD(warm_up, (vrm_avatar * a, float seconds), (a, seconds), number((double)seconds))
RECORD(apply_pose, (vrm_avatar * a, const vrm_pose *pose, const vrm_apply_desc *desc),
       (a, pose, desc), (void)0)

static void show_collider(uint32_t index, const vrm_spring_collider *collider) {
    number(index);
    if (collider == NULL) {
        printf(",null");
        return;
    }
    printf(",{\"node\":%d,\"shape\":%d,\"offset\":", (int)collider->node, (int)collider->shape);
    printf("[%.9g,%.9g,%.9g]", (double)collider->offset.x, (double)collider->offset.y,
           (double)collider->offset.z);
    printf(",\"tail\":[%.9g,%.9g,%.9g]", (double)collider->tail.x, (double)collider->tail.y,
           (double)collider->tail.z);
    printf(",\"radius\":%.9g}", (double)collider->radius);
}
RECORD(set_collider, (vrm_avatar * a, uint32_t index, const vrm_spring_collider *collider),
       (a, index, collider), show_collider(index, collider))

static void show_joint(int32_t joint, const vrm_spring_joint_settings *s) {
    number(joint);
    printf(",{\"hit_radius\":%.9g,\"stiffness\":%.9g,\"gravity_power\":%.9g,\"drag_force\":%.9g,"
           "\"gravity_dir\":",
           (double)s->hit_radius, (double)s->stiffness, (double)s->gravity_power,
           (double)s->drag_force);
    printf("[%.9g,%.9g,%.9g]}", (double)s->gravity_dir.x, (double)s->gravity_dir.y,
           (double)s->gravity_dir.z);
}
RECORD(set_spring_joint, (vrm_avatar * a, int32_t joint, const vrm_spring_joint_settings *settings),
       (a, joint, settings), show_joint(joint, settings))

void __real_vrm_idle_init(vrm_idle *idle, uint32_t seed);
void __wrap_vrm_idle_init(vrm_idle *idle, uint32_t seed);
void __wrap_vrm_idle_init(vrm_idle *idle, uint32_t seed) {
    begin("idle_init");
    number(seed);
    printf("]");
    __real_vrm_idle_init(idle, seed);
}

void __real_vrm_idle_update(vrm_idle *idle, vrm_avatar *avatar, float dt);
void __wrap_vrm_idle_update(vrm_idle *idle, vrm_avatar *avatar, float dt);
void __wrap_vrm_idle_update(vrm_idle *idle, vrm_avatar *avatar, float dt) {
    begin("idle_update");
    number((double)dt);
    printf("]");
    ++depth;
    __real_vrm_idle_update(idle, avatar, dt);
    --depth;
}

vrm_result __real_vrm_avatar_restore(vrm_avatar *avatar, const void *bytes, size_t size);
vrm_result __wrap_vrm_avatar_restore(vrm_avatar *avatar, const void *bytes, size_t size);
vrm_result __wrap_vrm_avatar_restore(vrm_avatar *avatar, const void *bytes, size_t size) {
    begin("save_and_restore");
    printf("]");
    return __real_vrm_avatar_restore(avatar, bytes, size);
}

/* --- The scenes --- */

static void show_text(const char *text) {
    putchar('"');
    for (; *text != 0; ++text) printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    putchar('"');
}

/* Poses that the scene writes into the array; functions that write it too are recorded themselves.
 */
static void show_locals(vrm_avatar *avatar, vrm_trs *before) {
    const vrm_trs *now = vrm_avatar_locals(avatar);
    const uint32_t count = vrm_avatar_frame(avatar)->node_count;
    for (uint32_t i = 0; i < count; ++i) {
        if (memcmp(&before[i], &now[i], sizeof *now) == 0) continue;
        begin("local");
        number(i);
        numbers(&now[i].translation.x, 10);
        printf("]");
        before[i] = now[i];
    }
}

static void record(int scene) {
    static const char *const files[] = {NULL,
                                        NULL,
                                        NULL,
                                        NULL,
                                        NULL,
                                        NULL,
                                        "character-0.x.vrm",
                                        "character-1.0.vrm",
                                        "character-1.0-beta.vrm",
                                        NULL,
                                        NULL};
    loaded file;
    vrm_avatar_desc desc;
    same_play play;
    vrm_trs *before;
    uint32_t count;
    json = NULL;
    file = same_scene_load(scene);
    if (file.model == NULL) exit(1);
    same_scene_desc(scene, &desc);
    memset(&play, 0, sizeof play);
    play.scene = scene;
    if (vrm_avatar_create(file.model, &desc, &play.avatar, NULL) != VRM_OK) exit(1);
    printf("{\"name\":\"%s\",\"flags\":%u,\"collider_capacity\":%u,\"json\":",
           same_scene_name(scene), (unsigned)desc.flags, (unsigned)desc.collider_capacity);
    if (json != NULL) {
        show_text(json);
    } else {
        printf("null,\"file\":\"%s\"", files[scene]);
    }
    printf(",\"frames\":[");
    count = vrm_avatar_frame(play.avatar)->node_count;
    before = malloc(count * sizeof *before);
    memcpy(before, vrm_avatar_locals(play.avatar), count * sizeof *before);
    for (int frame = 0; frame < SAME_FRAMES; ++frame) {
        printf("%s\n{\"dt\":%.9g,\"calls\":[", frame == 0 ? "" : ",", (double)same_scene_dt(frame));
        has_call = false;
        is_recorded = true;
        same_scene_act(&play, frame);
        if (json != NULL) show_locals(play.avatar, before);
        is_recorded = false;
        printf("]}");
        vrm_avatar_update(play.avatar, same_scene_dt(frame));
    }
    printf("]}");
    free(before);
    free(json);
    vrm_avatar_destroy(play.avatar);
    vrm_model_release(file.model);
    vrm_report_destroy(file.report);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    samples = argv[1];
    printf("{\"hashes\":{");
#define HASH(value) (unsigned long)((value) >> 32), (unsigned long)((value)&0xFFFFFFFF)
#define SCENE(name, a, b, c, d, e, f)                                                              \
    printf("%s\"%s\":[\"%08lx%08lx\",\"%08lx%08lx\",\"%08lx%08lx\",\"%08lx%08lx\",\"%08lx%08lx\"," \
           "\"%08lx%08lx\"]",                                                                      \
           first ? "" : ",", #name, HASH(a), HASH(b), HASH(c), HASH(d), HASH(e), HASH(f));         \
    first = false;
    bool first = true;
#include "same_bits/same_bits_hashes.h"
    printf("},\"scenes\":[");
    for (int scene = 0; scene < SAME_SCENES; ++scene) {
        if (scene > 0) printf(",\n");
        record(scene);
    }
    printf("]}\n");
    return 0;
}
