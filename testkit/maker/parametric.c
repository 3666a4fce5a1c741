#include "parametric.h"

#include "images.h"
#include "shape.h"

#include <string.h>

void parametric_init(parametric_options *out) {
    memset(out, 0, sizeof *out);
    out->dialect = DIALECT_1;
    out->bones = BONES_BASIC;
    out->chains = 4;
    out->joints = 5;
    out->shape = SHAPE_MIX;
    out->parent = VRM_BONE_HEAD;
    out->center = NONE;
    out->look_at = VRM_LOOK_AT_TYPE_BONE;
    out->has_expressions = true;
    out->targets = PARAMETRIC_TARGETS;
    out->expressions = PARAMETRIC_EXPRESSIONS;
    out->is_mtoon = true;
    out->root_scale = 1;
    out->segment = 0.05;
    out->hit_radius = 0.01;
    out->gravity = vec3_make(0, -1, 0);
    out->seed = 1;
}

/* --- Body --- */

static void add_body(avatar *a, const parametric_options *o) {
    static const struct {
        int bone;
        vec3 low, high;
    } boxes[] = {
        {VRM_BONE_HIPS, {-0.100, 0.74, -0.070}, {0.100, 0.86, 0.070}},
        {VRM_BONE_SPINE, {-0.085, 0.86, -0.060}, {0.085, 0.96, 0.060}},
        {VRM_BONE_CHEST, {-0.100, 0.96, -0.065}, {0.100, 1.13, 0.065}},
        {VRM_BONE_NECK, {-0.030, 1.13, -0.030}, {0.030, 1.195, 0.030}},
        {VRM_BONE_HEAD, {-0.100, 1.195, -0.100}, {0.100, 1.45, 0.100}},
        {VRM_BONE_LEFT_UPPER_ARM, {0.105, 1.07, -0.030}, {0.300, 1.13, 0.030}},
        {VRM_BONE_LEFT_LOWER_ARM, {0.305, 1.07, -0.030}, {0.490, 1.13, 0.030}},
        {VRM_BONE_LEFT_HAND, {0.495, 1.08, -0.040}, {0.640, 1.12, 0.040}},
        {VRM_BONE_LEFT_UPPER_LEG, {0.030, 0.435, -0.045}, {0.115, 0.735, 0.045}},
        {VRM_BONE_LEFT_LOWER_LEG, {0.035, 0.080, -0.040}, {0.110, 0.430, 0.040}},
        {VRM_BONE_LEFT_FOOT, {0.035, 0.000, -0.050}, {0.110, 0.080, 0.130}},
    };
    enum { MIDDLE = 5 }; /* boxes that are not mirrored */
    int texture, material, at;
    avatar_part *p;
    size_t first_vertex = 0, first_index = 0;
    texture = avatar_add_image(a, "checker", image_png("checker"));
    material = avatar_add_material(a, "Body", 0.9, 0.9, 0.9);
    a->materials.items[material].base_texture = texture;
    a->materials.items[material].shade_texture = texture;
    a->materials.items[material].is_mtoon = o->is_mtoon;
    for (int i = 0; i < 3; ++i) a->materials.items[material].shade_color[i] = 0.5;
    at = avatar_add_mesh(a, "Body", NONE);
    p = mesh_part(a, a->nodes.items[at].mesh, material);
    for (size_t i = 0; i < sizeof boxes / sizeof boxes[0]; ++i) {
        if (i == MIDDLE) {
            first_vertex = p->vertices.count;
            first_index = p->indices.count;
        }
        box_add(p, boxes[i].low, boxes[i].high, a->bones[boxes[i].bone]);
    }
    part_mirror(a, p, first_vertex, first_index);
}

/* Each target by itself, in turn; then two at a time. */
static void add_more_expressions(avatar *a, const parametric_options *o, int face) {
    for (int i = PARAMETRIC_EXPRESSIONS; i < o->expressions; ++i) {
        int number = i - PARAMETRIC_EXPRESSIONS, target = number % o->targets;
        char name[NAME_SIZE];
        avatar_expression *e;
        set_name(name, "e%d", i);
        e = avatar_add_custom(a, name);
        expression_add_morph(e, face, target, 1);
        if (number < o->targets) continue;
        expression_add_morph(e, face, (target + o->targets / 2) % o->targets, 0.5);
    }
}

