/*
 * The features of the face: patches that lie just above its surface, in layers. What an expression
 * changes is drawn flat, in x and y; the surface gives the depth.
 *
 * An eye, from below: the white; the iris (a mesh of its own, on the eye bone), which is larger
 * than the opening; the lids, a frame of skin around the opening that rises from the face to above
 * the iris; the lashes.
 */
#include "character.h"

#include <string.h>

static const double eye_x = 0.0440, eye_y = 1.3190, eye_width = 0.0265;
static const double mouth_y = 1.2500, brow_y = 1.3575;

enum { FRAME, WHITE, LASH, LOWER_LASH, CREASE, BROW, MOUTH, UPPER_LIP, LOWER_LIP, NOSE };

/* --- What an expression does --- */

typedef struct eye_shape {
    double closed;             /* 0 open … 1 closed: how far the upper lid comes down */
    double slant;              /* of the lid: > 0 lower on the inside */
    double line_low, line_bow; /* of the closed lids: height of the middle, rise of the ends */
    double wide;               /* the opening, 1 at rest */
    double lower;              /* how far the lower lid comes up */
} eye_shape;

typedef struct brow_shape {
    double raise, slant; /* slant > 0: the inner end higher */
    double bend;         /* of the arch, 1 at rest */
} brow_shape;

typedef struct mouth_shape {
    double width;       /* half */
    double top, bottom; /* of the middle */
    double corners;     /* height of the corners */
    double round;       /* 0: pointed corners … 1: an ellipse */
} mouth_shape;

typedef struct face_shape {
    eye_shape eyes[2]; /* left, right */
    brow_shape brow;
    mouth_shape mouth;
} face_shape;

/* The targets of the mesh, in this order. */
typedef struct face_target {
    const char *name;
    int eyes; /* which change: 1 left, 2 right */
    eye_shape eye;
    brow_shape brow;
    mouth_shape mouth; /* width 0: as at rest */
} face_target;

/* clang-format off */
#define MOUTH_REST {0.0150, 0.0004, -0.0004, 0.0030, 0.2}
#define MOUTH_SAME {0, 0, 0, 0, 0}
#define EYE_REST {0, 0, -0.0115, 0.0058, 1, 0}
#define EYE_SHUT {1, 0, -0.0115, 0.0058, 1, 1}
#define BROW_REST {0, 0.02, 1}

static const face_target targets[] = {
    {"mouth_aa", 0, EYE_REST, BROW_REST, {0.0140, 0.0040, -0.0172, 0.0005, 0.75}},
    {"mouth_ih", 0, EYE_REST, BROW_REST, {0.0185, 0.0022, -0.0072, 0.0015, 0.45}},
    {"mouth_ou", 0, EYE_REST, BROW_REST, {0.0064, 0.0046, -0.0068, -0.0005, 1}},
    {"mouth_ee", 0, EYE_REST, BROW_REST, {0.0170, 0.0024, -0.0106, 0.0020, 0.6}},
    {"mouth_oh", 0, EYE_REST, BROW_REST, {0.0100, 0.0062, -0.0132, -0.0010, 1}},
    {"mouth_happy", 0, EYE_REST, BROW_REST, {0.0205, -0.0022, -0.0178, 0.0046, 0.55}},
    {"mouth_angry", 0, EYE_REST, BROW_REST, {0.0125, 0.0036, 0.0014, -0.0048, 0.2}},
    {"mouth_sad", 0, EYE_REST, BROW_REST, {0.0110, 0.0022, -0.0002, -0.0038, 0.2}},
    {"mouth_relaxed", 0, EYE_REST, BROW_REST, {0.0160, -0.0018, -0.0038, 0.0046, 0.2}},
    {"mouth_surprised", 0, EYE_REST, BROW_REST, {0.0080, 0.0070, -0.0105, -0.0010, 1}},
    {"mouth_neutral", 0, EYE_REST, BROW_REST, {0.0105, 0.0008, -0.0008, 0.0002, 0.2}},
    {"blink_left", 1, EYE_SHUT, BROW_REST, MOUTH_SAME},
    {"blink_right", 2, EYE_SHUT, BROW_REST, MOUTH_SAME},
    {"eyes_happy", 3, {1, 0, 0.0060, -0.0125, 1, 1}, {0.0045, 0.03, 1.5}, MOUTH_SAME},
    {"eyes_angry", 3, {0.20, 0.20, -0.0115, 0.0058, 1, 0.12}, {-0.0050, -0.50, 0.3}, MOUTH_SAME},
    {"eyes_sad", 3, {0.24, -0.20, -0.0115, 0.0058, 1, 0}, {0.0015, 0.36, 0.6}, MOUTH_SAME},
    {"eyes_relaxed", 3, {0.46, 0, -0.0115, 0.0058, 1, 0.10}, {0.002, 0.08, 1.3}, MOUTH_SAME},
    {"eyes_surprised", 3, {0, 0, -0.0115, 0.0058, 1.12, 0}, {0.0100, 0.02, 1.5}, MOUTH_SAME},
};
/* clang-format on */
enum { TARGET_COUNT = sizeof targets / sizeof targets[0] };

