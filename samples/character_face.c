/*
 * The features of the face: patches that lie just above its surface, in layers. What an expression
 * changes is drawn flat, in x and y; the surface gives the depth.
 *
 * An eye, from below: the white; the iris (a mesh of its own, on the eye bone); the lid, which has
 * no height while the eye is open; the lashes.
 */
#include "character.h"

#include <string.h>

static const double eye_x = 0.0405, eye_y = 1.2935;
static const double white_width = 0.0215, white_top = 0.0215, white_bottom = 0.0220;

enum { LIFT_BROW, LIFT_MOUTH, LIFT_NOSE, LIFT_BLUSH, LIFT_WHITE, LIFT_IRIS, LIFT_LID, LIFT_LASH };
static const double lifts[] = {0.0008, 0.0010, 0.0006, 0.0005, 0.0006, 0.0018, 0.0029, 0.0034};

/* --- What an expression does --- */

typedef struct eye_shape {
    double closed;             /* 0 open … 1 closed: how far the lid comes down */
    double slant;              /* of the lid: > 0 lower on the inside */
    double line_low, line_bow; /* of the closed lashes: height of the middle, rise of the ends */
    double wide;               /* the opening, 1 at rest */
} eye_shape;

typedef struct brow_shape {
    double raise, slant; /* slant > 0: the inner end higher */
} brow_shape;

typedef struct mouth_shape {
    double width;       /* half */
    double top, bottom; /* of the middle */
    double corners;     /* height of the corners */
    double lift;        /* of the whole */
} mouth_shape;

typedef struct face_shape {
    eye_shape eyes[2]; /* left, right */
    brow_shape brow;
    mouth_shape mouth;
} face_shape;

static const eye_shape eye_open = {0, 0, -0.0150, 0.0085, 1};
static const mouth_shape mouth_rest = {0.0125, 0.0008, -0.0008, 0.0022, 0};

static face_shape face_at_rest(void) {
    face_shape f;
    memset(&f, 0, sizeof f);
    f.eyes[0] = f.eyes[1] = eye_open;
    f.mouth = mouth_rest;
    return f;
}

/* The targets of the mesh, in this order. */
typedef struct face_target {
    const char *name;
    int eyes; /* which change: 1 left, 2 right */
    eye_shape eye;
    brow_shape brow;
    mouth_shape mouth; /* width 0: as at rest */
} face_target;

#define MOUTH_SAME                                                                                 \
    { 0, 0, 0, 0, 0 }
#define EYE_SAME                                                                                   \
    { 0, 0, -0.0150, 0.0085, 1 }
#define BROW_SAME                                                                                  \
    { 0, 0 }

static const face_target targets[] = {
    {"mouth_aa", 0, EYE_SAME, BROW_SAME, {0.0130, 0.0040, -0.0165, 0.0000, 0}},
    {"mouth_ih", 0, EYE_SAME, BROW_SAME, {0.0165, 0.0020, -0.0065, 0.0012, 0}},
    {"mouth_ou", 0, EYE_SAME, BROW_SAME, {0.0055, 0.0040, -0.0070, -0.0010, 0}},
    {"mouth_ee", 0, EYE_SAME, BROW_SAME, {0.0150, 0.0025, -0.0095, 0.0006, 0}},
    {"mouth_oh", 0, EYE_SAME, BROW_SAME, {0.0090, 0.0060, -0.0120, -0.0020, 0}},
    {"mouth_happy", 0, EYE_SAME, BROW_SAME, {0.0185, 0.0010, -0.0160, 0.0050, 0}},
    {"mouth_angry", 0, EYE_SAME, BROW_SAME, {0.0115, 0.0024, 0.0002, -0.0036, 0}},
    {"mouth_sad", 0, EYE_SAME, BROW_SAME, {0.0090, 0.0014, -0.0004, -0.0030, -0.001}},
    {"mouth_relaxed", 0, EYE_SAME, BROW_SAME, {0.0140, -0.0010, -0.0030, 0.0040, 0}},
    {"mouth_surprised", 0, EYE_SAME, BROW_SAME, {0.0065, 0.0075, -0.0095, -0.0010, -0.001}},
    {"mouth_neutral", 0, EYE_SAME, BROW_SAME, {0.0105, 0.0008, -0.0008, 0.0000, 0}},
    {"blink_left", 1, {1, 0, -0.0150, 0.0085, 1}, BROW_SAME, MOUTH_SAME},
    {"blink_right", 2, {1, 0, -0.0150, 0.0085, 1}, BROW_SAME, MOUTH_SAME},
    {"eyes_happy", 3, {1, 0, 0.0030, -0.0130, 1}, {0.003, 0}, MOUTH_SAME},
    {"eyes_angry", 3, {0.20, 0.22, -0.0150, 0.0085, 1}, {-0.004, -0.34}, MOUTH_SAME},
    {"eyes_sad", 3, {0.26, -0.20, -0.0150, 0.0085, 1}, {0.001, 0.30}, MOUTH_SAME},
    {"eyes_relaxed", 3, {0.42, 0, -0.0150, 0.0085, 1}, {0.002, 0.05}, MOUTH_SAME},
    {"eyes_surprised", 3, {0, 0, -0.0150, 0.0085, 1.13}, {0.010, 0}, MOUTH_SAME},
};
enum { TARGET_COUNT = sizeof targets / sizeof targets[0] };

