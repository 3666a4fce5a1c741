/*
 * What a fix can fix: X(diagnostic, repair, "sentence").
 *
 * A repair stands here if it loses nothing and changes nothing that can be seen, compared with what
 * a load does with the same file. It writes what the load uses, where every reader must come to the
 * same; it removes what has no effect anywhere; or it adds what the file itself makes certain. What
 * a person means is never guessed: names, licenses, poses, a choice between two statements, and
 * whatever has been lost are left. A repair looks at its place first, and leaves it alone where
 * more would be lost than the sentence says.
 *
 * Left on purpose, beside all that is fatal:
 *   json-utf8                 the bytes may be text in another encoding
 *   field-enum, -type, -missing, -not-finite, -vector-short, index-out-of-range: what was meant is
 *                             not known, and a hint of it would be lost
 *   colors of field-range    some applications show more than 1 as brighter
 *   bind-percent, look-at-radians, spec-version-other, alias-used: the load makes a guess
 *   attribute-quantized       to require the extension makes some applications refuse the file
 *   *-twice with differing values, collider-shapes, constraint-kinds,
 *   spring-limit-kinds:       a choice
 *   spec-version-missing of VRMC_springBone_limit: its text is a draft
 *   normals, weights, joints and images: they are in BIN, which is not touched
 */
#ifndef VRMI_FIX_REPAIRS_H
#define VRMI_FIX_REPAIRS_H

/* clang-format off */
#define VRMI_REPAIRS(X)                                                                                                \
    /* the container */                                                                                                \
    X(GLB_TRAILING_BYTES, trailing_bytes, "zeros after the end of the container are removed")                         \
    X(GLB_CHUNK_ALIGNMENT, chunk_alignment, "the chunk is padded to a multiple of 4 bytes")                            \
    X(GLB_JSON_PADDING, json_padding, "the JSON is padded with spaces")                                                \
    X(JSON_BOM, json_bom, "the byte order mark is removed")                                                            \
    /* fields */                                                                                                       \
    X(JSON_DUPLICATE_KEY, duplicate_key, "one of the equal members is kept")                 \
    X(FIELD_RANGE, field_range, "the nearest allowed number, which is in use already, is written")                        \
    X(FIELD_VECTOR_LONG, vector_long, "the extra numbers are removed if they are 0 or 1")            \
    X(INDEX_NEGATIVE, index_negative, "the index, which refers to nothing, is removed")                            \
    X(ARRAY_EMPTY, array_empty, "the empty array is removed")                                                          \
    /* asset and extensions */                                                                                         \
    X(ASSET_VERSION_MISSING, asset_version, "asset.version \"2.0\" is written")                                        \
    X(EXTENSION_UNLISTED, extension_unlisted, "the extension is listed in extensionsUsed")                             \
    X(EXTENSION_UNDECLARED, extension_undeclared, "the extension is listed in extensionsUsed")                         \
    /* glTF */                                                                                                         \
    X(VIEW_TARGET, view_target, "the optional target is removed")                                            \
    X(ACCESSOR_NORMALIZED, accessor_normalized, "the flag, which has no effect, is removed")                            \
    X(ACCESSOR_BOUNDS, accessor_bounds, "min and max of the values are written")                                       \
    X(POSITION_NO_BOUNDS, position_no_bounds, "min and max of the values are written")                                 \
    X(IMAGE_MIME_MISSING, image_type, "the mimeType of the image is written")                                          \
    X(IMAGE_NOT_MIME_TYPE, image_type, "the mimeType of the image is written")                                         \
    X(NODE_ROOT_HAS_PARENT, root_has_parent, "the node is removed from the roots; one of its ancestors is a root")      \
    X(NODE_ROOT_TWICE, root_twice, "the node is listed once")                                                         \
    X(NODE_ROTATION_ZERO, rotation_zero, "the rotation, which has no direction, is removed")                       \
    X(NODE_ROTATION_UNIT, rotation_unit, "the normalized rotation is written")                                         \
    X(NODE_MATRIX_AND_TRS, matrix_and_trs, "translation, rotation and scale, which have no effect, are removed")    \
    X(NODE_MATRIX_ROW, matrix_row, "the last row of the matrix is set to 0, 0, 0, 1")                                  \
    X(NODE_SKIN_WITHOUT_MESH, skin_without_mesh, "the skin, which has no effect, is removed from the node")          \
    /* VRM */                                                                                                          \
    X(SPEC_VERSION_MISSING, spec_version, "specVersion \"1.0\" is written")                                            \
    X(SPRING_ROOT_TWICE, spring_roots, "the node is listed once in its group")                                         \
    X(COLLIDER_PALNE, palne, "palne is renamed to plane")                                                              \
    X(COLLIDER_NORMAL, collider_normal, "the normalized normal is written")                                            \
    X(SPRING_LIMIT_ROTATION, rotation_unit, "the normalized rotation is written")                                      \
    X(SPRING_LIMIT_ROTATION_ZERO, rotation_zero, "the rotation, which has no direction, is removed")               \
    X(CONSTRAINT_AXIS_CASE, axis_case, "the axis is written as a capital letter")                                      \
    X(BIND_COLOR_ALPHA, color_alpha, "an alpha of 1 is added")                                                         \
    X(ANNOTATION_NO_MESH, annotation_no_mesh, "the annotation, which has no effect, is removed")                   \
    X(ANNOTATION_TWICE, annotation_twice, "the duplicate annotation is removed")          \
    X(RENDER_QUEUE, render_queue, "the nearest allowed offset, which is in use already, is written")
/* clang-format on */

#endif
