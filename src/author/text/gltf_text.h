/*
 * The glTF part of an avatar as JSON text, out of vrm_gltf. Each function appends one value: a list
 * of glTF, in which every element keeps its index.
 *
 * Left out is what has no place in an avatar: animations (GL-008), cameras (GL-009), tangents of
 * vertices (GL-011) and of morph targets (GL-013).
 */
#ifndef VRMI_WRITE_GLTF_TEXT_H
#define VRMI_WRITE_GLTF_TEXT_H

#include "author/text/vrm_text.h"

void vrmi_put_scenes(vrmi_vrm_text *text);
/* With the node constraints of dialects that have them. */
void vrmi_put_nodes(vrmi_vrm_text *text);
/* Names of morph targets stand where the dialect has them (GL-014, GL-015). */
void vrmi_put_meshes(vrmi_vrm_text *text);
void vrmi_put_skins(vrmi_vrm_text *text);
/* Buffers become one: `offsets` has the place of each in it. */
void vrmi_put_buffer_views(vrmi_vrm_text *text, const uint64_t *offsets);
void vrmi_put_accessors(vrmi_vrm_text *text);
void vrmi_put_images(vrmi_vrm_text *text);
void vrmi_put_textures(vrmi_vrm_text *text);
void vrmi_put_samplers(vrmi_vrm_text *text);

#endif
