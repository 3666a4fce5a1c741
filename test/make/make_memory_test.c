/* Making with less memory than it needs. */
#include "make/rigged_body.h"
#include "support/refusals.h"
#include "test.h"

#include <stdlib.h>

#define BUSY_NODES                                                                                 \
    ",{'name':'Face','mesh':0,'skin':0},{'name':'hair','children':[23]},{'name':'hair_end'}"
#define BUSY(attributes)                                                                           \
    ",'accessors':[{'componentType':5126,'type':'VEC3','count':3,'min':[0,0,0],'max':[0,0,0]}],"   \
    "'skins':[{'joints':[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,22,23]}],"           \
    "'meshes':[{'primitives':[{'attributes':{" attributes "},'targets':[{},{}]}],"                 \
    "'extras':{'targetNames':['aa','Blink']}}]"

/* All parts of making: a bone that is moved; vertices; a face, chains, and guesses that are given.
 */
static const body busy[2] = {{.names = NAMES_MIXAMO,
                              .unit = 100,
                              .is_turned = true,
                              .has_arms_down = true,
                              .foreign = 13,
                              .head_children = "21,22",
                              .more_nodes = BUSY_NODES,
                              .more = BUSY("")},
                             {.names = NAMES_NONE,
                              .unit = 1,
                              .head_children = "21,22",
                              .more_nodes = BUSY_NODES,
                              .more = BUSY("'POSITION':0")}};

typedef struct short_memory {
    int64_t left; /* allocations that succeed */
    int64_t live;
} short_memory;

static void *take(size_t size, size_t alignment, void *user) {
    short_memory *memory = user;
    (void)alignment;
    if (memory->left-- <= 0) return NULL;
    memory->live += 1;
    return malloc(size);
}

static void give(void *pointer, size_t size, size_t alignment, void *user) {
    short_memory *memory = user;
    (void)size;
    (void)alignment;
    if (pointer != NULL) memory->live -= 1;
    free(pointer);
}

static bool make_busy(const fixture *file, const vrm_allocator *allocator) {
    static const char guesses[] = GUESSES
        ",\"name\":\"Ann\",\"expressions\":{\"ou\":{\"binds\":[{\"node\":21,\"target\":1}]}},"
        "\"springs\":[{\"name\":\"s\",\"nodes\":[22,23]}]}";
    bool is_good = true;
    for (int i = 0; i < 2; ++i) {
        vrm_load_desc load;
        vrm_make_desc desc;
        vrm_written *written = NULL, *text = NULL;
        vrm_result result;
        vrm_load_desc_init(&load);
        vrm_make_desc_init(&desc);
        desc.load = &load;
        load.allocator = allocator;
        if (i == 1) {
            desc.guesses = guesses;
            desc.guesses_size = sizeof guesses - 1;
        }
        result = vrm_make(file->bytes, file->size, &desc, &written, &text, NULL);
        CHECK(result == VRM_OK || result == VRM_ERROR_OUT_OF_MEMORY || result == VRM_ERROR_LIMIT);
        CHECK((result == VRM_OK) == (written != NULL));
        is_good = is_good && result == VRM_OK;
        vrm_written_destroy(written);
        vrm_written_destroy(text);
    }
    return is_good;
}

static void fail_allocations(const body *b) {
    fixture file = make_body(b);
    int64_t number = 0;
    for (bool is_good = false; !is_good && number < 10000; ++number) {
        short_memory memory = {number, 0};
        const vrm_allocator allocator = {take, give, &memory};
        is_good = make_busy(&file, &allocator);
        CHECK_INT(memory.live, 0);
    }
    CHECK(number > 20);
    CHECK(number < 10000);
    fixture_free(&file);
}

TEST(mk_018_every_allocation_may_fail) {
    fail_allocations(&busy[0]);
    fail_allocations(&busy[1]);
}

static void refuse_pieces(const body *b) {
    fixture file = make_body(b);
    int64_t number = 0;
    for (;; ++number) {
        bool is_good;
        refuse_piece(number);
        is_good = make_busy(&file, NULL);
        if (pieces_asked() <= number) {
            CHECK(is_good);
            break;
        }
    }
    refuse_piece(-1);
    CHECK(number > 100);
    fixture_free(&file);
}

TEST(mk_018_every_piece_of_an_arena_may_be_refused) {
    if (!refusals_work()) {
        test_skip("the linker cannot stand between");
        return;
    }
    refuse_pieces(&busy[0]);
    refuse_pieces(&busy[1]);
}

TEST_SUITE(make_memory, ENTRY(mk_018_every_allocation_may_fail),
           ENTRY(mk_018_every_piece_of_an_arena_may_be_refused));
