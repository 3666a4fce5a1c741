/* Descs of other versions: shorter ones of older programs, longer ones of newer programs. */
#include "base/desc.h"
#include "support/fixture.h"
#include "test.h"
#include "testkit/create.h"
#include "vrm/crowd.h"

#include <stdlib.h>
#include <string.h>

/* A desc as a program of today has it, and as the library has it some versions later. */
typedef struct desc_now {
    uint32_t struct_size;
    uint32_t flags;
    const vrm_allocator *allocator;
    uint32_t first;
    uint32_t second;
} desc_now;

typedef struct desc_later {
    desc_now now;
    uint64_t third;
    const char *fourth;
} desc_later;

TEST(a_program_of_today_runs_with_a_library_whose_desc_has_grown) {
    desc_now *today = malloc(sizeof *today); /* exactly: ASan sees a read behind it */
    desc_later read;
    REQUIRE(today != NULL);
    vrmi_desc_init(today, sizeof *today);
    today->flags = 2;
    today->first = 7;
    today->second = 8;
    memset(&read, 0xEE, sizeof read);
    CHECK(vrmi_desc_read(&read, sizeof read, sizeof *today, today, 3));
    CHECK_INT(read.now.struct_size, sizeof read);
    CHECK_INT(read.now.flags, 2);
    CHECK_INT(read.now.first, 7);
    CHECK_INT(read.now.second, 8);
    CHECK_INT(read.third, 0); /* the default of what the program does not know */
    CHECK(read.fourth == NULL);
    free(today);
}

TEST(a_program_of_later_runs_with_the_library_of_today) {
    desc_later later;
    desc_now read;
    vrmi_desc_init(&later, sizeof later);
    later.now.second = 8;
    CHECK(vrmi_desc_read(&read, sizeof read, sizeof read, &later, 3));
    CHECK_INT(read.struct_size, sizeof read);
    CHECK_INT(read.second, 8);
    later.third = (uint64_t)1 << 63; /* a setting that this library cannot honour */
    CHECK(!vrmi_desc_read(&read, sizeof read, sizeof read, &later, 3));
    later.third = 0;
    later.fourth = "";
    CHECK(!vrmi_desc_read(&read, sizeof read, sizeof read, &later, 3));
}

TEST(a_desc_has_a_size_that_an_init_function_may_write) {
    static const uint32_t bad[] = {0, 4, sizeof(desc_now) - 1, 4097, 0x7FFFFFFF, 0xEEEEEEEE};
    desc_now desc, read;
    vrmi_desc_init(&desc, sizeof desc);
    CHECK(vrmi_desc_read(&read, sizeof read, sizeof read, &desc, 0));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        test_note("%u bytes", (unsigned)bad[i]);
        desc.struct_size = bad[i];
        CHECK(!vrmi_desc_read(&read, sizeof read, sizeof read, &desc, 0));
    }
    test_note(NULL);
    memset(&desc, 0xEE, sizeof desc);
    vrmi_desc_init(&desc, 3);
    CHECK_INT(desc.struct_size, 0xEEEEEEEE);
    vrmi_desc_init(NULL, sizeof desc);
}

TEST(no_desc_is_all_defaults) {
    desc_now read;
    memset(&read, 0xEE, sizeof read);
    CHECK(vrmi_desc_read(&read, sizeof read, sizeof read, NULL, 0));
    CHECK_INT(read.struct_size, sizeof read);
    CHECK(read.flags == 0 && read.allocator == NULL && read.first == 0 && read.second == 0);
}

/* --- The library's own --- */

static bool load_takes(const vrm_load_desc *desc) {
    static const char json[] = "{\"asset\":{\"version\":\"2.0\"}}";
    vrm_model *model = NULL;
    vrm_result result = vrm_model_load(json, sizeof json - 1, desc, &model, NULL);
    vrm_model_release(model);
    CHECK(result == VRM_OK || result == VRM_ERROR_INVALID_ARGUMENT);
    return result == VRM_OK;
}

static vrm_model *avatar_model;