static void add_expressions(avatar *a, const parametric_options *o, int face, int material) {
    static const struct {
        int preset, target;
        double weight;
    } presets[] = {
        {VRM_PRESET_HAPPY, 1, 1},        {VRM_PRESET_AA, 0, 1},
        {VRM_PRESET_BLINK, 2, 1},        {VRM_PRESET_LOOK_UP, 3, 1},
        {VRM_PRESET_LOOK_DOWN, 3, 0.5},  {VRM_PRESET_LOOK_LEFT, 4, 1},
        {VRM_PRESET_LOOK_RIGHT, 4, 0.5},
    };
    avatar_expression *e;
    avatar_color_bind *tint;
    avatar_uv_bind *uv;
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; ++i) {
        e = avatar_add_preset(a, presets[i].preset);
        expression_add_morph(e, face, presets[i].target, presets[i].weight);
        if (presets[i].preset == VRM_PRESET_HAPPY) {
            e->override_blink = VRM_OVERRIDE_BLEND;
            e->override_mouth = VRM_OVERRIDE_BLOCK;
        }
    }
    e = avatar_add_custom(a, "bin");
    expression_add_morph(e, face, 5, 1);
    e->is_binary = true;
    e->override_blink = VRM_OVERRIDE_BLOCK;
    e = avatar_add_custom(a, "tint");
    tint = LIST_ADD(&e->colors);
    tint->material = material;
    tint->type = VRM_COLOR_BIND_COLOR;
    tint->target[0] = tint->target[3] = 1;
    tint->target[1] = tint->target[2] = 0.25;
    uv = LIST_ADD(&e->uvs);
    uv->material = material;
    uv->scale[0] = uv->scale[1] = 1;
    uv->offset[0] = 0.5;
    add_more_expressions(a, o, face);
}

/* A plate in front of the head, which all targets move. */
static void add_plate(avatar *a, const parametric_options *o, int mesh, avatar_part *p) {
    static const char *const names[PARAMETRIC_TARGETS] = {"t0", "t1", "t2", "t3", "t4", "t5"};
    box_add(p, vec3_make(-0.05, 1.24, 0.1), vec3_make(0.05, 1.34, 0.105), a->bones[VRM_BONE_HEAD]);
    for (int k = 0; k < o->targets; ++k) {
        int target = mesh_add_target(a, mesh, names[k]);
        for (size_t i = 0; i < p->vertices.count; ++i) {
            double d = 0.01 * (k + 1);
            p->targets.items[target][i] = vec3_make(d, d, d);
        }
    }
}

/* Tiles all over the front of the head: a target swells its tile and takes it before the others. */
static void add_tiles(avatar *a, const parametric_options *o, int mesh, avatar_part *p) {
    static char names[PARAMETRIC_MOST_TARGETS][NAME_SIZE];
    int columns = 1, rows;
    size_t vertices;
    double width, height;
    while (columns * columns < o->targets) ++columns;
    rows = (o->targets + columns - 1) / columns;
    width = 0.18 / columns;
    height = 0.22 / rows;
    for (int k = 0; k < o->targets; ++k) {
        int row = k / columns;
        double x = -0.09 + width * (k % columns), y = 1.43 - height * (row + 1);
        box_add(p, vec3_make(x + 0.2 * width, y + 0.2 * height, 0.1),
                vec3_make(x + 0.8 * width, y + 0.8 * height, 0.105), a->bones[VRM_BONE_HEAD]);
    }
    vertices = p->vertices.count / (size_t)o->targets;
    for (int k = 0; k < o->targets; ++k) {
        int row = k / columns;
        double x = -0.09 + width * (k % columns + 0.5), y = 1.43 - height * (row + 0.5);
        int target;
        set_name(names[k], "t%d", k);
        target = mesh_add_target(a, mesh, names[k]);
        for (size_t i = (size_t)k * vertices; i < (size_t)(k + 1) * vertices; ++i) {
            vec3 at = p->vertices.items[i].position;
            p->targets.items[target][i] = vec3_make(1.8 * (at.x - x), 1.8 * (at.y - y), 0.02);
        }
    }
}

