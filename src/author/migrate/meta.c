/*
 * The meta of the new file, and the old meta, which is kept whole.
 *
 * `extras.vrmMigration` of the new meta has three members: `from`, the dialect of the old file;
 * `meta`, its meta, word for word; and `as`, the result of the migration. A migration back compares
 * `as` with the file: if nothing was changed in between, it restores the old meta, and nobody has
 * to accept anything (MI-014).
 */
#include "author/migrate/migration.h"
#include "base/text.h"

#include <string.h>

static const char EXTRAS[] = "extras";
static const char MIGRATION[] = "vrmMigration";

static const char *thumbnail_key(vrm_dialect dialect) {
    return dialect == VRM_DIALECT_0 ? "texture" : "thumbnailImage";
}

static vrmi_value *find_meta(vrmi_migration *m, vrm_dialect dialect) {
    return vrmi_value_get(&m->edit.tree, vrmi_find_block(m, dialect), "meta");
}

static vrm_string keep_text(vrmi_migration *m, vrmi_value *value) {
    vrm_string text = vrmi_value_text(&m->edit.tree, value);
    vrm_string copy = vrmi_arena_copy_string(&m->arena, text.data, text.length);
    if (copy.data == NULL) m->is_refused = true;
    return copy.data != NULL ? copy : vrmi_string_from("");
}

/* --- Coming back --- */

/* Strings, lists of strings, and words of JSON, however they are spelled. */
static bool is_same(vrmi_tree *tree, vrmi_value *a, vrmi_value *b) {
    vrm_string left, right;
    if (vrmi_value_get_kind(a) != vrmi_value_get_kind(b)) return false;
    if (vrmi_value_get_kind(a) == VRMI_VALUE_ARRAY) {
        uint32_t count = vrmi_value_count(tree, a);
        if (count != vrmi_value_count(tree, b)) return false;
        for (uint32_t i = 0; i < count; ++i) {
            vrmi_value *one = vrmi_value_at(tree, a, i), *other = vrmi_value_at(tree, b, i);
            if (vrmi_value_get_kind(one) == VRMI_VALUE_ARRAY || !is_same(tree, one, other)) {
                return false;
            }
        }
        return true;
    }
    if (vrmi_value_get_kind(a) == VRMI_VALUE_STRING) {
        left = vrmi_value_string(tree, a);
        right = vrmi_value_string(tree, b);
    } else {
        left = vrmi_value_text(tree, a);
        right = vrmi_value_text(tree, b);
    }
    return left.length == right.length && memcmp(left.data, right.data, left.length) == 0;
}

/* Whether each field is what the migration made of it, and none was added. */
static bool is_unchanged(vrmi_tree *tree, vrmi_value *meta, vrmi_value *as, const char *thumbnail) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < vrmi_value_count(tree, meta); ++i) {
        vrmi_value *now = vrmi_value_at(tree, meta, i);
        vrm_string key = vrmi_value_key(tree, now);
        if (vrmi_string_equals(key, EXTRAS) || vrmi_string_equals(key, thumbnail)) continue;
        if (!is_same(tree, now, vrmi_value_get_string(tree, as, key))) return false;
        ++count;
    }
    return count == vrmi_value_count(tree, as);
}

/* The meta of the file that this one was migrated from, if nothing was changed since. */
static vrm_string find_restored(vrmi_migration *m, vrmi_value *meta) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *asset = vrmi_value_get(tree, tree->root, "asset");
    vrmi_value *kept = vrmi_value_get(tree, vrmi_value_get(tree, asset, EXTRAS), MIGRATION);
    vrm_string from = vrmi_value_string(tree, vrmi_value_get(tree, kept, "from"));
    vrmi_value *old = vrmi_value_get(tree, kept, "meta"), *as = vrmi_value_get(tree, kept, "as");
    if (!vrmi_string_equals(from, vrm_dialect_name(m->to)) ||
        vrmi_value_get_kind(old) != VRMI_VALUE_OBJECT ||
        vrmi_value_get_kind(as) != VRMI_VALUE_OBJECT ||
        !is_unchanged(tree, meta, as, thumbnail_key(m->from))) {
        return vrmi_string_from("");
    }
    return keep_text(m, old);
}

/* --- The tables --- */

static void set_author(vrmi_migration *m, const char *author) {
    vrm_string *authors;
    const vrm_meta *meta = &m->tables.meta;
    bool is_named = meta->author_count != 0 &&
                    !(meta->author_count == 1 && vrmi_string_equals(meta->authors[0], "(unknown)"));
    if (is_named || author == NULL) return;
    authors = VRMI_TAKE(&m->arena, vrm_string, 1);
    if (authors == NULL) {
        m->is_refused = true;
        return;
    }
    authors[0] = vrmi_string_from(author);
    m->tables.meta.authors = authors;
    m->tables.meta.author_count = 1;
}

/* 0.x and 1.0 ask different things; the draft asks as 0.x does, and the beta as 1.0 does. */
static bool has_other_words(vrm_dialect from, vrm_dialect to) {
    bool is_old = from == VRM_DIALECT_0 || from == VRM_DIALECT_1_DRAFT;
    return is_old != (to == VRM_DIALECT_0) || (from == VRM_DIALECT_1_DRAFT && to == VRM_DIALECT_0);
}

