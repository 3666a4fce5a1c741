#include "optimize/optimized.h"

#include <stdio.h>

/* A square of points in its plane, with triangles of 32-bit indices; then the same number of points
 * that nothing uses; joints of 16 bits, weights; a target that moves five points and one that moves
 * nothing. */
typedef struct grid_bin {
    float positions[2 * GRID_VERTICES][3];
    float normals[2 * GRID_VERTICES][3];
    float uvs[2 * GRID_VERTICES][2];
    uint16_t joints[2 * GRID_VERTICES][4];
    float weights[2 * GRID_VERTICES][4];
    float moves[2 * GRID_VERTICES][3];
    float nothing[2 * GRID_VERTICES][3];
    uint32_t indices[GRID_INDICES];
    float binds[2][16];
} grid_bin;

static void fill_grid(grid_bin *bin) {
    uint32_t next = 0;
    memset(bin, 0, sizeof *bin);
    for (uint32_t i = 0; i < 2 * GRID_VERTICES; ++i) {
        bin->positions[i][0] = (float)(i % GRID) / GRID;
        bin->positions[i][1] = (float)(i / GRID) / GRID;
        bin->normals[i][2] = 1.0f;
        bin->uvs[i][0] = (float)(i % GRID) / GRID;
        bin->uvs[i][1] = (float)(i / GRID) / (2 * GRID);
        bin->joints[i][1] = 1;
        for (uint32_t k = 0; k < 4; ++k) bin->weights[i][k] = (float)(i % GRID) / (3 * GRID);
        bin->weights[i][1] = 1.0f - (float)(i % GRID) / GRID;
    }
    for (uint32_t i = 0; i < 5; ++i) bin->moves[100 + i][1] = 0.25f * (float)(i + 1);
    for (uint32_t y = 0; y + 1 < GRID; ++y) {
        for (uint32_t x = 0; x + 1 < GRID; ++x) {
            uint32_t at = y * GRID + x;
            const uint32_t corners[6] = {at, at + 1, at + GRID, at + 1, at + GRID + 1, at + GRID};
            memcpy(bin->indices + next, corners, sizeof corners);
            next += 6;
        }
    }
    for (uint32_t i = 0; i < 2; ++i) {
        for (uint32_t k = 0; k < 4; ++k) bin->binds[i][5 * k] = 1.0f;
    }
}

fixture grid_avatar(vrm_dialect dialect, const char *vrm, const char *meshes,
                    const char *materials) {
    static grid_bin bin;
    static char json[32768];
    static const char accessor[] = "{'bufferView':%u,'componentType':%u,'count':%u,'type':'%s'%s},";
    const struct {
        size_t offset, size;
        unsigned component, count;
        const char *type;
    } arrays[] = {
        {offsetof(grid_bin, positions), sizeof bin.positions, 5126, 2 * GRID_VERTICES, "VEC3"},
        {offsetof(grid_bin, normals), sizeof bin.normals, 5126, 2 * GRID_VERTICES, "VEC3"},
        {offsetof(grid_bin, uvs), sizeof bin.uvs, 5126, 2 * GRID_VERTICES, "VEC2"},
        {offsetof(grid_bin, joints), sizeof bin.joints, 5123, 2 * GRID_VERTICES, "VEC4"},
        {offsetof(grid_bin, weights), sizeof bin.weights, 5126, 2 * GRID_VERTICES, "VEC4"},
        {offsetof(grid_bin, moves), sizeof bin.moves, 5126, 2 * GRID_VERTICES, "VEC3"},
        {offsetof(grid_bin, nothing), sizeof bin.nothing, 5126, 2 * GRID_VERTICES, "VEC3"},
        {offsetof(grid_bin, indices), sizeof bin.indices, 5125, GRID_INDICES, "SCALAR"},
        {offsetof(grid_bin, binds), sizeof bin.binds, 5126, 2, "MAT4"},
    };
    char accessors[2048] = "", views[2048] = "";
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; ++i) {
        snprintf(accessors + strlen(accessors), sizeof accessors - strlen(accessors), accessor,
                 (unsigned)i, arrays[i].component, arrays[i].count, arrays[i].type,
                 i == 0 ? ",'min':[0,0,0],'max':[1,2,0]" : "");
        snprintf(views + strlen(views), sizeof views - strlen(views),
                 "{'buffer':0,'byteOffset':%u,'byteLength':%u},", (unsigned)arrays[i].offset,
                 (unsigned)arrays[i].size);
    }
    accessors[strlen(accessors) - 1] = views[strlen(views) - 1] = '\0';
    fill_grid(&bin);
    snprintf(
        json, sizeof json,
        "{'asset':{'version':'2.0'},'extensionsUsed':['%s'],'scene':0,'scenes':[{'nodes':[0]}],"
        "'nodes':[{'name':'root','children':[1,2,3,4]},{'name':'a','mesh':0,'skin':0},"
        "{'name':'b','mesh':1,'skin':0},{'name':'j0'},{'name':'j1'}],"
        "'skins':[{'joints':[3,4],'inverseBindMatrices':8}],'materials':[%s],'meshes':[%s],"
        "'accessors':[%s],'bufferViews':[%s],'buffers':[{'byteLength':%u}],"
        "'extensions':{'%s':{%s}}}",
        dialect == VRM_DIALECT_0 ? "VRM" : "VRMC_vrm", materials, meshes, accessors, views,
        (unsigned)sizeof bin, dialect == VRM_DIALECT_0 ? "VRM" : "VRMC_vrm", vrm);
    return fixture_glb(json, &bin, sizeof bin);
}
