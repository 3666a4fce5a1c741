/*
 * The state of one load, and the one funnel through which everything it finds goes.
 */
#ifndef VRMI_GLTF_LOAD_H
#define VRMI_GLTF_LOAD_H

#include "base/memory.h"
#include "base/misuse.h"
#include "base/private_api.h"
#include "base/report.h"
#include "gltf/diagnostics.h"
#include "vrm/model.h"

/* Tables that an index can point into. */
typedef enum vrmi_table {
    VRMI_TABLE_BUFFERS,
    VRMI_TABLE_BUFFER_VIEWS,
    VRMI_TABLE_ACCESSORS,
    VRMI_TABLE_IMAGES,
    VRMI_TABLE_SAMPLERS,
    VRMI_TABLE_TEXTURES,
    VRMI_TABLE_MATERIALS,
    VRMI_TABLE_MESHES,
    VRMI_TABLE_SKINS,
    VRMI_TABLE_NODES,
    VRMI_TABLE_SCENES,
    VRMI_TABLE_CAMERAS,
    VRMI_TABLE_ANIMATIONS,
    VRMI_TABLE_COUNT
} vrmi_table;

/* "accessors", as the file's JSON and our sentences call them. */
const char *vrmi_table_name(vrmi_table table);

struct vrmi_json;
struct vrmi_json_field;

/* The most fields that a table of fields can have. */
#define VRMI_MAX_FIELDS 62

/* In which order the file has the keys of a table, as far as it has been read. */
typedef struct vrmi_key_order {
    const struct vrmi_json_field *fields; /* the table */
    uint64_t required;                    /* which of them are, bit by bit */
    uint32_t count;
    uint8_t next[VRMI_MAX_FIELDS + 1]; /* the first; then by field: the one behind it */
} vrmi_key_order;

enum { VRMI_KEY_ORDERS = 32 };

struct vrmi_load;
struct vrm_model;

/* A check that goes along with a load. */
typedef struct vrmi_inspection {
    /* Told of each diagnostic with its whole place, before the report gets it. NULL: nobody is. */
    void (*found)(struct vrmi_load *load, vrmi_diagnostic_id id, const vrmi_place *place,
                  void *user);
    /* Whether a diagnostic is an error in the report. The load itself goes on as it would. NULL: as
     * in a load. */
    bool (*is_error)(const vrmi_message *message, const struct vrmi_json *where);
    /* Called when the model is complete, while the JSON is still there. */
    void (*inspect)(struct vrmi_load *load, const struct vrm_model *model,
                    const struct vrmi_json *root, void *user);
    void *user;
} vrmi_inspection;

typedef struct vrmi_load {
    vrmi_memory *memory;
    vrmi_arena *arena;              /* of the document that is being made */
    vrmi_arena *scratch;            /* for what is needed no longer than the JSON tree */
    struct vrmi_external *external; /* the files that its buffers and images name */
    vrm_report *report;
    const vrmi_diagnostics *const
        *diagnostics; /* of a model's rooms, then NULL; NULL: of gltf alone */
    const vrmi_diagnostics *more_diagnostics; /* of the room that loads; NULL: none */
    uint32_t name_steps;                      /* taken to find names for diagnostics */
    /* What replaces the number that the latest diagnostic is about; for listeners of
     * diagnostics. */
    double used_number;
    const vrmi_inspection *inspection; /* NULL: none */
    vrm_load_desc desc;
    vrm_limits limits;           /* complete: defaults filled in */
    vrm_meshopt_decoder meshopt; /* complete; without functions: none was given */
    vrm_result result;           /* VRM_OK, or the first failure; it stays */
    bool has_stopped;            /* something fatal was found; not so a repair in a strict load */
    uint32_t counts[VRMI_TABLE_COUNT];
    uint32_t cancel_clock;
    bool is_prefix;        /* only the beginning of the file is here (peek) */
    uint64_t needed_bytes; /* of the file, to go on; for VRM_ERROR_INCOMPLETE */
    bool null_is_absent;   /* set while parts are read in which null is no value and -1 no index */
    const vrm_string *extensions_used; /* as the file lists them */
    uint32_t extension_used_count;
    bool uses_quantization;        /* KHR_mesh_quantization is one of them: each attribute asks */
    const char *const *extensions; /* read beside those of glTF; ends with NULL. NULL: none */
    uint32_t extensions_met;       /* of those that are read, bit by bit: glTF's, then these */
    vrmi_key_order key_orders[VRMI_KEY_ORDERS];
} vrmi_load;

