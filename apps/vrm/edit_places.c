#include "edit_places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

vrm_result edit_places_refuse(edit_places *places, const char *sentence) {
    snprintf(places->problem, places->capacity, "%s", sentence);
    return VRM_ERROR_INVALID_ARGUMENT;
}

void edit_places_release(edit_places *places) {
    for (size_t i = 0; i < places->gone_count; ++i) free(places->gone[i].array);
    free(places->gone);
    free(places->nodes);
}

static char *copy_of(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (copy == NULL) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

/* An index of an array in a pointer: digits without a leading zero. */
static bool read_index(const char *token, size_t length, uint32_t *out) {
    if (length == 0 || length > 9 || strspn(token, "0123456789") < length) return false;
    *out = (uint32_t)strtoul(token, NULL, 10);
    return length == 1 || token[0] != '0';
}

/* How far an element has moved up. False: it is gone. */
static bool find_shift(const edit_places *places, const char *pointer, size_t array_length,
                       uint32_t index, uint32_t *out) {
    *out = 0;
    for (size_t i = 0; i < places->gone_count; ++i) {
        const gone_element *gone = &places->gone[i];
        if (strlen(gone->array) != array_length ||
            memcmp(gone->array, pointer, array_length) != 0) {
            continue;
        }
        if (gone->index == index) return false;
        *out += gone->index < index;
    }
    return true;
}

/* The pointer as the file is now, to be freed. It is never longer: indices become smaller. */
static vrm_result translate(edit_places *places, const char *pointer, char **out) {
    size_t length = strlen(pointer), to = 0, at = 0;
    char *now = *out = malloc(length + 1);
    if (now == NULL) return VRM_ERROR_OUT_OF_MEMORY;
    while (at < length) {
        size_t token = at + (pointer[at] == '/'), end = token;
        uint32_t index, shift = 0;
        while (end < length && pointer[end] != '/') ++end;
        if (read_index(pointer + token, end - token, &index) &&
            !find_shift(places, pointer, at, index, &shift)) {
            snprintf(places->problem, places->capacity,
                     "an earlier option has removed \"%.*s\", which \"%.120s\" is in; pointers "
                     "mean the input file",
                     (int)(end < 120 ? end : 120), pointer, pointer);
            return VRM_ERROR_INVALID_ARGUMENT;
        }
        if (shift > 0) {
            to += (size_t)snprintf(now + to, length + 1 - to, "/%u", (unsigned)(index - shift));
        } else {
            memcpy(now + to, pointer + at, end - at);
            to += end - at;
        }
        at = end;
    }
    now[to] = '\0';
    return VRM_OK;
}

/* --- Removed elements --- */

/* What was below a value that is another one now means nothing any more. */
static void forget_below(edit_places *places, const char *pointer) {
    size_t kept = 0, length = strlen(pointer);
    for (size_t i = 0; i < places->gone_count; ++i) {
        gone_element gone = places->gone[i];
        if (strncmp(gone.array, pointer, length) == 0 &&
            (gone.array[length] == '\0' || gone.array[length] == '/')) {
            free(gone.array);
        } else {
            places->gone[kept++] = gone;
        }
    }
    places->gone_count = kept;
}

static vrm_result add_gone(edit_places *places, const char *pointer, size_t array_length,
                           uint32_t index) {
    if (places->gone_count == places->gone_capacity) {
        size_t capacity = places->gone_capacity * 2 + 16;
        gone_element *grown = realloc(places->gone, capacity * sizeof *grown);
        if (grown == NULL) return VRM_ERROR_OUT_OF_MEMORY;
        places->gone = grown;
        places->gone_capacity = capacity;
    }
    places->gone[places->gone_count].array = copy_of(pointer, array_length);
    places->gone[places->gone_count].index = index;
    if (places->gone[places->gone_count].array == NULL) return VRM_ERROR_OUT_OF_MEMORY;
    places->gone_count += 1;
    return VRM_OK;
}

static bool is_in_array(vrm_edit *edit, char *now) {
    char *slash = strrchr(now, '/');
    size_t length = 0, i = 0;
    const char *json;
    if (slash == NULL) return false;
    *slash = '\0';
    json = vrm_edit_get(edit, now, &length);
    *slash = '/';
    while (json != NULL && i < length && strchr(" \t\r\n", json[i]) != NULL) ++i;
    return json != NULL && i < length && json[i] == '[';
}

/* --- Values --- */

/* The detail of an operation, with what is there before it. */
static vrm_result add_detail(edit_places *places, const char *pointer, const char *now,
                             const char *after) {
    size_t length = 0;
    change_detail *detail = change_details_add(places->details);
    const char *before;
    if (detail == NULL) return VRM_ERROR_OUT_OF_MEMORY;
    before = vrm_edit_get(places->edit, now, &length);
    detail->pointer = copy_of(pointer, strlen(pointer));
    detail->before = change_text(before, length);
    detail->after = change_text(after, after != NULL ? strlen(after) : 0);
    return detail->pointer != NULL ? VRM_OK : VRM_ERROR_OUT_OF_MEMORY;
}

vrm_result edit_places_set(edit_places *places, const char *pointer, const char *json) {
    char *now = NULL;
    vrm_result result = translate(places, pointer, &now);
    if (result == VRM_OK) result = add_detail(places, pointer, now, json);
    if (result == VRM_OK) result = vrm_edit_set(places->edit, now, json);
    if (result == VRM_OK) forget_below(places, pointer);
    free(now);
    return result;
}

static vrm_result remove_now(edit_places *places, const char *pointer, char *now) {
    const char *token = strrchr(pointer, '/');
    uint32_t index = 0;
    bool is_element = token != NULL && read_index(token + 1, strlen(token + 1), &index) &&
                      is_in_array(places->edit, now);
    vrm_result result = add_detail(places, pointer, now, NULL);
    if (result == VRM_OK) result = vrm_edit_remove(places->edit, now);
    if (result != VRM_OK) return result;
    forget_below(places, pointer);
    return is_element ? add_gone(places, pointer, (size_t)(token - pointer), index) : VRM_OK;
}

vrm_result edit_places_remove(edit_places *places, const char *pointer) {
    char *now = NULL;
    vrm_result result = translate(places, pointer, &now);
    if (result == VRM_OK) result = remove_now(places, pointer, now);
    free(now);
    return result;
}
