/* How far an avatar reaches, vertex by vertex: what a camera needs to know. */
#include "extent.h"
#include "render/src/base/memory.h"
#include "render/src/shared/posed.h"

#include <math.h>
#include <string.h>

/* What a node is to the head. */
enum { NOT_HEAD = 0, HEAD = 1, BELOW_HEAD = 2 };

typedef struct reader {
    const vrm_model *model;
    const vrm_gltf *gltf;
    const vrm_avatar *avatar;
    const vrm_frame *frame;
    uint8_t *parts; /* by node: is it of the head? */
    vrmr_extent *out;
    /* The head's own vertices (skull and face), and those of hair and ears with them. */
    vrm_vec3 head_least, head_most;
    float crown;
    bool has_head_points;
    vrm_mat4 **matrices;               /* by skin: NULL until a node needs them */
    uint64_t vertex_count, item_count; /* that were read */
    bool lacks_payload;                /* of some vertices */
} reader;

/* A file may show one large mesh in thousands of nodes; the first of it tells enough. */
enum { MOST_VERTICES = 1 << 20, MOST_ITEMS = 1 << 16 };

static void widen(vrm_vec3 *least, vrm_vec3 *most, vrm_vec3 p) {
    least->x = fminf(least->x, p.x);
    least->y = fminf(least->y, p.y);
    least->z = fminf(least->z, p.z);
    most->x = fmaxf(most->x, p.x);
    most->y = fmaxf(most->y, p.y);
    most->z = fmaxf(most->z, p.z);
}

static bool keep_point(vrmr_extent *out, vrm_vec3 p) {
    const size_t used = out->point_count * sizeof p;
    vrm_vec3 *points = vrmr_scratch_need(&out->points, &out->allocator, used + sizeof p, used);
    if (points == NULL) return false;
    points[out->point_count++] = p;
    return true;
}

static bool add_point(reader *r, vrm_vec3 p, float head, float below) {
    if (!isfinite(p.x) || !isfinite(p.y) || !isfinite(p.z)) return true;
    if (!keep_point(r->out, p)) return false;
    widen(&r->out->shown.least, &r->out->shown.most, p);
    if (head >= 0.5f) {
        widen(&r->head_least, &r->head_most, p);
        r->has_head_points = true;
    }
    if (head + below >= 0.5f) r->crown = fmaxf(r->crown, p.y);
    return true;
}

/* --- Which nodes are the head's --- */

/* Without recursion: a file may hang a million nodes from each other. */
static bool mark_below(reader *r, int32_t from) {
    const size_t room = (size_t)r->gltf->node_count + 1;
    int32_t *waiting = vrmr_allocate(&r->out->allocator, room, sizeof *waiting);
    size_t count = 0;
    if (waiting == NULL) return false;
    waiting[count++] = from;
    while (count > 0) {
        const vrm_node *n = &r->gltf->nodes[waiting[--count]];
        for (uint32_t i = 0; i < n->child_count; ++i) {
            if (r->parts[n->children[i]] == NOT_HEAD) r->parts[n->children[i]] = BELOW_HEAD;
            waiting[count++] = n->children[i];
        }
    }
    vrmr_release(&r->out->allocator, waiting, room, sizeof *waiting);
    return true;
}

static bool mark_head(reader *r, const vrm_humanoid *humanoid) {
    static const vrm_bone bones[] = {VRM_BONE_HEAD, VRM_BONE_LEFT_EYE, VRM_BONE_RIGHT_EYE,
                                     VRM_BONE_JAW};
    if (humanoid->nodes[VRM_BONE_HEAD] == VRM_NONE) return true;
    for (size_t i = 0; i < sizeof bones / sizeof bones[0]; ++i) {
        if (humanoid->nodes[bones[i]] != VRM_NONE) r->parts[humanoid->nodes[bones[i]]] = HEAD;
    }
    return mark_below(r, humanoid->nodes[VRM_BONE_HEAD]);
}

/* --- Vertices --- */

