/*
 * Any avatar, migrated to 1.0, or to 0.x if it is 1.0, and back from there; fuzz_file.h says what
 * the input is. A bit of its first byte asks for the T-pose and the most restrictive permissions.
 * What is written loads in the dialect that was asked for, permits no more than the old file, is
 * the same the second time, and has the words of the first meta when it has come back.
 */
#include "fuzz_file.h"
#include "testkit/permissions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* --- Loading --- */

static vrm_model *load_migrated(const void *bytes, size_t size) {
    vrm_load_desc desc;
    vrm_limits limits;
    vrm_model *model = NULL;
    fuzz_desc_init(&desc, &limits);
    if (vrm_model_load(bytes, size, &desc, &model, NULL) != VRM_OK) return NULL;
    return model;
}

static bool is_old(vrm_dialect dialect) {
    return dialect == VRM_DIALECT_0 || dialect == VRM_DIALECT_1_DRAFT;
}

/* The most that a file may be read to permit; 1.0 and the beta say it outright. */
static vrm_permissions most_of(const vrm_model *model) {
    const vrm_tables *tables = vrm_model_tables(model);
    return is_old(tables->dialect) ? read_widely(&tables->meta, true) : tables->meta.permissions;
}

static bool has_change(const vrm_written *file, const char *code) {
    for (uint32_t i = 0; i < vrm_written_change_count(file); ++i) {
        if (strcmp(vrm_written_change(file, i)->code, code) == 0) return true;
    }
    return false;
}

/* --- One way --- */

static vrm_result migrate(const void *bytes, size_t size, vrm_dialect to, vrm_migrate_flags flags,
                          vrm_written **out) {
    vrm_migrate_desc desc;
    vrm_load_desc load;
    vrm_limits limits;
    vrm_migrate_desc_init(&desc);
    fuzz_desc_init(&load, &limits);
    desc.load = &load;
    desc.to = to;
    desc.flags = flags;
    *out = NULL;
    return vrm_migrate(bytes, size, &desc, out, NULL);
}

/* A file that asks for consent has a list of what it is needed for, and no bytes. */
static void check_consent(const void *bytes, size_t size, vrm_dialect to) {
    vrm_written *file;
    size_t length = 0;
    if (migrate(bytes, size, to, 0, &file) == VRM_ERROR_CONSENT) {
        vrm_written_bytes(file, &length);
        if (length != 0) fuzz_fail("without consent there is no file");
        if (vrm_written_change_count(file) == 0) fuzz_fail("what consent is needed for is listed");
    }
    vrm_written_destroy(file);
}

static void check_again(const vrm_written *file, const void *bytes, size_t size, vrm_dialect to,
                        vrm_migrate_flags flags) {
    vrm_written *again;
    size_t length, again_length;
    const void *now = vrm_written_bytes(file, &length), *again_bytes;
    if (migrate(bytes, size, to, flags, &again) != VRM_OK) fuzz_fail("it migrates again");
    again_bytes = vrm_written_bytes(again, &again_length);
    if (length != again_length || memcmp(now, again_bytes, length) != 0) {
        fuzz_fail("to migrate a file twice gives the same bytes");
    }
    vrm_written_destroy(again);
}

static void check_migrated(const vrm_written *file, const vrm_model *before, vrm_dialect to) {
    size_t size;
    const void *bytes = vrm_written_bytes(file, &size);
    vrm_model *model = load_migrated(bytes, size);
    const char *problem;
    vrm_permissions most, now;
    if (model == NULL) fuzz_fail("a migrated file loads");
    if (vrm_model_tables(model)->dialect != to) fuzz_fail("it has the dialect that was asked for");
    problem = check_invariants(vrm_model_gltf(model));
    if (problem == NULL) problem = check_tables(vrm_model_gltf(model), vrm_model_tables(model));
    if (problem != NULL) fuzz_fail(problem);
    most = most_of(before);
    now = most_of(model);
    /* What was once said is restored, also where what is between says less. */
    if (!has_change(file, "meta-restored") && is_wider(&now, &most)) {
        fuzz_fail("it permits no more than before");
    }
    vrm_model_release(model);
}

/* --- There and back --- */

