/* Save and restore: what is in the bytes, what is refused, and rollback. */
#include "avatar/sleep.h"
#include "avatar/spring_scene.h"
#include "support/avatar.h"
#include "test.h"
#include "testkit/create.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DT (1.0f / 60.0f)
enum { MOST = 16384, HEADER = 32 };

#define HAIR "'springs':[{" SCENE_CHAIN(",'gravityPower':0.3,'dragForce':0.3") "}]"

static bool are_equal(const vrm_avatar *a, const vrm_avatar *b) {
    size_t nodes = a->gltf->node_count;
    return memcmp(a->local, b->local, sizeof *a->local * nodes) == 0 &&
           memcmp(a->world, b->world, sizeof *a->world * nodes) == 0;
}

static size_t save(const vrm_avatar *who, unsigned char *out) {
    size_t size = vrm_avatar_save_size(who);
    CHECK(size <= MOST);
    CHECK_INT(vrm_avatar_save(who, out, MOST), VRM_OK);
    return size;
}

static void act(vrm_avatar *who, int frame) {
    vrm_trs root = trs_at(0.3f * (float)sin(frame * 0.1), 0, 0);
    vrm_avatar_set_root(who, &root);
    vrm_avatar_locals(who)[0].rotation = turn_about(0, 1, 0.3f, 40 * sin(frame * 0.13));
}

/* --- The format --- */

static uint64_t number_at(const unsigned char *bytes, int width) {
    uint64_t value = 0;
    for (int i = width; i-- > 0;) value = value << 8 | bytes[i];
    return value;
}

/* The checksum by its definition: eight lanes of eight bytes, the last stripe filled with zeros. */
static uint64_t stir(uint64_t lane, uint64_t value) {
    lane = (lane ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return lane << 29 | lane >> 35;
}

static uint64_t sum_of(uint64_t start, const unsigned char *bytes, size_t size) {
    uint64_t lanes[8], sum = size;
    for (uint64_t i = 0; i < 8; ++i) lanes[i] = start + i;
    for (size_t at = 0; at < (size + 63) / 64 * 64; at += 8) {
        unsigned char word[8] = {0};
        for (size_t k = 0; k < 8 && at + k < size; ++k) word[k] = bytes[at + k];
        lanes[at / 8 % 8] = stir(lanes[at / 8 % 8], number_at(word, 8));
    }
    for (int i = 0; i < 8; ++i) sum = stir(sum, lanes[i]);
    return sum ^ sum >> 32;
}

static uint64_t checksum(const unsigned char *bytes, size_t size) {
    return sum_of(sum_of(0, bytes, 24), bytes + HEADER, size - HEADER);
}

static void mend_checksum(unsigned char *bytes, size_t size) {
    uint64_t sum = checksum(bytes, size);
    for (int i = 0; i < 8; ++i) bytes[24 + i] = (unsigned char)(sum >> (8 * i));
}

TEST(the_header_says_what_it_is) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    unsigned char bytes[MOST];
    size_t size;
    scene_update(&s, 10, DT);
    size = save(s.avatar, bytes);
    CHECK(memcmp(bytes, "VRMS", 4) == 0);
    CHECK_INT(number_at(bytes + 4, 4), 5);
    CHECK(number_at(bytes + 8, 8) == s.avatar->rig->fingerprint);
    CHECK_INT(number_at(bytes + 16, 8), size);
    CHECK(number_at(bytes + 24, 8) == checksum(bytes, size));
    /* The pose stands behind 152 bytes of single numbers, lowest byte first. */
    for (uint32_t i = 0; i < 7; ++i) {
        const unsigned char *at = bytes + HEADER + 152 + (size_t)40 * i;
        CHECK(number_at(at + 4, 4) == vrmi_float_bits(s.avatar->pose[i].translation.y));
        CHECK(number_at(at + 24, 4) == vrmi_float_bits(s.avatar->pose[i].rotation.w));
    }
    scene_free(&s);
}

