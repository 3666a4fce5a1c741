#include "gltf/document.h"

#include "base/text.h"

#include <string.h>

enum { MAX_EXTENSIONS = 1024, MAX_EXTENSION_NAME = 255 };

typedef struct root_record {
    yyjson_val *tables[VRMI_TABLE_COUNT];
    yyjson_val *asset;
    yyjson_val *extensions_used;
    yyjson_val *extensions_required;
    int32_t scene;
} root_record;

#define TABLE(table, key) VRMI_FIELD(root_record, tables[table], key, ARRAY)

/* The order of vrmi_table, so that a field's place is its table. */
static const vrmi_json_field root_fields[] = {
    TABLE(VRMI_TABLE_BUFFERS, "buffers"),
    TABLE(VRMI_TABLE_BUFFER_VIEWS, "bufferViews"),
    TABLE(VRMI_TABLE_ACCESSORS, "accessors"),
    TABLE(VRMI_TABLE_IMAGES, "images"),
    TABLE(VRMI_TABLE_SAMPLERS, "samplers"),
    TABLE(VRMI_TABLE_TEXTURES, "textures"),
    TABLE(VRMI_TABLE_MATERIALS, "materials"),
    TABLE(VRMI_TABLE_MESHES, "meshes"),
    TABLE(VRMI_TABLE_SKINS, "skins"),
    TABLE(VRMI_TABLE_NODES, "nodes"),
    TABLE(VRMI_TABLE_SCENES, "scenes"),
    TABLE(VRMI_TABLE_CAMERAS, "cameras"),
    TABLE(VRMI_TABLE_ANIMATIONS, "animations"),
    VRMI_FIELD(root_record, asset, "asset", OBJECT),
    VRMI_FIELD_LIST(root_record, extensions_used, "extensionsUsed", 0),
    VRMI_FIELD_LIST(root_record, extensions_required, "extensionsRequired", 0),
};

/* `scene` is read when the number of scenes is known. */
static const vrmi_json_field scene_field[] = {
    VRMI_FIELD_INDEX(root_record, scene, "scene", VRMI_TABLE_SCENES, 0),
};

typedef struct asset_record {
    vrm_string version, min_version, generator, copyright;
} asset_record;

static const vrmi_json_field asset_fields[] = {
    VRMI_FIELD(asset_record, version, "version", STRING),
    VRMI_FIELD(asset_record, min_version, "minVersion", STRING),
    VRMI_FIELD(asset_record, generator, "generator", STRING),
    VRMI_FIELD(asset_record, copyright, "copyright", STRING),
};

/* The number before the first dot, which has one digit in all versions that there are; -1 where
 * there is none. */
static int major_version(vrm_string version) {
    bool is_one = version.length >= 2 && version.data[0] >= '0' && version.data[0] <= '9' &&
                  version.data[1] == '.';
    return is_one ? version.data[0] - '0' : -1;
}

/* Readers of minVersion can read the file. We are one of 2.0: it may ask for less, where the file
 * itself is not older. */
static bool can_read(vrm_string version, vrm_string needed) {
    int major = major_version(needed);
    return major == 2 || (major >= 0 && major < 2 && major_version(version) >= 2);
}

static bool read_asset(vrmi_load *load, const vrmi_json *root, yyjson_val *value, vrm_gltf *gltf) {
    asset_record asset = {{"", 0}, {"", 0}, {"", 0}, {"", 0}};
    vrmi_json at = vrmi_json_at(root, "asset", value);
    vrm_string needed;
    VRMI_JSON_READ(load, &at, asset_fields, &asset);
    gltf->version = asset.version;
    gltf->generator = asset.generator;
    gltf->copyright = asset.copyright;
    if (asset.version.length == 0) {
        vrmi_load_found(load, VRMI_ASSET_VERSION_MISSING, &at, NULL);
        gltf->version = vrmi_string_from("2.0");
    }
    needed = asset.min_version.length != 0 ? asset.min_version : gltf->version;
    if (!can_read(gltf->version, needed)) {
        vrmi_load_found(load, VRMI_ASSET_VERSION, &at, VRMI_WITH(vrmi_quoted(needed)));
        return false;
    }
    if (asset.min_version.length != 0 && major_version(needed) == 2 &&
        !vrmi_string_equals(needed, "2.0")) {
        vrmi_load_found(load, VRMI_ASSET_MIN_VERSION, &at, VRMI_WITH(vrmi_quoted(needed)));
    }
    return true;
}

