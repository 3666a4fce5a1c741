#include "change_details.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 16, MOST_TEXT = 1000 };

change_detail *change_details_add(change_details *list) {
    if (list->count == list->capacity) {
        size_t capacity = list->capacity > 0 ? list->capacity * 2 : FIRST_CAPACITY;
        change_detail *grown = realloc(list->items, capacity * sizeof *grown);
        if (grown == NULL) return NULL;
        list->items = grown;
        list->capacity = capacity;
    }
    memset(&list->items[list->count], 0, sizeof list->items[0]);
    return &list->items[list->count++];
}

void change_details_release(change_details *list) {
    for (size_t i = 0; i < list->count; ++i) {
        free(list->items[i].pointer);
        free(list->items[i].name);
        free(list->items[i].before);
        free(list->items[i].after);
    }
    free(list->items);
    memset(list, 0, sizeof *list);
}

char *change_text(const char *text, size_t length) {
    char *copy = text != NULL && length <= MOST_TEXT ? malloc(length + 1) : NULL;
    if (copy == NULL) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

/* What each operation with a detail lists, once. Merged nodes list more, under other codes. */
static bool has_detail(const char *code) {
    return strcmp(code, "value") == 0 || strcmp(code, "node") == 0 ||
           strcmp(code, "node-merged") == 0;
}

const change_detail *change_details_next(const change_details *list, const vrm_change *change,
                                         size_t *next) {
    if (list == NULL || *next >= list->count || !has_detail(change->code)) return NULL;
    return &list->items[(*next)++];
}