/* What memory held before is not in the bytes, nor is who computed the springs. */
TEST(equal_avatars_give_equal_bytes) {
    static const vrm_lanes kinds[] = {VRM_LANES_SCALAR, VRM_LANES_PLAIN, VRM_LANES_AUTO};
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    unsigned char first[MOST], bytes[MOST];
    vrm_avatar_desc desc;
    size_t size = 0;
    vrm_avatar_desc_init(&desc);
    desc.collider_capacity = 3;
    for (int i = 0; i < 3; ++i) {
        size_t needed;
        unsigned char *memory, *aligned;
        vrm_avatar *who;
        desc.lanes = kinds[i];
        needed = vrm_avatar_size(s.file.model, &desc);
        memory = malloc(needed + 16);
        aligned = memory + (-(uintptr_t)memory & 15);
        memset(aligned, 0x11 * (i + 1), needed);
        vrm_avatar_init(aligned, needed, s.file.model, &desc, &who, NULL);
        for (int frame = 0; frame < 20; ++frame) {
            act(who, frame);
            vrm_avatar_update(who, 0.013f);
        }
        memset(bytes, 0x22 * (i + 1), sizeof bytes);
        size = save(who, bytes);
        if (i == 0) memcpy(first, bytes, size);
        CHECK(memcmp(first, bytes, size) == 0);
        for (size_t k = size; k < size + 16; ++k) CHECK_INT(bytes[k], 0x22 * (i + 1));
        vrm_avatar_destroy(who);
        free(memory);
    }
    scene_free(&s);
}

/* What big-endian machines do instead of copying. */
TEST(numbers_can_be_copied_in_reverse) {
    const unsigned char bytes[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    static const unsigned char by_4[9] = {4, 3, 2, 1, 8, 7, 6, 5, 0xEE};
    static const unsigned char by_8[9] = {8, 7, 6, 5, 4, 3, 2, 1, 0xEE};
    unsigned char out[9];
    memset(out, 0xEE, sizeof out);
    vrmi_copy_reversed(out, bytes, 8, 4);
    CHECK(memcmp(out, by_4, 9) == 0);
    vrmi_copy_reversed(out, bytes, 8, 8);
    CHECK(memcmp(out, by_8, 9) == 0);
    vrmi_copy_reversed(out, bytes, 9, 1);
    CHECK(memcmp(out, bytes, 9) == 0);
}

/* --- What is refused --- */

static void check_refused(vrm_avatar *who, const unsigned char *bytes, size_t size,
                          vrm_result expected) {
    unsigned char before[MOST], after[MOST];
    size_t own = save(who, before);
    CHECK_INT(vrm_avatar_restore(who, bytes, size), expected);
    save(who, after);
    CHECK(memcmp(before, after, own) == 0);
}

TEST(damaged_bytes_are_refused) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    unsigned char bytes[MOST], changed[MOST];
    size_t size = vrm_avatar_save_size(s.avatar);
    CHECK_INT(vrm_avatar_save(s.avatar, bytes, size - 1), VRM_ERROR_CAPACITY);
    CHECK_INT(vrm_avatar_save(NULL, bytes, MOST), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_avatar_save(s.avatar, NULL, MOST), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_avatar_restore(NULL, bytes, size), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_avatar_restore(s.avatar, NULL, size), VRM_ERROR_INVALID_ARGUMENT);
    CHECK_INT(vrm_avatar_save_size(NULL), 0);
    scene_update(&s, 10, DT);
    save(s.avatar, bytes);
    scene_update(&s, 3, DT);
    for (size_t i = 0; i < size; ++i) { /* cut short, in exactly so much memory */
        unsigned char *exact = malloc(i != 0 ? i : 1);
        memcpy(exact, bytes, i);
        check_refused(s.avatar, exact, i, VRM_ERROR_PAYLOAD);
        free(exact);
    }
    for (size_t i = 0; i < size; ++i) {
        bool is_version = i >= 4 && i < 8;
        test_note("byte %d", (int)i);
        for (int bit = 0; bit < 8; bit += 7) {
            memcpy(changed, bytes, size);
            changed[i] ^= (unsigned char)(1 << bit);
            check_refused(s.avatar, changed, size,
                          is_version ? VRM_ERROR_MISMATCH : VRM_ERROR_PAYLOAD);
        }
    }
    test_note(NULL);
    /* Two changes in one lane of the checksum, of the kind that cancel out in a plain sum. */
    memcpy(changed, bytes, size);
    changed[HEADER + 7] ^= 0x80;
    changed[HEADER + 64 + 7] ^= 0x80;
    check_refused(s.avatar, changed, size, VRM_ERROR_PAYLOAD);
    memcpy(changed, bytes, size); /* two stripes swapped */
    memcpy(changed + HEADER + 128, bytes + HEADER + 192, 64);
    memcpy(changed + HEADER + 192, bytes + HEADER + 128, 64);
    check_refused(s.avatar, changed, size, VRM_ERROR_PAYLOAD);
    CHECK_INT(vrm_avatar_restore(s.avatar, bytes, size), VRM_OK);
    scene_free(&s);
}

