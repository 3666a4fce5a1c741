/*
 * A migration, step by step. The tables of a lenient load have the meaning of the old file. They
 * are turned and completed for the new dialect, and its blocks are written from them into the
 * document, which is kept. So everything that a load understands can be migrated, and nothing that
 * it does not read is touched.
 */
#include "vrm/author/migrate.h"

#include "author/document/compression_edit.h"
#include "author/document/node_binds.h"
#include "author/migrate/migration.h"
#include "author/migrate/turn.h"
#include "author/normalize/bake.h"
#include "base/desc.h"
#include "base/text.h"
#include "model/model.h"

#include <string.h>

VRMI_LOAD_DESC_CHECK(vrm_migrate_desc, flags);

void vrm_migrate_desc_init_sized(vrm_migrate_desc *desc, size_t struct_size) {
    vrmi_desc_init(desc, struct_size);
}

static bool read_desc(const vrm_migrate_desc *from, vrm_migrate_desc *out) {
    const uint32_t known =
        VRM_MIGRATE_ACCEPT_LICENSE_MAPPING | VRM_MIGRATE_MOST_RESTRICTIVE | VRM_MIGRATE_T_POSE;
    if (!vrmi_flagged_read(out, sizeof *out, VRMI_SIZE_UP_TO(vrm_migrate_desc, author), from,
                           known)) {
        return false;
    }
    if (out->to == VRM_DIALECT_NONE) out->to = VRM_DIALECT_1;
    return out->to == VRM_DIALECT_1 || out->to == VRM_DIALECT_0;
}

/* --- Normalize first --- */

/* 0.x allows neither rotations nor scales (V0-003). */
static bool is_normalized(const vrm_gltf *gltf) {
    for (uint32_t i = 0; i < gltf->node_count; ++i) {
        const vrm_trs *rest = &gltf->nodes[i].rest;
        if (rest->rotation.x != 0 || rest->rotation.y != 0 || rest->rotation.z != 0 ||
            rest->scale.x != 1 || rest->scale.y != 1 || rest->scale.z != 1) {
            return false;
        }
    }
    return true;
}

/* Whether it is an avatar of another version. */
static bool must_migrate(const vrmi_migration *m) {
    const vrm_dialect from = vrm_model_tables(m->edit.model)->dialect;
    return from != m->desc.to && from != VRM_DIALECT_NONE && from != VRM_DIALECT_ANIMATION;
}

static bool must_normalize(const vrmi_migration *m) {
    if (!must_migrate(m)) return false;
    if ((m->desc.flags & VRM_MIGRATE_T_POSE) != 0) return true;
    return m->desc.to == VRM_DIALECT_0 && !is_normalized(vrm_model_gltf(m->edit.model));
}

/* Vertices that are compressed, missing or damaged cannot be posed. */
static bool is_unreadable(vrm_result result) {
    return result == VRM_ERROR_UNSUPPORTED || result == VRM_ERROR_NO_PAYLOAD ||
           result == VRM_ERROR_PAYLOAD;
}

/* The new pointer for one into the blocks of the old dialect. */
static const char *place_in_new_file(const vrmi_migration *m, const char *pointer) {
    if (strncmp(pointer, "/extensions/", strlen("/extensions/")) != 0) return pointer;
    if (strstr(pointer, "/secondaryAnimation") == NULL && strstr(pointer, "pringBone") == NULL) {
        return vrmi_block_pointer(m->desc.to);
    }
    return m->desc.to == VRM_DIALECT_0 ? "/extensions/VRM/secondaryAnimation"
                                       : "/extensions/VRMC_springBone";
}

/* What normalizing has changed, in pointers into the new file. */
static vrm_result move_changes(vrmi_migration *m) {
    vrm_written *list = m->edit.changes;
    m->edit.changes = vrmi_written_create(&m->edit.memory.allocator, &m->edit.limits);
    for (uint32_t i = 0; m->edit.changes != NULL && i < vrm_written_change_count(list); ++i) {
        const vrm_change *change = vrm_written_change(list, i);
        vrmi_say_change(m, change->kind, change->code, change->from,
                        place_in_new_file(m, change->to), change->text);
    }
    if (m->edit.changes != NULL) m->edit.changes->is_refused |= list->is_refused;
    vrm_written_destroy(list);
    return m->edit.changes != NULL ? VRM_OK : VRM_ERROR_OUT_OF_MEMORY;
}

