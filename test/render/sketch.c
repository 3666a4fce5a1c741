#include "render/sketch.h"

#include "render/scene.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Samples along each side of a pixel: an odd number, so that one is in its middle, where GL looks.
 */
enum { SIDE = 5 };
enum { MOST_SETS = 8, MOST_JOINTS = 16 };

sketch sketch_make(const vrm_view *view) {
    sketch out;
    size_t count = (size_t)view->width * view->height * SIDE * SIDE;
    out.view = *view;
    out.samples = calloc(count, sizeof *out.samples);
    for (size_t i = 0; i < count; ++i) out.samples[i].depth = 1e30;
    return out;
}

void sketch_free(sketch *sketch) {
    free(sketch->samples);
    memset(sketch, 0, sizeof *sketch);
}

/* --- Vertices --- */

static void transform(const float m[16], const double p[3], double w, double out[4]) {
    for (int r = 0; r < 4; ++r) {
        out[r] = (double)m[r] * p[0] + (double)m[4 + r] * p[1] + (double)m[8 + r] * p[2] +
                 (double)m[12 + r] * w;
    }
}

/* Morph targets; each adds its differences times its weight. */
static void morph(const vrm_model *model, const vrm_frame *frame, int32_t node, int32_t primitive,
                  const vrm_primitive *p, int32_t mesh, double (*positions)[3]) {
    uint32_t from = frame->morph_offsets[node];
    size_t floats = (size_t)p->vertex_count * 3;
    float *deltas = malloc(floats * sizeof *deltas);
    for (uint32_t t = 0; t < p->target_count; ++t) {
        float weight = frame->morph_weights[from + t];
        if (weight == 0.0f) continue;
        CHECK_INT(vrm_model_read_morph_target(model, mesh, primitive, (int32_t)t,
                                              VRM_ATTRIBUTE_POSITION, deltas, floats),
                  VRM_OK);
        for (size_t i = 0; i < floats; ++i) {
            positions[i / 3][i % 3] += (double)deltas[i] * (double)weight;
        }
    }
    free(deltas);
}

typedef struct influence {
    uint16_t joint;
    float weight;
} influence;

static int stronger(const void *a, const void *b) {
    const influence *x = a, *y = b;
    return (x->weight < y->weight) - (x->weight > y->weight);
}

typedef struct influences {
    uint16_t *joints[MOST_SETS];
    float *weights[MOST_SETS];
    int sets;
} influences;

static influences read_influences(const vrm_model *model, int32_t mesh, int32_t primitive,
                                  int32_t skin, size_t vertex_count) {
    influences out;
    size_t count = vertex_count * 4;
    memset(&out, 0, sizeof out);
    while (skin >= 0 && out.sets < MOST_SETS) {
        uint16_t *joints = malloc(count * sizeof *joints);
        float *weights = malloc(count * sizeof *weights);
        if (vrm_model_read_joints(model, mesh, primitive, out.sets, skin, joints, count, NULL) !=
                VRM_OK ||
            vrm_model_read_vertices(model, mesh, primitive, VRM_ATTRIBUTE_WEIGHTS, out.sets, 4,
                                    weights, count) != VRM_OK) {
            free(joints);
            free(weights);
            break;
        }
        out.joints[out.sets] = joints;
        out.weights[out.sets++] = weights;
    }
    return out;
}

static void free_influences(influences *from) {
    for (int i = 0; i < from->sets; ++i) {
        free(from->joints[i]);
        free(from->weights[i]);
    }
}

/* The mean of where its joints have the vertex. */
static void skin_vertex(const vrm_skin *skin, const vrm_mat4 *binds, const vrm_frame *frame,
                        const influences *influences, size_t vertex, double position[3]) {
    influence list[MOST_SETS * 4];
    double sum[3] = {0.0, 0.0, 0.0}, total = 0.0;
    int count = 0;
    for (int i = 0; i < influences->sets * 4; ++i) {
        float weight = influences->weights[i / 4][vertex * 4 + (size_t)(i % 4)];
        if (!(weight > 0.0f)) continue;
        list[count].joint = influences->joints[i / 4][vertex * 4 + (size_t)(i % 4)];
        list[count++].weight = weight;
    }
    if (count == 0) {
        list[0].joint = influences->joints[0][vertex * 4];
        list[0].weight = 1.0f;
        count = 1;
    }
    if (count > MOST_JOINTS) {
        qsort(list, (size_t)count, sizeof list[0], stronger);
        count = MOST_JOINTS;
    }
    for (int i = 0; i < count; ++i) {
        double bound[4], placed[4];
        transform(binds[list[i].joint].m, position, 1.0, bound);
        transform(frame->world[skin->joints[list[i].joint]].m, bound, 1.0, placed);
        for (int c = 0; c < 3; ++c) sum[c] += placed[c] * (double)list[i].weight;
        total += (double)list[i].weight;
    }
    for (int c = 0; c < 3; ++c) position[c] = sum[c] / total;
}

