/* Nodes by the numbers of the input. */
#include "apps/kit/program/language.h"
#include "edit_places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yyjson.h>

/* The nodes of the file as it is now. */
typedef struct node_table {
    yyjson_doc *document;
    yyjson_val **nodes; /* NULL: there is not enough memory */
    uint8_t *goes;      /* for those that a removal takes out */
    uint32_t *open;     /* whose children are still to be marked */
    uint32_t count;
} node_table;

static void release_table(node_table *table) {
    yyjson_doc_free(table->document);
    free(table->nodes);
    free(table->goes);
    free(table->open);
}

static bool read_table(vrm_edit *edit, node_table *out) {
    size_t length = 0, index, count;
    const char *json = vrm_edit_get(edit, "/nodes", &length);
    yyjson_val *root, *node;
    memset(out, 0, sizeof *out);
    if (json != NULL) {
        out->document = yyjson_read(json, length, YYJSON_READ_ALLOW_INVALID_UNICODE);
    }
    root = yyjson_doc_get_root(out->document);
    out->count = (uint32_t)yyjson_arr_size(root);
    out->nodes = malloc(((size_t)out->count + 1) * sizeof(yyjson_val *));
    out->goes = calloc((size_t)out->count + 1, 1);
    out->open = malloc(((size_t)out->count + 1) * sizeof *out->open);
    if (out->nodes == NULL || out->goes == NULL || out->open == NULL) {
        release_table(out);
        return false;
    }
    yyjson_arr_foreach(root, index, count, node) { out->nodes[index] = node; }
    return true;
}

/* Marks a node and all that are below it. Each is opened once, also if the file has circles. */
static void mark(node_table *table, uint32_t node) {
    uint32_t open = 0;
    if (table->goes[node] != 0) return;
    table->goes[node] = 1;
    table->open[open++] = node;
    while (open > 0) {
        yyjson_val *children = yyjson_obj_get(table->nodes[table->open[--open]], "children");
        yyjson_val *child;
        size_t index, count;
        yyjson_arr_foreach(children, index, count, child) {
            const double number = yyjson_is_num(child) ? yyjson_get_num(child) : -1.0;
            const uint32_t next = number >= 0.0 && number < table->count ? (uint32_t)number : 0;
            if ((double)next != number || table->goes[next] != 0) continue;
            table->goes[next] = 1;
            table->open[open++] = next;
        }
    }
}

/* --- Where nodes are --- */

/* Where the nodes of the input are after values were removed, before any node was. */
static bool begin_nodes(edit_places *places, uint32_t count_now) {
    uint32_t gone = 0, at = 0;
    for (size_t i = 0; i < places->gone_count; ++i) {
        gone += strcmp(places->gone[i].array, "/nodes") == 0;
    }
    places->node_count = count_now + gone;
    places->nodes_left = count_now;
    places->nodes = calloc((size_t)places->node_count + 1, sizeof *places->nodes);
    if (places->nodes == NULL) return false;
    for (size_t i = 0; i < places->gone_count; ++i) {
        const gone_element *element = &places->gone[i];
        if (strcmp(element->array, "/nodes") != 0 || element->index >= places->node_count) continue;
        places->nodes[element->index] = VRM_NONE;
    }
    for (uint32_t i = 0; i < places->node_count; ++i) {
        if (places->nodes[i] != VRM_NONE) places->nodes[i] = (int32_t)at++;
    }
    return true;
}

/* The table, and where nodes are. */
static vrm_result open_nodes(edit_places *places, node_table *table) {
    if (!read_table(places->edit, table)) return VRM_ERROR_OUT_OF_MEMORY;
    if (places->nodes == NULL && !begin_nodes(places, table->count)) {
        release_table(table);
        return VRM_ERROR_OUT_OF_MEMORY;
    }
    if (table->count == places->nodes_left) return VRM_OK;
    release_table(table);
    edit_places_refuse(places,
                       "the children of a node are not numbers of nodes, so that the other nodes "
                       "cannot be followed; give one node at a time");
    return VRM_ERROR_INVALID_ARGUMENT;
}

/* The nodes behind those that have gone move up. */
static void follow(edit_places *places, const node_table *table) {
    uint32_t *out = table->open, at = 0;
    for (uint32_t i = 0; i < table->count; ++i) {
        out[i] = at;
        at += table->goes[i] == 0;
    }
    for (uint32_t i = 0; i < places->node_count; ++i) {
        const int32_t now = places->nodes[i];
        if (now == VRM_NONE) continue;
        places->nodes[i] = table->goes[now] != 0 ? VRM_NONE : (int32_t)out[now];
    }
    places->nodes_left = at;
}

