/* What the writers of dialects share. */
#include "write.h"

#include "skeleton.h"

#include <string.h>

static const char *const dialect_names[] = {"1.0", "1.0-beta", "1.0-draft", "0.x"};

bool dialect_find(const char *name, dialect *out) {
    for (int i = 0; i < 4; ++i) {
        if (strcmp(dialect_names[i], name) != 0) continue;
        *out = (dialect)i;
        return true;
    }
    return false;
}

const char *dialect_name(dialect d) { return dialect_names[d]; }

bool dialect_is_old(dialect d) { return d == DIALECT_DRAFT || d == DIALECT_0; }

vec3 file_vector(const writer *w, vec3 v) {
    return dialect_is_old(w->options.dialect) ? vec3_make(-v.x, v.y, -v.z) : v;
}

quat file_rotation(const writer *w, quat q) {
    quat turned = {-q.x, q.y, -q.z, q.w};
    return dialect_is_old(w->options.dialect) ? turned : q;
}

const char *bone_name_in(const writer *w, int bone) {
    bool is_old = dialect_is_old(w->options.dialect) ||
                  (w->options.dialect == DIALECT_BETA && w->options.has_old_thumbs);
    switch (is_old ? bone : NONE) {
    case VRM_BONE_LEFT_THUMB_METACARPAL:
        return "leftThumbProximal";
    case VRM_BONE_LEFT_THUMB_PROXIMAL:
        return "leftThumbIntermediate";
    case VRM_BONE_RIGHT_THUMB_METACARPAL:
        return "rightThumbProximal";
    case VRM_BONE_RIGHT_THUMB_PROXIMAL:
        return "rightThumbIntermediate";
    default:
        return skeleton_name(bone);
    }
}

void old_shading(const avatar_material *m, double *toony, double *shift) {
    double half_width = 1 - m->shading_toony;
    *shift = -m->shading_shift - half_width;
    *toony = 1 - 2 * half_width / (1 - *shift);
}

double old_outline_width(const avatar_material *m) {
    static const double units[] = {1, 0.01, 0.005};
    return m->outline_width / units[m->outline_mode];
}

/* --- Springs of 0.x and the draft --- */

void node_groups_make(const avatar *a, node_groups *out) {
    memset(out, 0, sizeof *out);
    for (size_t g = 0; g < a->groups.count; ++g) {
        const avatar_group *group = &a->groups.items[g];
        size_t first = out->list.count;
        *LIST_ADD(&out->firsts) = (int)first;
        for (size_t i = 0; i < group->colliders.count; ++i) {
            int index = group->colliders.items[i], host = a->colliders.items[index].node;
            size_t at = first;
            while (at < out->list.count && out->list.items[at].node != host) ++at;
            if (at == out->list.count) LIST_ADD(&out->list)->node = host;
            *LIST_ADD(&out->list.items[at].colliders) = index;
        }
    }
    *LIST_ADD(&out->firsts) = (int)out->list.count;
}

void node_groups_free(node_groups *groups) {
    for (size_t i = 0; i < groups->list.count; ++i) LIST_FREE(&groups->list.items[i].colliders);
    LIST_FREE(&groups->list);
    LIST_FREE(&groups->firsts);
}

bool spring_is_root(const avatar *a, size_t spring) {
    int root = a->springs.items[spring].joints.items[0].node;
    for (size_t i = 0; i < spring; ++i) {
        if (avatar_is_below(a, root, a->springs.items[i].joints.items[0].node)) return false;
    }
    return true;
}

/* --- The whole --- */

void avatar_write(const avatar *a, const write_options *options, glb *out) {
    writer w = {out, a, *options, NULL};
    if (a->meta.thumbnail != NONE && a->meta.thumbnail != (int)a->images.count - 1) {
        die("the thumbnail has to be the last image: textures have the indices of images", NULL);
    }
    glb_init(out);
    write_gltf(&w);
    switch (options->dialect) {
    case DIALECT_1:
    case DIALECT_BETA:
        write_vrm1(&w);
        break;
    case DIALECT_DRAFT:
        write_draft(&w);
        break;
    case DIALECT_0:
        write_vrm0(&w);
        break;
    }
    release_memory(w.indices);
}