static face_shape face_of(const face_target *t) {
    static const eye_shape eye_rest = EYE_REST;
    static const brow_shape brow_rest = BROW_REST;
    static const mouth_shape mouth_rest = MOUTH_REST;
    face_shape f = {{eye_rest, eye_rest}, brow_rest, mouth_rest};
    if (t == NULL) return f;
    for (int side = 0; side < 2; ++side) {
        if (t->eyes & 1 << side) f.eyes[side] = t->eye;
    }
    f.brow = t->brow;
    if (t->mouth.width > 0) f.mouth = t->mouth;
    return f;
}

/* --- The lines of an eye: k from -1, the inner corner, to 1, the outer --- */

static double upper_rest(double k) {
    static const knot line[] = {{-1.0, -0.0070}, {-0.92, 0.0020}, {-0.72, 0.0110},
                                {-0.35, 0.0186}, {0.05, 0.0212},  {0.45, 0.0198},
                                {0.75, 0.0146},  {0.92, 0.0082},  {1.0, 0.0005}};
    return curve_at(line, sizeof line / sizeof line[0], k);
}

static double lower_rest(double k) {
    static const knot line[] = {{-1.0, -0.0070}, {-0.82, -0.0165}, {-0.45, -0.0228},
                                {0.05, -0.0244}, {0.50, -0.0216},  {0.84, -0.0125},
                                {1.0, 0.0005}};
    return curve_at(line, sizeof line / sizeof line[0], k);
}

static double closed_line(const eye_shape *e, double k) {
    return e->line_low + e->line_bow * k * k;
}

static double upper_line(const eye_shape *e, double k) {
    double closing = clamp(e->closed - e->slant * k, 0, 1);
    return mix(upper_rest(k) * e->wide, closed_line(e, k), closing);
}

static double lower_line(const eye_shape *e, double k) {
    double line = mix(lower_rest(k) * e->wide, closed_line(e, k) - 0.0006, e->lower);
    return lower(line, upper_line(e, k) - 0.0003); /* lids do not cross */
}

/* --- Features, each as a place for s across and t down --- */

typedef struct feature {
    int kind;
    int side; /* 0 left, 1 right */
    int head;
    const face_shape *face;
} feature;

typedef struct spot {
    double x, y, lift;
} spot;

/* Around from the outer corner over the top; from the opening to where it meets the face. */
static spot frame_at(const eye_shape *e, double s, double t) {
    double k = cosine(s), up = sine(s);
    double x = k * eye_width * e->wide, y = s <= 0.5 ? upper_line(e, k) : lower_line(e, k);
    double far_x = k * (eye_width + 0.0095), far_y = up * (up > 0 ? 0.0370 : 0.0345) - 0.001;
    /* Above the iris as far as that reaches, even under a lid that is closed. */
    double part = t < 0.5 ? t * 1.56 : mix(0.78, 1, t * 2 - 1);
    spot at = {mix(x, far_x, part), mix(y, far_y, part),
               t <= 0.5 ? 0.0042 : mix(0.0042, 0.0002, t * 2 - 1)};
    return at;
}

static spot white_at(const eye_shape *e, double s, double t) {
    double k = s * 2 - 1;
    spot at = {k * (eye_width + 0.0005) * e->wide,
               mix(upper_rest(k) + 0.001, lower_rest(k) - 0.001, t) * e->wide, 0.0005};
    return at;
}

/* Thick above the pupil and outwards, with a wing at the outer end. */
static spot lash_at(const eye_shape *e, double s, double t) {
    static const knot thickness[] = {{-1.0, 0.0006}, {-0.85, 0.0024}, {-0.5, 0.0042},
                                     {0.0, 0.0052},  {0.5, 0.0057},   {0.85, 0.0054},
                                     {1.0, 0.0044},  {1.12, 0.0024},  {1.24, 0.0002}};
    double k = mix(-1.04, 1.24, s), inside = clamp(k, -1, 1), wing = higher(k - 0.9, 0);
    double thick = curve_at(thickness, sizeof thickness / sizeof thickness[0], k);
    double shut = clamp(e->closed, 0, 1);
    spot at = {0, 0, 0.0048};
    at.x = k * eye_width * e->wide;
    at.y = upper_line(e, inside) - 0.0008 + thick * mix(1, 0.72, shut * shut) * (1 - t);
    at.y += wing * mix(0.016, e->line_bow > 0 ? 0.010 : -0.010, shut);
    return at;
}