/* Bytes that were made by somebody: their checksum is right, and their numbers are not. */
TEST(forged_numbers_are_refused) {
    scene s;
    vrm_avatar_desc desc;
    unsigned char bytes[MOST];
    size_t size, rows, springs, colliders, before, shapes, is_new;
    const float bad = (float)NAN;
    const vrm_spring_collider ball = {VRM_NONE, VRM_COLLIDER_SPHERE, {0, 1, 0}, {0, 0, 0}, 0.1f};
    vrm_avatar_desc_init(&desc);
    desc.collider_capacity = 1;
    s = scene_make(SCENE_HAIR, HAIR, &desc);
    vrm_avatar_set_collider(s.avatar, 0, &ball);
    scene_update(&s, 5, DT);
    size = save(s.avatar, bytes);
    rows = HEADER + 152 + 7 * 40; /* no expressions, no materials */
    springs = rows + s.avatar->rig->lanes.row_count * sizeof(vrmi_row);
    colliders = springs + sizeof(vrmi_spring);
    before = colliders + sizeof(vrm_spring_collider);
    shapes = before + s.avatar->rig->springs.input_count * sizeof(vrmi_spring_place);
    is_new = shapes + sizeof(vrmi_shape);
    REQUIRE(size == is_new + s.file.tables->spring_joint_count);
    {
        const struct {
            const char *what;
            size_t at;
            int32_t value; /* 0: not a number */
        } cases[] = {
            {"root", HEADER + 8, 0},
            {"mode of look-at", HEADER + 48, 3},
            {"target of look-at", HEADER + 52, 0},
            {"pitch", HEADER + 68, 0},
            {"weight of a layer", HEADER + 72, 0},
            {"wind", HEADER + 96, 0},
            {"look_at_was_on", HEADER + 108, 2},
            {"has_was_shown", HEADER + 112, -1},
            {"is_changed", HEADER + 116, 2},
            {"still_steps", HEADER + 120, 31},
            {"is_carried", HEADER + 124, -1},
            {"has_started", HEADER + 128, 2},
            {"turn", HEADER + 132, 2},
            {"ahead", HEADER + 140, 0x7ff00000},
            {"sway", HEADER + 148, 0x7ff00000},
            {"rotation of a joint", rows + sizeof(float) * VRMI_LANES * VRMI_ROW_ROTATION, 0},
            {"settings of a joint", rows + sizeof(vrmi_row) - 4, 0},
            {"wind of a spring", springs, 0},
            {"weight of a spring", springs + 12, 0},
            {"mode of a spring", springs + 16, 4},
            {"center", springs + 20, (int32_t)s.avatar->rig->springs.place_count},
            {"center below none", springs + 20, -2},
            {"was_shown", springs + 24, 2},
            {"node of a collider", colliders, 7}, /* of one that is there */
            {"shape of a collider", colliders + 4, 6},
            {"radius of a collider", colliders + 32, 0},
            {"kind of a shape", shapes, 6},
            {"is_new", is_new, 0x01000002},
        };
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
            unsigned char forged[MOST];
            uint32_t bits = cases[i].value != 0 ? (uint32_t)cases[i].value : vrmi_float_bits(bad);
            test_note("%s", cases[i].what);
            memcpy(forged, bytes, size);
            for (int k = 0; k < 4; ++k)
                forged[cases[i].at + (size_t)k] = (unsigned char)(bits >> 8 * k);
            mend_checksum(forged, size);
            check_refused(s.avatar, forged, size, VRM_ERROR_PAYLOAD);
        }
        test_note(NULL);
    }
    mend_checksum(bytes, size);
    CHECK_INT(vrm_avatar_restore(s.avatar, bytes, size), VRM_OK);
    scene_free(&s);
}

/* --- Another model --- */

#define VRM                                                                                        \
    "'expressions':{'preset':{'happy':{'isBinary':false,'overrideBlink':'block',"                  \
    "'morphTargetBinds':[{'node':16,'index':0,'weight':0.5}],'materialColorBinds':[{'material':0," \
    "'type':'color','targetValue':[0.1,0.2,0.3,1]}],'textureTransformBinds':[{'material':1,"       \
    "'scale':[2,2],'offset':[0.25,0]}]}},'custom':{'Wink':{}}},'lookAt':{'type':'bone',"           \
    "'offsetFromHeadBone':[0,0.06,0],'rangeMapHorizontalInner':{'inputMaxValue':80,"               \
    "'outputScale':9}}"