static void add_face(avatar *a, const parametric_options *o) {
    bool is_plate = o->targets == PARAMETRIC_TARGETS;
    int material = is_plate ? avatar_add_material(a, "Face", 0.75, 0.25, 0.2)
                            : avatar_add_material(a, "Face", 0.05, 0.15, 0.5);
    int at = avatar_add_mesh(a, "Face", NONE), mesh = a->nodes.items[at].mesh;
    avatar_part *p = mesh_part(a, mesh, material);
    a->materials.items[material].shade_color[0] = is_plate ? 0.4 : 0;
    if (is_plate) {
        add_plate(a, o, mesh, p);
    } else {
        add_tiles(a, o, mesh, p);
    }
    if (o->has_expressions) add_expressions(a, o, at, material);
}

/* --- Springs --- */

static int choose_shape(const parametric_options *o, int number) {
    static const int kinds[] = {VRM_COLLIDER_SPHERE, VRM_COLLIDER_CAPSULE,
                                VRM_COLLIDER_INSIDE_SPHERE, VRM_COLLIDER_INSIDE_CAPSULE,
                                VRM_COLLIDER_PLANE};
    int known = o->dialect == DIALECT_0 ? 1 : o->dialect == DIALECT_DRAFT ? 2 : 5;
    /* Mostly spheres and capsules; each twelfth is an inside one or a plane. */
    if (o->shape != SHAPE_MIX) return o->shape;
    if (known == 5 && number % 12 == 11) return kinds[2 + number / 12 % 3];
    return kinds[number % (known < 2 ? known : 2)];
}

static int add_collider(avatar *a, const parametric_options *o, dice *roll, int number) {
    static const int hosts[] = {VRM_BONE_HEAD,           VRM_BONE_NECK, VRM_BONE_CHEST,
                                VRM_BONE_SPINE,          VRM_BONE_HIPS, VRM_BONE_LEFT_UPPER_ARM,
                                VRM_BONE_RIGHT_UPPER_ARM};
    int shape = choose_shape(o, number), node = a->bones[hosts[number % 7]];
    double radius;
    vec3 offset, tail;
    offset.x = dice_between(roll, -0.1, 0.1);
    offset.y = dice_between(roll, -0.1, 0.1);
    offset.z = dice_between(roll, -0.1, 0.1);
    radius = dice_between(roll, 0.02, 0.07);
    tail = vec3_add(offset, vec3_make(0.05, 0.05, 0.05));
    if (shape == VRM_COLLIDER_INSIDE_SPHERE || shape == VRM_COLLIDER_INSIDE_CAPSULE) {
        radius += 0.5; /* room for the chains */
    } else if (shape == VRM_COLLIDER_PLANE) {
        tail = vec3_make(0.6, 0.8, 0);
        offset = vec3_scale(tail, -0.3);
        radius = 0;
    }
    return avatar_add_collider(a, node, shape, offset, tail, radius);
}

/* Of one chain; NONE: of all. */
static int add_group(avatar *a, const parametric_options *o, dice *roll, int chain) {
    avatar_group *group;
    LIST(int) members = {NULL, 0, 0};
    int first = chain != NONE ? chain * o->colliders : 0;
    for (int i = 0; i < o->colliders; ++i) {
        *LIST_ADD(&members) = add_collider(a, o, roll, first + i);
    }
    group = LIST_ADD(&a->groups);
    if (chain != NONE) {
        set_name(group->name, "group_%d", chain);
    } else {
        set_name(group->name, "shared");
    }
    group->colliders.items = members.items;
    group->colliders.count = members.count;
    group->colliders.capacity = members.capacity;
    return (int)a->groups.count - 1;
}