static const char *const supported_extensions[] = {
    "KHR_materials_emissive_strength", "KHR_materials_unlit", "KHR_mesh_quantization",
    "KHR_texture_transform",           "EXT_texture_webp",    "EXT_meshopt_compression",
    "KHR_meshopt_compression",         "KHR_node_visibility",
};

enum { EXTENSION_COUNT = sizeof supported_extensions / sizeof supported_extensions[0] };

/* An extension that is read: one of glTF, or behind those one of the caller's. -1: another one. */
static int find_extension(const vrmi_load *load, vrm_string name) {
    int index = 0;
    for (; index < EXTENSION_COUNT; ++index) {
        if (vrmi_string_equals(name, supported_extensions[index])) return index;
    }
    for (const char *const *own = load->extensions; own != NULL && *own != NULL; ++own, ++index) {
        if (vrmi_string_equals(name, *own)) return index;
    }
    return -1;
}

/* No name of an extension is longer; comparing longer ones with each other would take its time. */
static bool contains(const vrm_string *strings, uint32_t count, vrm_string wanted) {
    for (uint32_t i = 0; wanted.length <= MAX_EXTENSION_NAME && i < count; ++i) {
        if (strings[i].length == wanted.length &&
            memcmp(strings[i].data, wanted.data, wanted.length) == 0) {
            return true;
        }
    }
    return false;
}

bool vrmi_lists_extension(const vrmi_load *load, const char *name) {
    return contains(load->extensions_used, load->extension_used_count, vrmi_string_from(name));
}

void vrmi_use_extension(vrmi_load *load, const vrmi_json *at) {
    vrm_string name = vrmi_json_key(at);
    int known = find_extension(load, name);
    if (known < 0 || (load->extensions_met >> known & 1) != 0) return;
    load->extensions_met |= UINT32_C(1) << known; /* one report is enough */
    if (!contains(load->extensions_used, load->extension_used_count, name)) {
        vrmi_load_found(load, VRMI_EXTENSION_UNDECLARED, at, VRMI_WITH(vrmi_quoted(name)));
    }
}

static bool read_extension_names(vrmi_load *load, const vrmi_json *root, const root_record *record,
                                 vrm_gltf *gltf) {
    vrmi_json used = vrmi_json_at(root, "extensionsUsed", record->extensions_used);
    vrmi_json required = vrmi_json_at(root, "extensionsRequired", record->extensions_required);
    uint32_t most = vrmi_json_size(&used);
    if (vrmi_json_size(&required) > most) most = vrmi_json_size(&required);
    if (most > MAX_EXTENSIONS) { /* they are compared with each other */
        vrmi_load_found(load, VRMI_LIMIT_COUNT, most == vrmi_json_size(&used) ? &used : &required,
                        VRMI_WITH(vrmi_unsigned(most), vrmi_unsigned(MAX_EXTENSIONS)));
        return false;
    }
    if (!vrmi_json_read_strings(load, &used, &gltf->extensions_used, &gltf->extension_used_count) ||
        !vrmi_json_read_strings(load, &required, &gltf->extensions_required,
                                &gltf->extension_required_count)) {
        return false;
    }
    load->extensions_used = gltf->extensions_used;
    load->extension_used_count = gltf->extension_used_count;
    load->uses_quantization = contains(gltf->extensions_used, gltf->extension_used_count,
                                       vrmi_string_from("KHR_mesh_quantization"));
    for (uint32_t i = 0; i < gltf->extension_required_count; ++i) {
        vrmi_json at = {&required, NULL, NULL, 0, i};
        vrm_string name = gltf->extensions_required[i];
        if (!contains(gltf->extensions_used, gltf->extension_used_count, name)) {
            vrmi_load_found(load, VRMI_EXTENSION_UNLISTED, &at, VRMI_WITH(vrmi_quoted(name)));
        }
        if (find_extension(load, name) < 0) {
            vrmi_load_found(load, VRMI_EXTENSION_REQUIRED, &at, VRMI_WITH(vrmi_quoted(name)));
        }
    }
    return true;
}

static uint32_t limit_of(const vrm_limits *limits, int table) {
    uint32_t limit = table == VRMI_TABLE_NODES ? limits->max_nodes : limits->max_elements;
    if (table == VRMI_TABLE_MATERIALS && limits->max_materials < limit) {
        limit = limits->max_materials;
    }
    return limit;
}