static vrm_result add_detail(edit_places *places, const node_table *table, int32_t node) {
    change_detail *detail = change_details_add(places->details);
    yyjson_val *name = yyjson_obj_get(table->nodes[places->nodes[node]], "name");
    char pointer[32];
    int length = snprintf(pointer, sizeof pointer, "/nodes/%d", (int)node);
    if (detail == NULL) return VRM_ERROR_OUT_OF_MEMORY;
    detail->pointer = change_text(pointer, (size_t)length);
    detail->name = change_text(yyjson_get_str(name), yyjson_get_len(name));
    return VRM_OK;
}

/* --- Operations --- */

static vrm_result refuse_node(edit_places *places, const char *before, int32_t node,
                              const char *after) {
    snprintf(places->problem, places->capacity, "%s%d%s", before, (int)node, after);
    return VRM_ERROR_INVALID_ARGUMENT;
}

static bool is_node(const edit_places *places, int32_t node) {
    return node >= 0 && (uint32_t)node < places->node_count;
}

static vrm_result remove_all(edit_places *places, node_table *table, const int32_t *nodes,
                             uint32_t count) {
    int32_t *now = malloc(((size_t)count + 1) * sizeof *now);
    uint32_t found = 0;
    vrm_result result = now != NULL ? VRM_OK : VRM_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count && result == VRM_OK; ++i) {
        if (!is_node(places, nodes[i])) {
            result = refuse_node(places, "there is no node ", nodes[i], "");
        } else if (places->nodes[nodes[i]] != VRM_NONE) {
            now[found++] = places->nodes[nodes[i]];
            mark(table, (uint32_t)places->nodes[nodes[i]]);
            result = add_detail(places, table, nodes[i]);
        }
    }
    if (result == VRM_OK && found > 0) result = vrm_edit_remove_nodes(places->edit, now, found);
    if (result == VRM_OK) follow(places, table);
    free(now);
    return result;
}

vrm_result edit_places_remove_nodes(edit_places *places, const int32_t *nodes, uint32_t count) {
    node_table table;
    vrm_result result = open_nodes(places, &table);
    if (result != VRM_OK) return result;
    result = remove_all(places, &table, nodes, count);
    release_table(&table);
    return result;
}

vrm_result edit_places_merge_node(edit_places *places, int32_t node) {
    node_table table;
    vrm_result result = open_nodes(places, &table);
    if (result != VRM_OK) return result;
    if (!is_node(places, node)) {
        result = refuse_node(places, "there is no node ", node, "");
    } else if (places->nodes[node] == VRM_NONE) {
        result = refuse_node(places, "an earlier option has removed node ", node, "");
    } else {
        result = add_detail(places, &table, node);
        if (result == VRM_OK) result = vrm_edit_merge_node(places->edit, places->nodes[node]);
        if (result == VRM_OK) table.goes[places->nodes[node]] = 1;
        if (result == VRM_OK) follow(places, &table);
    }
    release_table(&table);
    return result;
}

/* --- Names --- */

static int32_t find_named(edit_places *places, const node_table *table, const char *name) {
    int32_t node = VRM_NONE;
    uint32_t found = 0;
    for (uint32_t i = 0; i < table->count; ++i) {
        if (!yyjson_equals_str(yyjson_obj_get(table->nodes[i], "name"), name)) continue;
        node = (int32_t)i;
        ++found;
    }
    if (found == 1) return node;
    snprintf(places->problem, places->capacity,
             found == 0 ? "there is no node \"%.200s\""
                        : "there are several nodes \"%.200s\"; give the number of the one that is "
                          "meant",
             name);
    return VRM_NONE;
}

int32_t edit_places_find_node(edit_places *places, const char *text) {
    const size_t length = strlen(text);
    node_table table;
    int32_t node = VRM_NONE;
    if (length > 0 && length <= 9 && strspn(text, "0123456789") == length) {
        return (int32_t)strtol(text, NULL, 10);
    }
    if (!read_table(places->edit, &table)) {
        edit_places_refuse(places, WORDS("there is not enough memory"));
        return VRM_NONE;
    }
    node = find_named(places, &table, text);
    release_table(&table);
    return node;
}