static void set_parameters(avatar_joint *j, const parametric_options *o, dice *roll) {
    j->hit_radius = o->hit_radius;
    j->stiffness = round_to(dice_between(roll, 0.5, 1.5), 3);
    j->gravity_power = round_to(dice_between(roll, 0, 0.5), 3);
    j->drag_force = round_to(dice_between(roll, 0.2, 0.6), 3);
    j->limit = o->limit;
    j->gravity_dir = o->gravity;
}

/* The node in the middle of the chain before, where this one hangs from it. */
static int find_host(const avatar *a, const parametric_options *o, int chain) {
    const avatar_spring *before;
    if (!o->hangs_on_chains || chain % 3 == 0) return NONE;
    before = &a->springs.items[a->springs.count - 1];
    return before->joints.items[(before->joints.count - 1) / 2].node;
}

static void add_chain(avatar *a, const parametric_options *o, dice *roll, int chain,
                      int shared_group) {
    double angle = (double)chain / (o->chains > 1 ? o->chains : 1);
    int host = find_host(a, o, chain), parent = host != NONE ? host : a->bones[o->parent];
    int group = NONE;
    vec3 place = vec3_add(a->nodes.items[parent].place,
                          host != NONE ? vec3_make(0.02, 0, 0.02)
                                       : vec3_make(0.1 * cosine(angle), 0.1, 0.1 * sine(angle)));
    avatar_spring *s;
    char name[NAME_SIZE];
    if (o->has_holders && host == NONE) {
        set_name(name, "holder_%d", chain);
        parent = avatar_add_node(a, name, parent,
                                 vec3_add(a->nodes.items[parent].place, vec3_make(0, 0.02, 0)));
    }
    if (o->colliders != 0 && shared_group == NONE) group = add_group(a, o, roll, chain);
    s = LIST_ADD(&a->springs);
    set_name(s->name, "spring_%d", chain);
    s->center = o->center != NONE ? a->bones[o->center] : NONE;
    if (group != NONE || shared_group != NONE) {
        *LIST_ADD(&s->groups) = group != NONE ? group : shared_group;
    }
    for (int i = 0; i <= o->joints; ++i) {
        avatar_joint *j = LIST_ADD(&s->joints);
        set_name(name, "s%d_%d", chain, i);
        parent = avatar_add_node(a, name, parent, place);
        a->nodes.items[parent].is_end = i == o->joints;
        j->node = parent;
        if (i > 0 && o->is_uniform) {
            *j = s->joints.items[0];
            j->node = parent;
        } else {
            set_parameters(j, o, roll);
        }
        if (o->is_sparse && i < o->joints) {
            set_name(name, "s%d_%dm", chain, i);
            parent =
                avatar_add_node(a, name, parent, vec3_sub(place, vec3_make(0, o->segment / 2, 0)));
        }
        place.y -= o->segment;
    }
}

/* --- Constraints and lookAt --- */

static void add_constraints(avatar *a, const parametric_options *o) {
    static const struct {
        const char *name;
        int parent, source, mask, kind, axis;
        vec3 offset;
        double weight;
    } kinds[] = {
        {"cRoll",
         VRM_BONE_LEFT_UPPER_ARM,
         VRM_BONE_LEFT_LOWER_ARM,
         CONSTRAINTS_ROLL,
         VRM_CONSTRAINT_ROLL,
         VRM_AXIS_POSITIVE_X,
         {0.1, 0, 0},
         0.5},
        {"cAim",
         VRM_BONE_CHEST,
         VRM_BONE_LEFT_HAND,
         CONSTRAINTS_AIM,
         VRM_CONSTRAINT_AIM,
         VRM_AXIS_POSITIVE_Z,
         {0, 0.2, 0.1},
         0.8},
        {"cRotation",
         VRM_BONE_CHEST,
         VRM_BONE_HEAD,
         CONSTRAINTS_ROTATION,
         VRM_CONSTRAINT_ROTATION,
         VRM_AXIS_POSITIVE_X,
         {0, 0.1, 0.1},
         0.7},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        int parent = a->bones[kinds[i].parent], node;
        if (!(o->constraints & kinds[i].mask)) continue;
        node = avatar_add_node(a, kinds[i].name, parent,
                               vec3_add(a->nodes.items[parent].place, kinds[i].offset));
        avatar_add_constraint(a, node, a->bones[kinds[i].source], kinds[i].kind, kinds[i].axis,
                              kinds[i].weight);
    }
    if (o->constraints & CONSTRAINTS_ROTATION) { /* one that depends on another */
        int parent = a->bones[VRM_BONE_SPINE];
        int node = avatar_add_node(a, "cChain", parent,
                                   vec3_add(a->nodes.items[parent].place, vec3_make(0, 0.05, 0)));
        avatar_add_constraint(a, node, avatar_find_node(a, "cRotation"), VRM_CONSTRAINT_ROTATION,
                              VRM_AXIS_POSITIVE_X, 1);
    }
}