/* Every table's length is known before any index is read. */
static bool count_tables(vrmi_load *load, const vrmi_json *root, const root_record *record) {
    for (int table = 0; table < VRMI_TABLE_COUNT; ++table) {
        vrmi_json array = vrmi_json_at(root, root_fields[table].key, record->tables[table]);
        uint32_t limit = limit_of(&load->limits, table);
        load->counts[table] = vrmi_json_size(&array);
        if (array.value != NULL && load->counts[table] == 0) {
            vrmi_load_found(load, VRMI_ARRAY_EMPTY, &array, NULL);
        }
        if (load->counts[table] > limit) {
            vrmi_load_found(load, VRMI_LIMIT_COUNT, &array,
                            VRMI_WITH(vrmi_unsigned(load->counts[table]), vrmi_unsigned(limit)));
            return false;
        }
    }
    return true;
}

/* Room for all tables and, roughly, for what hangs from them, so that one block is the rule. */
static size_t estimate_arena(const vrmi_load *load, size_t json_length) {
    static const struct {
        vrmi_table table;
        size_t size;
    } tables[] = {
        {VRMI_TABLE_BUFFERS, sizeof(vrm_buffer) + sizeof(vrmi_bytes)},
        {VRMI_TABLE_BUFFER_VIEWS, sizeof(vrm_buffer_view)},
        {VRMI_TABLE_ACCESSORS, sizeof(vrm_accessor)},
        {VRMI_TABLE_IMAGES, sizeof(vrm_image) + sizeof(vrmi_bytes)},
        {VRMI_TABLE_SAMPLERS, sizeof(vrm_sampler)},
        {VRMI_TABLE_TEXTURES, sizeof(vrm_texture)},
        {VRMI_TABLE_MATERIALS, sizeof(vrm_material)},
        {VRMI_TABLE_MESHES, sizeof(vrm_mesh) + 2 * sizeof(vrm_primitive)},
        {VRMI_TABLE_SKINS, sizeof(vrm_skin)},
        {VRMI_TABLE_NODES, sizeof(vrm_node) + sizeof(int32_t)}, /* most are a child */
        {VRMI_TABLE_SCENES, sizeof(vrm_scene)},
        {VRMI_TABLE_ANIMATIONS, sizeof(vrm_animation)},
    };
    vrmi_layout layout = {0, false};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; ++i) {
        vrmi_layout_add(&layout, load->counts[tables[i].table], tables[i].size, 16);
    }
    vrmi_layout_add(&layout, json_length / 16, 1, 16);
    return layout.overflow ? 0 : layout.size;
}

typedef bool table_reader(vrmi_load *load, const vrmi_json *array, vrmi_document *document);

static bool read_tables(vrmi_load *load, const vrmi_json *root, const root_record *record,
                        const vrmi_glb *glb, vrmi_document *document) {
    /* In the order in which they need each other: a view its buffer, an accessor its view … */
    static const struct {
        vrmi_table table;
        table_reader *read;
    } readers[] = {
        {VRMI_TABLE_BUFFER_VIEWS, vrmi_read_buffer_views},
        {VRMI_TABLE_ACCESSORS, vrmi_read_accessors},
        {VRMI_TABLE_IMAGES, vrmi_read_images},
        {VRMI_TABLE_SAMPLERS, vrmi_read_samplers},
        {VRMI_TABLE_TEXTURES, vrmi_read_textures},
        {VRMI_TABLE_MATERIALS, vrmi_read_materials},
        {VRMI_TABLE_MESHES, vrmi_read_meshes},
        {VRMI_TABLE_SKINS, vrmi_read_skins},
        {VRMI_TABLE_NODES, vrmi_read_nodes},
        {VRMI_TABLE_SCENES, vrmi_read_scenes},
        {VRMI_TABLE_ANIMATIONS, vrmi_read_animations},
    };
    vrmi_json buffers = vrmi_json_at(root, "buffers", record->tables[VRMI_TABLE_BUFFERS]);
    if (!vrmi_read_buffers(load, &buffers, glb->bin, glb->bin_length, document)) return false;
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; ++i) {
        vrmi_table table = readers[i].table;
        vrmi_json array = vrmi_json_at(root, root_fields[table].key, record->tables[table]);
        if (!readers[i].read(load, &array, document)) return false;
    }
    document->gltf.camera_count = load->counts[VRMI_TABLE_CAMERAS];
    return true;
}

/* Most files find room for what only the load needs behind their tree: memory that is paid for. In
 * blocks of its own it was given back to the system and faulted in again with each load. */
static void begin_scratch(vrmi_load *load, vrmi_document *document) {
    size_t bytes;
    void *spare = vrmi_json_spare(&document->json, &bytes);
    vrmi_arena_init(&document->scratch, load->memory, document->json.text_bytes / 8);
    if (spare != NULL) vrmi_arena_lend(&document->scratch, spare, bytes);
}