static face_shape face_of(const face_target *t) {
    face_shape f = face_at_rest();
    for (int side = 0; side < 2; ++side) {
        if (t->eyes & 1 << side) f.eyes[side] = t->eye;
    }
    f.brow = t->brow;
    if (t->mouth.width > 0) f.mouth = t->mouth;
    return f;
}

/* --- Features as functions: k from -1, the inner end, to 1, the outer --- */

typedef struct feature {
    int kind; /* LIFT_… */
    int side; /* 0 left, 1 right */
    int head;
    const face_shape *face;
} feature;

/* Half the height of the opening at k, above its middle. */
static double arch(double k) { return square_root(1 - 0.86 * k * k); }

static double open_line(const eye_shape *e, double k) { return white_top * e->wide * arch(k); }

static double closed_line(const eye_shape *e, double k) {
    return e->line_low + e->line_bow * k * k;
}

static double closing(const eye_shape *e, double k) {
    return clamp(e->closed - e->slant * k, 0, 1);
}

/* Lashes: thick in the middle, with a wing at the outer end. */
static void lash_at(const eye_shape *e, double s, double t, double *x, double *y) {
    double k = s * 2 - 1, thick = 0.0058 * square_root(1 - 0.93 * k * k) + 0.0014 * (k > 0 ? k : 0);
    double wing = k > 0.55 ? (k - 0.55) / 0.45 : 0;
    double line = mix(open_line(e, k), closed_line(e, k), closing(e, k));
    double shut = e->closed > 0.9 ? 0.62 : 1; /* closed lashes are thinner */
    *x = k * white_width * e->wide * 1.06 + wing * 0.0042;
    *y = line - 0.0006 + thick * shut * (1 - t) + wing * 0.0020 * (1 - closing(e, k));
}

static void lid_at(const eye_shape *e, double s, double t, double *x, double *y) {
    double k = s * 2 - 1, top = open_line(e, k) + 0.001, floor = -(white_bottom + 0.003) * arch(k);
    *x = k * (white_width + 0.0016) * e->wide;
    /* Never quite flat: a shape without area has no front. */
    *y = mix(top, mix(top, floor, higher(closing(e, k), 0.01)), t);
}

static void white_at(const eye_shape *e, double s, double t, double *x, double *y) {
    double c = cosine(s), u = sine(s), stretch = mix(1, 1 / higher(absolute(c), absolute(u)), 0.22);
    *x = white_width * e->wide * c * stretch * t;
    *y = (u > 0 ? white_top : white_bottom) * e->wide * u * stretch * t;
}

static void brow_at(const brow_shape *b, double s, double t, double *x, double *y) {
    double k = s * 2 - 1,
           thick = 0.0048 * square_root(1 - 0.75 * k * k) * (k > 0 ? 1 - 0.5 * k : 1);
    *x = k * 0.0185 + 0.001;
    *y = 0.0385 - 0.0035 * k * k + b->raise - b->slant * 0.0185 * k + thick * (0.5 - t);
}

static void mouth_at(const mouth_shape *m, double s, double t, double *x, double *y) {
    double k = s * 2 - 1, bow = 1 - k * k, corner = m->corners * k * k;
    *x = k * m->width;
    *y = m->lift + corner + mix(m->top, m->bottom, t) * square_root(higher(bow, 0.02));
}

