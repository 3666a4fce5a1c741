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
    sqlite3_stmt *to;
    int at;
    bool is_good;
} row;

static void take(row *of, int result) {
    if (result != SQLITE_OK) of->is_good = false;
}

static void add_null(row *of) { take(of, sqlite3_bind_null(of->to, ++of->at)); }

static void add_whole(row *of, uint64_t number) {
    take(of, sqlite3_bind_int64(of->to, ++of->at,
                                number < INT64_MAX ? (sqlite3_int64)number : INT64_MAX));
}

/* Text of an untrusted file: cut to a length, at the end of a character, and in front of a NUL,
 * which SQLite's functions for text stop at. What a terminal acts upon, or what reverses text, is
 * stored as escapes: sqlite3 prints texts as they are. An empty text is NULL. */
static void add_string(row *of, vrm_string text) {
    const char *nul = text.length > 0 ? memchr(text.data, '\0', text.length) : NULL;
    size_t length = nul != NULL ? (size_t)(nul - text.data) : text.length;
    char shown[MOST_TEXT + 1];
    if (length > MOST_TEXT) {
        length = MOST_TEXT;
        while (length > 0 && ((unsigned char)text.data[length] & 0xC0) == 0x80) --length;
    }
    if (length == 0) {
        add_null(of);
    } else {
        vrm_string_printable((vrm_string){text.data, (uint32_t)length}, shown, sizeof shown);
        take(of, sqlite3_bind_text(of->to, ++of->at, shown, -1, SQLITE_TRANSIENT));
    }
}

static void add_text(row *of, const char *text) {
    const vrm_string string = {text, (uint32_t)strlen(text)};
    add_string(of, string);
}

/* One way to write a path, for rows and for those who look for them: text where it is UTF-8, which
 * JSON and CSV can carry, and else a blob. */
static int bind_path(sqlite3_stmt *to, int at, const char *path) {
    int length = (int)strlen(path);
    return vrmi_utf8_is_valid(path, (size_t)length, NULL)
               ? sqlite3_bind_text(to, at, path, length, SQLITE_STATIC)
               : sqlite3_bind_blob(to, at, path, length, SQLITE_STATIC);
}

/* --- A row --- */

/* Names as one text, with commas: names with commas in them are rarer than readers who want to see
 * one column. */
static void add_authors(row *of, const vrm_meta *meta) {
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
    add_string(of, (vrm_string){text, (uint32_t)length});
}

static void add_permissions(row *of, const vrm_tables *tables) {
    permission rows[PERMISSION_COUNT];
    list_permissions(tables, false, rows);
    for (int i = 0; i < PERMISSION_COUNT; ++i) {
        bool is_true = strcmp(rows[i].value, "true") == 0;
        if (rows[i].source == PERMISSION_BY_LICENCE || rows[i].source == PERMISSION_NOT_ASKED) {
            add_null(of);
        } else if (is_true || strcmp(rows[i].value, "false") == 0) {
            add_whole(of, is_true);
        } else {
            add_text(of, rows[i].value);
        }
    }
}

static void add_meta(row *of, const vrm_model *model) {
    const vrm_tables *tables = vrm_model_tables(model);
    const vrm_meta *meta = &tables->meta;
    add_text(of, vrm_dialect_name((vrm_dialect)tables->dialect));
    add_string(of, tables->spec_version);
    add_string(of, vrm_model_gltf(model)->generator);
    add_string(of, meta->name);
    add_string(of, meta->version);
    add_authors(of, meta);
    add_string(of, meta->copyright_information);
    add_string(of, meta->contact_information);
    add_string(of, meta->license_url);
    add_string(of, meta->other_license_url);
    add_string(of, meta->legacy_license_name);
    add_permissions(of, tables);
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

static void add_counts(row *of, const vrm_model *model) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_tables *tables = vrm_model_tables(model);
    totals sum = count_totals(model);
    add_whole(of, gltf->node_count);
    add_whole(of, gltf->mesh_count);
    add_whole(of, sum.primitives);
    add_whole(of, sum.triangles);
    add_whole(of, sum.vertices);
    add_whole(of, sum.targets);
    add_whole(of, gltf->skin_count);
    add_whole(of, sum.joints);
    add_whole(of, gltf->material_count);
    add_whole(of, gltf->texture_count);
    add_whole(of, gltf->image_count);
    add_whole(of, image_bytes(gltf));
    add_whole(of, gltf->animation_count);
    add_whole(of, count_bones(&tables->humanoid));
    add_whole(of, tables->expression_count);
    add_whole(of, tables->spring_count);
    add_whole(of, tables->spring_joint_count);
    add_whole(of, tables->spring_collider_count);
    add_whole(of, tables->constraint_count);
}

