#include "avatar.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void avatar_init(avatar *out, const char *name) {
    memset(out, 0, sizeof *out);
    out->meta.name = name;
    out->meta.version = "1";
    out->meta.author = "libvrm";
    out->meta.thumbnail = NONE;
    for (int i = 0; i < VRM_BONE_COUNT; ++i) out->bones[i] = NONE;
}

void avatar_release(avatar *a) {
    for (size_t i = 0; i < a->meshes.count; ++i) {
        avatar_mesh *m = &a->meshes.items[i];
        for (size_t k = 0; k < m->parts.count; ++k) {
            avatar_part *p = &m->parts.items[k];
            for (size_t t = 0; t < p->targets.count; ++t) release_memory(p->targets.items[t]);
            LIST_FREE(&p->targets);
            LIST_FREE(&p->vertices);
            LIST_FREE(&p->indices);
        }
        LIST_FREE(&m->parts);
        LIST_FREE(&m->target_names);
    }
    for (size_t i = 0; i < a->images.count; ++i) LIST_FREE(&a->images.items[i].png);
    for (size_t i = 0; i < a->expressions.count; ++i) {
        LIST_FREE(&a->expressions.items[i].morphs);
        LIST_FREE(&a->expressions.items[i].colors);
        LIST_FREE(&a->expressions.items[i].uvs);
    }
    for (size_t i = 0; i < a->groups.count; ++i) LIST_FREE(&a->groups.items[i].colliders);
    for (size_t i = 0; i < a->springs.count; ++i) {
        LIST_FREE(&a->springs.items[i].joints);
        LIST_FREE(&a->springs.items[i].groups);
    }
    LIST_FREE(&a->nodes);
    LIST_FREE(&a->meshes);
    LIST_FREE(&a->images);
    LIST_FREE(&a->materials);
    LIST_FREE(&a->expressions);
    LIST_FREE(&a->annotations);
    LIST_FREE(&a->constraints);
    LIST_FREE(&a->colliders);
    LIST_FREE(&a->groups);
    LIST_FREE(&a->springs);
}

void set_name(char name[NAME_SIZE], const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, NAME_SIZE, format, arguments);
    va_end(arguments);
}

int avatar_add_node(avatar *a, const char *name, int parent, vec3 place) {
    avatar_node *n = LIST_ADD(&a->nodes);
    set_name(n->name, "%s", name);
    n->parent = parent;
    n->place = place;
    n->turn = quat_identity();
    n->scale = 1;
    n->mesh = NONE;
    return (int)a->nodes.count - 1;
}

int avatar_find_node(const avatar *a, const char *name) {
    for (size_t i = 0; i < a->nodes.count; ++i) {
        if (strcmp(a->nodes.items[i].name, name) == 0) return (int)i;
    }
    return NONE;
}

int avatar_add_mesh(avatar *a, const char *name, int parent) {
    int at = avatar_add_node(a, name, parent, vec3_make(0, 0, 0));
    avatar_mesh *m = LIST_ADD(&a->meshes);
    set_name(m->name, "%s", name);
    a->nodes.items[at].mesh = (int)a->meshes.count - 1;
    a->nodes.items[at].is_skinned = true;
    return at;
}

int avatar_add_image(avatar *a, const char *name, bytes png) {
    avatar_image *added = LIST_ADD(&a->images);
    set_name(added->name, "%s", name);
    added->png = png;
    return (int)a->images.count - 1;
}

int avatar_add_material(avatar *a, const char *name, double r, double g, double b) {
    avatar_material *m = LIST_ADD(&a->materials);
    set_name(m->name, "%s", name);
    m->base_color[0] = r;
    m->base_color[1] = g;
    m->base_color[2] = b;
    m->base_color[3] = 1;
    m->alpha_cutoff = 0.5;
    m->emissive_strength = 1;
    m->uv_scale[0] = m->uv_scale[1] = 1;
    m->base_texture = m->emissive_texture = m->normal_texture = NONE;
    m->shade_texture = m->matcap_texture = m->rim_texture = NONE;
    m->outline_texture = m->uv_mask_texture = NONE;
    m->normal_scale = 1;
    m->is_mtoon = true;
    /* Where shadow begins is the edge between light and dark: -0.05 and 0.95 are 0.x's
     * _ShadeShift 0 and _ShadeToony 0.9. */
    m->shading_shift = -0.05;
    m->shading_toony = 0.95;
    m->gi_equalization = 0.9;
    m->rim_power = 5;
    m->rim_mix = 1;
    m->outline_mix = 1;
    return (int)a->materials.count - 1;
}

avatar_expression *avatar_add_preset(avatar *a, int preset) {
    avatar_expression *e = LIST_ADD(&a->expressions);
    e->preset = preset;
    return e;
}

avatar_expression *avatar_add_custom(avatar *a, const char *name) {
    avatar_expression *e = LIST_ADD(&a->expressions);
    e->preset = NONE;
    set_name(e->name, "%s", name);
    return e;
}

void expression_add_morph(avatar_expression *e, int node, int target, double weight) {
    avatar_morph_bind *bind = LIST_ADD(&e->morphs);
    bind->node = node;
    bind->target = target;
    bind->weight = weight;
}

int avatar_add_collider(avatar *a, int node, int shape, vec3 offset, vec3 tail, double radius) {
    avatar_collider *c = LIST_ADD(&a->colliders);
    c->node = node;
    c->shape = shape;
    c->offset = offset;
    c->tail = tail;
    c->radius = radius;
    return (int)a->colliders.count - 1;
}

void avatar_add_constraint(avatar *a, int node, int source, int kind, int axis, double weight) {
    avatar_constraint *c = LIST_ADD(&a->constraints);
    c->node = node;
    c->source = source;
    c->kind = kind;
    c->axis = axis;
    c->weight = weight;
}

bool avatar_is_below(const avatar *a, int node, int ancestor) {
    while (node != NONE && node != ancestor) node = a->nodes.items[node].parent;
    return node != NONE;
}

avatar_part *mesh_part(avatar *a, int mesh_index, int material) {
    avatar_mesh *m = &a->meshes.items[mesh_index];
    avatar_part *p;
    for (size_t i = 0; i < m->parts.count; ++i) {
        if (m->parts.items[i].material == material) return &m->parts.items[i];
    }
    p = LIST_ADD(&m->parts);
    p->material = material;
    return p;
}

int mesh_add_target(avatar *a, int mesh_index, const char *name) {
    avatar_mesh *m = &a->meshes.items[mesh_index];
    for (size_t i = 0; i < m->parts.count; ++i) {
        avatar_part *p = &m->parts.items[i];
        /* NOLINTNEXTLINE(bugprone-sizeof-expression): a list of pointers */
        *LIST_ADD(&p->targets) = take_memory(p->vertices.count * sizeof(vec3));
    }
    *LIST_ADD(&m->target_names) = name;
    return (int)m->target_names.count - 1;
}