static bool read_root(vrmi_load *load, const vrmi_glb *glb, vrmi_document *document) {
    vrmi_json root = vrmi_json_root(yyjson_doc_get_root(document->json.tree));
    root_record record;
    memset(&record, 0, sizeof record);
    record.scene = VRM_NONE;
    if (!yyjson_is_obj(root.value)) {
        vrmi_load_found(load, VRMI_JSON_NOT_OBJECT, NULL, NULL);
        return false;
    }
    VRMI_JSON_READ(load, &root, root_fields, &record);
    if (!count_tables(load, &root, &record)) return false;
    vrmi_arena_init(&document->arena, load->memory, estimate_arena(load, glb->json_length));
    load->arena = &document->arena;
    begin_scratch(load, document);
    if (!read_asset(load, &root, record.asset, &document->gltf) ||
        !read_extension_names(load, &root, &record, &document->gltf) ||
        !read_tables(load, &root, &record, glb, document)) {
        return false;
    }
    VRMI_JSON_READ(load, &root, scene_field, &record);
    document->gltf.scene = record.scene;
    if (record.scene == VRM_NONE && document->gltf.scene_count > 0) document->gltf.scene = 0;
    return vrmi_check_relations(load, &root, document);
}

static bool find_parts(vrmi_load *load, const uint8_t *bytes, size_t size, const vrmi_glb *parts,
                       vrmi_glb *out) {
    if (parts == NULL) return vrmi_glb_read(load, bytes, size, out);
    *out = *parts;
    return true;
}

bool vrmi_document_read(vrmi_document *document, vrmi_load *load, const uint8_t *bytes, size_t size,
                        const vrmi_glb *parts) {
    vrmi_glb glb;
    memset(document, 0, sizeof *document);
    vrmi_arena_init(&document->arena, load->memory, 0);
    vrmi_arena_init(&document->scratch, load->memory, 0);
    vrmi_external_init(&document->external, load->desc.resolver, load->limits.max_external_bytes);
    load->external = &document->external;
    load->scratch = &document->scratch;
    if (vrmi_load_goes_on(load) && find_parts(load, bytes, size, parts, &glb)) {
        document->bin_offset = glb.bin_offset;
        if (vrmi_json_parse(load, glb.json, glb.json_length, glb.json_offset, &document->json) &&
            read_root(load, &glb, document) && vrmi_load_ok(load)) {
            return true;
        }
    }
    /* A reader that stopped has run out of memory, unless it said something else. */
    if (vrmi_load_ok(load)) vrmi_load_refused(load);
    vrmi_document_release(document);
    return false;
}

static void release_bytes(vrmi_document *document, vrmi_bytes *bytes, uint32_t count) {
    for (uint32_t i = 0; bytes != NULL && i < count; ++i) {
        if (bytes[i].owner == VRMI_OWNER_MEMORY) {
            vrmi_memory_release(document->arena.memory, (void *)(uintptr_t)bytes[i].data,
                                bytes[i].size);
        }
        memset(&bytes[i], 0, sizeof bytes[i]);
    }
}

void vrmi_document_drop_payload(vrmi_document *document) {
    release_bytes(document, document->buffer_bytes, document->gltf.buffer_count);
    release_bytes(document, document->image_bytes, document->gltf.image_count);
    release_bytes(document, &document->decoded, 1);
    release_bytes(document, document->view_bytes, document->gltf.buffer_view_count);
    vrmi_external_release(&document->external, document->arena.memory);
}

void vrmi_document_drop_scratch(vrmi_document *document) {
    const vrmi_forest none = {NULL, NULL, NULL, NULL};
    vrmi_external_drop_tree(&document->external);
    vrmi_arena_release(&document->scratch);
    document->is_buffer_missing = NULL;
    document->node_extensions = NULL;
    document->material_extensions = NULL;
    document->forest = none;
}

void vrmi_document_drop_json(vrmi_document *document) {
    vrmi_document_drop_scratch(document); /* which lies behind the tree */
    vrmi_json_release_tree(&document->json);
}

void vrmi_document_release(vrmi_document *document) {
    vrmi_document_drop_payload(document);
    vrmi_document_drop_scratch(document);
    vrmi_json_release(&document->json, document->arena.memory);
    vrmi_arena_release(&document->arena);
    memset(&document->gltf, 0, sizeof document->gltf);
    document->buffer_bytes = NULL;
    document->image_bytes = NULL;
    document->view_bytes = NULL;
}