#define SPRING_BONE                                                                                \
    "'VRMC_springBone':{'specVersion':'1.0','colliders':[{'node':3,'shape':{'sphere':{'offset':"   \
    "[0,0.1,0],'radius':0.08}}},{'node':2,'shape':{'sphere':{'radius':0.05}}}],'colliderGroups':[" \
    "{'colliders':[0]},{'colliders':[0,1]}],'springs':[{'name':'s','colliderGroups':[0],'joints':" \
    "[{'node':21,'stiffness':1.5,'hitRadius':0.02,'dragForce':0.4,'gravityPower':0.1,"             \
    "'gravityDir':[0,-1,0]},{'node':22},{'node':23}]}]}"
#define CONSTRAINED                                                                                \
    "{'translation':[0,2,0],'extensions':{'VRMC_node_constraint':{'specVersion':'1.0',"            \
    "'constraint':{'roll':{'source':10,'rollAxis':'X','weight':0.5}}}}}"
#define USED                                                                                       \
    "'extensionsUsed':['VRMC_vrm','VRMC_springBone','VRMC_node_constraint','KHR_texture_transform" \
    "']"

/* With the first `from` in it replaced. */
static const char *replaced(const char *text, const char *from, const char *to) {
    const char *found = strstr(text, from);
    if (found == NULL) return text;
    return format_members("%.*s%s%s", (int)(found - text), text, to, found + strlen(from));
}

static loaded load_variant(const char *from, const char *to) {
    avatar file = {VRM_DIALECT_1, VRM, USED, SPRING_BONE, CONSTRAINED};
    file.vrm = replaced(file.vrm, from, to);
    file.extensions = replaced(file.extensions, from, to);
    file.nodes = replaced(file.nodes, from, to);
    return load_avatar(&file);
}

/* Everything of a model that state depends on: a save of one is refused by the other. */
TEST(a_save_of_another_model_is_a_mismatch) {
    static const char *const changes[][2] = {
        {"'happy'", "'angry'"},
        {"'Wink'", "'Wonk'"},
        {"'isBinary':false", "'isBinary':true"},
        {"'overrideBlink':'block'", "'overrideBlink':'blend'"},
        {"'overrideBlink'", "'overrideMouth'"},
        {"'index':0", "'index':1"},
        {"'node':16", "'node':17"},
        {"'weight':0.5", "'weight':0.75"},
        {"'material':0", "'material':1"},
        {"'type':'color'", "'type':'emissionColor'"},
        {"[0.1,0.2,0.3,1]", "[0.1,0.2,0.4,1]"},
        {"'scale':[2,2]", "'scale':[2,3]"},
        {"'offset':[0.25,0]", "'offset':[0.5,0]"},
        {"'type':'bone'", "'type':'expression'"},
        {"'offsetFromHeadBone':[0,0.06,0]", "'offsetFromHeadBone':[0,0.07,0]"},
        {"'inputMaxValue':80", "'inputMaxValue':70"},
        {"'outputScale':9", "'outputScale':8"},
        {"'radius':0.08", "'radius':0.09"},
        {"'offset':[0,0.1,0]", "'offset':[0,0.2,0]"},
        {"{'node':3,'shape'", "{'node':2,'shape'"},
        {"'colliders':[0,1]", "'colliders':[1,0]"},
        {"'colliderGroups':[0]", "'colliderGroups':[1]"},
        {"'name':'s',", "'center':0,"},
        {"'stiffness':1.5", "'stiffness':1.6"},
        {"'hitRadius':0.02", "'hitRadius':0.03"},
        {"'dragForce':0.4", "'dragForce':0.5"},
        {"'gravityPower':0.1", "'gravityPower':0.2"},
        {"'gravityDir':[0,-1,0]", "'gravityDir':[1,0,0]"},
        {"'source':10", "'source':11"},
        {"'rollAxis':'X'", "'rollAxis':'Y'"},
        {"'rollAxis':'X','weight':0.5", "'rollAxis':'X','weight':0.6"},
        {"'translation':[0,2,0]", "'translation':[0,2,0.001]"},
    };
    loaded file = load_variant("", "");
    vrm_avatar *who = create_avatar(file.model, NULL);
    unsigned char bytes[MOST];
    size_t size;
    REQUIRE(who != NULL && file.tables->spring_joint_count == 2 &&
            file.tables->constraint_count == 1);
    size = save(who, bytes);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; ++i) {
        loaded variant = load_variant(changes[i][0], changes[i][1]);
        vrm_avatar *other = create_avatar(variant.model, NULL);
        test_note("%s instead of %s", changes[i][1], changes[i][0]);
        CHECK(other != NULL);
        if (other != NULL) check_refused(other, bytes, size, VRM_ERROR_MISMATCH);
        vrm_avatar_destroy(other);
        unload(&variant);
    }
    test_note(NULL);
    {
        /* The same file once more, and one that only looks different. */
        loaded again = load_variant("", ""), painted = load_variant("'name':'s'", "'name':'t'");
        vrm_avatar *one = create_avatar(again.model, NULL);
        vrm_avatar *two = create_avatar(painted.model, NULL);
        CHECK_INT(vrm_avatar_restore(one, bytes, size), VRM_OK);
        CHECK_INT(vrm_avatar_restore(two, bytes, size), VRM_OK);
        vrm_avatar_destroy(one);
        vrm_avatar_destroy(two);
        unload(&again);
        unload(&painted);
    }
    vrm_avatar_destroy(who);
    unload(&file);
}

