#define _POSIX_C_SOURCE 200809L

#include "table.h"
#include "apps/kit/avatar/permissions.h"
#include "apps/kit/avatar/totals.h"
#include "apps/kit/batch/progress.h"
#include "base/text.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A transaction ends with so many rows, or after a second, whichever comes first. */
enum { MOST_ROWS = 20000, MOST_TEXT = 4096, BUSY_MILLISECONDS = 60000 };

/* "VRMi", by which SQLite's own tools and the program `file` can tell an index from other files. */
enum { APPLICATION_ID = 0x56524d69, SCHEMA_VERSION = 1 };

struct index_table {
    sqlite3 *data;
    sqlite3_stmt *put, *find;
    work_lock lock;
    uint32_t rows;   /* of the transaction that is open */
    double begun;    /* when it began */
    bool is_empty;   /* there was no row: none has to be looked up */
    bool has_failed; /* nothing more is written */
};

/* The columns, in the order in which rows are bound. Those of permissions have the specification's
 * own names. */
#define COLUMNS                                                                                    \
    "path, size, modified, result, code, reason, needed_bytes, errors, warnings, json_bytes, "     \
    "json_sha256, file_sha256, dialect, spec_version, generator, name, version, authors, "         \
    "copyright, contact, license_url, other_license_url, license_name, avatarPermission, "         \
    "allowExcessivelyViolentUsage, allowExcessivelySexualUsage, commercialUsage, "                 \
    "allowPoliticalOrReligiousUsage, allowAntisocialOrHateUsage, creditNotation, "                 \
    "allowRedistribution, modification, thumbnail_offset, thumbnail_bytes, nodes, meshes, "        \
    "primitives, triangles, vertices, morph_targets, skins, skin_joints, materials, textures, "    \
    "images, image_bytes, animations, bones, expressions, springs, spring_joints, colliders, "     \
    "constraints"

enum { COLUMN_COUNT = 53 };

/* A column without a type keeps what it is given. */
static const char schema[] =
    "CREATE TABLE IF NOT EXISTS avatars (" COLUMNS ", PRIMARY KEY (path)) WITHOUT ROWID;";

/* --- Binding --- */

/* What the next column of a row is. */
typedef struct row {
    sqlite3_stmt *statement;
    int at;
    bool is_good;
} row;

static void take(row *row, int result) {
    if (result != SQLITE_OK) row->is_good = false;
}

static void add_null(row *row) { take(row, sqlite3_bind_null(row->statement, ++row->at)); }

static void add_whole(row *row, uint64_t number) {
    take(row, sqlite3_bind_int64(row->statement, ++row->at,
                                 number < INT64_MAX ? (sqlite3_int64)number : INT64_MAX));
}

/* Text of an untrusted file: cut to a length, at the end of a character, and in front of a NUL,
 * which SQLite's functions for text stop at. What a terminal acts upon, or what reverses text, is
 * stored as escapes: sqlite3 prints texts as they are. An empty text is NULL. */
static void add_string(row *row, vrm_string text) {
    const char *nul = text.length > 0 ? memchr(text.data, '\0', text.length) : NULL;
    size_t length = nul != NULL ? (size_t)(nul - text.data) : text.length;
    char shown[MOST_TEXT + 1];
    if (length > MOST_TEXT) {
        length = MOST_TEXT;
        while (length > 0 && ((unsigned char)text.data[length] & 0xC0) == 0x80) --length;
    }
    if (length == 0) {
        add_null(row);
    } else {
        vrm_string_printable((vrm_string){text.data, (uint32_t)length}, shown, sizeof shown);
        take(row, sqlite3_bind_text(row->statement, ++row->at, shown, -1, SQLITE_TRANSIENT));
    }
}

static void add_text(row *row, const char *text) {
    const vrm_string string = {text, (uint32_t)strlen(text)};
    add_string(row, string);
}

/* One way to write a path, for rows and for those who look for them: text where it is UTF-8, which
 * JSON and CSV can carry, and else a blob. */
static int bind_path(sqlite3_stmt *statement, int at, const char *path) {
    int length = (int)strlen(path);
    return vrmi_utf8_is_valid(path, (size_t)length, NULL)
               ? sqlite3_bind_text(statement, at, path, length, SQLITE_STATIC)
               : sqlite3_bind_blob(statement, at, path, length, SQLITE_STATIC);
}

/* --- A row --- */

/* Names as one text, with commas: names with commas in them are rarer than readers who want to see
 * one column. */
static void add_authors(row *row, const vrm_meta *meta) {
    char text[MOST_TEXT];
    size_t length = 0;
    for (uint32_t i = 0; i < meta->author_count && length + 2 < sizeof text; ++i) {
        vrm_string name = meta->authors[i];
        size_t room = sizeof text - length - 2;
        if (i > 0) text[length++] = ',', text[length++] = ' ';
        if (name.length > room) break;
        if (name.length > 0) memcpy(text + length, name.data, name.length);
        length += name.length;
    }
    add_string(row, (vrm_string){text, (uint32_t)length});
}