/* Without the pose: what was changed until then is undone, and its list is dropped. */
static vrm_result keep_pose(vrmi_migration *m) {
    vrm_written_destroy(m->edit.changes);
    m->edit.changes = vrmi_written_create(&m->edit.memory.allocator, &m->edit.limits);
    if (m->edit.changes == NULL) return VRM_ERROR_OUT_OF_MEMORY;
    vrmi_say_change(m, VRM_CHANGE_NARROWED, "pose-kept", "", "",
                    "the vertices cannot be read, so the pose was not changed");
    return vrmi_edit_undo(&m->edit);
}

/* Normalizes the open file. The report stays that of the old one. */
static vrm_result normalize_first(vrmi_migration *m) {
    vrm_normalize_flags flags = 0;
    size_t size;
    vrm_result result;
    if ((m->desc.flags & VRM_MIGRATE_T_POSE) != 0) {
        flags |= VRM_NORMALIZE_T_POSE | VRM_NORMALIZE_GROUND;
    }
    if (m->desc.to == VRM_DIALECT_0) flags |= VRM_NORMALIZE_LOSE_CONSTRAINTS;
    result = vrmi_normalize_edit(&m->edit, flags);
    if (m->desc.to != VRM_DIALECT_0 && is_unreadable(result)) return keep_pose(m);
    if (result == VRM_OK) vrmi_edit_note_decoded(&m->edit);
    if (result == VRM_OK) result = vrmi_edit_step(&m->edit, &size);
    if (result == VRM_OK) result = vrmi_edit_accept(&m->edit, m->desc.load);
    return result == VRM_OK ? move_changes(m) : result;
}

/* --- Turning --- */

/* 1.0 and the beta face +Z, 0.x and the draft -Z; the bones show the real direction (TP-022). */
static bool must_turn(const vrmi_migration *m, const vrm_tables *tables) {
    return (tables->humanoid.faces_minus_z != 0) != (m->desc.to == VRM_DIALECT_0);
}

static vrm_result turn(vrmi_migration *m, bool *out_turned) {
    vrm_result result;
    if (!must_turn(m, &m->tables)) return VRM_OK;
    result = vrmi_turn_geometry(&m->edit);
    if (result != VRM_OK) return result;
    if (!vrmi_turn_tables(&m->arena, &m->gltf, &m->tables)) return VRM_ERROR_OUT_OF_MEMORY;
    *out_turned = true;
    vrmi_say_change(m, VRM_CHANGE_CONVERTED, "facing", "/nodes", "/nodes",
                    m->to == VRM_DIALECT_0 ? "avatar turned about Y to face -Z"
                                           : "avatar turned about Y to face +Z");
    return VRM_OK;
}

/* --- Who wrote the file --- */

/* "libvrm 0.3.1", with the name of the program before in brackets (GL-006). */
static void set_generator(vrmi_migration *m) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *asset = vrmi_value_get(tree, tree->root, "asset");
    vrm_string old = vrmi_value_string(tree, vrmi_value_get(tree, asset, "generator"));
    char buffer[VRMI_SENTENCE];
    vrmi_text text = vrmi_text_make(buffer, sizeof buffer);
    vrmi_text_append(&text, "libvrm ");
    vrmi_text_append(&text, vrm_version());
    if (old.length >= text.length && memcmp(old.data, buffer, text.length) == 0) return;
    if (old.length != 0) {
        vrmi_text_append(&text, " (");
        vrmi_text_append_string(&text, old);
        vrmi_text_append(&text, ")");
    }
    vrmi_value_set_words(tree, asset, "generator", vrmi_string_from(buffer));
}

/* --- All of it --- */

