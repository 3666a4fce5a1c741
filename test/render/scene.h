/*
 * A file made in memory, with rectangles in front of a camera; and a picture of it.
 *
 *   scene s = scene_of("'pbrMetallicRoughness':{…}");
 *   shot taken = take(&s);
 *   check_reference(&taken, 0, 32, 32);
 *   drop(&taken);
 *
 * The camera of scene_of is 3 m from a square of one meter that faces it: center (0, 1, 0), a
 * vertical field of 30 degrees, 64 times 64 pixels. Light comes from the camera. JSON is written
 * with ' for ".
 */
#ifndef VRM_TEST_RENDER_SCENE_H
#define VRM_TEST_RENDER_SCENE_H

#include "render/stage.h"
#include "support/fixture.h"

enum { SCENE_PATCHES = 8, SCENE_TEXTURES = 8 };

/* A rectangle: a mesh with a node of its own, which has the same index. */
typedef struct patch {
    float x0, y0, x1, y1, z;
    vrm_vec3 normal;
    int material;  /* -1: none */
    bool is_back;  /* its front faces away */
    bool is_thick; /* normals point outwards, and a back lies 1 mm behind: for outlines */
    float lean;    /* of a thick one: Z of its normals, beside 1 to the side */
    bool is_ball;  /* a ball between x0 and x1, about z; U once around from behind, V from pole to
                         pole */
    bool is_strip; /* no indices */
    bool is_mirrored;      /* U grows to the left */
    const float *uv;       /* one UV for all vertices; NULL: (0, 0) at the top left to (1, 1) */
    const float *uv1;      /* TEXCOORD_1: TEXCOORD_0 plus this; NULL: none */
    const float *color;    /* COLOR_0, RGBA; NULL: none */
    const float *tangent;  /* TANGENT; NULL: none */
    bool has_eight;        /* JOINTS_1 is as JOINTS_0: eight joints with equal weights */
    int morph_count;       /* how many times the target is there; 0: once */
    const uint8_t *joints; /* 4 of the skin 0, with equal weights; NULL: none */
    const vrm_vec3 *morph; /* one target that moves all vertices; NULL: none */
    const char *node;      /* further members of the node; NULL: none */
} patch;

typedef struct texels {
    int width, height; /* 0: 1 */
    uint8_t rgba[16];
} texels;

typedef struct scene {
    patch patches[SCENE_PATCHES];
    int patch_count;
    bool is_one_mesh; /* patches are primitives of the mesh of node 0 */
    bool is_for_view; /* the model is made for the view (vrm_render_model_create_for_view) */
    texels textures[SCENE_TEXTURES];
    int texture_count;
    const char *materials; /* "{…},{…}" */
    const char *vrm;       /* further members of VRMC_vrm; NULL: none */
    const char *nodes;     /* further nodes, "{…},{…}", from SCENE_PATCHES on; NULL: none */
    const char *members;   /* further members of the file; NULL: none */
    vrm_view view;
    float background[4]; /* encoded */
    float seconds;       /* that pass before the picture */
} scene;

/* One square with a material that has `members`. */
scene scene_of(const char *members);
/* snprintf, kept until the sixteenth call from now; and "extensions" with MToon and its members. */
const char *text(const char *format, ...);
const char *mtoon(const char *members);
/* Adds a square or a texture, and gives its index. */
int add_patch(scene *scene, float x0, float y0, float x1, float y1, float z, int material);
int add_texture(scene *scene, uint8_t r, uint8_t g, uint8_t b, uint8_t a);
/* Two by two: top left, top right, bottom left, bottom right. */
int add_texture_2x2(scene *scene, const uint8_t rgba[16]);

/* The camera of scene_of, elsewhere. */
void look_from(scene *from, vrm_vec3 eye, vrm_vec3 target, vrm_vec3 up);

/* The file alone. */
fixture scene_file(const scene *scene);

typedef struct shot {
    const scene *scene;
    loaded file;
    vrm_avatar *avatar; /* NULL: it failed, or there is no GL */
    vrm_frame frame;
    vrm_render_model *on_gpu;
    picture picture;
} shot;

shot take(const scene *scene);
/* The same with expressions set, the view changed …, and time passing. */
void take_again(shot *taken, float seconds);
void drop(shot *taken);

/* The pixel within `tolerance` bytes of an encoded color. */
bool check_color(const shot *taken, int x, int y, const double rgb[3], double tolerance);
/* Of a linear color, within 2. */
bool check_linear(const shot *taken, int x, int y, float r, float g, float b);
double encode(double linear);

#endif