static void add_permissions(row *row, const vrm_tables *tables) {
    permission rows[PERMISSION_COUNT];
    list_permissions(tables, false, rows);
    for (int i = 0; i < PERMISSION_COUNT; ++i) {
        bool is_true = strcmp(rows[i].value, "true") == 0;
        if (rows[i].source == PERMISSION_BY_LICENCE || rows[i].source == PERMISSION_NOT_ASKED) {
            add_null(row);
        } else if (is_true || strcmp(rows[i].value, "false") == 0) {
            add_whole(row, is_true);
        } else {
            add_text(row, rows[i].value);
        }
    }
}

static void add_meta(row *row, const vrm_model *model) {
    const vrm_tables *tables = vrm_model_tables(model);
    const vrm_meta *meta = &tables->meta;
    add_text(row, vrm_dialect_name((vrm_dialect)tables->dialect));
    add_string(row, tables->spec_version);
    add_string(row, vrm_model_gltf(model)->generator);
    add_string(row, meta->name);
    add_string(row, meta->version);
    add_authors(row, meta);
    add_string(row, meta->copyright_information);
    add_string(row, meta->contact_information);
    add_string(row, meta->license_url);
    add_string(row, meta->other_license_url);
    add_string(row, meta->legacy_license_name);
    add_permissions(row, tables);
}

/* By the JSON alone: the images themselves are not read. */
static uint64_t image_bytes(const vrm_gltf *gltf) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < gltf->image_count; ++i) {
        int32_t view = gltf->images[i].buffer_view;
        if (view != VRM_NONE) sum += gltf->buffer_views[view].byte_length;
    }
    return sum;
}

static uint32_t count_bones(const vrm_humanoid *humanoid) {
    uint32_t count = 0;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) count += humanoid->nodes[i] != VRM_NONE;
    return count;
}

static void add_counts(row *row, const vrm_model *model) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_tables *tables = vrm_model_tables(model);
    totals sum = count_totals(model);
    add_whole(row, gltf->node_count);
    add_whole(row, gltf->mesh_count);
    add_whole(row, sum.primitives);
    add_whole(row, sum.triangles);
    add_whole(row, sum.vertices);
    add_whole(row, sum.targets);
    add_whole(row, gltf->skin_count);
    add_whole(row, sum.joints);
    add_whole(row, gltf->material_count);
    add_whole(row, gltf->texture_count);
    add_whole(row, gltf->image_count);
    add_whole(row, image_bytes(gltf));
    add_whole(row, gltf->animation_count);
    add_whole(row, count_bones(&tables->humanoid));
    add_whole(row, tables->expression_count);
    add_whole(row, tables->spring_count);
    add_whole(row, tables->spring_joint_count);
    add_whole(row, tables->spring_collider_count);
    add_whole(row, tables->constraint_count);
}

static void add_file(row *row, const index_entry *entry) {
    take(row, bind_path(row->statement, ++row->at, entry->path));
    if (entry->is_there) {
        add_whole(row, entry->stamp.size);
        take(row, sqlite3_bind_int64(row->statement, ++row->at, entry->stamp.modified));
    } else {
        add_null(row);
        add_null(row);
    }
    add_text(row, entry->result);
    add_text(row, entry->code);
    add_text(row, entry->reason);
    if (entry->needed_bytes != 0) {
        add_whole(row, entry->needed_bytes);
    } else {
        add_null(row);
    }
    add_whole(row, entry->errors);
    add_whole(row, entry->warnings);
    if (entry->json_bytes != 0) {
        add_whole(row, entry->json_bytes);
    } else {
        add_null(row);
    }
    add_text(row, entry->json_sha256);
    add_text(row, entry->file_sha256);
}

/* Columns that are not bound are NULL. */
static bool bind_entry(sqlite3_stmt *statement, const index_entry *entry) {
    row row = {statement, 0, true};
    add_file(&row, entry);
    if (entry->model == NULL) return row.is_good;
    add_meta(&row, entry->model);
    if (entry->thumbnail_bytes != 0) {
        add_whole(&row, entry->thumbnail_offset);
        add_whole(&row, entry->thumbnail_bytes);
    } else {
        add_null(&row);
        add_null(&row);
    }
    add_counts(&row, entry->model);
    return row.is_good && row.at == COLUMN_COUNT;
}

/* --- Transactions --- */

