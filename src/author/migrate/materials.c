/*
 * Materials: the old and the new tables are written by the same writer, and the document changes
 * only if the two texts differ. So members that are equal in both, and unknown members, stay as
 * they are.
 */
#include "author/migrate/migration.h"
#include "author/text/vrm0_text.h"
#include "author/text/vrm1_text.h"

static void put_material(vrmi_vrm_text *text, vrmi_json_writer *json, uint32_t material) {
    text->writer = json;
    if (text->dialect == VRM_DIALECT_0) {
        vrmi_put_vrm0_material(text, material);
    } else {
        vrmi_put_vrm1_material(text, material);
    }
    text->writer = NULL;
}

static void migrate_material(vrmi_migration *m, vrmi_vrm_text *before, vrmi_vrm_text *after,
                             uint32_t material) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_json_writer old, json;
    vrmi_value *at = vrmi_value_at(tree, vrmi_value_get(tree, tree->root, "materials"), material);
    vrmi_json_writer_init(&old, &m->edit.memory);
    vrmi_json_writer_init(&json, &m->edit.memory);
    put_material(before, &old, material);
    put_material(after, &json, material);
    if (old.is_refused || json.is_refused ||
        !vrmi_merge_texts(m, at, vrmi_json_writer_text(&old), vrmi_json_writer_text(&json))) {
        m->is_refused = true;
    }
    vrmi_json_writer_release(&json);
    vrmi_json_writer_release(&old);
}

/* If the keys may differ, as in the draft, the block is replaced as a whole. */
static bool has_mtoon(vrmi_migration *m, uint32_t material) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *at = vrmi_value_at(tree, vrmi_value_get(tree, tree->root, "materials"), material);
    vrmi_value *extensions = vrmi_value_get(tree, at, "extensions");
    vrmi_value *mtoon = vrmi_value_get(tree, extensions, "VRMC_materials_mtoon");
    bool is_known = m->from == VRM_DIALECT_0 || m->from == VRM_DIALECT_1 || m->is_in_place;
    if (is_known || mtoon == NULL) return mtoon != NULL;
    vrmi_value_remove(tree, mtoon);
    return false;
}

void vrmi_migrate_materials(vrmi_migration *m, vrmi_vrm_text *text) {
    vrm_tables tables = m->tables;
    vrmi_vrm_text before = *text;
    vrm_mtoon *mtoons = VRMI_TAKE(&m->arena, vrm_mtoon, tables.material_count);
    if (mtoons == NULL) {
        m->is_refused = true;
        return;
    }
    /* The glTF properties; what older dialects store beside them is only in the new text. */
    if (m->from == VRM_DIALECT_0 || m->from == VRM_DIALECT_1_DRAFT) {
        tables.materials = m->gltf.materials;
    }
    tables.mtoons = mtoons;
    before.tables = &tables;
    before.dialect = m->from;
    before.lost = NULL;
    for (uint32_t i = 0; i < tables.material_count; ++i) {
        mtoons[i] = m->tables.mtoons[i];
        mtoons[i].is_present = has_mtoon(m, i);
        migrate_material(m, &before, text, i);
    }
}
