/*
 * An avatar as large as those that VRoid Studio writes: the character cut finely, its face with
 * many morph targets, 24 locks that sway, 12 textures.
 */
#include "vroid.h"

#include "character.h"

#include <string.h>

#ifdef VRM_HAVE_PNG
#include <png.h>
#endif

enum { LOCKS = 24, LOCK_JOINTS = 6, FACE_TARGETS = 57 };

static const character_detail detail = {3, 3};

/* --- Hair --- */

/* From the nape to both sides, all around the back. */
static vec3 lock_place(int lock, double along) {
    double turns = mix(0.235, 0.765, (double)lock / (LOCKS - 1));
    vec3 root = skull_point(turns, 1.365, 0.022);
    vec3 out = vec3_make(sine(turns), 0, cosine(turns));
    vec3 at = vec3_add(root, vec3_scale(out, 0.05 * along * (1 - 0.5 * along)));
    at.y -= 0.49 * along;
    return at;
}

/* The last joint and its end lie on one line with the joint before, 7 cm on (V0-041). */
static vec3 lock_joint(int lock, int number) {
    vec3 last, before;
    if (number < LOCK_JOINTS) return lock_place(lock, (double)number / (LOCK_JOINTS + 1));
    last = lock_joint(lock, LOCK_JOINTS - 1);
    before = lock_joint(lock, LOCK_JOINTS - 2);
    return vec3_add(last, vec3_scale(vec3_normalize(vec3_sub(last, before)), 0.07));
}

static void add_chains(avatar *a) {
    for (int lock = 0; lock < LOCKS; ++lock) {
        avatar_spring *s = LIST_ADD(&a->springs);
        int parent = a->bones[VRM_BONE_HEAD];
        set_name(s->name, "Hair%d", lock);
        s->center = NONE;
        for (int i = 0; i <= LOCK_JOINTS; ++i) {
            avatar_joint *j = LIST_ADD(&s->joints);
            char name[NAME_SIZE];
            set_name(name, "J_Sec_Hair%d_%d", i + 1, lock);
            parent = avatar_add_node(a, name, parent, lock_joint(lock, i));
            a->nodes.items[parent].is_end = i == LOCK_JOINTS;
            j->node = parent;
            j->hit_radius = 0.02;
            j->stiffness = 0.6 + 0.02 * lock;
            j->gravity_power = 0.2;
            j->drag_force = 0.4;
            j->gravity_dir = vec3_make(0, -1, 0);
        }
        for (int group = 0; group < (int)a->groups.count; ++group) *LIST_ADD(&s->groups) = group;
    }
}

static void add_locks(avatar *a, avatar_part *hair) {
    enum { RINGS = LOCK_JOINTS + 2 };
    for (int lock = 0; lock < LOCKS; ++lock) {
        const avatar_spring *s = &a->springs.items[lock];
        ring rings[RINGS];
        loft l;
        memset(rings, 0, sizeof rings);
        memset(&l, 0, sizeof l);
        for (int i = 0; i < RINGS; ++i) {
            double t = (double)i / (RINGS - 1);
            double width = 0.021 * higher(1 - power(t, 3), 0.04);
            int joint = i - 1;
            vec3 center = i == 0 ? lock_place(lock, -0.08) : lock_joint(lock, joint);
            vec3 out = vec3_normalize(vec3_make(center.x, 0, center.z));
            rings[i].center = center;
            rings[i].side = vec3_make(out.z * width, 0, -out.x * width);
            rings[i].front = vec3_scale(out, width * 0.4);
            rings[i].v = t;
            rings[i].weights =
                weights_one(joint < 1 ? a->bones[VRM_BONE_HEAD] : s->joints.items[joint - 1].node);
            if (joint >= 1 && joint < LOCK_JOINTS) {
                rings[i].weights =
                    weights_two(s->joints.items[joint - 1].node, s->joints.items[joint].node, 0.5);
            }
        }
        l.rings = rings;
        l.count = RINGS;
        l.segments = 8 * detail.around;
        l.spans = detail.spans;
        l.is_start_cut = l.is_end_cut = true;
        l.left = 0.25;
        l.right = 0.75;
        l.bottom = 1;
        loft_add(hair, &l);
    }
}

/* --- Face --- */

/* The targets of the character, which move its features; then others, which mix two of those and
 * move the skin around a place of their own. */
