/*
 * The document: what the file says. It knows glTF, and nothing of avatars.
 *
 * Each part has a reader of its own; vrmi_document_read calls them in the order in which they need
 * each other's tables.
 */
#ifndef VRMI_GLTF_DOCUMENT_H
#define VRMI_GLTF_DOCUMENT_H

#include "gltf/external.h"
#include "gltf/forest.h"
#include "gltf/glb.h"
#include "gltf/json.h"

/* Bytes of the payload, and who releases them: the caller of the load, the document by its memory,
 * or the table of external files, because several buffers and images may share one. */
typedef enum vrmi_owner { VRMI_OWNER_CALLER, VRMI_OWNER_MEMORY, VRMI_OWNER_EXTERNAL } vrmi_owner;

typedef struct vrmi_bytes {
    const uint8_t *data; /* NULL: not there */
    size_t size;
    vrmi_owner owner;
} vrmi_bytes;

typedef struct vrmi_document {
    vrm_gltf gltf;
    vrmi_arena arena;
    vrmi_json_tree json;      /* the strings of the tables are in its text */
    uint64_t bin_offset;      /* of the BIN chunk's bytes in the file; 0: there is none */
    vrmi_bytes *buffer_bytes; /* one for each buffer */
    vrmi_bytes *view_bytes;   /* one for each buffer view: decoded, in `decoded`; NULL: none is */
    vrmi_bytes decoded;       /* the bytes of all compressed views (gltf/compression.c) */
    vrmi_bytes *image_bytes;  /* one for each image; of data URIs and external files alone */
    vrmi_external external;   /* what the buffers and images with an address share */
    /* For as long as the load goes on: */
    vrmi_arena scratch;               /* what is needed no longer than the tree */
    uint8_t *is_buffer_missing;       /* of each buffer: 1: neither address nor bytes; NULL: none */
    yyjson_val **node_extensions;     /* of each node; NULL where it has none */
    yyjson_val **material_extensions; /* of each material; likewise */
    vrmi_forest forest;               /* of the nodes */
} vrmi_document;

/*
 * Reads a file; with `parts`, the JSON and BIN of one instead of its bytes. The load's arena
 * becomes the document's. On failure the load has its result and the document holds nothing.
 * `memory` must outlive the document.
 */
bool vrmi_document_read(vrmi_document *document, vrmi_load *load, const uint8_t *bytes, size_t size,
                        const vrmi_glb *parts);
void vrmi_document_release(vrmi_document *document);

/* Lets go of what only the load needs; of the JSON tree; and of the payload. The tables and their
 * strings stay. */
void vrmi_document_drop_scratch(vrmi_document *document);
void vrmi_document_drop_json(vrmi_document *document);
void vrmi_document_drop_payload(vrmi_document *document);

/* What glTF gives a texture slot without a texture, and a primitive without a material. */
#define VRMI_NO_TEXTURE                                                                            \
    { VRM_NONE, 0, {0, 0}, {1, 1}, 0, 1 }
extern const vrm_material vrmi_default_material;

/* The readers. `array` is the top-level array of the JSON; its value is NULL where the file has
 * none. False: stop, the load has failed. */
bool vrmi_read_buffers(vrmi_load *load, const vrmi_json *array, const uint8_t *bin,
                       size_t bin_length, vrmi_document *document);
bool vrmi_read_buffer_views(vrmi_load *load, const vrmi_json *array, vrmi_document *document);
bool vrmi_read_accessors(vrmi_load *load, const vrmi_json *array, vrmi_document *document);
bool vrmi_read_images(vrmi_load *load, const vrmi_json *array, vrmi_document *document);
bool vrmi_read_samplers(vrmi_load *load, const vrmi_json *array, vrmi_document *document);
bool vrmi_read_textures(vrmi_load *load, const vrmi_json *array, vrmi_document *document);
bool vrmi_read_materials(vrmi_load *load, const vrmi_json *array, vrmi_document *document);
bool vrmi_read_meshes(vrmi_load *load, const vrmi_json *array, vrmi_document *document);
bool vrmi_read_skins(vrmi_load *load, const vrmi_json *array, vrmi_document *document);
bool vrmi_read_nodes(vrmi_load *load, const vrmi_json *array, vrmi_document *document);
bool vrmi_read_scenes(vrmi_load *load, const vrmi_json *array, vrmi_document *document);
bool vrmi_read_animations(vrmi_load *load, const vrmi_json *array, vrmi_document *document);

/* Arguments of diagnostics: an element by its index and its name. */
static inline vrmi_argument vrmi_node_reference(const vrm_gltf *gltf, int32_t node) {
    return vrmi_reference("node", node, gltf->nodes[node].name);
}
static inline vrmi_argument vrmi_mesh_reference(const vrm_gltf *gltf, int32_t mesh) {
    return vrmi_reference("mesh", mesh, gltf->meshes[mesh].name);
}
/* A node while the nodes are not yet read: its name is looked for in the JSON, in which `at` is. */
vrmi_argument vrmi_unread_node_reference(vrmi_load *load, const vrmi_json *at, int32_t node);

/* What the tables say of each other, when all of them are read. False: memory was refused. */
bool vrmi_check_relations(vrmi_load *load, const vrmi_json *root, vrmi_document *document);

/* Whether extensionsUsed has the name. */
bool vrmi_lists_extension(const vrmi_load *load, const char *name);

/* Notes that the extension at `at`, one that we know, is used: it should be listed (GL-004). */
void vrmi_use_extension(vrmi_load *load, const vrmi_json *at);

/* A textureInfo with KHR_texture_transform; `at` may stand on nothing, which is no texture. */
void vrmi_read_texture_info(vrmi_load *load, const vrmi_json *at, vrm_texture_info *out);

#endif
