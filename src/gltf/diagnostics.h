/*
 * The diagnostics of the container, the JSON, the tables of glTF, and the caller. An entry is:
 *
 *   X(NAME, "code", KIND, IMPACT, RESULT, "requirement", ARGUMENTS, "sentence", "remedy")
 *
 * KIND    FATAL    the call fails with RESULT
 *         REPAIR   something is changed or left out; the call goes on, unless it is strict: then it
 *                  fails with RESULT
 *         WARNING  something is wrong and is left as it is
 *         NOTE     something is worth knowing
 *
 * IMPACT  VISIBLE    it can be seen on the avatar; so is everything FATAL, which shows no avatar
 *         ELSEWHERE  it loads well here, but other applications may differ
 *         EXPORTER   it concerns the author of the exporter alone
 *
 * {} in a sentence stands for the next argument: a number, or text of the file in quotes. ARGUMENTS
 * says how many there are. A sentence starts in lower case and has no full stop, so that it can
 * follow the name of a file. It must be right for one and for many: "number of nodes: 1", not
 * "there are 1 nodes". A remedy tells the creator of the avatar what to do; where only the author
 * of the exporter can act, it begins with "the exporter should". The code is permanent: it may be
 * retired, but it never changes its meaning. Each entry has a test (test/gltf/diagnostics_test.c;
 * those of build/diagnostics.h, test/dialect/avatar_diagnostics_test.c), and
 * docs/reference/diagnostics.md lists them all (tools/make/make-diagnostics writes it).
 *
 * Each room has a header such as this one, with ids of its own from a first one on that no other
 * room reaches, and a vrmi_diagnostics with its entries. A new room adds its vrmi_diagnostics to
 * the list in model/diagnostics.c.
 */
#ifndef VRMI_GLTF_DIAGNOSTICS_H
#define VRMI_GLTF_DIAGNOSTICS_H

#include "base/private_api.h"
#include "base/report.h"

