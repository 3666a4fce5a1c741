/*
 * Every diagnostic of the library, in one place. An entry is:
 *
 *   X(NAME, "code", KIND, RESULT, "requirement", "sentence", "remedy")
 *
 * KIND    FATAL    the call fails with RESULT
 *         REPAIR   something is changed or left out; the call goes on, unless it is strict: then it
 *                  fails with RESULT
 *         WARNING  something is wrong and is left as it is
 *         NOTE     something is worth knowing
 *
 * {} in a sentence stands for the next argument: a number, or text of the file in quotes. A
 * sentence starts in lower case and has no full stop, so that it can follow the name of a file. It
 * must be right for one and for many: "number of nodes: 1", not "there are 1 nodes". A remedy tells
 * the creator of the avatar what to do; where only the author of the exporter can act, it begins
 * with "the exporter should". The code is permanent: it may be retired, but it never changes its
 * meaning. Each entry has a test (test/gltf/diagnostics_test.c; those of the avatar,
 * test/dialect/avatar_diagnostics_test.c).
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
      "the file has {} bytes, and the limit is {}",                                                                    \
      "use smaller images and meshes, or raise max_file_bytes in the limits of the load if you trust the file")        \
    X(LIMIT_JSON, "limit-json-bytes", FATAL, VRM_ERROR_LIMIT, "ER-018",                                                \
      "the JSON has {} bytes, and the limit is {}",                                                                    \
      "use fewer nodes and meshes, or raise max_json_bytes in the limits of the load if you trust the file")           \
    X(LIMIT_JSON_DEPTH, "limit-json-depth", FATAL, VRM_ERROR_LIMIT, "ER-005",                                          \
      "the JSON is nested more than {} levels deep",                                                                   \
      "raise max_json_depth in the limits of the load if you trust the file")                                          \
    X(LIMIT_JSON_VALUES, "limit-json-values", FATAL, VRM_ERROR_LIMIT, "ER-018",                                        \
      "the JSON has more than {} values",                                                                              \
      "use fewer nodes and meshes, or raise max_json_values in the limits of the load if you trust the file")          \
    X(LIMIT_MEMORY, "limit-memory-bytes", FATAL, VRM_ERROR_LIMIT, "ER-018",                                            \
      "loading needs more than the limit of {} bytes of memory",                                                       \
      "use a simpler avatar, or raise max_memory_bytes in the limits of the load if you trust the file")               \
    X(LIMIT_ALLOCATIONS, "limit-allocations", FATAL, VRM_ERROR_LIMIT, "ER-018",                                        \
      "loading needs more than the limit of {} allocations",                                                           \
      "use a simpler avatar, or raise max_allocations in the limits of the load if you trust the file")                \
    X(LIMIT_COUNT, "limit-count", FATAL, VRM_ERROR_LIMIT, "ER-018",                                                    \
      "the number of elements is {}, and the limit is {}",                                                             \
      "use fewer, or raise max_nodes or max_elements in the limits of the load if you trust the file")                 \
    X(LIMIT_AVATAR, "limit-avatar", FATAL, VRM_ERROR_LIMIT, "ER-018",                                                  \
      "the avatar has more than the limit of {} {}",                                                                   \
      "use fewer, or raise their maximum in the limits of the load if you trust the file")                             \
    X(FILE_UNREADABLE, "file-unreadable", FATAL, VRM_ERROR_FILE, "",                                                   \
      "{}", "")                                                                                                        \
    /* container */                                                                                                    \
    X(FILE_EMPTY, "file-empty", FATAL, VRM_ERROR_CONTAINER, "GL-003",                                                  \
      "the file is empty", "download or export it again")                                                              \
    X(NOT_GLTF, "not-gltf", FATAL, VRM_ERROR_CONTAINER, "GL-003",                                                      \
      "this is not a VRM or glTF file", "choose a VRM file; it begins with the letters glTF")                          \
    X(NOT_GLTF_BUT, "not-gltf-but", FATAL, VRM_ERROR_CONTAINER, "GL-003",                                              \
      "this is not a VRM or glTF file: it looks like {}", "")                                                          \
    X(GLB_TRUNCATED, "glb-truncated", FATAL, VRM_ERROR_CONTAINER, "GL-003",                                            \
      "the file is cut short: {} of its {} bytes are there", "download or copy it again")                              \
    X(INCOMPLETE, "incomplete", FATAL, VRM_ERROR_INCOMPLETE, "GL-003",                                                 \
      "the first {} bytes of the file are needed, and fewer were given", "read more of the file")                      \
    X(GLB_VERSION, "glb-version", FATAL, VRM_ERROR_CONTAINER, "GL-003",                                                \
      "the container has version {}; only version 2 exists for VRM", "export the file again with a current exporter")  \
    X(GLB_CHUNK_OVERRUN, "glb-chunk-overrun", FATAL, VRM_ERROR_CONTAINER, "GL-003",                                    \
      "a chunk claims {} bytes, but only {} are left", "download or export the file again")                            \
    X(GLB_NO_JSON, "glb-no-json", FATAL, VRM_ERROR_CONTAINER, "GL-003",                                                \
      "the first chunk of the container is not JSON", "export the file again")                                         \
    X(GLB_TRAILING_BYTES, "glb-trailing-bytes", REPAIR, VRM_ERROR_CONTAINER, "GL-003",                                 \
      "bytes after the end of the container, which are ignored: {}", "export the file again with a current exporter")  \
    X(GLB_CHUNK_ALIGNMENT, "glb-chunk-alignment", REPAIR, VRM_ERROR_CONTAINER, "GL-003",                               \
      "a chunk is {} bytes long, which is not a multiple of 4",                                                        \
      "the exporter should pad JSON with spaces and BIN with zeros")                                                   \
    X(GLB_JSON_PADDING, "glb-json-padding", REPAIR, VRM_ERROR_CONTAINER, "GL-003",                                     \
      "the JSON is padded with zero bytes instead of spaces: {} of them", "the exporter should pad it with spaces")    \
    X(GLB_UNKNOWN_CHUNK, "glb-unknown-chunk", NOTE, VRM_OK, "GL-003",                                                  \
      "a chunk of unknown type {} is ignored", "")                                                                     \
    /* JSON */                                                                                                         \
    X(JSON_SYNTAX, "json-syntax", FATAL, VRM_ERROR_JSON, "GL-001",                                                     \
      "the JSON cannot be parsed: {} at byte {}", "download or export the file again")                                 \
    X(JSON_NOT_OBJECT, "json-not-object", FATAL, VRM_ERROR_GLTF, "GL-001",                                             \
      "the JSON is not an object", "export the file again")                                                            \
    X(JSON_BOM, "json-bom", NOTE, VRM_OK, "ER-017",                                                                    \
      "the JSON begins with a byte order mark", "the exporter should write UTF-8 without one")                         \
    X(JSON_UTF8, "json-utf8", REPAIR, VRM_ERROR_JSON, "ER-017",                                                        \
      "the JSON is not valid UTF-8; wrong sequences that were replaced: {}, the first at byte {}",                     \
      "the exporter should write UTF-8")                                                                               \
    X(JSON_DUPLICATE_KEY, "json-duplicate-key", REPAIR, VRM_ERROR_JSON, "GL-031",                                      \
      "the key {} appears more than once; the last one is used", "the exporter should write it once")                  \
    /* fields */                                                                                                       \
    X(FIELD_TYPE, "field-type", REPAIR, VRM_ERROR_GLTF, "ER-011",                                                      \
      "this should be {} but is {}; it is ignored", "export the file again with a current exporter")                   \
    X(FIELD_ENUM, "field-enum", REPAIR, VRM_ERROR_GLTF, "ER-012",                                                      \
      "{} is not one of the values allowed here; it is ignored", "export the file again with a current exporter")      \
    X(FIELD_VECTOR_SHORT, "field-vector-short", REPAIR, VRM_ERROR_GLTF, "ER-013",                                      \
      "wrong number of values: {} instead of {}; they are ignored", "export the file again with a current exporter")   \
    X(FIELD_VECTOR_LONG, "field-vector-long", REPAIR, VRM_ERROR_GLTF, "ER-013",                                        \
      "wrong number of values: {} instead of {}; the rest is ignored",                                                 \
      "export the file again with a current exporter")                                                                 \
    X(FIELD_NOT_FINITE, "field-not-finite", REPAIR, VRM_ERROR_GLTF, "GL-035",                                          \
      "the number is infinite or not a number; the default is used", "choose another value and export the file again") \
    X(FIELD_NOT_INTEGER, "field-not-integer", REPAIR, VRM_ERROR_GLTF, "GL-034",                                        \
      "{} is not a whole number; it is ignored", "export the file again with a current exporter")                      \
    X(FIELD_RANGE, "field-range", REPAIR, VRM_ERROR_GLTF, "",                                                          \
      "this should be {} but is {}; the nearest allowed value is used", "choose a value in this range")                \
    X(FIELD_MISSING, "field-missing", REPAIR, VRM_ERROR_GLTF, "GL-033",                                                \
      "the required {} is missing; what needs it is left out", "export the file again with a current exporter")        \
    X(INDEX_OUT_OF_RANGE, "index-out-of-range", REPAIR, VRM_ERROR_GLTF, "GL-033",                                      \
      "index {} is out of range: the number of {} is {}; it is ignored",                                               \
      "export the file again with a current exporter")                                                                 \
    X(INDEX_NEGATIVE, "index-negative", REPAIR, VRM_ERROR_GLTF, "GL-033",                                              \
      "{} is not an index; it is ignored", "the exporter should leave the field out if it refers to nothing")          \
    X(ARRAY_EMPTY, "array-empty", REPAIR, VRM_ERROR_GLTF, "GL-033",                                                    \
      "an empty array is not allowed here; it is treated as absent", "the exporter should leave it out")               \
    /* asset and extensions */                                                                                         \
    X(ASSET_VERSION, "asset-version", FATAL, VRM_ERROR_GLTF, "GL-001",                                                 \
      "this is glTF {}; only glTF 2 can be read", "export the avatar as VRM, which is glTF 2")                         \
    X(ASSET_VERSION_MISSING, "asset-version-missing", REPAIR, VRM_ERROR_GLTF, "GL-001",                                \
      "the glTF version is not stated; 2.0 is assumed", "the exporter should write asset.version \"2.0\"")             \
    X(ASSET_MIN_VERSION, "asset-min-version", WARNING, VRM_OK, "GL-001",                                               \
      "the file asks for glTF {} or newer; it is read as glTF 2.0", "export it as glTF 2.0")                           \
    X(EXTENSION_REQUIRED, "extension-required", WARNING, VRM_OK, "GL-031",                                             \
      "the file requires the extension {}, which is not supported; what depends on it may be missing",                 \
      "export the file without this extension")                                                                        \
    X(EXTENSION_UNLISTED, "extension-unlisted", REPAIR, VRM_ERROR_GLTF, "GL-004",                                      \
      "the extension {} is required but not listed as used", "the exporter should list it in extensionsUsed")          \
    X(EXTENSION_UNDECLARED, "extension-undeclared", WARNING, VRM_OK, "GL-004",                                         \
      "the extension {} is used but not listed; it is read all the same",                                              \
      "the exporter should list it in extensionsUsed")                                                                 \
    /* buffers, views, accessors, images */                                                                            \
    X(BUFFER_MISSING, "buffer-missing", WARNING, VRM_OK, "ER-019",                                                     \
      "the bytes of the buffer are not in the file; meshes and images in it cannot be read",                           \
      "export the file again as .vrm")                                                                                 \
    X(BUFFER_UNRESOLVED, "buffer-unresolved", WARNING, VRM_OK, "ER-019",                                               \
      "the external file {} was not loaded",                                                                           \
      "put it beside this file, or export one .vrm file (programs: load with a resolver)")                             \
    X(BUFFER_SHORT, "buffer-short", REPAIR, VRM_ERROR_GLTF, "ER-008",                                                  \
      "the buffer should have {} bytes, but only {} are there", "download or export the file again")                   \
    X(EXTERNAL_LIMIT, "external-limit", WARNING, VRM_OK, "ER-018",                                                     \
      "the external file {} was not loaded: the limit for all of them together is {} bytes",                           \
      "use smaller files, or raise max_external_bytes in the limits of the load if you trust them")                    \
    X(URI_UNSAFE, "uri-unsafe", REPAIR, VRM_ERROR_GLTF, "ER-019",                                                      \
      "the address {} does not lead to a file beside this one; it is ignored",                                         \
      "put the file into the same folder and refer to it by its name")                                                 \
    X(DATA_URI, "data-uri", REPAIR, VRM_ERROR_GLTF, "ER-008",                                                          \
      "the data URI cannot be decoded: {}; it is ignored", "export the file again with a current exporter")            \
    X(VIEW_RANGE, "view-range", REPAIR, VRM_ERROR_GLTF, "ER-008",                                                      \
      "bytes {} to {} reach beyond the {} bytes of the buffer; the view is ignored",                                   \
      "export the file again with a current exporter")                                                                 \
    X(VIEW_STRIDE, "view-stride", REPAIR, VRM_ERROR_GLTF, "ER-008",                                                    \
      "a stride of {} is not a multiple of 4 from 4 to 252; it is ignored",                                            \
      "export the file again with a current exporter")                                                                 \
    X(VIEW_STRIDE_USE, "view-stride-use", WARNING, VRM_OK, "ER-008",                                                   \
      "only vertices can have a stride, but the view holds {}", "export the file again with a current exporter")       \
    X(VIEW_STRIDE_MISSING, "view-stride-missing", WARNING, VRM_OK, "ER-008",                                           \
      "several accessors of vertices share the view, which has no stride",                                             \
      "the exporter should give each a view of its own")                                                               \
    X(VIEW_TARGET, "view-target", WARNING, VRM_OK, "ER-008",                                                           \
      "the target of the view says {}, but the view holds {}", "export the file again with a current exporter")        \
    X(VIEW_MIXED, "view-mixed", WARNING, VRM_OK, "ER-008",                                                             \
      "the view holds {} and {}", "the exporter should give each a view of its own")                                   \
    X(ACCESSOR_RANGE, "accessor-range", REPAIR, VRM_ERROR_GLTF, "ER-008",                                              \
      "the accessor does not fit into its buffer view (number of elements: {}); it is ignored",                        \
      "export the file again with a current exporter")                                                                 \
    X(ACCESSOR_COUNT, "accessor-count", REPAIR, VRM_ERROR_GLTF, "ER-008",                                              \
      "{} is not a usable number of elements; the accessor is ignored",                                                \
      "export the file again with a current exporter")                                                                 \
    X(ACCESSOR_ALIGNMENT, "accessor-alignment", WARNING, VRM_OK, "ER-008",                                             \
      "the elements begin at byte {}, which is not a multiple of the component's {} bytes",                            \
      "export the file again with a current exporter")                                                                 \
    X(ACCESSOR_MATRIX_ALIGNMENT, "accessor-matrix-alignment", WARNING, VRM_OK, "ER-008",                               \
      "the matrices begin at byte {}, which is not a multiple of 4", "export the file again with a current exporter")  \
    X(ACCESSOR_NORMALIZED, "accessor-normalized", REPAIR, VRM_ERROR_GLTF, "ER-008",                                    \
      "only 8 and 16 bit integers can be normalised; the flag is ignored",                                             \
      "export the file again with a current exporter")                                                                 \
    X(ACCESSOR_SPARSE, "accessor-sparse", REPAIR, VRM_ERROR_GLTF, "ER-008",                                            \
      "the sparse part of the accessor cannot be used and is ignored: {}",                                             \
      "export the file again with a current exporter")                                                                 \
    X(IMAGE_SOURCE, "image-source", WARNING, VRM_OK, "GL-033",                                                         \
      "the image has no source", "assign the image again and export the file")                                         \
    X(IMAGE_TWO_SOURCES, "image-two-sources", WARNING, VRM_OK, "GL-033",                                               \
      "the image has an address and a buffer view; the address is used where it can be read",                          \
      "the exporter should write one of the two")                                                                      \
    X(IMAGE_MIME_MISSING, "image-mime-missing", WARNING, VRM_OK, "GL-033",                                             \
      "the image is in a buffer view but does not state its type", "the exporter should write its mimeType")           \
    X(IMAGE_MIME, "image-mime", WARNING, VRM_OK, "GL-033",                                                             \
      "the image is of type {}; only PNG, JPEG and WebP are known",                                                    \
      "save the image as PNG or JPEG and export the file again")                                                       \
    X(IMAGE_UNRESOLVED, "image-unresolved", WARNING, VRM_OK, "ER-019",                                                 \
      "the external image {} was not loaded",                                                                          \
      "put it beside this file, or export one .vrm file (programs: load with a resolver)")                             \
    X(TEXTURE_SOURCE, "texture-source", WARNING, VRM_OK, "GL-033",                                                     \
      "the texture has no image", "assign an image to the texture and export the file again")                          \
    /* nodes, skins */                                                                                                 \
    X(NODE_SECOND_PARENT, "node-second-parent", REPAIR, VRM_ERROR_GLTF, "ER-006",                                      \
      "node {} already has node {} as its parent; it is not a child here", "keep the node under one parent")           \
    X(NODE_CYCLE, "node-cycle", REPAIR, VRM_ERROR_GLTF, "ER-006",                                                      \
      "node {} is an ancestor of itself; it is detached from its parent, node {}",                                     \
      "export the file again with a current exporter")                                                                 \
    X(NODE_ROOT_HAS_PARENT, "node-root-has-parent", REPAIR, VRM_ERROR_GLTF, "ER-006",                                  \
      "node {} is a root of the scene and a child of node {}; it is not used as a root",                               \
      "export the file again with a current exporter")                                                                 \
    X(NODE_ROOT_TWICE, "node-root-twice", REPAIR, VRM_ERROR_GLTF, "ER-006",                                            \
      "node {} is a root of the scene more than once; it is used once",                                                \
      "export the file again with a current exporter")                                                                 \
    X(NODE_ROTATION_ZERO, "node-rotation-zero", REPAIR, VRM_ERROR_GLTF, "ER-015",                                      \
      "the rotation has no length; no rotation is used", "export the file again with a current exporter")              \
    X(NODE_ROTATION_UNIT, "node-rotation-unit", REPAIR, VRM_ERROR_GLTF, "ER-015",                                      \
      "the rotation has the length {} instead of 1; it is normalised",                                                 \
      "export the file again with a current exporter")                                                                 \
    X(NODE_MATRIX_AND_TRS, "node-matrix-and-trs", REPAIR, VRM_ERROR_GLTF, "ER-016",                                    \
      "the node has a matrix, and a translation, rotation or scale; the matrix is used",                               \
      "the exporter should write one of the two")                                                                      \
    X(NODE_MATRIX_SHEAR, "node-matrix-shear", WARNING, VRM_OK, "ER-016",                                               \
      "the matrix is sheared, which translation, rotation and scale cannot express",                                   \
      "apply rotation and scale before exporting")                                                                     \
    X(NODE_MATRIX_MIRRORED, "node-matrix-mirrored", WARNING, VRM_OK, "ER-016",                                         \
      "the matrix mirrors the node, but VRM needs positive scales", "apply the scale before exporting")                \
    X(NODE_MATRIX_SINGULAR, "node-matrix-singular", WARNING, VRM_OK, "ER-016",                                         \
      "the matrix flattens space to a plane, a line or a point", "give the node a scale other than 0")                 \
    X(NODE_MATRIX_ROW, "node-matrix-row", REPAIR, VRM_ERROR_GLTF, "ER-016",                                            \
      "the last row of the matrix is not 0, 0, 0, 1; it is ignored", "export the file again with a current exporter")  \
    X(NODE_SKIN_WITHOUT_MESH, "node-skin-without-mesh", WARNING, VRM_OK, "GL-033",                                     \
      "the node has a skin but no mesh", "export the file again with a current exporter")                              \
    X(NODE_SKIN_UNSKINNED, "node-skin-unskinned", WARNING, VRM_OK, "GL-033",                                           \
      "the node has a skin, but its mesh has no joints and weights",                                                   \
      "give the mesh bone weights, or remove its armature")                                                            \
    X(NODE_SKIN_SCENE, "node-skin-scene", WARNING, VRM_OK, "GL-033",                                                   \
      "the scene shows the node but not the joints of its skin", "export the file again with a current exporter")      \
    X(SKIN_ROOT, "skin-root", WARNING, VRM_OK, "GL-033",                                                               \
      "the joints of the skin have no common root", "put all bones of the mesh under one root bone")                   \
    X(SKIN_SKELETON, "skin-skeleton", WARNING, VRM_OK, "GL-033",                                                       \
      "node {} is the skeleton of the skin but is not above its joint, node {}",                                       \
      "export the file again with a current exporter")                                                                 \
    X(SKIN_EMPTY, "skin-empty", REPAIR, VRM_ERROR_GLTF, "GL-033",                                                      \
      "the skin has no usable joint; nodes that use it are drawn without it",                                          \
      "export the file again with a current exporter")                                                                 \
    X(SKIN_JOINTS, "skin-joints", REPAIR, VRM_ERROR_GLTF, "GL-033",                                                    \
      "joints of the skin that cannot be used: {} of {}; the first usable joint takes their place",                    \
      "export the file again with a current exporter")                                                                 \
    X(SKIN_JOINT_TWICE, "skin-joint-twice", WARNING, VRM_OK, "GL-033",                                                 \
      "node {} is a joint of the skin more than once", "export the file again with a current exporter")                \
    X(SKIN_INVERSE_BINDS, "skin-inverse-binds", REPAIR, VRM_ERROR_GLTF, "ER-001",                                      \
      "the inverse bind matrices cannot be used: {}; identity matrices are used",                                      \
      "export the file again with a current exporter")                                                                 \
    /* meshes */                                                                                                       \
    X(PRIMITIVE_POSITION, "primitive-position", REPAIR, VRM_ERROR_GLTF, "GL-033",                                      \
      "the primitive has no usable POSITION; it is not drawn", "export the file again with a current exporter")        \
    X(PRIMITIVE_COMPRESSED, "primitive-compressed", WARNING, VRM_OK, "GL-031",                                         \
      "the primitive is compressed with Draco, which is not supported; it is not drawn", "export without compression") \
    X(PRIMITIVE_INDICES, "primitive-indices", REPAIR, VRM_ERROR_GLTF, "GL-033",                                        \
      "the indices are not unsigned integers; the primitive is not drawn",                                             \
      "export the file again with a current exporter")                                                                 \
    X(PRIMITIVE_INDEX_COUNT, "primitive-index-count", WARNING, VRM_OK, "GL-033",                                       \
      "the number of indices, {}, is not a whole number of triangles", "triangulate the mesh before exporting")        \
    X(ATTRIBUTE_UNKNOWN, "attribute-unknown", NOTE, VRM_OK, "GL-031",                                                  \
      "the attribute {} is not known and is ignored", "an exporter should begin names of its own with _")              \
    X(ATTRIBUTE_FORMAT, "attribute-format", REPAIR, VRM_ERROR_GLTF, "ER-008",                                          \
      "the accessor has a format that {} cannot have; the attribute is ignored",                                       \
      "export the file again with a current exporter")                                                                 \
    X(ATTRIBUTE_QUANTIZED, "attribute-quantized", WARNING, VRM_OK, "GL-018",                                           \
      "{} has a format that needs KHR_mesh_quantization, which is not listed",                                         \
      "the exporter should list it in extensionsUsed")                                                                 \
    X(ATTRIBUTE_COUNT, "attribute-count", REPAIR, VRM_ERROR_GLTF, "ER-008",                                            \
      "{} has a count of {} but POSITION has {}; the attribute is ignored",                                            \
      "export the file again with a current exporter")                                                                 \
    X(ATTRIBUTE_ALIGNMENT, "attribute-alignment", WARNING, VRM_OK, "ER-008",                                           \
      "the vertices begin at byte {} and are {} bytes apart; both should be multiples of 4",                           \
      "export the file again with a current exporter")                                                                 \
    X(ATTRIBUTE_TEXCOORD, "attribute-texcoord", WARNING, VRM_OK, "GL-033",                                             \
      "the material needs TEXCOORD_{}, which the primitive does not have",                                             \
      "give the mesh a UV map, or remove the texture")                                                                 \
    X(ATTRIBUTE_SKIN_PAIR, "attribute-skin-pair", WARNING, VRM_OK, "GL-033",                                           \
      "the numbers of sets of JOINTS ({}) and WEIGHTS ({}) differ", "export the file again with a current exporter")   \
    X(MORPH_COUNT, "morph-count", WARNING, VRM_OK, "GL-027",                                                           \
      "primitives of one mesh have different numbers of morph targets: {} and {}",                                     \
      "the exporter should give all primitives of a mesh the same morph targets")                                      \
    X(PRIMITIVE_ATTRIBUTES, "primitive-attributes", WARNING, VRM_OK, "GL-026",                                         \
      "the primitive has other attributes than the first primitive of its mesh",                                       \
      "give all parts of the mesh the same UV maps and vertex colours")                                                \
    X(MORPH_WEIGHTS, "morph-weights", REPAIR, VRM_ERROR_GLTF, "GL-033",                                                \
      "the numbers of weights ({}) and morph targets ({}) differ; the weights are ignored",                            \
      "export the file again with a current exporter")                                                                 \
    X(MORPH_NAMES, "morph-names", WARNING, VRM_OK, "GL-014",                                                           \
      "the numbers of names ({}) and morph targets ({}) differ",                                                       \
      "the exporter should write one name for each morph target")                                                      \
    /* animations */                                                                                                   \
    X(CHANNEL_UNUSABLE, "channel-unusable", REPAIR, VRM_ERROR_GLTF, "GL-033",                                          \
      "the channel is left out: {}", "remove the animation, or export the file again")                                 \
    /* VRM: dialect and versions */                                                                                    \
    X(NO_VRM, "no-vrm", FATAL, VRM_ERROR_VRM, "DI-001",                                                                \
      "this is a glTF file without an avatar in it",                                                                   \
      "export the avatar as VRM; it then has the extension VRMC_vrm (1.0) or VRM (0.x)")                               \
    X(ONLY_ANIMATION, "only-animation", FATAL, VRM_ERROR_VRM, "GL-036",                                                \
      "this file holds an animation for avatars (.vrma) but no avatar", "choose the .vrm file of an avatar")           \
    X(VRM_NOT_OBJECT, "vrm-not-object", FATAL, VRM_ERROR_VRM, "DI-001",                                                \
      "the extension {} is not an object, so there is no avatar in the file",                                          \
      "export the file again with a current exporter")                                                                 \
    X(TWO_DIALECTS, "two-dialects", NOTE, VRM_OK, "DI-002",                                                            \
      "the file has both VRMC_vrm and VRM; VRMC_vrm is used", "")                                                      \
    X(SPEC_VERSION_MISSING, "spec-version-missing", REPAIR, VRM_ERROR_VRM, "DI-004",                                   \
      "specVersion is missing", "the exporter should write specVersion \"1.0\"")                                       \
    X(SPEC_VERSION_OTHER, "spec-version-other", REPAIR, VRM_ERROR_VRM, "DI-005",                                       \
      "the specVersion {} is unknown; the extension is read as 1.0", "the exporter should write specVersion \"1.0\"")  \
    X(SPEC_VERSION_UNKNOWN, "spec-version-unknown", REPAIR, VRM_ERROR_VRM, "DI-005",                                   \
      "the specVersion {} cannot be read; the extension is ignored", "the exporter should write specVersion \"1.0\"")  \
    X(ALIAS_USED, "alias-used", NOTE, VRM_OK, "DI-007",                                                                \
      "{} is an older name for {}", "export with a current exporter")                                                  \
    /* VRM: meta */                                                                                                    \
    X(META_MISSING, "meta-missing", REPAIR, VRM_ERROR_VRM, "ME-001",                                                   \
      "there is no meta: the author and the permissions are unknown", "fill in the meta information in the exporter")  \
    X(META_NAME, "meta-name", WARNING, VRM_OK, "ME-002",                                                               \
      "the avatar has no name", "enter a name in the exporter")                                                        \
    X(META_AUTHORS, "meta-authors", WARNING, VRM_OK, "ME-004",                                                         \
      "no author is named", "enter the author in the exporter")                                                        \
    X(META_AUTHOR_EMPTY, "meta-author-empty", WARNING, VRM_OK, "ME-004",                                               \
      "the name of an author is empty", "enter the name, or remove the author")                                        \
    X(META_LICENSE_URL, "meta-license-url", WARNING, VRM_OK, "ME-014",                                                 \
      "the licence address {} is not that of VRM 1.0", "it should be https://vrm.dev/licenses/1.0/")                   \
    /* VRM: humanoid */                                                                                                \
    X(HUMANOID_MISSING, "humanoid-missing", REPAIR, VRM_ERROR_VRM, "HU-001",                                           \
      "there is no usable humanoid.humanBones: the avatar has no bones",                                               \
      "set the avatar up as a humanoid in the exporter")                                                               \
    X(BONE_UNKNOWN, "bone-unknown", WARNING, VRM_OK, "HU-004",                                                         \
      "{} is not a humanoid bone and is ignored", "assign the bone to one of the bones of VRM")                        \
    X(BONE_TWICE, "bone-twice", REPAIR, VRM_ERROR_VRM, "HU-006",                                                       \
      "the bone {} is assigned more than once; the first is used", "keep one of them")                                 \
    X(BONE_MISSING, "bone-missing", REPAIR, VRM_ERROR_VRM, "HU-003",                                                   \
      "the required bone {} is missing", "assign it in the exporter")                                                  \
    X(BONE_NODE_TWICE, "bone-node-twice", WARNING, VRM_OK, "HU-006",                                                   \
      "{} and {} are the same node", "assign each bone to a node of its own")                                          \
    /* VRM: 0.x */                                                                                                     \
    X(LEGACY_KEY, "legacy-key", NOTE, VRM_OK, "V0-007",                                                                \
      "{} is read as {}, which is how 0.x spells it", "")                                                              \
    X(META_LICENSE_NAME, "meta-license-name", WARNING, VRM_OK, "ME-025",                                               \
      "{} is not a known licence; it is kept as text and grants nothing",                                              \
      "choose one of the licences in the exporter")                                                                    \
    X(LOOK_AT_CURVE, "look-at-curve", REPAIR, VRM_ERROR_VRM, "V0-031",                                                 \
      "a curve needs 4 numbers for each of 2 or more keys, not {} numbers; a straight line is used",                   \
      "export the file again with a current exporter")                                                                 \
    X(MATERIAL_VALUE_NAME, "material-value-name", REPAIR, VRM_ERROR_VRM, "V0-020",                                     \
      "no material has the name {}; the value is ignored",                                                             \
      "assign the material again in the expression, or remove the value")                                              \
    X(MATERIAL_VALUE_PROPERTY, "material-value-property", WARNING, VRM_OK, "V0-021",                                   \
      "an expression cannot drive the property {}; the value is ignored", "remove the value from the expression")      \
    X(SPRING_ROOT_TWICE, "spring-root-twice", REPAIR, VRM_ERROR_VRM, "V0-040",                                         \
      "node {} already belongs to a spring, as a root or below a root; it is left out", "keep one of them")            \
    X(SPRING_ROOT_ABOVE, "spring-root-above", REPAIR, VRM_ERROR_VRM, "V0-040",                                         \
      "nodes below node {} already belong to an earlier spring; they stay with it", "keep one of the roots")           \
    X(MATERIAL_PROPERTIES, "material-properties", WARNING, VRM_OK, "V0-042",                                           \
      "the number of sets of properties is {}, and that of materials {}; the rest is ignored",                         \
      "export the file again with a current exporter")                                                                 \
    X(MATERIAL_SHADER, "material-shader", WARNING, VRM_OK, "V0-045",                                                   \
      "the shader {} is unknown; the glTF material is used as it is", "use MToon, Unlit or a standard shader")         \
    X(MATERIAL_EMISSION, "material-emission", NOTE, VRM_OK, "V0-051",                                                  \
      "the exporter wrote the emission gamma-encoded; it is converted to linear", "")                                  \
    X(MATERIAL_QUEUES, "material-queues", REPAIR, VRM_ERROR_VRM, "V0-052",                                             \
      "blended materials use more than {} render queues; the others are drawn together",                               \
      "use fewer different render queues")                                                                             \
    /* VRM: springs, constraints */                                                                                    \
    X(COLLIDER_NO_SHAPE, "collider-no-shape", REPAIR, VRM_ERROR_VRM, "SB-003",                                         \
      "the collider has no known shape; it does nothing", "give it a sphere or a capsule")                             \
    X(COLLIDER_SHAPES, "collider-shapes", REPAIR, VRM_ERROR_VRM, "SB-003",                                             \
      "the collider has more than one shape; the {} is used", "keep one of them")                                      \
    X(COLLIDER_NO_FALLBACK, "collider-no-fallback", WARNING, VRM_OK, "SB-002",                                         \
      "the collider has only an extended shape, which not every program knows",                                        \
      "the exporter should write a base shape too")                                                                    \
    X(COLLIDER_EXTENDED_SHAPE, "collider-extended-shape", REPAIR, VRM_ERROR_VRM, "EC-004",                             \
      "the extended collider has no known shape; the base shape is used", "give it a sphere, capsule or plane")        \
    X(COLLIDER_EXTENDED_DRAFT, "collider-extended-draft", WARNING, VRM_OK, "EC-003",                                   \
      "the extended collider has the specVersion 1.0-draft", "the exporter should write specVersion \"1.0\"")          \
    X(COLLIDER_PALNE, "collider-palne", REPAIR, VRM_ERROR_VRM, "EC-022",                                               \
      "the shape palne is read as plane", "the exporter should write plane")                                           \
    X(COLLIDER_NORMAL, "collider-normal", REPAIR, VRM_ERROR_VRM, "EC-014",                                             \
      "the normal of the plane has the length {} instead of 1; it is normalised",                                      \
      "the exporter should write a normal of length 1")                                                                \
    X(COLLIDER_NORMAL_ZERO, "collider-normal-zero", REPAIR, VRM_ERROR_VRM, "EC-015",                                   \
      "the normal of the plane has no length; the collider does nothing", "give it a direction")                       \
    X(SPRINGS_TWICE, "springs-twice", REPAIR, VRM_ERROR_VRM, "DI-006",                                                 \
      "springs are both in VRMC_vrm and here; those in VRMC_vrm are ignored", "keep those of VRMC_springBone")         \
    X(SPRING_NO_JOINTS, "spring-no-joints", WARNING, VRM_OK, "SB-054",                                                 \
      "the spring has no joints and does nothing", "add its joints, or remove it")                                     \
    X(SPRING_CHAIN, "spring-chain", REPAIR, VRM_ERROR_VRM, "SB-011",                                                   \
      "node {} is not below node {}, the joint before it; the chain ends there", "order the joints from root to tip")  \
    X(SPRING_OVERLAP, "spring-overlap", REPAIR, VRM_ERROR_VRM, "SB-014",                                               \
      "nodes from node {} on already belong to an earlier spring; joints left out: {}", "keep each node in one chain") \
    X(SPRING_SHARED_NODE, "spring-shared-node", WARNING, VRM_OK, "SB-014",                                             \
      "node {} is the end of this chain and a joint of another", "join the two chains")                                \
    X(SPRING_CENTER, "spring-center", REPAIR, VRM_ERROR_VRM, "SB-022",                                                 \
      "the center, node {}, is neither the first joint nor above it; it is ignored", "choose a node above the chain")  \
    X(SPRING_CENTER_SWAYS, "spring-center-sways", WARNING, VRM_OK, "SB-023",                                           \
      "the center, node {}, is moved by another spring", "choose a node that no spring moves")                         \
    X(SPRING_COLLIDER_CYCLE, "spring-collider-cycle", WARNING, VRM_OK, "SB-040",                                       \
      "colliders of the spring are attached to joints that depend on it; their latest position is used",               \
      "attach them to a node that no spring moves")                                                                    \
    X(SPRING_COLLIDER_TESTS, "too-many-collider-tests", REPAIR, VRM_ERROR_LIMIT, "ER-021",                             \
      "colliders that spring {} keeps: {}; more, for each of its {} joints, would exceed the limit of {} tests a step",\
      "use fewer colliders, or raise max_collider_tests in the limits of the load if you trust the file")              \
    X(SPRING_NO_LENGTH, "spring-no-length", NOTE, VRM_OK, "SB-043",                                                    \
      "joints of the spring whose tail is where their head is, and which do not sway: {}",                             \
      "move the end of the bone away from its head")                                                                   \
    X(CONSTRAINT_AT_ROOT, "constraint-at-root", WARNING, VRM_OK, "GL-022",                                             \
      "VRMC_node_constraint is at the root of the file, where it is ignored", "put it on the node that it moves")      \
    X(CONSTRAINT_OF_2020, "constraint-of-2020", WARNING, VRM_OK, "GL-031",                                             \
      "VRMC_constraints is an early draft that is not supported; it is ignored",                                       \
      "export the file again with a current exporter")                                                                 \
    X(CONSTRAINT_NO_KIND, "constraint-no-kind", REPAIR, VRM_ERROR_VRM, "NC-002",                                       \
      "the constraint is none of roll, aim and rotation; it is left out", "choose roll, aim or rotation")              \
    X(CONSTRAINT_KINDS, "constraint-kinds", REPAIR, VRM_ERROR_VRM, "NC-002",                                           \
      "the constraint is more than one of roll, aim and rotation; the {} is used", "keep one of them")                 \
    X(CONSTRAINT_SELF, "constraint-self", REPAIR, VRM_ERROR_VRM, "NC-004",                                             \
      "the constraint has its own node as its source; it is left out", "choose another source")                        \
    X(CONSTRAINT_AXIS_CASE, "constraint-axis-case", REPAIR, VRM_ERROR_VRM, "NC-007",                                   \
      "the axis {} is read as a capital letter", "the exporter should write X, Y or Z")                                \
    X(CONSTRAINT_CYCLE, "constraint-cycle", REPAIR, VRM_ERROR_VRM, "NC-005",                                           \
      "the constraint depends on its own result through other constraints; it is left out",                            \
      "choose sources that form no circle")                                                                            \
    X(CONSTRAINT_SOURCE_BELOW, "constraint-source-below", WARNING, VRM_OK, "NC-006",                                   \
      "the source, node {}, is below the node that aims at it", "choose a source that is not below it")                \
    X(CONSTRAINT_ON_BONE, "constraint-on-bone", WARNING, VRM_OK, "NC-027",                                             \
      "the constraint rotates the humanoid bone {}, so poses of the bone have no effect",                              \
      "put the constraint on a helper node")                                                                           \
    X(CONSTRAINT_ON_JOINT, "constraint-on-joint", WARNING, VRM_OK, "NC-027",                                           \
      "the constraint rotates a joint of a spring, and the spring overwrites it", "take the node out of one of them")  \
    /* VRM: expressions, firstPerson, lookAt */                                                                        \
    X(PRESET_UNKNOWN, "preset-unknown", WARNING, VRM_OK, "EX-002",                                                     \
      "{} is not a preset expression and is ignored", "make it a custom expression")                                   \
    X(CUSTOM_IS_PRESET, "custom-is-preset", REPAIR, VRM_ERROR_VRM, "EX-004",                                           \
      "the custom expression {} has the name of a preset and is ignored", "rename it")                                 \
    X(EXPRESSION_TWICE, "expression-twice", REPAIR, VRM_ERROR_VRM, "EX-042",                                           \
      "the expression {} appears more than once; the first is used", "rename or remove one of them")                   \
    X(BIND_NO_MESH, "bind-no-mesh", REPAIR, VRM_ERROR_VRM, "EX-021",                                                   \
      "node {} has no mesh to morph; the bind is ignored", "choose a node with a mesh, or remove the bind")            \
    X(BIND_TARGET, "bind-target", REPAIR, VRM_ERROR_VRM, "EX-021",                                                     \
      "morph target {} is out of range: the mesh has {}; the bind is ignored", "assign the morph target again")        \
    X(BIND_WEIGHT, "bind-weight", WARNING, VRM_OK, "EX-022",                                                           \
      "the weight {} is outside the range 0 to 1", "choose a weight from 0 to 1")                                      \
    X(BIND_COLOR_ALPHA, "bind-color-alpha", REPAIR, VRM_ERROR_VRM, "EX-026",                                           \
      "the colour has three numbers instead of four; an alpha of 1 is used", "the exporter should write four numbers") \
    X(BIND_PERCENT, "bind-percent", REPAIR, VRM_ERROR_VRM, "EX-022",                                                   \
      "weights of binds exceed 1; all are read as percentages", "the exporter should write weights from 0 to 1")       \
    X(ANNOTATION_NO_MESH, "annotation-no-mesh", REPAIR, VRM_ERROR_VRM, "FP-001",                                       \
      "node {} has no mesh; the annotation is ignored", "remove the annotation")                                       \
    X(ANNOTATION_TWICE, "annotation-twice", REPAIR, VRM_ERROR_VRM, "FP-014",                                           \
      "node {} is annotated more than once; the first is used", "keep one of them")                                    \
    X(LOOK_AT_RADIANS, "look-at-radians", REPAIR, VRM_ERROR_VRM, "LA-029",                                             \
      "the lookAt angles are so small that they are read as radians", "enter the angles in degrees")                   \
    X(RENDER_QUEUE, "render-queue", REPAIR, VRM_ERROR_VRM, "MT-011",                                                   \
      "renderQueueOffsetNumber {} is not allowed for this material; it is clamped to {} to {}",                        \
      "choose an offset in this range")                                                                                \
    X(LOOK_AT_WEIGHT, "look-at-weight", WARNING, VRM_OK, "LA-031",                                                     \
      "outputScale {} is not a weight from 0 to 1, which lookAt of type expression needs",                             \
      "choose an output scale from 0 to 1")
/* clang-format on */

typedef enum vrmi_diagnostic_id {
#define X(name, code, kind, result, requirement, sentence, remedy) VRMI_##name,
    VRMI_DIAGNOSTICS(X)
#undef X
        VRMI_DIAGNOSTIC_COUNT
} vrmi_diagnostic_id;

#endif