static void add_face_targets(avatar *a, int mesh) {
    static char names[FACE_TARGETS][NAME_SIZE];
    dice roll = {57};
    avatar_part *features = &a->meshes.items[mesh].parts.items[0];
    avatar_part *skin = &a->meshes.items[mesh].parts.items[1];
    size_t own;
    character_add_face_targets(a, mesh, detail);
    own = features->targets.count;
    for (size_t k = own; k < FACE_TARGETS; ++k) {
        const vec3 *first = features->targets.items[k % own];
        const vec3 *second = features->targets.items[(k * 7 + 3) % own];
        double x = dice_between(&roll, -0.06, 0.06), y = dice_between(&roll, 1.23, 1.40);
        double height = dice_between(&roll, -0.004, 0.004);
        int target;
        set_name(names[k], "Fcl_Extra_%d", (int)(k - own));
        target = mesh_add_target(a, mesh, names[k]);
        for (size_t i = 0; i < features->vertices.count; ++i) {
            features->targets.items[target][i] =
                vec3_add(vec3_scale(first[i], 0.6), vec3_scale(second[i], 0.3));
        }
        for (size_t i = 0; i < skin->vertices.count; ++i) {
            const avatar_vertex *v = &skin->vertices.items[i];
            double dx = (v->position.x - x) / 0.04, dy = (v->position.y - y) / 0.04;
            double near = clamp(1 - dx * dx - dy * dy, 0, 1);
            skin->targets.items[target][i] = vec3_scale(v->normal, height * near * near);
        }
    }
}

/* --- Textures --- */

#ifdef VRM_HAVE_PNG

enum { TEXTURE_SIZE = 2048 };

/* Pixels of four bytes: red, green, blue, alpha. */
typedef struct picture {
    size_t width, height;
    unsigned char *pixels;
} picture;

static picture picture_decode(const bytes *png) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    picture out = {0, 0, NULL};
    if (!png_image_begin_read_from_memory(&image, png->items, png->count)) {
        die("libpng cannot read a texture:", image.message);
    }
    image.format = PNG_FORMAT_RGBA;
    out.width = image.width;
    out.height = image.height;
    out.pixels = take_memory(PNG_IMAGE_SIZE(image));
    if (!png_image_finish_read(&image, NULL, out.pixels, 0, NULL)) {
        die("libpng cannot read a texture:", image.message);
    }
    return out;
}

static bytes encode_pixels(const unsigned char *pixels, bool has_alpha) {
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = TEXTURE_SIZE,
                       .height = TEXTURE_SIZE,
                       .format = has_alpha ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    bytes png = {take_memory(size), 0, size};
    if (!png_image_write_to_memory(&image, png.items, &size, 0, pixels, 0, NULL)) {
        die("libpng cannot write a texture:", image.message);
    }
    png.count = size;
    return png;
}

/* Shades that come and go over CELL pixels, as a brush leaves them: places of a grid. */
enum { CELL = 32, GRID = TEXTURE_SIZE / CELL + 1 };

static void mix_grid(const double grid[GRID][GRID], int y, double out[GRID]) {
    double part = (double)(y % CELL) / CELL;
    for (int i = 0; i < GRID; ++i) out[i] = mix(grid[y / CELL][i], grid[y / CELL + 1][i], part);
}

/* One row between the rows of a picture, with its last pixel twice. */
static void mix_rows(const picture *from, int y, double *out) {
    double v = higher((y + 0.5) / TEXTURE_SIZE * (double)from->height - 0.5, 0);
    size_t top = (size_t)v, below = top + 1 < from->height ? top + 1 : top;
    size_t stride = from->width * 4;
    for (size_t i = 0; i < stride; ++i) {
        out[i] =
            mix(from->pixels[top * stride + i], from->pixels[below * stride + i], v - (double)top);
    }
    memcpy(out + stride, out + stride - 4, 4 * sizeof *out);
}

/* A picture of the character as large as artists paint it: smooth where it is, with shades, and a
 * grain of one level here and there. It takes about a fourteenth of its pixels' bytes, as
 * exported textures do. */
