#include "testkit/joints.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHAINS = 1000, JOINTS = 5, FIRST_BONE = 1 + CHAINS * (JOINTS + 1) };

static const struct {
    const char *name;
    const char *translation;
    int child_count;
    int children[3]; /* bones */
} bones[] = {
    {"hips", "0,1,0", 3, {1, 3, 6}},
    {"spine", "0,0.1,0", 3, {2, 9, 12}},
    {"head", "0,0.4,0", 0, {0}},
    {"leftUpperLeg", "0.1,-0.05,0", 1, {4}},
    {"leftLowerLeg", "0,-0.4,0", 1, {5}},
    {"leftFoot", "0,-0.45,0", 0, {0}},
    {"rightUpperLeg", "-0.1,-0.05,0", 1, {7}},
    {"rightLowerLeg", "0,-0.4,0", 1, {8}},
    {"rightFoot", "0,-0.45,0", 0, {0}},
    {"leftUpperArm", "0.15,0.3,0", 1, {10}},
    {"leftLowerArm", "0.25,0,0", 1, {11}},
    {"leftHand", "0.25,0,0", 0, {0}},
    {"rightUpperArm", "-0.15,0.3,0", 1, {13}},
    {"rightLowerArm", "-0.25,0,0", 1, {14}},
    {"rightHand", "-0.25,0,0", 0, {0}},
};
enum { BONES = sizeof bones / sizeof bones[0] };

static void append(bench_bytes *out, const char *format, ...) {
    va_list arguments;
    int length;
    if (out->capacity - out->size < 512) {
        out->capacity = out->capacity * 2 + 4096;
        out->data = realloc(out->data, out->capacity);
        if (out->data == NULL) exit(1);
    }
    va_start(arguments, format);
    length = vsnprintf((char *)out->data + out->size, out->capacity - out->size, format, arguments);
    va_end(arguments);
    out->size += (size_t)length;
}

static void put_u32(unsigned char *out, size_t value) {
    for (int i = 0; i < 4; ++i) out[i] = (unsigned char)(value >> (8 * i));
}

static void append_nodes(bench_bytes *out) {
    append(out, "\"nodes\":[{\"name\":\"Root\",\"children\":[%d", FIRST_BONE);
    for (int c = 0; c < CHAINS; ++c) append(out, ",%d", 1 + c * (JOINTS + 1));
    append(out, "]}");
    for (int c = 0; c < CHAINS; ++c) {
        for (int j = 0; j <= JOINTS; ++j) {
            int node = 1 + c * (JOINTS + 1) + j;
            append(out, ",{\"name\":\"s%d_%d\",\"translation\":[%.17g,%.17g,%.17g]", c, j,
                   j ? 0.0 : 0.1 + c * 0.0007, j ? -0.05 : 0.1, j ? 0.0 : c * 0.0003);
            if (j < JOINTS) append(out, ",\"children\":[%d]", node + 1);
            append(out, "}");
        }
    }
    for (int b = 0; b < BONES; ++b) {
        append(out, ",{\"name\":\"%s\",\"translation\":[%s]", bones[b].name, bones[b].translation);
        for (int i = 0; i < bones[b].child_count; ++i) {
            append(out, "%s%d", i ? "," : ",\"children\":[", FIRST_BONE + bones[b].children[i]);
        }
        append(out, bones[b].child_count != 0 ? "]}" : "}");
    }
    append(out, "]");
}

static void append_vrm(bench_bytes *out) {
    append(out, "\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"meta\":{\"name\":\"5,000 joints\","
                "\"authors\":[\"libvrm\"],\"licenseUrl\":\"https://vrm.dev/licenses/1.0/\"},"
                "\"humanoid\":{\"humanBones\":{");
    for (int b = 0; b < BONES; ++b) {
        append(out, "%s\"%s\":{\"node\":%d}", b ? "," : "", bones[b].name, FIRST_BONE + b);
    }
    append(out, "}}}");
}

static void append_springs(bench_bytes *out) {
    append(out, "\"VRMC_springBone\":{\"specVersion\":\"1.0\",\"springs\":[");
    for (int c = 0; c < CHAINS; ++c) {
        append(out, "%s{\"name\":\"spring%d\",\"joints\":[", c ? "," : "", c);
        for (int j = 0; j <= JOINTS; ++j) {
            int node = 1 + c * (JOINTS + 1) + j;
            append(out, "%s{\"node\":%d", j ? "," : "", node);
            if (j < JOINTS) {
                append(out,
                       ",\"hitRadius\":0.01,\"stiffness\":%.3f,\"gravityPower\":%.3f,"
                       "\"gravityDir\":[0,-1,0],\"dragForce\":%.3f",
                       0.5 + c * 0.0005, j * 0.1, 0.2 + c * 0.0004);
            }
            append(out, "}");
        }
        append(out, "]}");
    }
    append(out, "]}");
}

bench_bytes make_joints(void) {
    bench_bytes out = {NULL, 0, 0};
    append(&out, "%20s", "");
    append(&out, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"libvrm bench\"},\"scene\":0,"
                 "\"scenes\":[{\"nodes\":[0]}],");
    append_nodes(&out);
    append(&out, ",\"extensionsUsed\":[\"VRMC_vrm\",\"VRMC_springBone\"],\"extensions\":{");
    append_vrm(&out);
    append(&out, ",");
    append_springs(&out);
    append(&out, "}}");
    while (out.size % 4 != 0) append(&out, " ");
    memcpy(out.data, "glTF\2\0\0\0", 8);
    put_u32(out.data + 8, out.size);
    put_u32(out.data + 12, out.size - 20);
    memcpy(out.data + 16, "JSON", 4);
    return out;
}