static bool avatar_takes(const vrm_avatar_desc *desc) {
    vrm_avatar *avatar = create_avatar(avatar_model, desc), *member;
    vrm_crowd *crowd = create_crowd(NULL);
    CHECK((vrm_avatar_size(avatar_model, desc) != 0) == (avatar != NULL));
    member = add_avatar(crowd, avatar_model, desc);
    CHECK((member != NULL) == (avatar != NULL));
    vrm_avatar_destroy(avatar);
    vrm_crowd_destroy(crowd);
    return avatar != NULL;
}

static bool crowd_takes(const vrm_crowd_desc *desc) {
    vrm_crowd *crowd = create_crowd(desc);
    vrm_crowd_destroy(crowd);
    return crowd != NULL;
}

/* Each kind of desc under the same questions; `space` has one, and room behind it. */
typedef struct kind {
    const char *name;
    size_t size;
    uint32_t known_flags;
    bool (*takes)(const void *desc);
} kind;

static bool takes_load(const void *desc) { return load_takes(desc); }
static bool takes_avatar(const void *desc) { return avatar_takes(desc); }
static bool takes_crowd(const void *desc) { return crowd_takes(desc); }

enum { ROOM = 64 };
typedef union space {
    vrmi_desc_head head;
    unsigned char bytes[sizeof(vrm_load_desc) + ROOM];
} space;

static void *never_allocate(size_t size, size_t alignment, void *user) {
    (void)size;
    (void)alignment;
    (void)user;
    return NULL;
}

static void never_release(void *memory, size_t size, size_t alignment, void *user) {
    (void)memory;
    (void)size;
    (void)alignment;
    (void)user;
}

static void ask(const kind *kind) {
    const uint32_t needed = kind->takes == takes_load ? VRM_LOAD_ANY_GLTF : 0;
    const vrm_allocator no_release = {never_allocate, NULL, NULL};
    const vrm_allocator no_allocate = {NULL, never_release, NULL};
    space desc;
    test_note("%s", kind->name);
    vrmi_desc_init(&desc, kind->size);
    desc.head.flags = needed;
    CHECK(kind->takes(&desc));
    desc.head.allocator = &no_release;
    CHECK(!kind->takes(&desc));
    desc.head.allocator = &no_allocate;
    CHECK(!kind->takes(&desc));
    desc.head.allocator = NULL;
    for (int bit = 0; bit < 32; ++bit) {
        uint32_t flag = (uint32_t)1 << bit;
        if (kind->takes == takes_load && flag == VRM_LOAD_STRICT) continue;
        desc.head.flags = needed | flag;
        test_note("%s, flag %d", kind->name, bit);
        CHECK_INT(kind->takes(&desc), (flag & kind->known_flags) != 0);
    }
    test_note("%s of a newer program", kind->name);
    vrmi_desc_init(&desc, kind->size + ROOM);
    desc.head.flags = needed;
    CHECK(kind->takes(&desc));
    for (size_t i = 0; i < ROOM; ++i) {
        desc.bytes[kind->size + i] = 1;
        CHECK(!kind->takes(&desc));
        desc.bytes[kind->size + i] = 0;
    }
    test_note("%s without a size", kind->name);
    memset(&desc, 0, sizeof desc);
    CHECK(!kind->takes(&desc));
    test_note(NULL);
}

TEST(all_descs_follow_one_rule) {
    static const kind kinds[] = {
        {"load", sizeof(vrm_load_desc), VRM_LOAD_STRICT | VRM_LOAD_COPY_PAYLOAD | VRM_LOAD_ANY_GLTF,
         takes_load},
        {"avatar", sizeof(vrm_avatar_desc), 2 * VRM_AVATAR_FLAG_NO_SPRING_LIMITS - 1, takes_avatar},
        {"crowd", sizeof(vrm_crowd_desc), 0, takes_crowd},
    };
    loaded file = load_json("{'asset':{'version':'2.0'}}");
    avatar_model = file.model;
    REQUIRE(avatar_model != NULL);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) ask(&kinds[i]);
    avatar_model = NULL;
    unload(&file);
}

TEST_SUITE(desc, ENTRY(a_program_of_today_runs_with_a_library_whose_desc_has_grown),
           ENTRY(a_program_of_later_runs_with_the_library_of_today),
           ENTRY(a_desc_has_a_size_that_an_init_function_may_write), ENTRY(no_desc_is_all_defaults),
           ENTRY(all_descs_follow_one_rule));
