/*
 * Every message of the library, once. One line an entry:
 *
 *   X(NAME, "code", KIND, RESULT, "requirement", "sentence", "remedy")
 *
 * KIND    FATAL    the call fails with RESULT
 *         REPAIR   something is changed or left out; the call goes on, unless it is strict: then it
 *                  fails with RESULT
 *         WARNING  wrong, and left as it is
 *         NOTE     worth knowing
 *
 * {} in a sentence stands for the next argument: a number, or text of the file in quotes. A
 * sentence starts in lower case and has no full stop, so that it can follow the name of a file. The
 * code is for good: it may be retired, and never changes its meaning. Each entry has a test
 * (test/gltf/diagnostics_test.c; of the avatar, test/dialect/avatar_diagnostics_test.c).
 */
#ifndef VRMI_BASE_DIAGNOSTICS_H
#define VRMI_BASE_DIAGNOSTICS_H

/* clang-format off */
#define VRMI_DIAGNOSTICS(X)                                                                                            \
    /* memory, limits, the caller */                                                                                   \
    X(OUT_OF_MEMORY, "out-of-memory", FATAL, VRM_ERROR_OUT_OF_MEMORY, "ER-020",                                        \
      "there is not enough memory", "")                                                                                \
    X(CANCELLED, "cancelled", FATAL, VRM_ERROR_CANCELLED, "ER-018",                                                    \
      "loading was cancelled", "")                                                                                     \
    X(LIMIT_FILE, "limit-file-bytes", FATAL, VRM_ERROR_LIMIT, "ER-018",                                                \
      "the file has {} bytes, and the limit is {}", "raise max_file_bytes if you trust the file")                      \
    X(LIMIT_JSON, "limit-json-bytes", FATAL, VRM_ERROR_LIMIT, "ER-018",                                                \
      "the JSON has {} bytes, and the limit is {}", "raise max_json_bytes if you trust the file")                      \
    X(LIMIT_JSON_DEPTH, "limit-json-depth", FATAL, VRM_ERROR_LIMIT, "ER-005",                                          \
      "the JSON is nested more than {} levels deep", "")                                                               \
    X(LIMIT_JSON_VALUES, "limit-json-values", FATAL, VRM_ERROR_LIMIT, "ER-018",                                        \
      "the JSON has more than {} values", "raise max_json_values if you trust the file")                               \
    X(LIMIT_MEMORY, "limit-memory-bytes", FATAL, VRM_ERROR_LIMIT, "ER-018",                                            \
      "loading needs more than the limit of {} bytes of memory", "raise max_memory_bytes if you trust the file")       \
    X(LIMIT_ALLOCATIONS, "limit-allocations", FATAL, VRM_ERROR_LIMIT, "ER-018",                                        \
      "loading needs more than the limit of {} allocations", "raise max_allocations if you trust the file")            \
    X(LIMIT_COUNT, "limit-count", FATAL, VRM_ERROR_LIMIT, "ER-018",                                                    \
      "the number of elements is {}, and the limit is {}", "raise the limit in the load desc if you trust the file")   \
    X(LIMIT_AVATAR, "limit-avatar", FATAL, VRM_ERROR_LIMIT, "ER-018",                                                  \
      "the avatar has more than the limit of {} {}", "raise the limit in the load desc if you trust the file")         \
    X(FILE_UNREADABLE, "file-unreadable", FATAL, VRM_ERROR_FILE, "",                                                   \
      "{}", "")                                                                                                        \
    /* container */                                                                                                    \
    X(FILE_EMPTY, "file-empty", FATAL, VRM_ERROR_CONTAINER, "GL-003",                                                  \
      "the file is empty", "download or export it again")                                                              \
    X(NOT_GLTF, "not-gltf", FATAL, VRM_ERROR_CONTAINER, "GL-003",                                                      \
      "this is not a VRM or glTF file", "a VRM file begins with the letters glTF")                                     \
    X(NOT_GLTF_BUT, "not-gltf-but", FATAL, VRM_ERROR_CONTAINER, "GL-003",                                              \
      "this is not a VRM or glTF file: it looks like {}", "")                                                          \
    X(GLB_TRUNCATED, "glb-truncated", FATAL, VRM_ERROR_CONTAINER, "GL-003",                                            \
      "the file is cut short: {} of its {} bytes are there", "download or copy it again")                              \
    X(INCOMPLETE, "incomplete", FATAL, VRM_ERROR_INCOMPLETE, "GL-003",                                                 \
      "the first {} bytes of the file are needed", "")                                                                 \
    X(GLB_VERSION, "glb-version", FATAL, VRM_ERROR_CONTAINER, "GL-003",                                                \
      "the container has version {}; only version 2 exists for VRM", "")                                               \
    X(GLB_CHUNK_OVERRUN, "glb-chunk-overrun", FATAL, VRM_ERROR_CONTAINER, "GL-003",                                    \
      "a chunk claims {} bytes where only {} are left", "export the file again")                                       \
    X(GLB_NO_JSON, "glb-no-json", FATAL, VRM_ERROR_CONTAINER, "GL-003",                                                \
      "the first chunk of the container is not JSON", "export the file again")                                         \
    X(GLB_TRAILING_BYTES, "glb-trailing-bytes", REPAIR, VRM_ERROR_CONTAINER, "GL-003",                                 \
      "{} bytes behind the end of the container are ignored", "")                                                      \
    X(GLB_CHUNK_ALIGNMENT, "glb-chunk-alignment", REPAIR, VRM_ERROR_CONTAINER, "GL-003",                               \
      "a chunk is {} bytes long, which is not a multiple of 4", "pad JSON with spaces and BIN with zeros")             \
    X(GLB_JSON_PADDING, "glb-json-padding", REPAIR, VRM_ERROR_CONTAINER, "GL-003",                                     \
      "the JSON is padded with {} zero bytes instead of spaces", "pad it with spaces")                                 \
    X(GLB_UNKNOWN_CHUNK, "glb-unknown-chunk", NOTE, VRM_OK, "GL-003",                                                  \
      "a chunk of unknown type {} is ignored", "")                                                                     \
    /* JSON */                                                                                                         \
    X(JSON_SYNTAX, "json-syntax", FATAL, VRM_ERROR_JSON, "GL-001",                                                     \
      "the JSON cannot be parsed: {} at byte {}", "export the file again")                                             \
    X(JSON_NOT_OBJECT, "json-not-object", FATAL, VRM_ERROR_GLTF, "GL-001",                                             \
      "the JSON is not an object", "")                                                                                 \
    X(JSON_BOM, "json-bom", NOTE, VRM_OK, "ER-017",                                                                    \
      "the JSON begins with a byte order mark", "write UTF-8 without one")                                             \
    X(JSON_UTF8, "json-utf8", REPAIR, VRM_ERROR_JSON, "ER-017",                                                        \
      "the JSON is not valid UTF-8; wrong sequences that were replaced: {}, the first at byte {}", "write UTF-8")      \
    X(JSON_DUPLICATE_KEY, "json-duplicate-key", REPAIR, VRM_ERROR_JSON, "GL-031",                                      \
      "the key {} stands twice; the last one counts", "keep one of them")                                              \
    /* fields */                                                                                                       \
    X(FIELD_TYPE, "field-type", REPAIR, VRM_ERROR_GLTF, "ER-011",                                                      \
      "this should be {}, and is {}; it is ignored", "")                                                               \
    X(FIELD_ENUM, "field-enum", REPAIR, VRM_ERROR_GLTF, "ER-012",                                                      \
      "{} is not one of the values allowed here; it is ignored", "")                                                   \
    X(FIELD_VECTOR_SHORT, "field-vector-short", REPAIR, VRM_ERROR_GLTF, "ER-013",                                      \
      "there are {} numbers where {} are needed; they are ignored", "")                                                \
    X(FIELD_VECTOR_LONG, "field-vector-long", REPAIR, VRM_ERROR_GLTF, "ER-013",                                        \
      "there are {} numbers where {} are needed; the rest is ignored", "")                                             \
    X(FIELD_NOT_FINITE, "field-not-finite", REPAIR, VRM_ERROR_GLTF, "GL-035",                                          \
      "the number is infinite, or no number; its default is used", "")                                                 \
    X(FIELD_NOT_INTEGER, "field-not-integer", REPAIR, VRM_ERROR_GLTF, "GL-034",                                        \
      "{} is not a whole number; it is ignored", "")                                                                   \
    X(FIELD_RANGE, "field-range", REPAIR, VRM_ERROR_GLTF, "",                                                          \
      "this should be {}, and is {}; the nearest that is allowed is used", "")                                         \
    X(FIELD_MISSING, "field-missing", REPAIR, VRM_ERROR_GLTF, "GL-033",                                                \
      "the required {} is missing; what needs it is left out", "")                                                     \
    X(INDEX_OUT_OF_RANGE, "index-out-of-range", REPAIR, VRM_ERROR_GLTF, "GL-033",                                      \
      "index {} is out of range: the number of {} is {}; it is ignored", "")                                           \
    X(INDEX_NEGATIVE, "index-negative", REPAIR, VRM_ERROR_GLTF, "GL-033",                                              \
      "{} is not an index; it is ignored", "leave the field out where there is nothing to refer to")                   \
    X(ARRAY_EMPTY, "array-empty", REPAIR, VRM_ERROR_GLTF, "GL-033",                                                    \
      "an empty array is not allowed here; it is treated as absent", "leave it out")                                   \
    /* asset and extensions */                                                                                         \
    X(ASSET_VERSION, "asset-version", FATAL, VRM_ERROR_GLTF, "GL-001",                                                 \
      "this is glTF {}; only glTF 2 can be read", "")                                                                  \
    X(ASSET_VERSION_MISSING, "asset-version-missing", REPAIR, VRM_ERROR_GLTF, "GL-001",                                \
      "the glTF version is not stated; 2.0 is assumed", "write asset.version \"2.0\"")                                 \
    X(ASSET_MIN_VERSION, "asset-min-version", WARNING, VRM_OK, "GL-001",                                               \
      "the file asks for glTF {} or newer; it is read as glTF 2.0", "")                                                \
    X(EXTENSION_REQUIRED, "extension-required", WARNING, VRM_OK, "GL-031",                                             \
      "the file requires the extension {}, which is not supported; what depends on it may be missing", "")             \
    X(EXTENSION_UNLISTED, "extension-unlisted", REPAIR, VRM_ERROR_GLTF, "GL-004",                                      \
      "the extension {} is required and not listed as used", "list it in extensionsUsed")                              \
    X(EXTENSION_UNDECLARED, "extension-undeclared", WARNING, VRM_OK, "GL-004",                                         \
      "the extension {} is used and not listed; it is read all the same", "list it in extensionsUsed")                 \
    /* buffers, views, accessors, images */                                                                            \
    X(BUFFER_MISSING, "buffer-missing", WARNING, VRM_OK, "ER-019",                                                     \
      "the bytes of the buffer are not in the file; meshes and images in it cannot be read", "")                       \
    X(BUFFER_UNRESOLVED, "buffer-unresolved", WARNING, VRM_OK, "ER-019",                                               \
      "the external file {} was not loaded", "load with a resolver, or pack the file as .vrm")                         \
    X(BUFFER_SHORT, "buffer-short", REPAIR, VRM_ERROR_GLTF, "ER-008",                                                  \
      "the buffer should have {} bytes, and only {} are there", "export the file again")                               \
    X(EXTERNAL_LIMIT, "external-limit", WARNING, VRM_OK, "ER-018",                                                     \
      "the external file {} was not loaded: all together may have {} bytes", "raise max_external_bytes if you trust it")\
    X(URI_UNSAFE, "uri-unsafe", REPAIR, VRM_ERROR_GLTF, "ER-019",                                                      \
      "the address {} does not lead to a file beside this one; it is ignored", "use relative names without ..")        \
    X(DATA_URI, "data-uri", REPAIR, VRM_ERROR_GLTF, "ER-008",                                                          \
      "the data URI cannot be decoded: {}; it is ignored", "")                                                         \
    X(VIEW_RANGE, "view-range", REPAIR, VRM_ERROR_GLTF, "ER-008",                                                      \
      "bytes {} to {} reach beyond the {} bytes of the buffer; the view is ignored", "export the file again")          \
    X(VIEW_STRIDE, "view-stride", REPAIR, VRM_ERROR_GLTF, "ER-008",                                                    \
      "a stride of {} is not a multiple of 4 from 4 to 252; it is ignored", "")                                        \
    X(VIEW_STRIDE_USE, "view-stride-use", WARNING, VRM_OK, "ER-008",                                                   \
      "only vertices can have a stride, and the view holds {}", "")                                                    \
    X(VIEW_STRIDE_MISSING, "view-stride-missing", WARNING, VRM_OK, "ER-008",                                           \
      "several accessors of vertices share the view, which has no stride", "give each a view of its own")              \
    X(VIEW_TARGET, "view-target", WARNING, VRM_OK, "ER-008",                                                           \
      "the target says {}, and the view holds {}", "")                                                                 \
    X(VIEW_MIXED, "view-mixed", WARNING, VRM_OK, "ER-008",                                                             \
      "the view holds {} and {}", "give each a view of its own")                                                       \
    X(ACCESSOR_RANGE, "accessor-range", REPAIR, VRM_ERROR_GLTF, "ER-008",                                              \
      "{} elements do not fit into the buffer view; the accessor is ignored", "export the file again")                 \
    X(ACCESSOR_COUNT, "accessor-count", REPAIR, VRM_ERROR_GLTF, "ER-008",                                              \
      "{} is not a count that can be read; the accessor is ignored", "")                                               \
    X(ACCESSOR_ALIGNMENT, "accessor-alignment", WARNING, VRM_OK, "ER-008",                                             \
      "the elements begin at byte {}, which is not a multiple of the component's {} bytes", "")                        \
    X(ACCESSOR_MATRIX_ALIGNMENT, "accessor-matrix-alignment", WARNING, VRM_OK, "ER-008",                               \
      "the matrices begin at byte {}, which is not a multiple of 4", "")                                               \
    X(ACCESSOR_NORMALIZED, "accessor-normalized", REPAIR, VRM_ERROR_GLTF, "ER-008",                                    \
      "only 8 and 16 bit integers can be normalised; the flag is ignored", "")                                         \
    X(ACCESSOR_SPARSE, "accessor-sparse", REPAIR, VRM_ERROR_GLTF, "ER-008",                                            \
      "the sparse part of the accessor cannot be used and is ignored: {}", "")                                         \
    X(IMAGE_SOURCE, "image-source", WARNING, VRM_OK, "GL-033",                                                         \
      "the image has no source", "")                                                                                   \
    X(IMAGE_TWO_SOURCES, "image-two-sources", WARNING, VRM_OK, "GL-033",                                               \
      "the image has an address and a buffer view; the address is used where it can be read", "keep one of the two")   \
    X(IMAGE_MIME_MISSING, "image-mime-missing", WARNING, VRM_OK, "GL-033",                                             \
      "the image is in a buffer view and does not say its type", "write its mimeType")                                 \
    X(IMAGE_MIME, "image-mime", WARNING, VRM_OK, "GL-033",                                                             \
      "the image is of type {}; only PNG, JPEG and WebP are known", "")                                                \
    X(IMAGE_UNRESOLVED, "image-unresolved", WARNING, VRM_OK, "ER-019",                                                 \
      "the external image {} was not loaded", "load with a resolver, or pack the file as .vrm")                        \
    X(TEXTURE_SOURCE, "texture-source", WARNING, VRM_OK, "GL-033",                                                     \
      "the texture has no image", "")                                                                                  \
    /* nodes, skins */                                                                                                 \
    X(NODE_SECOND_PARENT, "node-second-parent", REPAIR, VRM_ERROR_GLTF, "ER-006",                                      \
      "node {} already has node {} as its parent; it is not a child here", "")                                         \
    X(NODE_CYCLE, "node-cycle", REPAIR, VRM_ERROR_GLTF, "ER-006",                                                      \
      "node {} is an ancestor of itself; it is taken from its parent, node {}", "")                                    \
    X(NODE_ROOT_HAS_PARENT, "node-root-has-parent", REPAIR, VRM_ERROR_GLTF, "ER-006",                                  \
      "node {} is a root of the scene and a child of node {}; it is not a root", "")                                   \
    X(NODE_ROOT_TWICE, "node-root-twice", REPAIR, VRM_ERROR_GLTF, "ER-006",                                            \
      "node {} is a root of the scene more than once; it is taken once", "")                                           \
    X(NODE_ROTATION_ZERO, "node-rotation-zero", REPAIR, VRM_ERROR_GLTF, "ER-015",                                      \
      "the rotation has no length; no rotation is used", "")                                                           \
    X(NODE_ROTATION_UNIT, "node-rotation-unit", REPAIR, VRM_ERROR_GLTF, "ER-015",                                      \
      "the rotation has the length {} instead of 1; it is normalised", "")                                             \
    X(NODE_MATRIX_AND_TRS, "node-matrix-and-trs", REPAIR, VRM_ERROR_GLTF, "ER-016",                                    \
      "the node has a matrix, and a translation, rotation or scale; the matrix is used", "keep one of the two")        \
    X(NODE_MATRIX_SHEAR, "node-matrix-shear", WARNING, VRM_OK, "ER-016",                                               \
      "the matrix is sheared, which translation, rotation and scale cannot express", "")                               \
    X(NODE_MATRIX_MIRRORED, "node-matrix-mirrored", WARNING, VRM_OK, "ER-016",                                         \
      "the matrix mirrors; VRM wants positive scales", "apply the scale before exporting")                             \
    X(NODE_MATRIX_SINGULAR, "node-matrix-singular", WARNING, VRM_OK, "ER-016",                                         \
      "the matrix flattens space to a plane, a line or a point", "")                                                   \
    X(NODE_MATRIX_ROW, "node-matrix-row", REPAIR, VRM_ERROR_GLTF, "ER-016",                                            \
      "the last row of the matrix is not 0, 0, 0, 1; it is ignored", "")                                               \
    X(NODE_SKIN_WITHOUT_MESH, "node-skin-without-mesh", WARNING, VRM_OK, "GL-033",                                     \
      "the node has a skin and no mesh", "")                                                                           \
    X(NODE_SKIN_UNSKINNED, "node-skin-unskinned", WARNING, VRM_OK, "GL-033",                                           \
      "the node has a skin, and its mesh has no joints and weights", "")                                               \
    X(NODE_SKIN_SCENE, "node-skin-scene", WARNING, VRM_OK, "GL-033",                                                   \
      "the scene shows the node, and not the joints of its skin", "")                                                  \
    X(SKIN_ROOT, "skin-root", WARNING, VRM_OK, "GL-033",                                                               \
      "the joints of the skin have no common root", "")                                                                \
    X(SKIN_SKELETON, "skin-skeleton", WARNING, VRM_OK, "GL-033",                                                       \
      "node {} is the skeleton of the skin, and not above its joint, node {}", "")                                     \
    X(SKIN_EMPTY, "skin-empty", REPAIR, VRM_ERROR_GLTF, "GL-033",                                                      \
      "the skin has no usable joint; nodes that use it are drawn without it", "export the file again")                 \
    X(SKIN_JOINTS, "skin-joints", REPAIR, VRM_ERROR_GLTF, "GL-033",                                                    \
      "{} of the skin's {} joints cannot be used; its first good one stands in for them", "export the file again")     \
    X(SKIN_JOINT_TWICE, "skin-joint-twice", WARNING, VRM_OK, "GL-033",                                                 \
      "node {} is a joint of the skin more than once", "")                                                             \
    X(SKIN_INVERSE_BINDS, "skin-inverse-binds", REPAIR, VRM_ERROR_GLTF, "ER-001",                                      \
      "the inverse bind matrices cannot be used: {}; identity matrices are used", "export the file again")             \
    /* meshes */                                                                                                       \
    X(PRIMITIVE_POSITION, "primitive-position", REPAIR, VRM_ERROR_GLTF, "GL-033",                                      \
      "the primitive has no usable POSITION; it is not drawn", "")                                                     \
    X(PRIMITIVE_COMPRESSED, "primitive-compressed", WARNING, VRM_OK, "GL-031",                                         \
      "the primitive is compressed with Draco, which is not supported; it is not drawn", "export without compression") \
    X(PRIMITIVE_INDICES, "primitive-indices", REPAIR, VRM_ERROR_GLTF, "GL-033",                                        \
      "the indices are not unsigned integers; the primitive is not drawn", "")                                         \
    X(PRIMITIVE_INDEX_COUNT, "primitive-index-count", WARNING, VRM_OK, "GL-033",                                       \
      "{} indices are not a whole number of triangles", "")                                                            \
    X(ATTRIBUTE_UNKNOWN, "attribute-unknown", NOTE, VRM_OK, "GL-031",                                                  \
      "the attribute {} is not known and is ignored", "names of one's own begin with _")                               \
    X(ATTRIBUTE_FORMAT, "attribute-format", REPAIR, VRM_ERROR_GLTF, "ER-008",                                          \
      "the accessor has a format that {} cannot have; the attribute is ignored", "")                                   \
    X(ATTRIBUTE_QUANTIZED, "attribute-quantized", WARNING, VRM_OK, "GL-018",                                           \
      "{} has a format that needs KHR_mesh_quantization, which is not listed", "list it in extensionsUsed")            \
    X(ATTRIBUTE_COUNT, "attribute-count", REPAIR, VRM_ERROR_GLTF, "ER-008",                                            \
      "{} has {} elements where POSITION has {}; the attribute is ignored", "")                                        \
    X(ATTRIBUTE_ALIGNMENT, "attribute-alignment", WARNING, VRM_OK, "ER-008",                                           \
      "the vertices begin at byte {} and are {} bytes apart; both should be multiples of 4", "")                       \
    X(ATTRIBUTE_TEXCOORD, "attribute-texcoord", WARNING, VRM_OK, "GL-033",                                             \
      "the material needs TEXCOORD_{}, which the primitive does not have", "")                                         \
    X(ATTRIBUTE_SKIN_PAIR, "attribute-skin-pair", WARNING, VRM_OK, "GL-033",                                           \
      "there are {} sets of JOINTS and {} of WEIGHTS", "")                                                             \
    X(MORPH_COUNT, "morph-count", WARNING, VRM_OK, "GL-027",                                                           \
      "the primitive has {} morph targets where another of its mesh has {}", "give all primitives the same targets")   \
    X(PRIMITIVE_ATTRIBUTES, "primitive-attributes", WARNING, VRM_OK, "GL-026",                                         \
      "the primitive has other attributes than the first of its mesh", "")                                             \
    X(MORPH_WEIGHTS, "morph-weights", REPAIR, VRM_ERROR_GLTF, "GL-033",                                                \
      "there are {} weights for {} morph targets; they are ignored", "")                                               \
    X(MORPH_NAMES, "morph-names", WARNING, VRM_OK, "GL-014",                                                           \
      "there are {} names for {} morph targets", "write one name a target")                                            \
    /* animations */                                                                                                   \
    X(CHANNEL_UNUSABLE, "channel-unusable", REPAIR, VRM_ERROR_GLTF, "GL-033",                                          \
      "the channel is left out: {}", "")                                                                               \
    /* VRM: dialect and versions */                                                                                    \
    X(NO_VRM, "no-vrm", FATAL, VRM_ERROR_VRM, "DI-001",                                                                \
      "this is a glTF file without an avatar in it", "an avatar has the extension VRMC_vrm (1.0) or VRM (0.x)")        \
    X(ONLY_ANIMATION, "only-animation", FATAL, VRM_ERROR_VRM, "GL-036",                                                \
      "this file holds an animation for avatars (.vrma), and no avatar", "")                                           \
    X(VRM_NOT_OBJECT, "vrm-not-object", FATAL, VRM_ERROR_VRM, "DI-001",                                                \
      "the extension {} is not an object, so there is no avatar in the file", "export the file again")                 \
    X(TWO_DIALECTS, "two-dialects", NOTE, VRM_OK, "DI-002",                                                            \
      "the file has both VRMC_vrm and VRM; VRMC_vrm is used", "")                                                      \
    X(SPEC_VERSION_MISSING, "spec-version-missing", REPAIR, VRM_ERROR_VRM, "DI-004",                                   \
      "specVersion is missing", "write specVersion \"1.0\"")                                                           \
    X(SPEC_VERSION_OTHER, "spec-version-other", REPAIR, VRM_ERROR_VRM, "DI-005",                                       \
      "specVersion {} is not one that is known; the extension is read as 1.0", "write specVersion \"1.0\"")            \
    X(SPEC_VERSION_UNKNOWN, "spec-version-unknown", REPAIR, VRM_ERROR_VRM, "DI-005",                                   \
      "specVersion {} cannot be read; the extension is ignored", "")                                                   \
    X(ALIAS_USED, "alias-used", NOTE, VRM_OK, "DI-007",                                                                \
      "{} is an older name for {}", "export with a current exporter")                                                  \
    /* VRM: meta */                                                                                                    \
    X(META_MISSING, "meta-missing", REPAIR, VRM_ERROR_VRM, "ME-001",                                                   \
      "there is no meta: who made the avatar and what is allowed is not known", "export the file again")               \
    X(META_NAME, "meta-name", WARNING, VRM_OK, "ME-002",                                                               \
      "the avatar has no name", "name it in the exporter")                                                             \
    X(META_AUTHORS, "meta-authors", WARNING, VRM_OK, "ME-004",                                                         \
      "no author is named", "name the author in the exporter")                                                         \
    X(META_AUTHOR_EMPTY, "meta-author-empty", WARNING, VRM_OK, "ME-004",                                               \
      "one of the authors is an empty name", "leave it out")                                                           \
    X(META_LICENSE_URL, "meta-license-url", WARNING, VRM_OK, "ME-014",                                                 \
      "the licence address {} is not that of VRM 1.0", "it should be https://vrm.dev/licenses/1.0/")                   \
    /* VRM: humanoid */                                                                                                \
    X(HUMANOID_MISSING, "humanoid-missing", REPAIR, VRM_ERROR_VRM, "HU-001",                                           \
      "there is no usable humanoid.humanBones: the avatar has no bones", "export the file again")                      \
    X(BONE_UNKNOWN, "bone-unknown", WARNING, VRM_OK, "HU-004",                                                         \
      "{} is not a humanoid bone and is ignored", "")                                                                  \
    X(BONE_TWICE, "bone-twice", REPAIR, VRM_ERROR_VRM, "HU-006",                                                       \
      "the bone {} is given more than once; the first counts", "keep one of them")                                     \
    X(BONE_MISSING, "bone-missing", REPAIR, VRM_ERROR_VRM, "HU-003",                                                   \
      "the required bone {} is missing", "assign it in the exporter")                                                  \
    X(BONE_NODE_TWICE, "bone-node-twice", WARNING, VRM_OK, "HU-006",                                                   \
      "{} and {} are the same node", "assign each bone to a node of its own")                                          \
    /* VRM: 0.x */                                                                                                     \
    X(LEGACY_KEY, "legacy-key", NOTE, VRM_OK, "V0-007",                                                                \
      "{} is read as {}, which is how 0.x spells it", "")                                                              \
    X(META_LICENSE_NAME, "meta-license-name", WARNING, VRM_OK, "ME-025",                                               \
      "{} is not a licence that is known; it is kept as text and grants nothing", "")                                  \
    X(LOOK_AT_CURVE, "look-at-curve", REPAIR, VRM_ERROR_VRM, "V0-031",                                                 \
      "{} numbers are no curve, which has 4 a key and 2 keys or more; a straight line is used", "")                    \
    X(MATERIAL_VALUE_NAME, "material-value-name", REPAIR, VRM_ERROR_VRM, "V0-020",                                     \
      "no material has the name {}; the value is ignored", "")                                                         \
    X(MATERIAL_VALUE_PROPERTY, "material-value-property", WARNING, VRM_OK, "V0-021",                                   \
      "an expression cannot drive the property {}; the value is ignored", "")                                          \
    X(SPRING_ROOT_TWICE, "spring-root-twice", REPAIR, VRM_ERROR_VRM, "V0-040",                                         \
      "node {} sways already, by itself or below another root; it is left out", "keep one of them")                    \
    X(SPRING_ROOT_ABOVE, "spring-root-above", REPAIR, VRM_ERROR_VRM, "V0-040",                                         \
      "below node {} are nodes that sway already; they stay with the root that came first", "keep one of the roots")   \
    X(MATERIAL_PROPERTIES, "material-properties", WARNING, VRM_OK, "V0-042",                                           \
      "the number of sets of properties is {}, and that of materials {}; the rest is ignored", "")                     \
    X(MATERIAL_SHADER, "material-shader", WARNING, VRM_OK, "V0-045",                                                   \
      "the shader {} is not known; the glTF material is used as it is", "")                                            \
    X(MATERIAL_EMISSION, "material-emission", NOTE, VRM_OK, "V0-051",                                                  \
      "the exporter wrote the emission as gamma; it is made linear", "")                                               \
    X(MATERIAL_QUEUES, "material-queues", REPAIR, VRM_ERROR_VRM, "V0-052",                                             \
      "materials that blend have more than {} render queues; those beyond are drawn together", "")                     \
    /* VRM: springs, constraints */                                                                                    \
    X(COLLIDER_NO_SHAPE, "collider-no-shape", REPAIR, VRM_ERROR_VRM, "SB-003",                                         \
      "the collider has no shape that is known; it does nothing", "give it a sphere or a capsule")                     \
    X(COLLIDER_SHAPES, "collider-shapes", REPAIR, VRM_ERROR_VRM, "SB-003",                                             \
      "the collider has more than one shape; the {} is used", "keep one of them")                                      \
    X(COLLIDER_NO_FALLBACK, "collider-no-fallback", WARNING, VRM_OK, "SB-002",                                         \
      "the collider has only an extended shape, which not every program knows", "write a base shape too")              \
    X(COLLIDER_EXTENDED_SHAPE, "collider-extended-shape", REPAIR, VRM_ERROR_VRM, "EC-004",                             \
      "the extended collider has no known shape; the base shape is used", "give it a sphere, capsule or plane")        \
    X(COLLIDER_EXTENDED_DRAFT, "collider-extended-draft", WARNING, VRM_OK, "EC-003",                                   \
      "the extended collider still calls itself 1.0-draft", "write specVersion \"1.0\"")                               \
    X(COLLIDER_PALNE, "collider-palne", REPAIR, VRM_ERROR_VRM, "EC-022",                                               \
      "palne is taken for plane", "write plane")                                                                       \
    X(COLLIDER_NORMAL, "collider-normal", REPAIR, VRM_ERROR_VRM, "EC-014",                                             \
      "the normal of the plane has the length {} instead of 1; it is normalised", "")                                  \
    X(COLLIDER_NORMAL_ZERO, "collider-normal-zero", REPAIR, VRM_ERROR_VRM, "EC-015",                                   \
      "the normal of the plane has no length; the collider does nothing", "give it a direction")                       \
    X(SPRINGS_TWICE, "springs-twice", REPAIR, VRM_ERROR_VRM, "DI-006",                                                 \
      "springs are both in VRMC_vrm and here; those in VRMC_vrm are ignored", "keep those of VRMC_springBone")         \
    X(SPRING_NO_JOINTS, "spring-no-joints", WARNING, VRM_OK, "SB-054",                                                 \
      "the spring has no joints and does nothing", "list its joints, or leave it out")                                 \
    X(SPRING_CHAIN, "spring-chain", REPAIR, VRM_ERROR_VRM, "SB-011",                                                   \
      "node {} does not lie below node {}, the joint before it; the chain ends there", "list joints from root to tip") \
    X(SPRING_OVERLAP, "spring-overlap", REPAIR, VRM_ERROR_VRM, "SB-014",                                               \
      "from node {} on, nodes belong to an earlier spring too; joints left out: {}", "keep each node in one chain")    \
    X(SPRING_SHARED_NODE, "spring-shared-node", WARNING, VRM_OK, "SB-014",                                             \
      "node {} is the end of this chain and a joint of another", "make one chain of the two")                          \
    X(SPRING_CENTER, "spring-center", REPAIR, VRM_ERROR_VRM, "SB-022",                                                 \
      "the center, node {}, is neither the first joint nor above it; it is ignored", "choose a node above the chain")  \
    X(SPRING_CENTER_SWAYS, "spring-center-sways", WARNING, VRM_OK, "SB-023",                                           \
      "the center, node {}, is moved by another spring", "choose a node that no spring moves")                         \
    X(SPRING_COLLIDER_CYCLE, "spring-collider-cycle", WARNING, VRM_OK, "SB-040",                                       \
      "colliders of the spring hang from joints that wait for it; their latest place is used", "hang them elsewhere")  \
    X(SPRING_COLLIDER_TESTS, "too-many-collider-tests", REPAIR, VRM_ERROR_LIMIT, "ER-021",                             \
      "spring {} keeps {} colliders: more, for each of its {} joints, would exceed the limit of {} tests in a step",   \
      "raise max_collider_tests if you trust the file; springs further on keep what fits")                             \
    X(SPRING_NO_LENGTH, "spring-no-length", NOTE, VRM_OK, "SB-043",                                                    \
      "joints of the spring whose tail is where their head is, and which do not sway: {}", "")                         \
    X(CONSTRAINT_AT_ROOT, "constraint-at-root", WARNING, VRM_OK, "GL-022",                                             \
      "VRMC_node_constraint stands at the root of the file, where it is ignored", "put it on the node that it moves")  \
    X(CONSTRAINT_OF_2020, "constraint-of-2020", WARNING, VRM_OK, "GL-031",                                             \
      "VRMC_constraints is an early draft that is not supported; it is ignored", "export with a current exporter")     \
    X(CONSTRAINT_NO_KIND, "constraint-no-kind", REPAIR, VRM_ERROR_VRM, "NC-002",                                       \
      "the constraint is none of roll, aim and rotation; it is left out", "")                                          \
    X(CONSTRAINT_KINDS, "constraint-kinds", REPAIR, VRM_ERROR_VRM, "NC-002",                                           \
      "the constraint is more than one of roll, aim and rotation; the {} is used", "keep one of them")                 \
    X(CONSTRAINT_SELF, "constraint-self", REPAIR, VRM_ERROR_VRM, "NC-004",                                             \
      "the constraint has its own node as its source; it is left out", "choose another source")                        \
    X(CONSTRAINT_AXIS_CASE, "constraint-axis-case", REPAIR, VRM_ERROR_VRM, "NC-007",                                   \
      "the axis {} is taken as a capital letter", "write X, Y or Z")                                                   \
    X(CONSTRAINT_CYCLE, "constraint-cycle", REPAIR, VRM_ERROR_VRM, "NC-005",                                           \
      "the constraint waits for its own result, by way of others; it is left out", "let no sources form a circle")     \
    X(CONSTRAINT_SOURCE_BELOW, "constraint-source-below", WARNING, VRM_OK, "NC-006",                                   \
      "the source, node {}, hangs below the node that is to aim at it", "choose a source that does not")               \
    X(CONSTRAINT_ON_BONE, "constraint-on-bone", WARNING, VRM_OK, "NC-027",                                             \
      "the constraint turns the humanoid bone {}, and poses of the bone have no effect", "")                           \
    X(CONSTRAINT_ON_JOINT, "constraint-on-joint", WARNING, VRM_OK, "NC-027",                                           \
      "the constraint turns a joint of a spring, which turns it back", "take the node out of one of them")             \
    /* VRM: expressions, firstPerson, lookAt */                                                                        \
    X(PRESET_UNKNOWN, "preset-unknown", WARNING, VRM_OK, "EX-002",                                                     \
      "{} is not a preset expression and is ignored", "write it as a custom expression")                               \
    X(CUSTOM_IS_PRESET, "custom-is-preset", REPAIR, VRM_ERROR_VRM, "EX-004",                                           \
      "the custom expression {} has the name of a preset and is ignored", "rename it")                                 \
    X(EXPRESSION_TWICE, "expression-twice", REPAIR, VRM_ERROR_VRM, "EX-042",                                           \
      "the expression {} is there more than once; the first counts", "keep one of them")                               \
    X(BIND_NO_MESH, "bind-no-mesh", REPAIR, VRM_ERROR_VRM, "EX-021",                                                   \
      "node {} has no mesh to morph; the bind is ignored", "")                                                         \
    X(BIND_TARGET, "bind-target", REPAIR, VRM_ERROR_VRM, "EX-021",                                                     \
      "morph target {} is out of range: the mesh has {}; the bind is ignored", "")                                     \
    X(BIND_WEIGHT, "bind-weight", WARNING, VRM_OK, "EX-022",                                                           \
      "the weight {} lies outside of 0 to 1", "")                                                                      \
    X(BIND_COLOR_ALPHA, "bind-color-alpha", REPAIR, VRM_ERROR_VRM, "EX-026",                                           \
      "the colour has three numbers instead of four; its alpha is taken as 1", "")                                     \
    X(BIND_PERCENT, "bind-percent", REPAIR, VRM_ERROR_VRM, "EX-022",                                                   \
      "weights of binds exceed 1; all are taken as percent", "")                                                       \
    X(ANNOTATION_NO_MESH, "annotation-no-mesh", REPAIR, VRM_ERROR_VRM, "FP-001",                                       \
      "node {} has no mesh; the annotation is ignored", "")                                                            \
    X(ANNOTATION_TWICE, "annotation-twice", REPAIR, VRM_ERROR_VRM, "FP-014",                                           \
      "node {} is annotated more than once; the first counts", "keep one of them")                                     \
    X(LOOK_AT_RADIANS, "look-at-radians", REPAIR, VRM_ERROR_VRM, "LA-029",                                             \
      "the angles of gaze are so small that they are taken as radians", "")                                            \
    X(RENDER_QUEUE, "render-queue", REPAIR, VRM_ERROR_VRM, "MT-011",                                                   \
      "renderQueueOffsetNumber {} is not allowed for this material; it is taken into {} to {}", "")                    \
    X(LOOK_AT_WEIGHT, "look-at-weight", WARNING, VRM_OK, "LA-031",                                                     \
      "outputScale {} is not a weight from 0 to 1, which gaze by expressions needs", "")
/* clang-format on */

typedef enum vrmi_diagnostic_id {
#define X(name, code, kind, result, requirement, sentence, remedy) VRMI_##name,
    VRMI_DIAGNOSTICS(X)
#undef X
        VRMI_DIAGNOSTIC_COUNT
} vrmi_diagnostic_id;

#endif