/* Of a primitive in the world. To be freed. */
static double (*place_vertices(const vrm_model *model, const vrm_frame *frame, int32_t node,
                               int32_t primitive))[3] {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    const vrm_node *n = &gltf->nodes[node];
    const vrm_primitive *p = &gltf->meshes[n->mesh].primitives[primitive];
    size_t count = p->vertex_count;
    float *read = malloc(count * 3 * sizeof *read);
    double(*out)[3] = malloc(count * sizeof *out);
    influences influences = read_influences(model, n->mesh, primitive, n->skin, count);
    vrm_mat4 *binds = NULL;
    CHECK_INT(vrm_model_read_vertices(model, n->mesh, primitive, VRM_ATTRIBUTE_POSITION, 0, 3, read,
                                      count * 3),
              VRM_OK);
    for (size_t i = 0; i < count * 3; ++i) out[i / 3][i % 3] = (double)read[i];
    morph(model, frame, node, primitive, p, n->mesh, out);
    if (influences.sets > 0) {
        size_t joints = gltf->skins[n->skin].joint_count;
        binds = malloc(joints * sizeof *binds);
        CHECK_INT(vrm_model_read_inverse_binds(model, n->skin, binds, joints), VRM_OK);
    }
    for (size_t i = 0; i < count; ++i) {
        double placed[4];
        if (influences.sets > 0) {
            skin_vertex(&gltf->skins[n->skin], binds, frame, &influences, i, out[i]);
        } else {
            transform(frame->world[node].m, out[i], 1.0, placed);
            memcpy(out[i], placed, sizeof out[i]);
        }
    }
    free_influences(&influences);
    free(binds);
    free(read);
    return out;
}

/* --- Triangles --- */

/* From the world to samples, and depth. */
static void project(const sketch *sketch, const double position[3], double out[3]) {
    double eye[4], clip[4];
    transform(sketch->view.view.m, position, 1.0, eye);
    transform(sketch->view.projection.m, eye, eye[3], clip);
    CHECK(clip[3] > 0.0);
    out[0] = (clip[0] / clip[3] + 1.0) / 2.0 * (double)sketch->view.width * SIDE;
    out[1] = (1.0 - clip[1] / clip[3]) / 2.0 * (double)sketch->view.height * SIDE;
    out[2] = clip[2] / clip[3];
}