/* A model without nodes, springs or anything has a save all the same. */
TEST(an_avatar_of_nothing_takes_its_own_save) {
    loaded file = load_json("{'asset':{'version':'2.0'}}");
    unsigned char bytes[MOST];
    vrm_avatar_desc desc;
    vrm_avatar *who;
    vrm_avatar_desc_init(&desc);
    desc.collider_capacity = 2;
    desc.flags = VRM_AVATAR_FLAG_SLEEP;
    who = create_avatar(file.model, &desc);
    REQUIRE(who != NULL);
    CHECK_INT(vrm_avatar_restore(who, bytes, save(who, bytes)), VRM_OK);
    vrm_avatar_update(who, DT);
    vrm_avatar_destroy(who);
    unload(&file);
}

TEST(other_flags_and_another_collider_capacity_are_a_mismatch) {
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    unsigned char bytes[MOST];
    size_t size = save(s.avatar, bytes);
    vrm_avatar_desc desc;
    vrm_avatar *other;
    vrm_avatar_desc_init(&desc);
    desc.flags = VRM_AVATAR_FLAG_LITERAL_SCALE;
    other = create_avatar(s.file.model, &desc);
    check_refused(other, bytes, size, VRM_ERROR_MISMATCH);
    vrm_avatar_destroy(other);
    desc.flags = 0;
    desc.collider_capacity = 1;
    other = create_avatar(s.file.model, &desc);
    check_refused(other, bytes, size, VRM_ERROR_MISMATCH);
    vrm_avatar_destroy(other);
    scene_free(&s);
}

/* --- Rollback --- */

/* Restoring does not touch the frame; an update without time shows what was restored: the pose as
 * it was when the bytes were made, also where it had been written since the last update. */
TEST(the_frame_is_stale_until_the_next_update) {
    scene a = scene_make(SCENE_HAIR, HAIR, NULL), b = scene_make(SCENE_HAIR, HAIR, NULL);
    unsigned char bytes[MOST];
    vrm_mat4 before[7];
    size_t size;
    for (int i = 0; i < 20; ++i) {
        act(a.avatar, i);
        scene_update(&a, 1, DT);
    }
    act(a.avatar, 20); /* and no update */
    size = save(a.avatar, bytes);
    memcpy(before, b.frame.world, sizeof before);
    CHECK_INT(vrm_avatar_restore(b.avatar, bytes, size), VRM_OK);
    CHECK(memcmp(before, b.frame.world, sizeof before) == 0);
    scene_update(&a, 1, 0);
    scene_update(&b, 1, 0);
    CHECK(are_equal(a.avatar, b.avatar));
    scene_free(&a);
    scene_free(&b);
}

enum { BACK = 8 };

/* A spring that hangs from another one's second joint; seven nodes, as in SCENE_HAIR. */
#define NESTED                                                                                     \
    "{'translation':[0,1.5,0],'children':[1]},{'translation':[0,0.1,-0.1],'children':[2]},"        \
    "{'translation':[0,-0.1,0],'children':[3,4]},{'translation':[0,-0.1,0]},"                      \
    "{'translation':[0,0,-0.1],'children':[5]},{'translation':[0,-0.1,0],'children':[6]},"         \
    "{'translation':[0,-0.1,0]}"