static void nose_at(double s, double t, double *x, double *y) {
    *x = (s - 0.5) * 0.0062 * mix(0.35, 1, t);
    *y = 1.2445 - 0.0024 * t;
}

/* Where in the textures: across the middle of a flat part, or over all of it. */
static void texture_at(const feature *f, double s, double t, avatar_vertex *v) {
    double angle = s;
    switch (f->kind) {
    case LIFT_WHITE:
        v->u = mix(face_white.left, face_white.right, 0.5 + 0.46 * t * cosine(angle));
        v->v = mix(face_white.top, face_white.bottom, 0.5 - 0.46 * t * sine(angle));
        break;
    case LIFT_MOUTH:
        v->u = mix(face_mouth.left, face_mouth.right, mix(0.04, 0.96, s));
        v->v = mix(face_mouth.top, face_mouth.bottom, mix(0.04, 0.96, t));
        break;
    default: {
        const box *b = f->kind == LIFT_LASH   ? &face_lash
                       : f->kind == LIFT_BROW ? &face_brow
                       : f->kind == LIFT_NOSE ? &face_nose
                                              : &face_skin;
        v->u = mix(b->left, b->right, mix(0.3, 0.7, s));
        v->v = mix(b->top, b->bottom, mix(0.3, 0.7, t));
        break;
    }
    }
}

static avatar_vertex feature_vertex(double s, double t, const void *user) {
    const feature *f = user;
    const eye_shape *e = &f->face->eyes[f->side];
    double x = 0, y = 0, mirror = f->side == 0 ? 1 : -1;
    avatar_vertex v;
    memset(&v, 0, sizeof v);
    switch (f->kind) {
    case LIFT_LASH:
        lash_at(e, s, t, &x, &y);
        break;
    case LIFT_LID:
        lid_at(e, s, t, &x, &y);
        break;
    case LIFT_WHITE:
        white_at(e, s, t, &x, &y);
        break;
    case LIFT_BROW:
        brow_at(&f->face->brow, s, t, &x, &y);
        break;
    case LIFT_NOSE:
        nose_at(s, t, &x, &y);
        break;
    default:
        mouth_at(&f->face->mouth, s, t, &x, &y);
        y += 1.2195;
        break;
    }
    if (f->kind != LIFT_MOUTH && f->kind != LIFT_NOSE) {
        x = mirror * (eye_x + x);
        y += eye_y;
    }
    v.position = face_point(x, y, lifts[f->kind]);
    v.normal = face_normal_at(x, y);
    v.joints[0] = f->head;
    v.weights[0] = 1;
    texture_at(f, s, t, &v);
    return v;
}

/* Calls for each feature, in the order of their vertices. */
typedef void feature_visit(const feature *f, int columns, int rows, void *user);

static void visit_features(const avatar *a, const face_shape *face, character_detail d,
                           feature_visit *visit, void *user) {
    static const struct {
        int kind, columns, rows;
    } features[] = {{LIFT_WHITE, 16, 2}, {LIFT_LID, 10, 3}, {LIFT_LASH, 12, 1}, {LIFT_BROW, 8, 1}};
    feature f = {LIFT_MOUTH, 0, a->bones[VRM_BONE_HEAD], face};
    visit(&f, 12 * d.around, 4 * d.around, user);
    f.kind = LIFT_NOSE;
    visit(&f, 2 * d.around, d.around, user);
    for (f.side = 0; f.side < 2; ++f.side) {
        for (size_t i = 0; i < sizeof features / sizeof features[0]; ++i) {
            f.kind = features[i].kind;
            visit(&f, features[i].columns * d.around, features[i].rows * d.around, user);
        }
    }
}

static void add_feature(const feature *f, int columns, int rows, void *user) {
    patch_add(user, columns, rows, feature_vertex, f);
}

void character_add_face(avatar *a, avatar_part *face, character_detail d) {
    face_shape rest = face_at_rest();
    visit_features(a, &rest, d, add_feature, face);
}

typedef struct morph_maker {
    const avatar_part *part;
    vec3 *deltas;
    size_t next;
} morph_maker;

static void morph_feature(const feature *f, int columns, int rows, void *user) {
    morph_maker *m = user;
    for (int row = 0; row <= rows; ++row) {
        for (int column = 0; column <= columns; ++column, ++m->next) {
            avatar_vertex v = feature_vertex((double)column / columns, (double)row / rows, f);
            m->deltas[m->next] = vec3_sub(v.position, m->part->vertices.items[m->next].position);
        }
    }
}

