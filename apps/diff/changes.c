#include "changes.h"
#include "apps/kit/avatar/permissions.h"
#include "apps/kit/program/language.h"

#include <stdlib.h>
#include <string.h>

/* As many as the library keeps. */
enum { MOST_CHANGES = 100000 };

typedef struct change_text {
    struct change_text *next;
    char bytes[];
} change_text;

const char *part_word(vrm_diff_part part) {
    if (part == PART_MOTION) return "motion";
    return part == PART_PICTURES ? "pictures" : vrm_diff_part_name(part);
}

const char *part_heading(vrm_diff_part part) {
    static const char *const headings[PART_COUNT] = {
        SAY("file"),        SAY("meta"),         SAY("bones"),      SAY("expressions"),
        SAY("lookAt"),      SAY("first person"), SAY("springs"),    SAY("colliders"),
        SAY("constraints"), SAY("materials"),    SAY("images"),     SAY("meshes"),
        SAY("skins"),       SAY("nodes"),        SAY("animations"), SAY("extensions"),
        SAY("other JSON"),  SAY("motion"),       SAY("pictures"),
    };
    return headings[part];
}

void changes_take(diff_changes *list, const vrm_diff *diff) {
    vrm_diff_info info;
    vrm_diff_info_init(&info);
    vrm_diff_get_info(diff, &info);
    list->items = malloc(((size_t)info.count + 1) * sizeof *list->items);
    if (list->items == NULL) {
        list->has_no_memory = true;
        return;
    }
    for (; list->count < info.count; ++list->count) {
        vrm_difference *item = &list->items[list->count];
        *item = *vrm_diff_get(diff, list->count);
        if (item->part != VRM_DIFF_PART_META) continue;
        item->from = permission_meaning(item->field, item->from);
        item->to = permission_meaning(item->field, item->to);
    }
    list->found = info.found;
    memcpy(list->by_part, info.part_counts, sizeof info.part_counts);
}

void changes_release(diff_changes *list) {
    while (list->texts != NULL) {
        change_text *next = list->texts->next;
        free(list->texts);
        list->texts = next;
    }
    free(list->items);
    memset(list, 0, sizeof *list);
}

static const char *copy_text(diff_changes *list, const char *text) {
    const size_t size = strlen(text) + 1;
    change_text *copy = malloc(sizeof *copy + size);
    if (copy == NULL) {
        list->has_no_memory = true;
        return "";
    }
    copy->next = list->texts;
    list->texts = copy;
    memcpy(copy->bytes, text, size);
    return copy->bytes;
}

static vrm_difference *add(diff_changes *list, vrm_diff_part part, const char *name,
                           const char *field) {
    vrm_difference *grown, *item;
    if ((list->left_out & (uint32_t)1 << part) != 0) return NULL;
    list->found += 1;
    list->by_part[part] += 1;
    if (list->count >= MOST_CHANGES) return NULL;
    grown = realloc(list->items, ((size_t)list->count + 1) * sizeof *grown);
    if (grown == NULL) {
        list->has_no_memory = true;
        return NULL;
    }
    list->items = grown;
    item = &grown[list->count++];
    *item = (vrm_difference){.part = part, .kind = VRM_DIFF_CHANGED};
    item->name = copy_text(list, name);
    item->field = copy_text(list, field);
    item->from = item->to = item->unit = item->effect = "";
    item->amount = -1.0;
    return item;
}

void change_add_value(diff_changes *list, vrm_diff_part part, const char *name, const char *field,
                      const char *value) {
    vrm_difference *item = add(list, part, name, field);
    if (item != NULL) item->to = copy_text(list, value);
}

void change_add_amount(diff_changes *list, vrm_diff_part part, const char *name, const char *field,
                       double amount, const char *unit) {
    vrm_difference *item = add(list, part, name, field);
    if (item == NULL) return;
    item->amount = amount;
    item->unit = unit;
}