static bool run_sql(index_table *table, const char *sql) {
    return sqlite3_exec(table->data, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static bool begin_rows(index_table *table) {
    if (table->rows > 0) return true;
    table->begun = seconds_now();
    return run_sql(table, "BEGIN IMMEDIATE");
}

static bool end_rows(index_table *table, bool at_once) {
    if (table->rows == 0) return true;
    if (!at_once && table->rows < MOST_ROWS && seconds_now() - table->begun < 1.0) return true;
    table->rows = 0;
    return run_sql(table, "COMMIT");
}

bool table_put(index_table *table, const index_entry *entry) {
    bool is_good;
    work_lock_take(&table->lock);
    is_good = !table->has_failed && begin_rows(table) && bind_entry(table->put, entry) &&
              sqlite3_step(table->put) == SQLITE_DONE;
    if (is_good) {
        table->rows += 1;
        is_good = end_rows(table, false);
    }
    table->has_failed = !is_good;
    /* Whatever stepping said is said again here. */
    sqlite3_reset(table->put);
    sqlite3_clear_bindings(table->put);
    work_lock_give(&table->lock);
    return is_good;
}

bool table_has_failed(const index_table *table) { return table->has_failed; }

bool table_knows(index_table *table, const index_entry *entry, bool wants_hash,
                 bool *out_is_avatar) {
    bool is_known;
    if (table->is_empty) return false;
    work_lock_take(&table->lock);
    is_known = bind_path(table->find, 1, entry->path) == SQLITE_OK &&
               sqlite3_step(table->find) == SQLITE_ROW &&
               (uint64_t)sqlite3_column_int64(table->find, 0) == entry->stamp.size &&
               sqlite3_column_int64(table->find, 1) == entry->stamp.modified &&
               (!wants_hash || sqlite3_column_type(table->find, 2) != SQLITE_NULL);
    if (is_known) *out_is_avatar = sqlite3_column_int(table->find, 3) != 0;
    sqlite3_reset(table->find);
    work_lock_give(&table->lock);
    return is_known;
}

/* --- The file --- */

static int whole_of(index_table *table, const char *sql, int missing) {
    sqlite3_stmt *ask = NULL;
    int number = missing;
    if (sqlite3_prepare_v2(table->data, sql, -1, &ask, NULL) == SQLITE_OK &&
        sqlite3_step(ask) == SQLITE_ROW) {
        number = sqlite3_column_int(ask, 0);
    }
    sqlite3_finalize(ask);
    return number;
}

/* A file of SQLite that something else made is not written into. */
static const char *check_kind(index_table *table) {
    int id = whole_of(table, "PRAGMA application_id", -1);
    if (id == -1) return sqlite3_errmsg(table->data);
    if (id == APPLICATION_ID) {
        return whole_of(table, "PRAGMA user_version", -1) == SCHEMA_VERSION
                   ? NULL
                   : "another version of vrm index made it";
    }
    return id == 0 && whole_of(table, "SELECT count(*) FROM sqlite_master", -1) == 0
               ? NULL
               : "it is a database of another program";
}

static bool prepare(index_table *table) {
    char put[2048], kind[128];
    char places[COLUMN_COUNT * 2];
    for (int i = 0; i < COLUMN_COUNT; ++i) places[2 * i] = '?', places[2 * i + 1] = ',';
    places[sizeof places - 1] = '\0';
    snprintf(put, sizeof put, "INSERT OR REPLACE INTO avatars (" COLUMNS ") VALUES (%s)", places);
    snprintf(kind, sizeof kind, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION_ID,
             SCHEMA_VERSION);
    return run_sql(table, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                          "PRAGMA cache_size=-131072; PRAGMA mmap_size=0") &&
           run_sql(table, kind) && run_sql(table, schema) &&
           sqlite3_prepare_v2(table->data, put, -1, &table->put, NULL) == SQLITE_OK &&
           sqlite3_prepare_v2(table->data,
                              "SELECT size, modified, file_sha256, result = 'ok' FROM avatars "
                              "WHERE path = ?",
                              -1, &table->find, NULL) == SQLITE_OK;
}

static void release(index_table *table) {
    sqlite3_finalize(table->put);
    sqlite3_finalize(table->find);
    sqlite3_close(table->data);
    free(table);
}

static bool open_data(index_table *table, const char *path, char reason[MOST_REASON]) {
    const char *problem = NULL;
    if (sqlite3_open_v2(path, &table->data,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        NULL) == SQLITE_OK) {
        sqlite3_busy_timeout(table->data, BUSY_MILLISECONDS);
        problem = check_kind(table);
        if (problem == NULL && prepare(table)) {
            table->is_empty = whole_of(table, "SELECT EXISTS (SELECT 1 FROM avatars)", 1) == 0;
            return true;
        }
    }
    snprintf(reason, MOST_REASON, "%s", problem != NULL ? problem : sqlite3_errmsg(table->data));
    return false;
}

index_table *table_open(const char *path, char reason[MOST_REASON]) {
    static const work_lock unlocked = WORK_LOCK_INIT;
    index_table *table = calloc(1, sizeof *table);
    if (table == NULL) {
        snprintf(reason, MOST_REASON, "there is not enough memory");
        return NULL;
    }
    table->lock = unlocked;
    if (open_data(table, path, reason)) return table;
    release(table);
    return NULL;
}

bool table_close(index_table *table, char reason[MOST_REASON]) {
    bool is_good =
        !table->has_failed && end_rows(table, true) &&
        run_sql(table, "CREATE INDEX IF NOT EXISTS avatars_json ON avatars (json_sha256)");
    reason[0] = '\0';
    if (!is_good) snprintf(reason, MOST_REASON, "%s", sqlite3_errmsg(table->data));
    release(table);
    return is_good;
}