void character_add_face_targets(avatar *a, int mesh, character_detail d) {
    for (size_t i = 0; i < TARGET_COUNT; ++i) {
        face_shape face = face_of(&targets[i]);
        int target = mesh_add_target(a, mesh, targets[i].name);
        morph_maker m = {&a->meshes.items[mesh].parts.items[0], NULL, 0};
        m.deltas = m.part->targets.items[target];
        visit_features(a, &face, d, morph_feature, &m);
    }
}

/* --- Cheeks --- */

typedef struct cheek {
    int head;
    double side;
} cheek;

static avatar_vertex cheek_vertex(double s, double t, const void *user) {
    const cheek *c = user;
    double x = c->side * (0.0600 + (s - 0.5) * 0.034), y = 1.2545 - (t - 0.5) * 0.019;
    avatar_vertex v;
    memset(&v, 0, sizeof v);
    v.position = face_point(x, y, lifts[LIFT_BLUSH]);
    v.normal = face_normal_at(x, y);
    v.u = s;
    v.v = t;
    v.joints[0] = c->head;
    v.weights[0] = 1;
    return v;
}

void character_add_blush(avatar *a, avatar_part *blush, character_detail d) {
    for (int i = 0; i < 2; ++i) {
        cheek c = {a->bones[VRM_BONE_HEAD], i == 0 ? 1 : -1};
        patch_add(blush, 4 * d.around, 3 * d.around, cheek_vertex, &c);
    }
}

/* --- Irises --- */

typedef struct iris {
    int bone;
    double side, scale;
} iris;

static avatar_vertex iris_vertex(double s, double t, const void *user) {
    const iris *i = user;
    double across = cosine(s) * t, up = sine(s) * t;
    double x = i->side * eye_x + across * 0.0150 * i->scale,
           y = eye_y - 0.0006 + up * 0.0192 * i->scale;
    avatar_vertex v;
    memset(&v, 0, sizeof v);
    v.position = face_point(x, y, lifts[LIFT_IRIS]);
    v.normal = face_normal_at(x, y);
    /* The left half of the texture; its right half is for an expression. */
    v.u = 0.25 + 0.235 * across;
    v.v = 0.5 - 0.47 * up;
    v.joints[0] = i->bone;
    v.weights[0] = 1;
    return v;
}

void character_add_eyes(avatar *a, avatar_part *eyes, character_detail d) {
    for (int k = 0; k < 2; ++k) {
        iris i = {a->bones[k == 0 ? VRM_BONE_LEFT_EYE : VRM_BONE_RIGHT_EYE], k == 0 ? 1 : -1, 1};
        patch_add(eyes, 20 * d.around, 2 * d.around, iris_vertex, &i);
    }
}

void character_add_eye_targets(avatar *a, int mesh) {
    static const struct {
        const char *name;
        double yaw, pitch; /* degrees to the left, and downwards */
    } looks[] = {
        {"look_up", 0, -4.5}, {"look_down", 0, 3.5}, {"look_left", 6, 0}, {"look_right", -6, 0}};
    avatar_part *p = &a->meshes.items[mesh].parts.items[0];
    int target;
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; ++i) {
        quat turn = quat_multiply(quat_about(vec3_make(0, 1, 0), looks[i].yaw / 360),
                                  quat_about(vec3_make(1, 0, 0), looks[i].pitch / 360));
        target = mesh_add_target(a, mesh, looks[i].name);
        for (size_t k = 0; k < p->vertices.count; ++k) {
            const avatar_vertex *v = &p->vertices.items[k];
            vec3 from = vec3_sub(v->position, a->nodes.items[v->joints[0]].place);
            p->targets.items[target][k] = vec3_sub(quat_rotate(turn, from), from);
        }
    }
    target = mesh_add_target(a, mesh, "small");
    for (size_t k = 0; k < p->vertices.count; ++k) {
        vec3 at = p->vertices.items[k].position;
        vec3 middle = face_point(at.x > 0 ? eye_x : -eye_x, eye_y, lifts[LIFT_IRIS]);
        p->targets.items[target][k] = vec3_scale(vec3_sub(middle, at), 0.24);
    }
}