static void add_file(row *of, const index_entry *entry) {
    take(of, bind_path(of->to, ++of->at, entry->path));
    if (entry->is_there) {
        add_whole(of, entry->stamp.size);
        take(of, sqlite3_bind_int64(of->to, ++of->at, entry->stamp.modified));
    } else {
        add_null(of);
        add_null(of);
    }
    add_text(of, entry->result);
    add_text(of, entry->code);
    add_text(of, entry->reason);
    if (entry->needed_bytes != 0) {
        add_whole(of, entry->needed_bytes);
    } else {
        add_null(of);
    }
    add_whole(of, entry->errors);
    add_whole(of, entry->warnings);
    if (entry->json_bytes != 0) {
        add_whole(of, entry->json_bytes);
    } else {
        add_null(of);
    }
    add_text(of, entry->json_sha256);
    add_text(of, entry->file_sha256);
}

/* Columns that are not bound are NULL. */
static bool bind_entry(sqlite3_stmt *to, const index_entry *entry) {
    row of = {to, 0, true};
    add_file(&of, entry);
    if (entry->model == NULL) return of.is_good;
    add_meta(&of, entry->model);
    if (entry->thumbnail_bytes != 0) {
        add_whole(&of, entry->thumbnail_offset);
        add_whole(&of, entry->thumbnail_bytes);
    } else {
        add_null(&of);
        add_null(&of);
    }
    add_counts(&of, entry->model);
    return of.is_good && of.at == COLUMN_COUNT;
}

/* --- Transactions --- */