#define NESTED_HAIR                                                                                \
    "'springs':[{'joints':[{'node':1},{'node':2},{'node':3}]},{'joints':[{'node':4},{'node':5},"   \
    "{'node':6}]}]"

/* One frame of a game whose own graph is `host`: it hands back what it was given, writes its
 * inputs, and now and then changes a setting. */
static void play(vrm_avatar *who, int frame, bool moves, int32_t spring, int32_t center,
                 vrm_trs host[7]) {
    vrm_node_array array;
    vrm_node_array_init(&array);
    array.translation = &host[0].translation;
    array.rotation = &host[0].rotation;
    array.scale = &host[0].scale;
    array.stride = sizeof *host;
    array.count = 7;
    if (frame == 100) vrm_avatar_set_spring_center(who, spring, center);
    if (frame == 150) vrm_avatar_set_spring_mode(who, VRM_ALL, VRM_SPRING_MODE_OFF);
    if (frame == 170) vrm_avatar_set_spring_mode(who, VRM_ALL, VRM_SPRING_MODE_RUN);
    if (frame > 0) vrm_avatar_gather(who, &array);
    if (moves) act(who, frame);
    vrm_avatar_update(who, 0.013f);
    vrm_avatar_scatter(who, &array, VRM_WRITER_ALL);
}

/* Every frame goes back by eight and comes again, as games with rollback do; the other avatar goes
 * straight on. */
static void check_rollback(const char *nodes, const char *springs, uint32_t flags, bool moves,
                           int32_t spring, int32_t center) {
    static unsigned char saves[BACK][MOST];
    static vrm_trs hosts[BACK][7];
    vrm_avatar_desc desc;
    scene a, b;
    vrm_trs host_a[7], host_b[7];
    size_t size;
    bool is_equal = true;
    vrm_avatar_desc_init(&desc);
    desc.flags = flags;
    a = scene_make(nodes, springs, &desc);
    b = scene_make(nodes, springs, &desc);
    size = vrm_avatar_save_size(a.avatar);
    memset(host_a, 0, sizeof host_a);
    memset(host_b, 0, sizeof host_b);
    for (int frame = 0; frame < 300 && is_equal; ++frame) {
        int again = frame < BACK ? frame : frame - BACK + 1;
        play(a.avatar, frame, moves, spring, center, host_a);
        if (frame >= BACK) {
            CHECK_INT(vrm_avatar_restore(b.avatar, saves[again % BACK], size), VRM_OK);
            memcpy(host_b, hosts[again % BACK], sizeof host_b);
        }
        for (; again <= frame; ++again) {
            save(b.avatar, saves[again % BACK]);
            memcpy(hosts[again % BACK], host_b, sizeof host_b);
            play(b.avatar, again, moves, spring, center, host_b);
        }
        test_note("frame %d", frame);
        is_equal = are_equal(a.avatar, b.avatar);
        CHECK(is_equal);
        CHECK_INT(a.avatar->sleep.is_asleep, b.avatar->sleep.is_asleep);
    }
    test_note(NULL);
    if (flags != 0 && !moves) CHECK(a.avatar->sleep.is_asleep);
    scene_free(&a);
    scene_free(&b);
}

TEST(rollback_of_eight_frames_in_every_frame_changes_nothing) {
    check_rollback(SCENE_HAIR, HAIR, 0, true, 0, 0);
    check_rollback(SCENE_HAIR, HAIR, VRM_AVATAR_FLAG_SLEEP, true, 0, 1);
    check_rollback(SCENE_HAIR, HAIR, VRM_AVATAR_FLAG_SLEEP, false, 0, 0);
    check_rollback(NESTED, NESTED_HAIR, 0, true, 1, 2);
    check_rollback(NESTED, NESTED_HAIR, VRM_AVATAR_FLAG_SLEEP, true, 1, 4);
}

/* A sleeper whose pose was written just before the bytes were made wakes in both worlds; and one
 * that sleeps on shows its frame, though it computes no other. */