static spot lower_lash_at(const eye_shape *e, double s, double t) {
    double k = mix(-0.15, 1.03, s), taper = 4 * s * (1 - s);
    spot at = {k * eye_width * e->wide, 0, 0.0045};
    at.y = lower_line(e, clamp(k, -1, 1)) + 0.0004 - t * mix(0.0004, 0.0016, taper);
    return at;
}

/* The fold of the upper lid, which comes down half as far. */
static spot crease_at(const eye_shape *e, double s, double t) {
    double k = mix(-0.62, 0.98, s), taper = 4 * s * (1 - s);
    double open = upper_rest(k) * e->wide + 0.0072, shut = closed_line(e, k) + 0.0130;
    spot at = {k * eye_width * e->wide, 0, 0.0045};
    at.y = mix(open, higher(shut, upper_line(e, k) + 0.0072), 0.55 * clamp(e->closed, 0, 1));
    at.y -= t * mix(0.0002, 0.0010, taper);
    return at;
}

static spot brow_at(const brow_shape *b, double s, double t) {
    double k = s * 2 - 1;
    double thick = 0.0040 * square_root(1 - 0.80 * k * k) * (k > 0 ? 1 - 0.55 * k : 1);
    spot at = {k * 0.0195 + 0.0015, 0, 0.0049}; /* above the lids */
    at.y = brow_y - eye_y - 0.0040 * b->bend * (k + 0.10) * (k + 0.10) + b->raise -
           b->slant * 0.0195 * k + thick * (0.5 - t);
    return at;
}

static spot mouth_at(const mouth_shape *m, double s, double t) {
    double k = s * 2 - 1, bow = 1 - k * k, corner = m->corners * k * k;
    double arch = mix(bow, square_root(bow), m->round);
    spot at = {k * m->width, 0, 0.0010};
    /* Lines that end in nothing would flicker: corners keep a little height. */
    at.y = corner + mix(m->top, m->bottom, t) * higher(arch, 0.08);
    return at;
}

/* The line around the mouth, which is all of a closed one. It is thicker above, and ends beyond the
 * corners. */
static spot lip_at(const mouth_shape *m, bool is_upper, double s, double t) {
    double k = (s * 2 - 1) * 1.06, bow = higher(1 - k * k * 0.84, 0);
    spot edge = mouth_at(m, clamp(k * 0.5 + 0.5, 0, 1), is_upper ? 0 : 1);
    double out = is_upper ? 0.0015 : -0.0010, in = is_upper ? -0.0004 : 0.0003;
    spot at = {k * m->width, edge.y + mix(out, in, is_upper ? t : 1 - t) * bow, 0.0014};
    return at;
}

/* A stroke under the tip. */
static spot nose_at(double s, double t) {
    spot at = {(s - 0.5) * 0.0052,
               1.2722 + 0.0006 * s - 0.0011 * t * (1 - (2 * s - 1) * (2 * s - 1)), 0.0006};
    return at;
}

static spot spot_of(const feature *f, double s, double t) {
    const eye_shape *e = &f->face->eyes[f->side];
    switch (f->kind) {
    case FRAME:
        return frame_at(e, s, t);
    case WHITE:
        return white_at(e, s, t);
    case LASH:
        return lash_at(e, s, t);
    case LOWER_LASH:
        return lower_lash_at(e, s, t);
    case CREASE:
        return crease_at(e, s, t);
    case BROW:
        return brow_at(&f->face->brow, s, t);
    case MOUTH:
        return mouth_at(&f->face->mouth, s, t);
    case UPPER_LIP:
    case LOWER_LIP:
        return lip_at(&f->face->mouth, f->kind == UPPER_LIP, s, t);
    default:
        return nose_at(s, t);
    }
}

static bool is_lip(const feature *f) { return f->kind == UPPER_LIP || f->kind == LOWER_LIP; }

static void texture_at(const feature *f, double s, double t, avatar_vertex *v) {
    const box *b = f->kind == WHITE   ? &skin_white
                   : f->kind == MOUTH ? &skin_mouth
                   : f->kind == BROW  ? &skin_brow
                   : f->kind == LASH  ? &skin_lash
                   : is_lip(f)        ? &skin_lip
                                      : &skin_crease;
    double margin = f->kind == WHITE || f->kind == MOUTH ? 0.04 : 0.2;
    v->u = mix(b->left, b->right, mix(margin, 1 - margin, s));
    v->v = mix(b->top, b->bottom, mix(margin, 1 - margin, t));
}