vrm_result vrmi_begin_meta(vrmi_migration *m) {
    vrm_meta *meta = &m->tables.meta;
    vrm_permissions before = meta->permissions;
    vrmi_value *json = find_meta(m, m->from);
    bool maps = (m->desc.flags & VRM_MIGRATE_MOST_RESTRICTIVE) == 0;
    m->old_meta = keep_text(m, json);
    m->restored_meta = find_restored(m, json);
    if (m->restored_meta.length == 0 && has_other_words(m->from, m->to)) {
        bool is_accepted = (m->desc.flags & VRM_MIGRATE_ACCEPT_LICENSE_MAPPING) != 0;
        if (m->to == VRM_DIALECT_1 && meta->license_url.length == 0) {
            meta->license_url =
                vrmi_string_from(m->desc.license_url != NULL ? m->desc.license_url
                                                             : "https://vrm.dev/licenses/1.0/");
        }
        meta->permissions = vrmi_migrate_permissions(meta, m->to, maps);
        if (m->to == VRM_DIALECT_0) {
            vrmi_name_vrm0_license(meta, before.allow_redistribution != 0);
        } else if (maps) {
            vrmi_link_license(meta);
        }
        vrmi_say_meta(m, &before, !is_accepted);
        if (!is_accepted) return VRM_ERROR_CONSENT;
    }
    set_author(m, m->desc.author);
    return VRM_OK;
}

/* --- The new block --- */

/* The texture of the thumbnail: 0.x refers to a texture, not to an image. It is added if no texture
 * has the image. */
static int32_t find_thumbnail_texture(vrmi_migration *m) {
    int32_t image = m->tables.meta.thumbnail_image;
    char number[VRMI_SENTENCE];
    vrmi_text text = vrmi_text_make(number, sizeof number);
    if (image == VRM_NONE) return VRM_NONE;
    for (uint32_t i = 0; i < m->gltf.texture_count; ++i) {
        if (m->gltf.textures[i].image == image) return (int32_t)i;
    }
    vrmi_text_append(&text, "{\"source\":");
    vrmi_text_append_i64(&text, image);
    vrmi_text_append(&text, "}");
    return vrmi_edit_add_element(&m->edit, VRMI_REFERENCE_TEXTURE, vrmi_string_from(number));
}

static void set_thumbnail(vrmi_migration *m, vrmi_value *meta) {
    vrmi_tree *tree = &m->edit.tree;
    const char *key = thumbnail_key(m->to);
    int32_t index =
        m->to == VRM_DIALECT_0 ? find_thumbnail_texture(m) : m->tables.meta.thumbnail_image;
    if (index != VRM_NONE) {
        vrmi_value_set_index(tree, meta, key, (uint64_t)index);
    } else if (vrmi_value_to_index(tree, vrmi_value_get(tree, meta, key)) != VRM_NONE) {
        vrmi_value_remove(tree, vrmi_value_get(tree, meta, key));
    }
}

/* Extras of the old meta move along, if the new one may have some. */
static void keep_extras(vrmi_migration *m, vrmi_value *meta) {
    vrmi_tree old;
    if (m->old_meta.length == 0 || m->to == VRM_DIALECT_0) return;
    if (vrmi_tree_open(&old, &m->edit.memory, m->old_meta.data, m->old_meta.length)) {
        vrmi_value *extras = vrmi_value_get(&old, old.root, EXTRAS);
        if (extras != NULL) {
            vrmi_value_set(&m->edit.tree, meta, EXTRAS, vrmi_value_text(&old, extras));
        }
    }
    if (old.is_refused) m->is_refused = true;
    vrmi_tree_release(&old);
}

static vrmi_value *asset_extras(vrmi_migration *m) {
    vrmi_tree *tree = &m->edit.tree;
    return vrmi_value_make(tree, vrmi_value_get(tree, tree->root, "asset"), EXTRAS,
                           VRMI_VALUE_OBJECT);
}

static void put_migration(vrmi_migration *m, vrm_string as) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *kept = vrmi_value_set(tree, asset_extras(m), MIGRATION, vrmi_string_from("{}"));
    vrmi_value_set_words(tree, kept, "from", vrmi_string_from(vrm_dialect_name(m->from)));
    vrmi_value_set(tree, kept, "meta",
                   m->old_meta.length != 0 ? m->old_meta : vrmi_string_from("{}"));
    vrmi_value_remove(
        tree, vrmi_value_get(tree, vrmi_value_set(tree, kept, "as", as), thumbnail_key(m->to)));
}

/* What an earlier migration has kept is of no use any longer. */
static void remove_migration(vrmi_migration *m) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *extras = asset_extras(m);
    vrmi_value_remove(tree, vrmi_value_get(tree, extras, MIGRATION));
    if (vrmi_value_count(tree, extras) == 0) vrmi_value_remove(tree, extras);
}

void vrmi_end_meta(vrmi_migration *m) {
    vrmi_tree *tree = &m->edit.tree;
    vrmi_value *block = vrmi_find_block(m, m->to), *meta;
    vrm_string as;
    if (m->restored_meta.length != 0) {
        set_thumbnail(m, vrmi_value_set(tree, block, "meta", m->restored_meta));
        remove_migration(m);
        vrmi_say_change(m, VRM_CHANGE_KEPT, "meta-restored", "", "",
                        "the original meta of the migrated file was restored");
        return;
    }
    meta = vrmi_value_get(tree, block, "meta");
    as = keep_text(m, meta);
    set_thumbnail(m, meta);
    keep_extras(m, meta);
    if (has_other_words(m->from, m->to)) put_migration(m, as);
}
