#include "conformance/living.h"

#include "support/lanes.h"
#include "test.h"

#include <string.h>

/* --- Written files --- */

static vrm_result edit(const fixture *file, vrm_written **out) {
    vrm_edit *edit = NULL;
    vrm_result result = vrm_edit_create(file->bytes, file->size, NULL, &edit, NULL);
    if (result == VRM_OK) result = vrm_edit_set(edit, "/asset/extras", "{\"note\":1.50}");
    if (result == VRM_OK) result = vrm_edit_write(edit, out, NULL);
    vrm_edit_destroy(edit);
    return result;
}

static vrm_result migrate_to(const fixture *file, vrm_dialect to, vrm_written **out) {
    vrm_migrate_desc desc;
    vrm_migrate_desc_init(&desc);
    desc.to = to;
    desc.flags = VRM_MIGRATE_ACCEPT_LICENSE_MAPPING;
    return vrm_migrate(file->bytes, file->size, &desc, out, NULL);
}

static vrm_dialect other_than(vrm_dialect dialect) {
    return dialect == VRM_DIALECT_1 ? VRM_DIALECT_0 : VRM_DIALECT_1;
}

static vrm_result write_tables(const loaded *model, vrm_written **out) {
    vrm_write_avatar_desc desc;
    vrm_write_avatar_desc_init(&desc);
    desc.dialect = model->tables->dialect;
    CHECK_INT(model->gltf->buffer_count, 0); /* these files have none */
    return vrm_write_avatar(model->gltf, model->tables, NULL, &desc, out, NULL);
}

static vrm_result write_once(const fixture *file, const loaded *model, writing how,
                             vrm_written **out) {
    switch (how) {
    case WRITING_EDITED:
        return edit(file, out);
    case WRITING_NORMALIZED:
        return vrm_normalize(file->bytes, file->size, NULL, out, NULL);
    case WRITING_TABLES:
        return write_tables(model, out);
    default:
        return migrate_to(file, other_than(model->tables->dialect), out);
    }
}

fixture written_as(fixture file, writing how) {
    loaded model;
    vrm_written *written = NULL;
    size_t size;
    const void *bytes;
    if (how == WRITING_NOTHING) return file;
    if (how == WRITING_BACK) file = written_as(file, WRITING_MIGRATED);
    model = load_fixture(fixture_bytes(file.bytes, file.size), NULL);
    if (CHECK(model.tables != NULL) &&
        CHECK_INT(write_once(&file, &model, how, &written), VRM_OK)) {
        fixture_free(&file);
        bytes = vrm_written_bytes(written, &size);
        file = fixture_bytes(bytes, size);
    }
    vrm_written_destroy(written);
    unload(&model);
    return file;
}

static writing how_written;

void write_files(writing how) { how_written = how; }

const char *written_name(void) {
    static const char *const names[] = {"",           ", edited",         ", normalised",
                                        ", migrated", ", there and back", ", from tables"};
    return names[how_written];
}

/* --- Files --- */

loaded load_members(const char *extensions, const char *members) {
    const char *json = format_members("{'asset':{'version':'2.0'},'extensionsUsed':["
                                      "'VRM','VRMC_vrm','VRMC_springBone',"
                                      "'VRMC_springBone_extended_collider',"
                                      "'VRMC_springBone_limit',"
                                      "'VRMC_node_constraint','VRMC_materials_mtoon',"
                                      "'KHR_texture_transform',"
                                      "'KHR_materials_emissive_strength'],"
                                      "'extensions':{%s},%s}",
                                      extensions, members);
    loaded file = load_fixture(written_as(fixture_glb(json, NULL, 0), how_written), NULL);
    CHECK(file.tables != NULL);
    return file;
}

living live(const char *extensions, const char *members, uint32_t flags) {
    living one;
    vrm_avatar_desc desc;
    memset(&one, 0, sizeof one);
    vrm_avatar_desc_init(&desc);
    desc.flags = flags;
    one.file = load_members(extensions, members);
    one.avatar = create_with_lanes(one.file.model, &desc);
    CHECK(one.avatar != NULL);
    one.frame = *vrm_avatar_frame(one.avatar);
    return one;
}

void end_life(living *one) {
    vrm_avatar_destroy(one->avatar);
    unload(&one->file);
    memset(one, 0, sizeof *one);
}