static bool add_rigid(reader *r, int32_t node, const vrmr_posed *v) {
    const vrm_mat4 *world = &r->frame->world[node];
    float head = r->parts[node] == HEAD ? 1.0f : 0.0f;
    float below = r->parts[node] == BELOW_HEAD ? 1.0f : 0.0f;
    /* A mesh that hangs from the head bone is as much the head as one that is skinned to it. */
    if (below > 0.0f && r->gltf->nodes[node].parent != VRM_NONE &&
        r->parts[r->gltf->nodes[node].parent] == HEAD) {
        head = 1.0f;
    }
    for (uint32_t i = 0; i < v->count; ++i) {
        vrm_vec3 p = vrmr_posed_transform(world, v->positions + (size_t)i * 3);
        if (!add_point(r, p, head, below)) return false;
    }
    return true;
}

/* `matrices`: of the skin's joints, inverse binds within. */
static bool add_skinned(reader *r, const vrm_skin *skin, const vrm_mat4 *matrices,
                        const vrmr_posed *v) {
    for (uint32_t i = 0; i < v->count; ++i) {
        float total = 0.0f, head = 0.0f, below = 0.0f;
        vrm_vec3 p;
        if (!vrmr_posed_vertex(v, matrices, i, &p)) continue;
        for (size_t j = (size_t)i * 4; j < (size_t)i * 4 + 4; ++j) {
            float weight = v->weights[j];
            uint8_t part = r->parts[skin->joints[v->joints[j]]];
            if (!(weight > 0.0f)) continue;
            total += weight;
            if (part == HEAD) head += weight;
            if (part == BELOW_HEAD) below += weight;
        }
        if (!add_point(r, p, head / total, below / total)) return false;
    }
    return true;
}

static bool add_primitive(reader *r, int32_t node, int32_t primitive, const vrm_mat4 *matrices) {
    const vrm_node *n = &r->gltf->nodes[node];
    const vrm_primitive *p = &r->gltf->meshes[n->mesh].primitives[primitive];
    vrmr_posed v;
    bool is_good;
    if (p->vertex_count == 0 || p->triangle_count == 0) return true;
    if (r->vertex_count + p->vertex_count > MOST_VERTICES) return true;
    r->vertex_count += p->vertex_count;
    if (!vrmr_posed_read(r->model, node, primitive, &r->out->allocator, &v)) return false;
    r->lacks_payload = r->lacks_payload || v.is_missing;
    is_good = v.is_skinned && matrices != NULL
                  ? add_skinned(r, &r->gltf->skins[n->skin], matrices, &v)
                  : add_rigid(r, node, &v);
    vrmr_posed_release(&v, &r->out->allocator);
    return is_good;
}

/* Made once for each skin, and owned by the reader. */
static vrm_mat4 *matrices_of(reader *r, int32_t skin, bool *out_good) {
    *out_good = true;
    if (skin == VRM_NONE) return NULL;
    if (r->matrices[skin] == NULL) {
        r->matrices[skin] = vrmr_posed_matrices(r->avatar, skin, &r->out->allocator, out_good);
    }
    return r->matrices[skin];
}

static bool add_node(reader *r, int32_t node) {
    const vrm_node *n = &r->gltf->nodes[node];
    bool is_good = true;
    const vrm_mesh *mesh = &r->gltf->meshes[n->mesh];
    for (uint32_t i = 0; i < mesh->primitive_count && is_good; ++i) {
        vrm_mat4 *matrices;
        if (r->item_count++ >= MOST_ITEMS) break;
        matrices = matrices_of(r, n->skin, &is_good);
        is_good = is_good && add_primitive(r, node, (int32_t)i, matrices);
    }
    return is_good;
}

/* --- The head --- */

/* Above the head bone; 0: nothing tells. */
static float eye_height(const vrm_avatar *avatar, const vrm_tables *tables, vrm_vec3 head) {
    const int32_t *nodes = tables->humanoid.nodes;
    float height = 0.0f;
    if (nodes[VRM_BONE_LEFT_EYE] != VRM_NONE && nodes[VRM_BONE_RIGHT_EYE] != VRM_NONE) {
        height = vrm_avatar_bone_position(avatar, VRM_BONE_LEFT_EYE).y - head.y;
    } else if (tables->look_at.is_present) {
        height = vrm_avatar_eye_position(avatar).y - head.y;
    }
    return fmaxf(height, 0.0f);
}