/* Completes the limits of what glTF has, with defaults and bounds. */
void vrmi_complete_gltf_limits(vrm_limits *limits);

/* What a load was asked for; limits of glTF are complete. */
typedef struct vrmi_load_settings {
    vrm_load_desc desc; /* without its pointer to limits */
    vrm_limits limits;
    vrm_meshopt_decoder meshopt;
    const vrmi_inspection *inspection;        /* NULL: none */
    const vrmi_diagnostics *more_diagnostics; /* beside those of a model; NULL: none */
} vrmi_load_settings;

/* Reads a desc of the caller (NULL: the defaults). False: it cannot be used. */
VRMI_API bool vrmi_load_settings_read(vrmi_load_settings *out, const vrm_load_desc *desc);

/* Asks the cancel callback, outside of a load. */
static inline bool vrmi_load_settings_cancelled(const vrmi_load_settings *settings) {
    return settings->desc.cancel != NULL && settings->desc.cancel(settings->desc.cancel_user) != 0;
}

static inline vrmi_misuse_hook vrmi_misuse_hook_of(const vrmi_load_settings *settings) {
    return (vrmi_misuse_hook){settings->desc.misuse, settings->desc.misuse_user};
}

/* Memory of the caller's allocator, within the limits of the settings. */
VRMI_API void vrmi_load_memory_init(vrmi_memory *memory, const vrmi_load_settings *settings);

/* Begins a load. The memory and the report (or NULL) belong to the caller and outlive it. What only
 * some loads have stays unset: arenas, external files, extensions. */
VRMI_API void vrmi_load_init(vrmi_load *load, const vrmi_load_settings *settings,
                             vrmi_memory *memory, vrm_report *report,
                             const vrmi_diagnostics *const *diagnostics);

static inline bool vrmi_load_ok(const vrmi_load *load) { return load->result == VRM_OK; }

/*
 * For the place of a diagnostic: finds the first element of an array or an object that has a number
 * as this member, behind one that has the number `after` (VRM_NONE: behind none). `container` may
 * know its place alone, and `out` points to it. False: there is none, or diagnostics have looked at
 * so many values that names and places are not looked for any more.
 */
bool vrmi_load_find_element(vrmi_load *load, const struct vrmi_json *container, const char *member,
                            int32_t after, int32_t number, struct vrmi_json *out);

/*
 * The funnel: a breakpoint here stops at every diagnostic. `where` may be NULL. A fatal diagnostic,
 * or a repair in a strict load, sets the result; a repair in a strict load lets reading go on, so
 * that one report names everything.
 */
VRMI_API void vrmi_load_found(vrmi_load *load, vrmi_diagnostic_id id, const struct vrmi_json *where,
                              const vrmi_argument *arguments);
void vrmi_load_found_at(vrmi_load *load, vrmi_diagnostic_id id, uint64_t byte_offset,
                        const vrmi_argument *arguments);

/* Tells the inspection of the load, if there is one that wants to know. */
VRMI_API void vrmi_load_tell(vrmi_load *load, vrmi_diagnostic_id id, const vrmi_place *place);

/* Turns the refusal of the last allocation into a failure. Returns false. */
VRMI_API bool vrmi_load_refused(vrmi_load *load);

/* Asks the cancel callback now and then. False: stop. */
VRMI_API bool vrmi_load_ask(vrmi_load *load);
static inline bool vrmi_load_goes_on(vrmi_load *load) {
    return load->desc.cancel == NULL || vrmi_load_ask(load);
}

#endif
