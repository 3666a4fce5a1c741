/*
 * Memory of the maker: growing lists and bytes. There is no failure to handle: a maker without
 * memory says so and ends.
 */
#ifndef MAKER_LIST_H
#define MAKER_LIST_H

#include <stddef.h>
#include <stdint.h>

/* Prints "vrm-maker: <problem> '<subject>'" and ends the program with code 1. */
_Noreturn void die(const char *problem, const char *subject);

void *take_memory(size_t size); /* zeroed */
void release_memory(void *memory);

#define LIST(type)                                                                                 \
    struct {                                                                                       \
        type *items;                                                                               \
        size_t count, capacity;                                                                    \
    }

/* A new zeroed item at the end. The pointer is good until the next one is added. */
#define LIST_ADD(list)                                                                             \
    ((list)->items =                                                                               \
         list_room((list)->items, (list)->count, &(list)->capacity, sizeof *(list)->items),        \
     &(list)->items[(list)->count++])

#define LIST_FREE(list) (release_memory((list)->items), (list)->items = NULL, (list)->count = 0)

void *list_room(void *items, size_t count, size_t *capacity, size_t item_size);

typedef struct bytes {
    unsigned char *items;
    size_t count, capacity;
} bytes;

void bytes_append(bytes *out, const void *data, size_t size);
void bytes_u8(bytes *out, unsigned value);
void bytes_u16(bytes *out, unsigned value); /* little-endian, as glTF has it */
void bytes_u32(bytes *out, uint32_t value);
void bytes_u32_big(bytes *out, uint32_t value); /* big-endian, as PNG has it */
void bytes_f32(bytes *out, double value);
void bytes_pad(bytes *out, size_t alignment, unsigned filler);

#endif