/* Whether the head's own vertices reach about as far as all of them. A mane that hangs to the feet
 * does so too, and is no head. */
static bool is_all_head(const reader *r) {
    const vrm_extent *m = &r->out->shown;
    float width = r->head_most.x - r->head_least.x, height = r->head_most.y - r->head_least.y;
    float reach = 0.3f * fmaxf(width, height);
    return height <= 2.6f * m->head_height && m->least.x >= r->head_least.x - reach &&
           m->most.x <= r->head_most.x + reach && m->least.y >= r->head_least.y - reach &&
           m->most.y <= r->head_most.y + reach;
}

/* Bones of some files are anywhere but in their heads. */
static bool is_beside_bone(const reader *r) {
    float middle = 0.5f * (r->head_least.x + r->head_most.x);
    return fabsf(middle - r->out->shown.head.x) > 0.8f * r->out->shown.head_height;
}

static void measure_head(reader *r, const vrm_avatar *avatar, const vrm_tables *tables) {
    vrm_extent *out = &r->out->shown;
    const int32_t *nodes = tables->humanoid.nodes;
    float eyes;
    out->has_hips = nodes[VRM_BONE_HIPS] != VRM_NONE;
    out->hips = vrm_avatar_bone_position(avatar, VRM_BONE_HIPS);
    out->head = vrm_avatar_bone_position(avatar, VRM_BONE_HEAD);
    /* A bone with nothing on it shows no head. */
    out->has_head = nodes[VRM_BONE_HEAD] != VRM_NONE && r->crown > out->head.y;
    if (!out->has_head) return;
    eyes = eye_height(avatar, tables, out->head);
    out->head_height = r->crown - out->head.y;
    /* Tall ears, hats and antennas may leave the picture; the face may not become small. */
    if (eyes > 0.05f * out->head_height) {
        out->head_height = fminf(out->head_height, 5.5f * eyes);
    } else if (out->has_hips && out->head.y > out->hips.y) {
        out->head_height = fminf(out->head_height, 1.8f * (out->head.y - out->hips.y));
    }
    out->head_width = 0.5f * out->head_height;
    out->head_depth = 0.5f * out->head_height;
    r->out->has_portrait = true;
    if (!r->has_head_points) return;
    r->out->has_portrait = !is_all_head(r) && !is_beside_bone(r);
    out->head_width = fmaxf(r->head_most.x - out->head.x, out->head.x - r->head_least.x);
    out->head_width =
        fminf(fmaxf(out->head_width, 0.4f * out->head_height), 1.3f * out->head_height);
    out->head_depth = fminf(fmaxf(r->head_most.z - out->head.z, 0.0f), out->head_height);
}

/* --- The face --- */

/* Without a payload, the box that an avatar has all the same. */
static bool add_bounds(reader *r) {
    vrm_vec3 box[2];
    if (!vrm_avatar_get_bounds(r->avatar, &box[0], &box[1])) return true;
    for (int i = 0; i < 8; ++i) {
        vrm_vec3 corner = {box[i & 1].x, box[i >> 1 & 1].y, box[i >> 2].z};
        if (!add_point(r, corner, 0.0f, 1.0f)) return false;
    }
    return true;
}

static bool read_all(reader *r, const vrm_tables *tables) {
    if (!mark_head(r, &tables->humanoid)) return false;
    for (uint32_t i = 0; i < r->gltf->node_count; ++i) {
        if (r->gltf->nodes[i].mesh != VRM_NONE && !add_node(r, (int32_t)i)) return false;
    }
    if (r->lacks_payload && r->out->point_count == 0 && !add_bounds(r)) return false;
    if (r->out->point_count != 0) return true;
    for (uint32_t i = 0; i < r->gltf->node_count; ++i) {
        const float *m = r->frame->world[i].m;
        if (!add_point(r, vrm_vec3_make(m[12], m[13], m[14]), 0.0f, 0.0f)) return false;
    }
    return true;
}