static avatar_vertex feature_vertex(double s, double t, const void *user) {
    const feature *f = user;
    spot at = spot_of(f, s, t);
    avatar_vertex v;
    memset(&v, 0, sizeof v);
    if (f->kind == MOUTH || is_lip(f)) {
        at.y += mouth_y;
    } else if (f->kind != NOSE) {
        at.x = (f->side == 0 ? 1 : -1) * (eye_x + at.x);
        at.y += eye_y;
    }
    v.position = face_point(at.x, at.y, at.lift);
    v.normal = head_normal(v.position);
    v.joints[0] = f->head;
    v.weights[0] = 1;
    if (f->kind == FRAME) {
        face_texture(at.x, at.y, &v.u, &v.v);
    } else {
        texture_at(f, s, t, &v);
    }
    return v;
}

/* Calls for each feature, in the order of their vertices. */
typedef void feature_visit(const feature *f, int columns, int rows, void *user);

static void visit_features(const avatar *a, const face_shape *face, character_detail d,
                           feature_visit *visit, void *user) {
    static const struct {
        int kind, columns, rows;
    } features[] = {{WHITE, 8, 2},      {FRAME, 20, 2}, {LASH, 14, 1},
                    {LOWER_LASH, 6, 1}, {CREASE, 7, 1}, {BROW, 6, 1}};
    feature f = {MOUTH, 0, a->bones[VRM_BONE_HEAD], face};
    visit(&f, 12 * d.around, 2 * d.around, user);
    for (f.kind = UPPER_LIP; f.kind <= LOWER_LIP; ++f.kind) {
        visit(&f, 10 * d.around, d.around, user);
    }
    f.kind = NOSE;
    visit(&f, 3 * d.around, d.around, user);
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
    face_shape rest = face_of(NULL);
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
    double x = c->side * (0.0585 + (s - 0.5) * 0.036), y = 1.2800 - (t - 0.5) * 0.022;
    avatar_vertex v;
    memset(&v, 0, sizeof v);
    v.position = face_point(x, y, 0.0012);
    v.normal = head_normal(v.position);
    v.u = s;
    v.v = t;
    v.joints[0] = c->head;
    v.weights[0] = 1;
    return v;
}

void character_add_blush(avatar *a, avatar_part *blush, character_detail d) {
    for (int i = 0; i < 2; ++i) {
        cheek c = {a->bones[VRM_BONE_HEAD], i == 0 ? 1 : -1};
        patch_add(blush, 4 * d.around, 2 * d.around, cheek_vertex, &c);
    }
}

/* --- Irises --- */

static const double iris_width = 0.0192, iris_height = 0.0246, iris_lift = 0.0026;

typedef struct iris {
    int bone;
    double side;
} iris;

/* Of both eyes, from their middles; the surface gives the depth here too. */
static vec3 iris_place(double side, double across, double up) {
    return face_point(side * (eye_x - 0.0012) + across, eye_y - 0.0008 + up, iris_lift);
}

static avatar_vertex iris_vertex(double s, double t, const void *user) {
    const iris *i = user;
    double across = cosine(s) * t, up = sine(s) * t;
    avatar_vertex v;
    memset(&v, 0, sizeof v);
    v.position = iris_place(i->side, across * iris_width, up * iris_height);
    v.normal = head_normal(v.position);
    /* The left half of the texture; its right half is for an expression. */
    v.u = 0.25 + 0.240 * across;
    v.v = 0.5 - 0.48 * up;
    v.joints[0] = i->bone;
    v.weights[0] = 1;
    return v;
}

void character_add_eyes(avatar *a, avatar_part *eyes, character_detail d) {
    for (int k = 0; k < 2; ++k) {
        iris i = {a->bones[k == 0 ? VRM_BONE_LEFT_EYE : VRM_BONE_RIGHT_EYE], k == 0 ? 1 : -1};
        disc_add(eyes, 20 * d.around, d.around, iris_vertex, &i);
    }
}

void character_add_eye_targets(avatar *a, int mesh) {
    static const struct {
        const char *name;
        double across, up, size;
    } looks[] = {{"look_up", 0, 0.0062, 1},
                 {"look_down", 0, -0.0055, 1},
                 {"look_left", 0.0080, 0, 1},
                 {"look_right", -0.0080, 0, 1},
                 {"small", 0, 0, 0.76}};
    avatar_part *p = &a->meshes.items[mesh].parts.items[0];
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; ++i) {
        int target = mesh_add_target(a, mesh, looks[i].name);
        for (size_t k = 0; k < p->vertices.count; ++k) {
            vec3 at = p->vertices.items[k].position;
            double side = at.x > 0 ? 1 : -1;
            vec3 middle = iris_place(side, 0, 0);
            vec3 to = iris_place(side, (at.x - middle.x) * looks[i].size + looks[i].across,
                                 (at.y - middle.y) * looks[i].size + looks[i].up);
            p->targets.items[target][k] = vec3_sub(to, at);
        }
    }
}