/* The text of a value; NULL: it is not there. To be freed. */
static char *text_of(const void *bytes, size_t size, const char *pointer) {
    vrm_edit *edit = NULL;
    const char *text = NULL;
    char *copy = NULL;
    size_t length = 0;
    if (vrm_edit_create(bytes, size, NULL, &edit, NULL) == VRM_OK) {
        text = vrm_edit_get(edit, pointer, &length);
    }
    if (text != NULL) {
        copy = malloc(length + 1);
        if (copy == NULL) abort();
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    vrm_edit_destroy(edit);
    return copy;
}

/* The meta word for word; a thumbnail may have got another index. */
static void check_meta(const void *bytes, size_t size, const void *back, size_t back_size) {
    static const char pointer[] = "/extensions/VRM/meta";
    char *old = text_of(bytes, size, pointer), *now = text_of(back, back_size, pointer);
    if (old != NULL && strstr(old, "\"texture\"") == NULL &&
        (now == NULL || strcmp(old, now) != 0)) {
        fuzz_fail("the meta has come back word for word");
    }
    free(old);
    free(now);
}

/* It needs no consent, and may be refused for vertices that cannot be normalised. */
static void go_back(const vrm_written *file, const void *bytes, size_t size, vrm_dialect from) {
    size_t there_size, back_size;
    const void *there = vrm_written_bytes(file, &there_size), *back_bytes;
    vrm_model *between = load_migrated(there, there_size);
    vrm_written *back;
    bool is_whole = fuzz_is_whole(bytes, size); /* what a load repairs cannot come back */
    vrm_result result;
    if (between == NULL) fuzz_fail("a migrated file loads");
    result = migrate(there, there_size, from, 0, &back);
    if (result == VRM_ERROR_CONSENT && is_whole) fuzz_fail("words that come back need no consent");
    if (result == VRM_OK) {
        check_migrated(back, between, from);
        back_bytes = vrm_written_bytes(back, &back_size);
        if (from == VRM_DIALECT_0 && is_whole) check_meta(bytes, size, back_bytes, back_size);
    }
    vrm_written_destroy(back);
    vrm_model_release(between);
}

/* --- All of it --- */

/* Without a failing allocation, a limit or a cancel. */
static void migrate_whole(const fuzz_file *file, const vrm_model *before, vrm_dialect to,
                          vrm_migrate_flags flags) {
    const vrm_dialect from = vrm_model_tables(before)->dialect;
    vrm_written *written = NULL;
    check_consent(file->bytes, file->size, to);
    if (migrate(file->bytes, file->size, to, flags, &written) == VRM_OK) {
        check_again(written, file->bytes, file->size, to, flags);
        check_migrated(written, before, to);
        if (from == VRM_DIALECT_0 || from == VRM_DIALECT_1) {
            go_back(written, file->bytes, file->size, from);
        }
    }
    vrm_written_destroy(written);
}

static void migrate_with_trouble(const fuzz_file *file, vrm_dialect to, vrm_migrate_flags flags) {
    fuzz_memory memory = {0, 0, 0};
    const vrm_allocator allocator = {fuzz_allocate, fuzz_release, &memory};
    vrm_migrate_desc desc;
    vrm_load_desc load;
    vrm_written *written = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    memory.fail_at = file->fail_at;
    vrm_migrate_desc_init(&desc);
    vrm_load_desc_init(&load);
    load.limits = &file->limits;
    load.allocator = &allocator;
    desc.load = &load;
    desc.to = to;
    desc.flags = flags;
    result = vrm_migrate(file->bytes, file->size, &desc, &written, &report);
    fuzz_end_trouble(&memory, result, written, report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { HOW_POSED = 32 }; /* a bit of the first byte, beside those of fuzz_file.h */
    vrm_migrate_flags flags = VRM_MIGRATE_ACCEPT_LICENSE_MAPPING;
    vrm_dialect to;
    vrm_model *before;
    fuzz_file file;
    if (!fuzz_file_read(data, size, &file)) return 0;
    if ((data[0] & HOW_POSED) != 0) flags |= VRM_MIGRATE_MOST_RESTRICTIVE | VRM_MIGRATE_T_POSE;
    before = load_migrated(file.bytes, file.size);
    to = before != NULL && vrm_model_tables(before)->dialect == VRM_DIALECT_1 ? VRM_DIALECT_0
                                                                              : VRM_DIALECT_1;
    migrate_with_trouble(&file, to, flags);
    if (before != NULL) migrate_whole(&file, before, to, flags);
    vrm_model_release(before);
    free(file.bytes);
    return 0;
}
