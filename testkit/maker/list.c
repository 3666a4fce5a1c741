#include "list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void die(const char *problem, const char *subject) {
    if (subject != NULL) {
        fprintf(stderr, "vrm-maker: %s '%s'\n", problem, subject);
    } else {
        fprintf(stderr, "vrm-maker: %s\n", problem);
    }
    exit(1);
}

void *take_memory(size_t size) {
    void *memory = calloc(size != 0 ? size : 1, 1);
    if (memory == NULL) die("there is not enough memory", NULL);
    return memory;
}

void release_memory(void *memory) { free(memory); }

void *list_room(void *items, size_t count, size_t *capacity, size_t item_size) {
    if (count == *capacity) {
        size_t larger = *capacity * 2 + 8;
        items = larger <= SIZE_MAX / item_size ? realloc(items, larger * item_size) : NULL;
        if (items == NULL) die("there is not enough memory", NULL);
        *capacity = larger;
    }
    memset((char *)items + count * item_size, 0, item_size);
    return items;
}

void bytes_append(bytes *out, const void *data, size_t size) {
    if (out->capacity - out->count < size) {
        out->capacity = out->capacity * 2 + size + 64;
        out->items = realloc(out->items, out->capacity);
        if (out->items == NULL) die("there is not enough memory", NULL);
    }
    if (size != 0) memcpy(out->items + out->count, data, size);
    out->count += size;
}

void bytes_u8(bytes *out, unsigned value) {
    unsigned char byte = (unsigned char)value;
    bytes_append(out, &byte, 1);
}

void bytes_u16(bytes *out, unsigned value) {
    bytes_u8(out, value & 0xFF);
    bytes_u8(out, value >> 8 & 0xFF);
}

void bytes_u32(bytes *out, uint32_t value) {
    bytes_u16(out, value & 0xFFFF);
    bytes_u16(out, value >> 16);
}

void bytes_u32_big(bytes *out, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes_u8(out, value >> shift & 0xFF);
}

void bytes_f32(bytes *out, double value) {
    float number = (float)value;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    bytes_u32(out, bits);
}

void bytes_pad(bytes *out, size_t alignment, unsigned filler) {
    while (out->count % alignment != 0) bytes_u8(out, filler);
}