static double cross(const double a[3], const double b[3], double x, double y) {
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

static int within(double value, int most) {
    return value < 0.0 ? 0 : value > (double)most ? most : (int)value;
}

static void fill(sketch *sketch, const double at[3][3], const sketch_sample *filling) {
    int width = (int)sketch->view.width * SIDE, height = (int)sketch->view.height * SIDE;
    double area = cross(at[0], at[1], at[2][0], at[2][1]);
    int x0 = within(fmin(fmin(at[0][0], at[1][0]), at[2][0]) - 1.0, width);
    int y0 = within(fmin(fmin(at[0][1], at[1][1]), at[2][1]) - 1.0, height);
    int x1 = within(fmax(fmax(at[0][0], at[1][0]), at[2][0]) + 1.0, width);
    int y1 = within(fmax(fmax(at[0][1], at[1][1]), at[2][1]) + 1.0, height);
    for (int y = y0; y < y1; ++y) {
        for (int x = x0; x < x1; ++x) {
            sketch_sample *sample = &sketch->samples[(size_t)y * (size_t)width + (size_t)x];
            double part[3], depth = 0.0;
            bool is_inside = true;
            for (int c = 0; c < 3; ++c) {
                part[c] = cross(at[(c + 1) % 3], at[(c + 2) % 3], x + 0.5, y + 0.5) / area;
                is_inside = is_inside && part[c] >= 0.0;
                depth += part[c] * at[c][2];
            }
            if (!is_inside || depth >= sample->depth) continue;
            *sample = *filling;
            sample->depth = depth;
        }
    }
}

static void add_primitive(sketch *sketch, const vrm_model *model, const vrm_frame *frame,
                          int32_t node, int32_t primitive) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    int32_t mesh = gltf->nodes[node].mesh;
    const vrm_primitive *p = &gltf->meshes[mesh].primitives[primitive];
    const vrm_material *material = &vrm_model_tables(model)->materials[p->material];
    size_t count = (size_t)p->triangle_count * 3, written = 0;
    uint32_t *triangles = malloc(count * sizeof *triangles);
    float *colors = malloc((size_t)p->vertex_count * 4 * sizeof *colors);
    double(*places)[3] = place_vertices(model, frame, node, primitive);
    bool has_colors = vrm_model_read_vertices(model, mesh, primitive, VRM_ATTRIBUTE_COLOR, 0, 4,
                                              colors, (size_t)p->vertex_count * 4) == VRM_OK;
    CHECK_INT(vrm_model_read_triangles(model, mesh, primitive, triangles, count, &written), VRM_OK);
    for (size_t i = 0; i + 2 < written; i += 3) {
        sketch_sample with;
        double at[3][3];
        memset(&with, 0, sizeof with);
        with.material = 1 + p->material;
        for (int c = 0; c < 3; ++c) {
            float color = frame->materials[p->material].base_color[c];
            if (has_colors) color *= colors[(size_t)triangles[i] * 4 + (size_t)c];
            with.color[c] = color;
            project(sketch, places[triangles[i + (size_t)c]], at[c]);
        }
        /* Y grows downwards in a picture: fronts turn the other way. */
        if (!material->is_double_sided && cross(at[0], at[1], at[2][0], at[2][1]) >= 0.0) continue;
        fill(sketch, (const double(*)[3])at, &with);
    }
    free(triangles);
    free(colors);
    free(places);
}

void sketch_add(sketch *sketch, const vrm_model *model, const vrm_frame *frame) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    for (uint32_t n = 0; n < gltf->node_count; ++n) {
        int32_t mesh = gltf->nodes[n].mesh;
        for (uint32_t p = 0; mesh >= 0 && p < gltf->meshes[mesh].primitive_count; ++p) {
            add_primitive(sketch, model, frame, (int32_t)n, (int32_t)p);
        }
    }
}

/* --- Pixels --- */

const sketch_sample *sketch_at(const sketch *from, int x, int y) {
    int width = (int)from->view.width * SIDE, height = (int)from->view.height * SIDE;
    const sketch_sample *first =
        &from->samples[(size_t)(y * SIDE) * (size_t)width + (size_t)(x * SIDE)];
    for (int j = y * SIDE - 1; j <= y * SIDE + SIDE; ++j) {
        for (int i = x * SIDE - 1; i <= x * SIDE + SIDE; ++i) {
            const sketch_sample *other;
            if (i < 0 || j < 0 || i >= width || j >= height) continue;
            other = &from->samples[(size_t)j * (size_t)width + (size_t)i];
            if (other->material != first->material ||
                memcmp(other->color, first->color, sizeof first->color) != 0) {
                return NULL;
            }
        }
    }
    return first;
}

bool sketch_check(const sketch *expected, const picture *got, double least) {
    int wrong = 0, sure = 0, shown = 0, at[2] = {0, 0};
    bool ok;
    if (got->rgba == NULL) return false; /* has been said */
    for (int y = 0; y < got->height; ++y) {
        for (int x = 0; x < got->width; ++x) {
            const sketch_sample *sample = sketch_at(expected, x, y);
            const uint8_t *pixel = picture_at(got, x, y);
            bool is_right = true;
            if (sample == NULL) continue;
            ++sure;
            if (sample->material != 0) ++shown;
            for (int c = 0; c < 3; ++c) {
                double wanted = sample->material ? encode((double)sample->color[c]) : 0.0;
                is_right = is_right && fabs(pixel[c] - wanted) <= 2.0;
            }
            if (is_right) continue;
            if (wrong++ == 0) at[0] = x, at[1] = y;
        }
    }
    if (wrong > 0) printf("  %d pixels are wrong, the first at %d, %d\n", wrong, at[0], at[1]);
    ok = CHECK_INT(wrong, 0);
    ok = CHECK(sure >= least * got->width * got->height) && ok;
    ok = CHECK(shown >= 0.05 * got->width * got->height) && ok; /* else it says little */
    if (!ok) picture_leave(got, "sketch");
    return ok;
}