TEST(sleep_goes_on_as_it_was_saved) {
    vrm_avatar_desc desc;
    scene a, b;
    unsigned char bytes[MOST];
    size_t size;
    vrm_avatar_desc_init(&desc);
    desc.flags = VRM_AVATAR_FLAG_SLEEP;
    a = scene_make(SCENE_HAIR, HAIR, &desc);
    b = scene_make(SCENE_HAIR, HAIR, &desc);
    act(a.avatar, 7);
    for (int i = 0; i < 2000 && !a.avatar->sleep.is_asleep; ++i) scene_update(&a, 1, DT);
    CHECK(a.avatar->sleep.is_asleep);
    size = save(a.avatar, bytes);
    act(b.avatar, 90);
    scene_update(&b, 5, DT);
    CHECK_INT(vrm_avatar_restore(b.avatar, bytes, size), VRM_OK);
    scene_update(&b, 1, DT);
    CHECK(b.avatar->sleep.is_asleep);
    CHECK(are_equal(a.avatar, b.avatar));
    vrm_avatar_locals(a.avatar)[0].rotation = turn_about(0, 1, 0, 50);
    size = save(a.avatar, bytes);
    CHECK_INT(vrm_avatar_restore(b.avatar, bytes, size), VRM_OK);
    for (int i = 0; i < 30; ++i) {
        scene_update(&a, 1, DT);
        scene_update(&b, 1, DT);
        CHECK(!a.avatar->sleep.is_asleep && !b.avatar->sleep.is_asleep);
        CHECK(are_equal(a.avatar, b.avatar));
    }
    scene_free(&a);
    scene_free(&b);
}

/* Every number that stands alone, at both ends of what it may be; after it the save is good again.
 */
TEST(forged_scalars_are_refused) {
    enum { ROOT = HEADER + 8, LOOK_AT = ROOT + 40, LAYERS = LOOK_AT + 24, WIND = LAYERS + 24 };
    enum { FLAGS = WIND + 12, AHEAD = FLAGS + 28, SWAY = AHEAD + 8 };
    static const uint32_t not_a_number = 0x7fc00000u, minus_one = 0xffffffffu;
    const struct {
        const char *what;
        size_t at;
        uint32_t word;
    } cases[] = {
        {"root", ROOT + 36, not_a_number},
        {"look-at mode", LOOK_AT, minus_one},
        {"look-at mode", LOOK_AT, 3},
        {"target", LOOK_AT + 4, not_a_number},
        {"yaw", LOOK_AT + 16, not_a_number},
        {"pitch", LOOK_AT + 20, not_a_number},
        {"layer weight", LAYERS + 16, not_a_number},
        {"wind", WIND + 8, not_a_number},
        {"look_at_was_on", FLAGS, minus_one},
        {"look_at_was_on", FLAGS, 2},
        {"has_was_shown", FLAGS + 4, minus_one},
        {"has_was_shown", FLAGS + 4, 2},
        {"is_changed", FLAGS + 8, minus_one},
        {"is_changed", FLAGS + 8, 2},
        {"still_steps", FLAGS + 12, minus_one},
        {"still_steps", FLAGS + 12, 1000000},
        {"is_carried", FLAGS + 16, minus_one},
        {"is_carried", FLAGS + 16, 2},
        {"has_started", FLAGS + 20, minus_one},
        {"has_started", FLAGS + 20, 2},
        {"turn", FLAGS + 24, minus_one},
        {"turn", FLAGS + 24, 2},
        {"ahead, -2", AHEAD + 4, 0xc0000000u},
        {"ahead, 2", AHEAD + 4, 0x40000000u},
        {"sway, -2", SWAY + 4, 0xc0000000u},
        {"sway, 2", SWAY + 4, 0x40000000u},
        {"sway", SWAY + 4, 0x7ff80000u},
    };
    static unsigned char bytes[MOST], good[MOST];
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    size_t size;
    REQUIRE(s.avatar != NULL);
    scene_update(&s, 3, DT);
    size = save(s.avatar, good);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        memcpy(bytes, good, size);
        for (int k = 0; k < 4; ++k) {
            bytes[cases[i].at + (size_t)k] = (unsigned char)(cases[i].word >> (8 * k));
        }
        mend_checksum(bytes, size);
        test_note("%s, %08x", cases[i].what, (unsigned)cases[i].word);
        CHECK_INT(vrm_avatar_restore(s.avatar, bytes, size), VRM_ERROR_PAYLOAD);
    }
    test_note(NULL);
    CHECK_INT(vrm_avatar_restore(s.avatar, good, size), VRM_OK);
    scene_free(&s);
}