static bool run_sql(index_table *of, const char *sql) {
    return sqlite3_exec(of->data, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static bool begin_rows(index_table *of) {
    if (of->rows > 0) return true;
    of->begun = seconds_now();
    return run_sql(of, "BEGIN IMMEDIATE");
}

static bool end_rows(index_table *of, bool at_once) {
    if (of->rows == 0) return true;
    if (!at_once && of->rows < MOST_ROWS && seconds_now() - of->begun < 1.0) return true;
    of->rows = 0;
    return run_sql(of, "COMMIT");
}

bool table_put(index_table *of, const index_entry *entry) {
    bool is_good;
    work_lock_take(&of->lock);
    is_good = !of->has_failed && begin_rows(of) && bind_entry(of->put, entry) &&
              sqlite3_step(of->put) == SQLITE_DONE;
    if (is_good) {
        of->rows += 1;
        is_good = end_rows(of, false);
    }
    of->has_failed = !is_good;
    /* Whatever stepping said is said again here. */
    sqlite3_reset(of->put);
    sqlite3_clear_bindings(of->put);
    work_lock_give(&of->lock);
    return is_good;
}

bool table_has_failed(const index_table *of) { return of->has_failed; }

bool table_knows(index_table *of, const index_entry *entry, bool wants_hash, bool *out_is_avatar) {
    bool is_known;
    if (of->is_empty) return false;
    work_lock_take(&of->lock);
    is_known = bind_path(of->find, 1, entry->path) == SQLITE_OK &&
               sqlite3_step(of->find) == SQLITE_ROW &&
               (uint64_t)sqlite3_column_int64(of->find, 0) == entry->stamp.size &&
               sqlite3_column_int64(of->find, 1) == entry->stamp.modified &&
               (!wants_hash || sqlite3_column_type(of->find, 2) != SQLITE_NULL);
    if (is_known) *out_is_avatar = sqlite3_column_int(of->find, 3) != 0;
    sqlite3_reset(of->find);
    work_lock_give(&of->lock);
    return is_known;
}

/* --- The file --- */

static int whole_of(index_table *of, const char *sql, int missing) {
    sqlite3_stmt *ask = NULL;
    int number = missing;
    if (sqlite3_prepare_v2(of->data, sql, -1, &ask, NULL) == SQLITE_OK &&
        sqlite3_step(ask) == SQLITE_ROW) {
        number = sqlite3_column_int(ask, 0);
    }
    sqlite3_finalize(ask);
    return number;
}

/* A file of SQLite that something else made is not written into. */
static const char *check_kind(index_table *of) {
    int id = whole_of(of, "PRAGMA application_id", -1);
    if (id == -1) return sqlite3_errmsg(of->data);
    if (id == APPLICATION_ID) {
        return whole_of(of, "PRAGMA user_version", -1) == SCHEMA_VERSION
                   ? NULL
                   : "another version of vrm index made it";
    }
    return id == 0 && whole_of(of, "SELECT count(*) FROM sqlite_master", -1) == 0
               ? NULL
               : "it is a database of another program";
}

static bool prepare(index_table *of) {
    char put[2048], kind[128];
    char places[COLUMN_COUNT * 2];
    for (int i = 0; i < COLUMN_COUNT; ++i) places[2 * i] = '?', places[2 * i + 1] = ',';
    places[sizeof places - 1] = '\0';
    snprintf(put, sizeof put, "INSERT OR REPLACE INTO avatars (" COLUMNS ") VALUES (%s)", places);
    snprintf(kind, sizeof kind, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION_ID,
             SCHEMA_VERSION);
    return run_sql(of, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
                       "PRAGMA cache_size=-131072; PRAGMA mmap_size=0") &&
           run_sql(of, kind) && run_sql(of, schema) &&
           sqlite3_prepare_v2(of->data, put, -1, &of->put, NULL) == SQLITE_OK &&
           sqlite3_prepare_v2(of->data,
                              "SELECT size, modified, file_sha256, result = 'ok' FROM avatars "
                              "WHERE path = ?",
                              -1, &of->find, NULL) == SQLITE_OK;
}

static void release(index_table *of) {
    sqlite3_finalize(of->put);
    sqlite3_finalize(of->find);
    sqlite3_close(of->data);
    free(of);
}

static bool open_data(index_table *of, const char *path, char reason[MOST_REASON]) {
    const char *problem = NULL;
    if (sqlite3_open_v2(path, &of->data,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        NULL) == SQLITE_OK) {
        sqlite3_busy_timeout(of->data, BUSY_MILLISECONDS);
        problem = check_kind(of);
        if (problem == NULL && prepare(of)) {
            of->is_empty = whole_of(of, "SELECT EXISTS (SELECT 1 FROM avatars)", 1) == 0;
            return true;
        }
    }
    snprintf(reason, MOST_REASON, "%s", problem != NULL ? problem : sqlite3_errmsg(of->data));
    return false;
}

index_table *table_open(const char *path, char reason[MOST_REASON]) {
    static const work_lock unlocked = WORK_LOCK_INIT;
    index_table *of = calloc(1, sizeof *of);
    if (of == NULL) {
        snprintf(reason, MOST_REASON, "there is not enough memory");
        return NULL;
    }
    of->lock = unlocked;
    if (open_data(of, path, reason)) return of;
    release(of);
    return NULL;
}

bool table_close(index_table *of, char reason[MOST_REASON]) {
    bool is_good = !of->has_failed && end_rows(of, true) &&
                   run_sql(of, "CREATE INDEX IF NOT EXISTS avatars_json ON avatars (json_sha256)");
    reason[0] = '\0';
    if (!is_good) snprintf(reason, MOST_REASON, "%s", sqlite3_errmsg(of->data));
    release(of);
    return is_good;
}