/* A beta without older names, which faces as 1.0 does. */
static bool can_stay(const vrmi_migration *m, const vrm_report *report) {
    if (m->from != VRM_DIALECT_1_BETA || m->to != VRM_DIALECT_1 ||
        m->tables.humanoid.faces_minus_z) {
        return false;
    }
    for (uint32_t i = 0; i < vrm_report_count(report); ++i) {
        if (strcmp(vrm_report_get(report, i)->code, "alias-used") == 0) return false;
    }
    return report != NULL;
}

static vrm_result migrate(vrmi_migration *m) {
    vrm_result result = vrmi_begin_meta(m);
    bool is_turned = false;
    if (result != VRM_OK) return result;
    vrmi_rename_expressions(m);
    if (m->is_refused) return VRM_ERROR_OUT_OF_MEMORY;
    vrmi_say_blocks(m);
    m->keeps_numbers =
        vrmi_edit_count_unknown(&m->edit) > 0 || vrmi_node_binds_exist(&m->edit.tree);
    if (!m->is_in_place) vrmi_take_extras(m);
    result = turn(m, &is_turned);
    if (result != VRM_OK) return result;
    if (m->to == VRM_DIALECT_0) {
        vrmi_add_bones(m);
        if (!m->is_refused) vrmi_remove_tail_nodes(m);
    } else {
        vrmi_settle_first_person(m);
        vrmi_straighten_look_at(m);
        vrmi_add_tail_nodes(m);
    }
    vrmi_migrate_blocks(m);
    if (is_turned && !vrmi_turn_node_binds(&m->edit)) return VRM_ERROR_OUT_OF_MEMORY;
    vrmi_end_meta(m);
    set_generator(m);
    vrmi_edit_complete_extensions(&m->edit);
    return m->is_refused ? VRM_ERROR_OUT_OF_MEMORY : VRM_OK;
}

static vrm_result run(vrmi_migration *m, const vrm_report *report, vrm_written **out_file) {
    vrm_result result;
    m->from = vrm_model_tables(m->edit.model)->dialect;
    m->to = m->desc.to;
    if (m->from == VRM_DIALECT_NONE || m->from == VRM_DIALECT_ANIMATION) return VRM_ERROR_VRM;
    if (m->from == m->to) {
        vrmi_say_change(m, VRM_CHANGE_KEPT, "dialect", "", "",
                        "the file already has this VRM version and was not changed");
        return vrmi_edit_write(&m->edit, out_file);
    }
    vrmi_arena_init(&m->arena, &m->edit.memory, 4096);
    m->gltf = *vrm_model_gltf(m->edit.model);
    m->tables = *vrm_model_tables(m->edit.model);
    m->is_in_place = can_stay(m, report);
    result = migrate(m);
    if (result == VRM_OK) result = vrmi_edit_write(&m->edit, out_file);
    if (result == VRM_ERROR_CONSENT) {
        *out_file = m->edit.changes; /* the list is all that there is */
        m->edit.changes = NULL;
    }
    vrmi_arena_release(&m->arena);
    return result;
}

vrm_result vrm_migrate(const void *bytes, size_t size, const vrm_migrate_desc *desc,
                       vrm_written **out_file, vrm_report **out_report) {
    vrmi_migration m;
    vrm_report *report = NULL;
    vrm_result result;
    bool is_open;
    if (out_file != NULL) *out_file = NULL;
    if (out_report != NULL) *out_report = NULL;
    memset(&m, 0, sizeof m);
    if ((bytes == NULL && size > 0) || out_file == NULL || !read_desc(desc, &m.desc)) {
        return vrmi_report_end(out_report, VRM_ERROR_INVALID_ARGUMENT);
    }
    result = vrmi_edit_open(&m.edit, bytes, size, m.desc.load, &report);
    is_open = result == VRM_OK;
    if (result == VRM_OK && must_normalize(&m)) result = normalize_first(&m);
    if (result == VRM_OK && must_migrate(&m) && must_turn(&m, vrm_model_tables(m.edit.model))) {
        result = vrmi_edit_decode(&m.edit, m.desc.load); /* vertices turn in place */
    }
    if (result == VRM_OK) result = run(&m, report, out_file);
    if (is_open) vrmi_edit_close(&m.edit);
    if (out_report != NULL) {
        *out_report = report;
    } else {
        vrm_report_destroy(report);
    }
    return result;
}