/* clang-format off */
#define VRMI_GLTF_DIAGNOSTICS(X)                                                                                       \
    /* memory, limits, the caller */                                                                                   \
    VRMI_CALL_DIAGNOSTICS(X)                                                                                           \
    X(LIMIT_FILE, "limit-file-bytes", FATAL, VISIBLE, VRM_ERROR_LIMIT, "ER-018", 2,                                    \
      "the file has {} bytes; the limit is {}",                                                                    \
      "use smaller images and meshes, or raise max_file_bytes in the limits of the load if you trust the file")        \
    X(LIMIT_JSON, "limit-json-bytes", FATAL, VISIBLE, VRM_ERROR_LIMIT, "ER-018", 2,                                    \
      "the JSON has {} bytes; the limit is {}",                                                                    \
      "use fewer nodes and meshes, or raise max_json_bytes in the limits of the load if you trust the file")           \
    X(LIMIT_JSON_DEPTH, "limit-json-depth", FATAL, VISIBLE, VRM_ERROR_LIMIT, "ER-005", 1,                              \
      "the JSON is nested more than {} levels deep",                                                                   \
      "raise max_json_depth in the limits of the load if you trust the file")                                          \
    X(LIMIT_JSON_VALUES, "limit-json-values", FATAL, VISIBLE, VRM_ERROR_LIMIT, "ER-018", 1,                            \
      "the JSON has more than {} values",                                                                              \
      "use fewer nodes and meshes, or raise max_json_values in the limits of the load if you trust the file")          \
    X(LIMIT_MEMORY, "limit-memory-bytes", FATAL, VISIBLE, VRM_ERROR_LIMIT, "ER-018", 1,                                \
      "loading needs more than the limit of {} bytes of memory",                                                       \
      "use a simpler avatar, or raise max_memory_bytes in the limits of the load if you trust the file")               \
    X(LIMIT_ALLOCATIONS, "limit-allocations", FATAL, VISIBLE, VRM_ERROR_LIMIT, "ER-018", 1,                            \
      "loading needs more than the limit of {} allocations",                                                           \
      "use a simpler avatar, or raise max_allocations in the limits of the load if you trust the file")                \
    X(LIMIT_COUNT, "limit-count", FATAL, VISIBLE, VRM_ERROR_LIMIT, "ER-018", 2,                                        \
      "the number of elements is {}; the limit is {}",                                                             \
      "use fewer, or raise max_nodes or max_elements in the limits of the load if you trust the file")                 \
    X(LIMIT_DECODED, "limit-decoded-bytes", FATAL, VISIBLE, VRM_ERROR_LIMIT, "ER-018", 1,                              \
      "the compressed meshes need more than the limit of {} bytes when they are decoded",                              \
      "decompress the file first, or raise max_decoded_bytes in the limits of the load if you trust the file")         \
    X(RENDERER_DESC, "renderer-desc", FATAL, VISIBLE, VRM_ERROR_INVALID_ARGUMENT, "", 1,                               \
      "the renderer cannot be created: {}",                                                                            \
      "fill the desc with vrm_renderer_desc_init, and set get_proc")                                                   \
    X(GL_UNSUPPORTED, "gl-unsupported", FATAL, VISIBLE, VRM_ERROR_UNSUPPORTED, "", 1,                                  \
      "the renderer cannot use this GL: {}",                                                                           \
      "make an OpenGL 3.3, OpenGL ES 3.0 or WebGL 2 context current, or update the graphics driver")                 \
    X(FILE_UNREADABLE, "file-unreadable", FATAL, VISIBLE, VRM_ERROR_FILE, "", 1,                                       \
      "{}", "")                                                                                                        \
    /* container */                                                                                                    \
    X(FILE_EMPTY, "file-empty", FATAL, VISIBLE, VRM_ERROR_CONTAINER, "GL-003", 0,                                      \
      "the file is empty", "download or export it again")                                                              \
    X(NOT_GLTF, "not-gltf", FATAL, VISIBLE, VRM_ERROR_CONTAINER, "GL-003", 0,                                          \
      "this is not a VRM or glTF file", "choose a VRM file; it starts with the letters glTF")                          \
    X(NOT_GLTF_BUT, "not-gltf-but", FATAL, VISIBLE, VRM_ERROR_CONTAINER, "GL-003", 1,                                  \
      "this is not a VRM or glTF file: it looks like {}",                                                              \
      "choose a .vrm, .glb or .gltf file; extract archives first, and convert models in other formats")            \
    X(GLB_TRUNCATED, "glb-truncated", FATAL, VISIBLE, VRM_ERROR_CONTAINER, "GL-003", 2,                                \
      "the file is truncated: it has {} of {} bytes", "download or copy it again")                              \
    X(INCOMPLETE, "incomplete", FATAL, VISIBLE, VRM_ERROR_INCOMPLETE, "GL-003", 1,                                     \
      "the first {} bytes of the file are needed, but fewer were given", "read more of the file")                      \
    X(GLB_VERSION, "glb-version", FATAL, VISIBLE, VRM_ERROR_CONTAINER, "GL-003", 1,                                    \
      "the container has version {}; VRM uses version 2", "export the file again with a current exporter")  \
    X(GLB_CHUNK_OVERRUN, "glb-chunk-overrun", FATAL, VISIBLE, VRM_ERROR_CONTAINER, "GL-003", 2,                        \
      "a chunk claims {} bytes, but only {} are left", "download or export the file again")                            \
    X(GLB_NO_JSON, "glb-no-json", FATAL, VISIBLE, VRM_ERROR_CONTAINER, "GL-003", 0,                                    \
      "the first chunk of the container is not JSON", "export the file again")                                         \
    X(GLB_TRAILING_BYTES, "glb-trailing-bytes", REPAIR, ELSEWHERE, VRM_ERROR_CONTAINER, "GL-003", 1,                   \
      "ignored bytes after the end of the container: {}", "export the file again with a current exporter")  \
    X(GLB_CHUNK_ALIGNMENT, "glb-chunk-alignment", REPAIR, ELSEWHERE, VRM_ERROR_CONTAINER, "GL-003", 1,                 \
      "a chunk is {} bytes long, which is not a multiple of 4",                                                        \
      "the exporter should pad JSON with spaces and BIN with zeros")                                                   \
    X(GLB_JSON_PADDING, "glb-json-padding", REPAIR, ELSEWHERE, VRM_ERROR_CONTAINER, "GL-003", 1,                       \
      "the JSON is padded with {} zero bytes instead of spaces", "the exporter should pad it with spaces")    \
    X(GLB_UNKNOWN_CHUNK, "glb-unknown-chunk", NOTE, EXPORTER, VRM_OK, "GL-003", 1,                                     \
      "a chunk of the unknown type {} is ignored", "")                                                                     \
    /* JSON */                                                                                                         \
    X(JSON_SYNTAX, "json-syntax", FATAL, VISIBLE, VRM_ERROR_JSON, "GL-001", 2,                                         \
      "the JSON cannot be parsed: {} at byte {}", "download or export the file again")                                 \
    X(JSON_NOT_OBJECT, "json-not-object", FATAL, VISIBLE, VRM_ERROR_GLTF, "GL-001", 0,                                 \
      "the JSON is not an object", "export the file again")                                                            \
    X(JSON_BOM, "json-bom", NOTE, ELSEWHERE, VRM_OK, "ER-017", 0,                                                      \
      "the JSON starts with a byte order mark", "the exporter should write UTF-8 without one")                         \
    X(JSON_UTF8, "json-utf8", REPAIR, ELSEWHERE, VRM_ERROR_JSON, "ER-017", 2,                                          \
      "the JSON is not valid UTF-8; replaced sequences: {}, the first at byte {}",                     \
      "the exporter should write UTF-8")                                                                               \
    X(JSON_DUPLICATE_KEY, "json-duplicate-key", REPAIR, ELSEWHERE, VRM_ERROR_JSON, "GL-031", 1,                        \
      "the key {} appears more than once; the last one is used", "the exporter should write it once")                  \
    /* fields */                                                                                                       \
    X(FIELD_TYPE, "field-type", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-011", 2,                                          \
      "this should be {} but is {}; it is ignored", "export the file again with a current exporter")                   \
    X(FIELD_ENUM, "field-enum", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-012", 1,                                          \
      "{} is not an allowed value here; it is ignored", "export the file again with a current exporter")      \
    X(FIELD_VECTOR_SHORT, "field-vector-short", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-013", 2,                          \
      "wrong number of values: {} instead of {}; they are ignored", "export the file again with a current exporter")   \
    X(FIELD_VECTOR_LONG, "field-vector-long", REPAIR, ELSEWHERE, VRM_ERROR_GLTF, "ER-013", 2,                          \
      "wrong number of values: {} instead of {}; the rest is ignored",                                                 \
      "export the file again with a current exporter")                                                                 \
    X(FIELD_NOT_FINITE, "field-not-finite", REPAIR, VISIBLE, VRM_ERROR_GLTF, "GL-035", 0,                              \
      "the number is infinite or not a number; the default is used",                                                   \
      "choose another value and export the file again")                                                                \
    X(FIELD_NOT_INTEGER, "field-not-integer", REPAIR, VISIBLE, VRM_ERROR_GLTF, "GL-034", 1,                            \
      "{} is not a whole number; it is ignored", "export the file again with a current exporter")                      \
    X(FIELD_RANGE, "field-range", REPAIR, VISIBLE, VRM_ERROR_GLTF, "", 2,                                              \
      "this should be {} but is {}; the nearest allowed value is used", "choose a value in this range")                \
    X(FIELD_MISSING, "field-missing", REPAIR, VISIBLE, VRM_ERROR_GLTF, "GL-033", 1,                                    \
      "the required {} is missing; anything that needs it is skipped", "export the file again with a current exporter")        \
    X(INDEX_OUT_OF_RANGE, "index-out-of-range", REPAIR, VISIBLE, VRM_ERROR_GLTF, "GL-033", 3,                          \
      "index {} is out of range: the number of {} is {}; it is ignored",                                               \
      "export the file again with a current exporter")                                                                 \
    X(INDEX_NEGATIVE, "index-negative", REPAIR, ELSEWHERE, VRM_ERROR_GLTF, "GL-033", 1,                                \
      "{} is not an index; it is ignored", "the exporter should omit the field if it refers to nothing")          \
    X(ARRAY_EMPTY, "array-empty", REPAIR, EXPORTER, VRM_ERROR_GLTF, "GL-033", 0,                                       \
      "an empty array is not allowed here; it is treated as absent", "the exporter should omit it")               \
    /* asset and extensions */                                                                                         \
    X(ASSET_VERSION, "asset-version", FATAL, VISIBLE, VRM_ERROR_GLTF, "GL-001", 1,                                     \
      "this is glTF {}; only glTF 2 is supported", "export the avatar as VRM, which is glTF 2")                         \
    X(ASSET_VERSION_MISSING, "asset-version-missing", REPAIR, ELSEWHERE, VRM_ERROR_GLTF, "GL-001", 0,                  \
      "the glTF version is not stated; 2.0 is assumed", "the exporter should write asset.version \"2.0\"")             \
    X(ASSET_MIN_VERSION, "asset-min-version", WARNING, ELSEWHERE, VRM_OK, "GL-001", 1,                                 \
      "the file requires glTF {} or newer; it is read as glTF 2.0", "export it as glTF 2.0")                           \
    X(EXTENSION_REQUIRED, "extension-required", WARNING, VISIBLE, VRM_OK, "GL-031", 1,                                 \
      "the file requires the unsupported extension {}; parts that depend on it may be missing",                 \
      "export the file without this extension")                                                                        \
    X(EXTENSION_UNLISTED, "extension-unlisted", REPAIR, ELSEWHERE, VRM_ERROR_GLTF, "GL-004", 1,                        \
      "the extension {} is required but not listed as used", "the exporter should list it in extensionsUsed")          \
    X(EXTENSION_UNDECLARED, "extension-undeclared", WARNING, ELSEWHERE, VRM_OK, "GL-004", 1,                           \
      "the extension {} is used but not listed; it is read anyway",                                              \
      "the exporter should list it in extensionsUsed")                                                                 \
    /* buffers, views, accessors, images */                                                                            \
    X(BUFFER_MISSING, "buffer-missing", WARNING, VISIBLE, VRM_OK, "ER-019", 0,                                         \
      "the bytes of the buffer are missing; its meshes and images cannot be read",                           \
      "export the file again as .vrm")                                                                                 \
    X(BUFFER_COMPRESSED, "buffer-compressed", WARNING, VISIBLE, VRM_OK, "GL-031", 1, \
      "the meshes are compressed with {}, and no decoder was given; they are not drawn",                               \
      "export without this compression, or decompress the file first, for example with gltf-transform (programs: set meshopt in the settings of the load)") \
    X(BUFFER_FALLBACK, "buffer-fallback", WARNING, VISIBLE, VRM_OK, "GL-048", 1,                                       \
      "the buffer only stands in for bytes that are compressed with {}, but views without compression read it; what uses them is not drawn", \
      "compress the file again, or export it without compression")                                                     \
    X(BUFFER_UNRESOLVED, "buffer-unresolved", WARNING, VISIBLE, VRM_OK, "ER-019", 1,                                   \
      "the external file {} was not loaded",                                                                           \
      "put it next to this file, or export one .vrm file (programs: load with a resolver)")                             \
    X(BUFFER_SHORT, "buffer-short", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-008", 2,                                      \
      "the buffer should have {} bytes, but has only {}", "download or export the file again")                   \
    X(EXTERNAL_LIMIT, "external-limit", WARNING, VISIBLE, VRM_OK, "ER-018", 2,                                         \
      "the external file {} was not loaded: the limit for all external files is {} bytes",                           \
      "use smaller files, or raise max_external_bytes in the limits of the load if you trust them")                    \
    X(URI_UNSAFE, "uri-unsafe", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-019", 1,                                          \
      "the URI {} does not refer to a file in the same folder; it is ignored",                                         \
      "put the file into the same folder and refer to it by name")                                                 \
    X(DATA_URI, "data-uri", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-008", 1,                                              \
      "the data URI cannot be decoded: {}; it is ignored", "export the file again with a current exporter")            \
    X(VIEW_RANGE, "view-range", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-008", 3,                                          \
      "bytes {} to {} reach beyond the {} bytes of the buffer; the view is ignored",                                   \
      "export the file again with a current exporter")                                                                 \
    X(VIEW_COMPRESSION, "view-compression", REPAIR, VISIBLE, VRM_ERROR_GLTF, "GL-048", 1,                              \
      "the compressed bytes of the view cannot be used: {}",                                                           \
      "compress the file again, or export it without compression")                                                     \
    X(VIEW_DECODER, "view-decoder", WARNING, VISIBLE, VRM_OK, "GL-048", 1,                                             \
      "the decoder for compressed meshes lacks {}; what uses the view is not drawn",                                   \
      "decompress the file first, for example with gltf-transform (programs: pass a newer meshoptimizer)")             \
    X(VIEW_STRIDE, "view-stride", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-008", 1,                                        \
      "a stride of {} is not a multiple of 4 from 4 to 252; it is ignored",                                            \
      "export the file again with a current exporter")                                                                 \
    X(VIEW_STRIDE_USE, "view-stride-use", WARNING, ELSEWHERE, VRM_OK, "ER-008", 1,                                     \
      "only vertices can have a stride, but the view holds {}", "export the file again with a current exporter")       \
    X(VIEW_STRIDE_MISSING, "view-stride-missing", WARNING, EXPORTER, VRM_OK, "ER-008", 0,                              \
      "several vertex accessors share the view, but it has no stride",                                             \
      "the exporter should give each its own view")                                                               \
    X(VIEW_TARGET, "view-target", WARNING, ELSEWHERE, VRM_OK, "ER-008", 2,                                             \
      "the target of the view is {}, but the view holds {}", "export the file again with a current exporter")        \
    X(VIEW_MIXED, "view-mixed", WARNING, ELSEWHERE, VRM_OK, "ER-008", 2,                                               \
      "the view holds {} and {}", "the exporter should give each its own view")                                   \
    X(ACCESSOR_RANGE, "accessor-range", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-008", 1,                                  \
      "the accessor does not fit into its buffer view (number of elements: {}); it is ignored",                        \
      "export the file again with a current exporter")                                                                 \
    X(ACCESSOR_COUNT, "accessor-count", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-008", 1,                                  \
      "{} is not a usable number of elements; the accessor is ignored",                                                \
      "export the file again with a current exporter")                                                                 \
    X(ACCESSOR_ALIGNMENT, "accessor-alignment", WARNING, ELSEWHERE, VRM_OK, "ER-008", 2,                               \
      "the elements begin at byte {}, which is not a multiple of the component's {} bytes",                            \
      "export the file again with a current exporter")                                                                 \
    X(ACCESSOR_MATRIX_ALIGNMENT, "accessor-matrix-alignment", WARNING, ELSEWHERE, VRM_OK, "ER-008", 1,                 \
      "the matrices begin at byte {}, which is not a multiple of 4", "export the file again with a current exporter")  \
    X(ACCESSOR_NORMALIZED, "accessor-normalized", REPAIR, ELSEWHERE, VRM_ERROR_GLTF, "ER-008", 0,                      \
      "only 8-bit and 16-bit integers can be normalized; the flag is ignored",                                             \
      "export the file again with a current exporter")                                                                 \
    X(ACCESSOR_SPARSE, "accessor-sparse", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-008", 1,                                \
      "the sparse part of the accessor cannot be used and is ignored: {}",                                             \
      "export the file again with a current exporter")                                                                 \
    X(IMAGE_SOURCE, "image-source", WARNING, VISIBLE, VRM_OK, "GL-033", 0,                                             \
      "the image has no source", "assign the image again and export the file")                                         \
    X(IMAGE_TWO_SOURCES, "image-two-sources", WARNING, ELSEWHERE, VRM_OK, "GL-033", 0,                                 \
      "the image has a URI and a buffer view; the URI is used if it can be read",                          \
      "the exporter should write one of the two")                                                                      \
    X(IMAGE_MIME_MISSING, "image-mime-missing", WARNING, ELSEWHERE, VRM_OK, "GL-033", 0,                               \
      "the image is in a buffer view but does not state its type", "the exporter should write its mimeType")           \
    X(IMAGE_MIME, "image-mime", WARNING, VISIBLE, VRM_OK, "GL-033", 1,                                                 \
      "the image has the type {}; only PNG, JPEG and WebP are supported",                                                    \
      "save the image as PNG or JPEG and export the file again")                                                       \
    X(IMAGE_UNRESOLVED, "image-unresolved", WARNING, VISIBLE, VRM_OK, "ER-019", 1,                                     \
      "the external image {} was not loaded",                                                                          \
      "put it next to this file, or export one .vrm file (programs: load with a resolver)")                             \
    X(TEXTURE_SOURCE, "texture-source", WARNING, VISIBLE, VRM_OK, "GL-033", 0,                                         \
      "the texture has no image", "assign an image to the texture and export the file again")                          \
    X(TEXTURE_COMPRESSED, "texture-compressed", WARNING, VISIBLE, VRM_OK, "GL-033", 0,                                 \
      "the texture is compressed with KHR_texture_basisu (KTX2), which libvrm cannot read; it is not drawn",           \
      "export with PNG, JPEG or WebP textures, or convert the file first, for example with gltf-transform")            \
    /* nodes, skins */                                                                                                 \
    X(NODE_SECOND_PARENT, "node-second-parent", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-006", 2,                          \
      "node {} already has the parent node {}; it is ignored as a child here", "keep the node under one parent")           \
    X(NODE_CYCLE, "node-cycle", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-006", 2,                                          \
      "node {} is an ancestor of itself; it is detached from its parent, node {}",                                     \
      "export the file again with a current exporter")                                                                 \
    X(NODE_ROOT_HAS_PARENT, "node-root-has-parent", REPAIR, ELSEWHERE, VRM_ERROR_GLTF, "ER-006", 2,                    \
      "node {} is a root of the scene and a child of node {}; it is not used as a root",                               \
      "export the file again with a current exporter")                                                                 \
    X(NODE_ROOT_TWICE, "node-root-twice", REPAIR, ELSEWHERE, VRM_ERROR_GLTF, "ER-006", 1,                              \
      "node {} is a root of the scene more than once; it is used once",                                                \
      "export the file again with a current exporter")                                                                 \
    X(NODE_ROTATION_ZERO, "node-rotation-zero", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-015", 0,                          \
      "the rotation has length 0; no rotation is used", "export the file again with a current exporter")              \
    X(NODE_ROTATION_UNIT, "node-rotation-unit", REPAIR, ELSEWHERE, VRM_ERROR_GLTF, "ER-015", 1,                        \
      "the rotation has length {} instead of 1; it is normalized",                                                 \
      "export the file again with a current exporter")                                                                 \
    X(NODE_MATRIX_AND_TRS, "node-matrix-and-trs", REPAIR, ELSEWHERE, VRM_ERROR_GLTF, "ER-016", 0,                      \
      "the node has a matrix, and a translation, rotation or scale; the matrix is used",                               \
      "the exporter should write one of the two")                                                                      \
    X(NODE_MATRIX_SHEAR, "node-matrix-shear", WARNING, VISIBLE, VRM_OK, "ER-016", 0,                                   \
      "the matrix is sheared, which translation, rotation and scale cannot express",                                   \
      "apply rotation and scale before exporting")                                                                     \
    X(NODE_MATRIX_MIRRORED, "node-matrix-mirrored", WARNING, ELSEWHERE, VRM_OK, "ER-016", 0,                           \
      "the matrix mirrors the node, but VRM needs positive scales", "apply the scale before exporting")                \
    X(NODE_MATRIX_SINGULAR, "node-matrix-singular", WARNING, VISIBLE, VRM_OK, "ER-016", 0,                             \
      "the matrix flattens space to a plane, a line or a point", "give the node a scale other than 0")                 \
    X(NODE_MATRIX_ROW, "node-matrix-row", REPAIR, ELSEWHERE, VRM_ERROR_GLTF, "ER-016", 0,                              \
      "the last row of the matrix is not 0, 0, 0, 1; it is ignored", "export the file again with a current exporter")  \
    X(NODE_SKIN_WITHOUT_MESH, "node-skin-without-mesh", WARNING, EXPORTER, VRM_OK, "GL-033", 0,                        \
      "the node has a skin but no mesh", "export the file again with a current exporter")                              \
    X(NODE_SKIN_UNSKINNED, "node-skin-unskinned", WARNING, VISIBLE, VRM_OK, "GL-033", 1,                               \
      "the node has a skin, but its mesh {} has no joints and weights",                                                \
      "give the mesh bone weights, or remove its armature")                                                            \
    X(NODE_SKIN_SCENE, "node-skin-scene", WARNING, ELSEWHERE, VRM_OK, "GL-033", 0,                                     \
      "the scene contains the node but not the joints of its skin", "export the file again with a current exporter")      \
    X(SKIN_ROOT, "skin-root", WARNING, ELSEWHERE, VRM_OK, "GL-033", 0,                                                 \
      "the joints of the skin have no common root", "put all bones of the mesh under one root bone")                   \
    X(SKIN_SKELETON, "skin-skeleton", WARNING, ELSEWHERE, VRM_OK, "GL-033", 2,                                         \
      "node {} is the skeleton of the skin but not an ancestor of its joint, node {}",                                       \
      "export the file again with a current exporter")                                                                 \
    X(SKIN_EMPTY, "skin-empty", REPAIR, VISIBLE, VRM_ERROR_GLTF, "GL-033", 0,                                          \
      "the skin has no usable joint; nodes that use it are drawn without it",                                          \
      "export the file again with a current exporter")                                                                 \
    X(SKIN_JOINTS, "skin-joints", REPAIR, VISIBLE, VRM_ERROR_GLTF, "GL-033", 2,                                        \
      "{} of the {} joints of the skin are unusable; the first usable joint replaces them",                    \
      "export the file again with a current exporter")                                                                 \
    X(SKIN_JOINT_TWICE, "skin-joint-twice", WARNING, EXPORTER, VRM_OK, "GL-033", 1,                                    \
      "node {} is a joint of the skin more than once", "export the file again with a current exporter")                \
    X(SKIN_INVERSE_BINDS, "skin-inverse-binds", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-001", 1,                          \
      "the inverse bind matrices cannot be used: {}; identity matrices are used",                                      \
      "export the file again with a current exporter")                                                                 \
    /* meshes */                                                                                                       \
    X(PRIMITIVE_POSITION, "primitive-position", REPAIR, VISIBLE, VRM_ERROR_GLTF, "GL-033", 0,                          \
      "the primitive has no usable POSITION; it is not drawn", "export the file again with a current exporter")        \
    X(PRIMITIVE_COMPRESSED, "primitive-compressed", WARNING, VISIBLE, VRM_OK, "GL-031", 0,                             \
      "the mesh is compressed with KHR_draco_mesh_compression, which libvrm cannot read; it is not drawn", \
      "export without this compression, or decompress the file first, for example with gltf-transform")                                                                                    \
    X(PRIMITIVE_INDICES, "primitive-indices", REPAIR, VISIBLE, VRM_ERROR_GLTF, "GL-033", 0,                            \
      "the indices are not unsigned integers; the primitive is not drawn",                                             \
      "export the file again with a current exporter")                                                                 \
    X(PRIMITIVE_INDEX_COUNT, "primitive-index-count", WARNING, VISIBLE, VRM_OK, "GL-033", 1,                           \
      "the number of indices, {}, is not a whole number of triangles", "triangulate the mesh before exporting")        \
    X(ATTRIBUTE_UNKNOWN, "attribute-unknown", NOTE, EXPORTER, VRM_OK, "GL-031", 1,                                     \
      "the unknown attribute {} is ignored", "an exporter should start custom names with _")              \
    X(ATTRIBUTE_FORMAT, "attribute-format", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-008", 1,                              \
      "the format of the accessor is not allowed for {}; the attribute is ignored",                                       \
      "export the file again with a current exporter")                                                                 \
    X(ATTRIBUTE_QUANTIZED, "attribute-quantized", WARNING, ELSEWHERE, VRM_OK, "GL-018", 1,                             \
      "{} has a format that needs KHR_mesh_quantization, which is not listed",                                         \
      "the exporter should list it in extensionsUsed")                                                                 \
    X(ATTRIBUTE_COUNT, "attribute-count", REPAIR, VISIBLE, VRM_ERROR_GLTF, "ER-008", 3,                                \
      "{} has {} elements but POSITION has {}; the attribute is ignored",                                            \
      "export the file again with a current exporter")                                                                 \
    X(ATTRIBUTE_ALIGNMENT, "attribute-alignment", WARNING, ELSEWHERE, VRM_OK, "ER-008", 2,                             \
      "the vertices begin at byte {} and are {} bytes apart; both should be multiples of 4",                           \
      "export the file again with a current exporter")                                                                 \
    X(ATTRIBUTE_TEXCOORD, "attribute-texcoord", WARNING, VISIBLE, VRM_OK, "GL-033", 2,                                 \
      "material {} needs TEXCOORD_{}, which the primitive lacks",                                              \
      "give the mesh a UV map, or remove the texture")                                                                 \
    X(ATTRIBUTE_SKIN_PAIR, "attribute-skin-pair", WARNING, VISIBLE, VRM_OK, "GL-033", 2,                               \
      "the numbers of sets of JOINTS ({}) and WEIGHTS ({}) differ", "export the file again with a current exporter")   \
    X(MORPH_COUNT, "morph-count", WARNING, ELSEWHERE, VRM_OK, "GL-027", 2,                                             \
      "primitives of one mesh have different numbers of morph targets: {} and {}",                                     \
      "the exporter should give all primitives of a mesh the same morph targets")                                      \
    X(PRIMITIVE_ATTRIBUTES, "primitive-attributes", WARNING, ELSEWHERE, VRM_OK, "GL-026", 0,                           \
      "the attributes of the primitive differ from those of the first primitive of its mesh",                                       \
      "give all parts of the mesh the same UV maps and vertex colors")                                                \
    X(MORPH_WEIGHTS, "morph-weights", REPAIR, VISIBLE, VRM_ERROR_GLTF, "GL-033", 2,                                    \
      "the numbers of weights ({}) and morph targets ({}) differ; the weights are ignored",                            \
      "export the file again with a current exporter")                                                                 \
    X(MORPH_NAMES, "morph-names", WARNING, ELSEWHERE, VRM_OK, "GL-014", 2,                                             \
      "the numbers of names ({}) and morph targets ({}) differ",                                                       \
      "the exporter should write one name for each morph target")                                                      \
    /* animations */                                                                                                   \
    X(CHANNEL_UNUSABLE, "channel-unusable", REPAIR, VISIBLE, VRM_ERROR_GLTF, "GL-033", 1,                              \
      "the channel is skipped: {}", "remove the animation, or export the file again")
/* clang-format on */

enum {
    VRMI_GLTF_FIRST = 0,
    VRMI_GLTF_BEFORE = VRMI_GLTF_FIRST - 1,
#define X(name, ...) VRMI_##name,
    VRMI_GLTF_DIAGNOSTICS(X)
#undef X
        VRMI_GLTF_END
};

VRMI_API extern const vrmi_diagnostics vrmi_gltf_diagnostics;

#endif