/* The phases of moving textures are the only doubles in arrays. */
TEST(forged_phases_are_refused) {
    static const uint64_t values[] = {UINT64_C(0xfff0000000000000), UINT64_C(0x7ff0000000000000),
                                      UINT64_C(0x7ff8000000000000)};
    static unsigned char bytes[MOST], good[MOST];
    loaded file = load_vrm1(NULL, "'materials':[{'extensions':{'VRMC_materials_mtoon':{"
                                  "'specVersion':'1.0','uvAnimationScrollXSpeedFactor':1}}}]");
    vrm_avatar *who;
    size_t size, phases;
    REQUIRE(file.model != NULL);
    who = create_avatar(file.model, NULL);
    size = save(who, good);
    phases = HEADER + 152 + sizeof(vrm_trs) * file.gltf->node_count;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; ++i) {
        memcpy(bytes, good, size);
        for (int k = 0; k < 8; ++k) bytes[phases + (size_t)k] = (unsigned char)(values[i] >> 8 * k);
        mend_checksum(bytes, size);
        test_note("value %d", (int)i);
        CHECK_INT(vrm_avatar_restore(who, bytes, size), VRM_ERROR_PAYLOAD);
    }
    test_note(NULL);
    CHECK_INT(vrm_avatar_restore(who, good, size), VRM_OK);
    vrm_avatar_destroy(who);
    unload(&file);
}

/* A save that says of itself that it is short, with a checksum that holds. */
TEST(short_saves_are_a_mismatch) {
    static unsigned char bytes[MOST];
    scene s = scene_make(SCENE_HAIR, HAIR, NULL);
    size_t size;
    REQUIRE(s.avatar != NULL);
    size = save(s.avatar, bytes);
    for (size_t length = HEADER; length < size; length += 4) {
        save(s.avatar, bytes);
        for (int k = 0; k < 8; ++k) bytes[16 + k] = (unsigned char)((uint64_t)length >> 8 * k);
        mend_checksum(bytes, length);
        test_note("%d bytes", (int)length);
        if (!CHECK_INT(vrm_avatar_restore(s.avatar, bytes, length), VRM_ERROR_MISMATCH)) break;
    }
    test_note(NULL);
    scene_free(&s);
}

/* Where springs hang from others, restoring makes a frame. That is no update of the
 * application's: what the last frame of the saved avatar showed still counts (see
 * vrm_avatar_gather). */
TEST(restoring_does_not_count_as_an_update) {
    scene a = scene_make(NESTED, NESTED_HAIR, NULL), b = scene_make(NESTED, NESTED_HAIR, NULL);
    unsigned char first[MOST], second[MOST];
    size_t size;
    REQUIRE(a.avatar != NULL && b.avatar != NULL);
    vrm_avatar_set_look_at_degrees(a.avatar, 10, 5);
    scene_update(&a, 3, DT);
    vrm_avatar_set_look_at_off(a.avatar);
    vrm_avatar_set_spring_mode(a.avatar, 0, VRM_SPRING_MODE_OFF);
    CHECK(a.avatar->look_at_was_on == 1 && a.avatar->springs.has_was_shown == 1);
    size = save(a.avatar, first);
    CHECK_INT(vrm_avatar_restore(b.avatar, first, size), VRM_OK);
    CHECK_INT(save(b.avatar, second), size);
    CHECK(memcmp(first, second, size) == 0);
    CHECK_INT(b.avatar->look_at_was_on, 1);
    CHECK_INT(b.avatar->springs.has_was_shown, 1);
    CHECK_INT(b.avatar->springs.springs[0].was_shown, 1);
    scene_free(&a);
    scene_free(&b);
}

TEST_SUITE(save, ENTRY(the_header_says_what_it_is), ENTRY(equal_avatars_give_equal_bytes),
           ENTRY(numbers_can_be_copied_in_reverse), ENTRY(damaged_bytes_are_refused),
           ENTRY(forged_numbers_are_refused), ENTRY(a_save_of_another_model_is_a_mismatch),
           ENTRY(an_avatar_of_nothing_takes_its_own_save),
           ENTRY(other_flags_and_another_collider_capacity_are_a_mismatch),
           ENTRY(the_frame_is_stale_until_the_next_update),
           ENTRY(rollback_of_eight_frames_in_every_frame_changes_nothing),
           ENTRY(sleep_goes_on_as_it_was_saved), ENTRY(restoring_does_not_count_as_an_update),
           ENTRY(forged_scalars_are_refused), ENTRY(forged_phases_are_refused),
           ENTRY(short_saves_are_a_mismatch));