static bytes enlarge(const picture *from, double brightness, bool has_alpha, dice *roll) {
    enum { SIZE = TEXTURE_SIZE };
    size_t channels = has_alpha ? 4 : 3;
    static double grid[GRID][GRID];
    double shades[GRID];
    double *row = take_memory((from->width + 1) * 4 * sizeof *row);
    unsigned char *pixels = take_memory(SIZE * SIZE * channels), *at = pixels;
    bytes png;
    for (int i = 0; i < GRID * GRID; ++i) grid[i / GRID][i % GRID] = dice_between(roll, -3, 3);
    for (int y = 0; y < SIZE; ++y) {
        mix_rows(from, y, row);
        mix_grid((const double(*)[GRID])grid, y, shades);
        for (int x = 0; x < SIZE; ++x, at += channels) {
            double u = higher((x + 0.5) / SIZE * (double)from->width - 0.5, 0);
            const double *left = row + (size_t)u * 4;
            double part = u - (double)(size_t)u, chance = dice_unit(roll);
            double shade = mix(shades[x / CELL], shades[x / CELL + 1], (double)(x % CELL) / CELL);
            double grain = chance < 1.0 / 80 ? 1 : chance < 2.0 / 80 ? -1 : 0;
            for (size_t k = 0; k < 3; ++k) {
                double value = mix(left[k], left[k + 4], part) * brightness;
                at[k] = (unsigned char)clamp(value + shade + grain + 0.5, 0, 255);
            }
            if (has_alpha) at[3] = (unsigned char)(mix(left[3], left[7], part) + 0.5);
        }
    }
    png = encode_pixels(pixels, has_alpha);
    release_memory(pixels);
    release_memory(row);
    return png;
}

/* Each texture of the character, and a darker copy where a material has it as its shade texture. */
static void enlarge_textures(avatar *a) {
    dice roll = {12};
    for (int i = 0; i < CHARACTER_TEXTURES; ++i) {
        bool has_alpha = i == TEXTURE_BLUSH;
        picture small = picture_decode(&a->images.items[i].png);
        char name[NAME_SIZE];
        int shade = NONE;
        LIST_FREE(&a->images.items[i].png);
        a->images.items[i].png = enlarge(&small, 1, has_alpha, &roll);
        for (size_t k = 0; k < a->materials.count; ++k) {
            if (a->materials.items[k].shade_texture != i) continue;
            if (shade == NONE) {
                set_name(name, "%.30s_shade", a->images.items[i].name);
                shade = avatar_add_image(a, name, enlarge(&small, 0.92, has_alpha, &roll));
            }
            a->materials.items[k].shade_texture = shade;
        }
        release_memory(small.pixels);
    }
}

#else

static void enlarge_textures(avatar *a) {
    (void)a;
    die("this build has no libpng, which writes the large textures; use", "vroid --light");
}

#endif

/* --- All of it --- */

void vroid_build(avatar *a, bool is_light) {
    int materials[CHARACTER_MATERIALS], body, face, eyes, blush, hair;
    avatar_init(a, "Ame, large");
    a->meta.author = "the libvrm authors";
    a->meta.is_free = true;
    character_add_skeleton(a, BONES_NO_JAW);
    character_add_helpers(a);
    character_add_colliders(a);
    add_chains(a);
    character_add_materials(a, materials);
    if (!is_light) enlarge_textures(a);

    face = avatar_add_mesh(a, "Face", NONE);
    body = avatar_add_mesh(a, "Body", NONE);
    eyes = avatar_add_mesh(a, "Eyes", NONE);
    blush = avatar_add_mesh(a, "Blush", NONE);
    hair = avatar_add_mesh(a, "Hair", NONE);

#define PART(node, material) mesh_part(a, a->nodes.items[node].mesh, materials[material])
    PART(face, CHARACTER_FACE); /* all first: a new part moves the others */
    PART(face, CHARACTER_SKIN);
    PART(body, CHARACTER_SKIN);
    PART(body, CHARACTER_OUTFIT);
    character_add_face(a, PART(face, CHARACTER_FACE), detail);
    character_add_head(a, PART(face, CHARACTER_SKIN), detail);
    add_face_targets(a, a->nodes.items[face].mesh);
    character_add_body(a, PART(body, CHARACTER_SKIN), detail);
    character_add_clothes(a, PART(body, CHARACTER_OUTFIT), detail);
    character_add_boots(a, PART(body, CHARACTER_OUTFIT), detail);
    character_add_eyes(a, PART(eyes, CHARACTER_EYES), detail);
    character_add_eye_targets(a, a->nodes.items[eyes].mesh);
    character_add_blush(a, PART(blush, CHARACTER_BLUSH), detail);
    character_add_cap(a, PART(hair, CHARACTER_HAIR), detail);
    character_add_fringe(a, PART(hair, CHARACTER_HAIR), detail);
    add_locks(a, PART(hair, CHARACTER_HAIR));
#undef PART

    character_add_expressions(a, materials);
    character_add_look_at(a);
}