static bool measure(vrmr_extent *out, const vrm_avatar *avatar) {
    const vrm_vec3 far = {1e30f, 1e30f, 1e30f}, minus_far = {-1e30f, -1e30f, -1e30f};
    const vrm_allocator *allocator = &out->allocator;
    reader r;
    bool is_good;
    memset(&r, 0, sizeof r);
    r.model = vrm_avatar_model(avatar);
    r.gltf = vrm_model_gltf(r.model);
    r.out = out;
    r.crown = -1e30f;
    out->shown.least = r.head_least = far;
    out->shown.most = r.head_most = minus_far;
    r.avatar = avatar;
    r.frame = vrm_avatar_frame(avatar);
    r.parts = vrmr_allocate(allocator, (size_t)r.gltf->node_count + 1, 1);
    r.matrices = vrmr_allocate(allocator, (size_t)r.gltf->skin_count + 1, sizeof *r.matrices);
    is_good = r.parts != NULL && r.matrices != NULL && read_all(&r, vrm_model_tables(r.model));
    for (uint32_t i = 0; r.matrices != NULL && i < r.gltf->skin_count; ++i) {
        vrmr_posed_release_matrices(avatar, (int32_t)i, allocator, r.matrices[i]);
    }
    vrmr_release(allocator, r.matrices, (size_t)r.gltf->skin_count + 1, sizeof *r.matrices);
    vrmr_release(allocator, r.parts, (size_t)r.gltf->node_count + 1, 1);
    if (out->point_count == 0) {
        out->shown.least = vrm_vec3_make(-0.5f, 0.0f, -0.5f);
        out->shown.most = vrm_vec3_make(0.5f, 1.0f, 0.5f);
    }
    if (is_good) measure_head(&r, avatar, vrm_model_tables(r.model));
    return is_good;
}

vrm_result vrm_extent_create(const vrm_avatar *avatar, const vrm_allocator *allocator,
                             vrm_extent **out_extent, vrm_report **out_report) {
    const vrm_allocator chosen = allocator != NULL ? *allocator : vrmr_default_allocator();
    vrmr_extent *extent;
    if (out_extent != NULL) *out_extent = NULL;
    if (out_extent == NULL || avatar == NULL || chosen.allocate == NULL || chosen.release == NULL) {
        return vrm_report_create("invalid-argument", NULL, NULL, out_report);
    }
    extent = vrmr_allocate(&chosen, 1, sizeof *extent);
    if (extent == NULL) return vrm_report_create("out-of-memory", NULL, NULL, out_report);
    extent->allocator = chosen;
    if (!measure(extent, avatar)) {
        vrm_extent_destroy(&extent->shown);
        return vrm_report_create("out-of-memory", NULL, NULL, out_report);
    }
    *out_extent = &extent->shown;
    return vrm_report_create(NULL, NULL, NULL, out_report);
}

vrm_result vrm_extent_include(vrm_extent *extent, const vrm_avatar *avatar) {
    vrmr_extent *whole = (vrmr_extent *)(void *)extent;
    vrm_extent *other;
    bool is_good = true;
    if (extent == NULL || avatar == NULL) return VRM_ERROR_INVALID_ARGUMENT;
    if (vrm_extent_create(avatar, &whole->allocator, &other, NULL) != VRM_OK) {
        return VRM_ERROR_OUT_OF_MEMORY;
    }
    for (int i = 0; i < 8 && is_good; ++i) {
        const vrm_vec3 corner = {(i & 1) != 0 ? other->most.x : other->least.x,
                                 (i & 2) != 0 ? other->most.y : other->least.y,
                                 (i & 4) != 0 ? other->most.z : other->least.z};
        is_good = keep_point(whole, corner);
        if (is_good) widen(&extent->least, &extent->most, corner);
    }
    vrm_extent_destroy(other);
    return is_good ? VRM_OK : VRM_ERROR_OUT_OF_MEMORY;
}

void vrm_extent_destroy(vrm_extent *extent) {
    vrmr_extent *whole = (vrmr_extent *)(void *)extent;
    vrm_allocator allocator;
    if (extent == NULL) return;
    allocator = whole->allocator;
    vrmr_scratch_release(&whole->points, &allocator);
    vrmr_release(&allocator, whole, 1, sizeof *whole);
}