static void add_look_at(avatar *a, const parametric_options *o) {
    static const double degrees[] = {10, 20, 15, 30};
    if (o->look_at == NONE) return;
    a->look_at.is_present = true;
    a->look_at.type = o->look_at;
    a->look_at.offset = vec3_make(0, 0.06, 0);
    for (int i = 0; i < 4; ++i) {
        a->look_at.maps[i].input_max = 90;
        a->look_at.maps[i].output_scale = o->look_at == VRM_LOOK_AT_TYPE_BONE ? degrees[i] : 1;
        if (o->has_maps) a->look_at.maps[i] = o->maps[i];
    }
}

/* --- All --- */

/* Once the bones are there. */
static void check_bones(const avatar *a, const parametric_options *o) {
    int parent = a->bones[o->parent], center = o->center != NONE ? a->bones[o->center] : NONE;
    if (parent == NONE) die("the avatar does not have the bone", skeleton_name(o->parent));
    if (o->center != NONE && (center == NONE || !avatar_is_below(a, parent, center))) {
        die("the chains do not hang below the bone", skeleton_name(o->center));
    }
}

static void check_options(const parametric_options *o) {
    if (o->joints < 1) die("a chain has one joint or more", NULL);
    if (o->targets < PARAMETRIC_TARGETS || o->targets > PARAMETRIC_MOST_TARGETS) {
        die("the face has 6 to 1000 morph targets", NULL);
    }
    if (o->expressions < PARAMETRIC_EXPRESSIONS) die("there are 9 expressions or more", NULL);
    if (!(o->root_scale > 0) || !(o->segment > 0)) die("scales and lengths are above 0", NULL);
    if (!dialect_is_old(o->dialect)) return;
    if (o->constraints != 0) {
        die("there are no constraints in dialect", dialect_name(o->dialect));
    }
    if (o->limit != VRM_SPRING_LIMIT_NONE) {
        die("joints have no limits in dialect", dialect_name(o->dialect));
    }
    if (o->is_sparse) die("chains cannot leave out nodes in dialect", dialect_name(o->dialect));
    if (o->shape != SHAPE_MIX && o->shape != VRM_COLLIDER_SPHERE &&
        !(o->shape == VRM_COLLIDER_CAPSULE && o->dialect == DIALECT_DRAFT)) {
        die("there are no colliders of this shape in dialect", dialect_name(o->dialect));
    }
}

void parametric_build(avatar *a, const parametric_options *o) {
    dice roll = {o->seed};
    int shared_group = NONE;
    check_options(o);
    avatar_init(a, "parametric");
    a->meta.is_free = true;
    a->is_compact = true;
    a->ballast = o->ballast;
    skeleton_build(a, o->bones);
    check_bones(a, o);
    a->nodes.items[0].scale = o->root_scale;
    if (o->has_shared_colliders && o->colliders != 0) {
        shared_group = add_group(a, o, &roll, NONE);
    }
    for (int i = 0; i < o->chains; ++i) add_chain(a, o, &roll, i, shared_group);
    add_constraints(a, o);
    /* Places are kept, so that the pose is a T-pose all the same (TP-014). */
    for (size_t i = 1; o->has_random_rest && i < a->nodes.count; ++i) {
        a->nodes.items[i].turn = dice_rotation(&roll, 2);
    }
    add_body(a, o);
    add_face(a, o);
    add_look_at(a, o);
}
