/* The layout of the bytes of buffer views when a file is written. */
#include "author/document/file_edit.h"
#include "author/document/glb_write.h"
#include "base/checked.h"
#include "base/sort.h"
#include "base/text.h"

#include <string.h>

/* A claim to bytes of BIN: a view, or a compressed form of one. */
typedef struct claim {
    vrmi_value *object; /* with byteOffset and byteLength; NULL: bytes that are removed */
    size_t begin, end;  /* in the old BIN; equal if it was not there */
    const vrmi_new_view *put;
    bool is_new; /* it was not in the old BIN */
} claim;

typedef struct layout {
    vrm_edit *edit;
    claim *claims;
    uint32_t count;
    uint32_t *order; /* by their offsets */
    size_t old_size; /* of BIN, without what fills the chunk up */
    uint8_t *out;    /* NULL: it is measured */
    size_t size;
    bool is_too_large;
    bool moves; /* what was measured is not the old BIN, byte for byte */
} layout;

/* --- Writing bytes --- */

/* Bytes at their old offset, or a few zeros that were there. */
static bool is_there(const layout *l, const uint8_t *bytes, size_t size) {
    const vrmi_payload *payload = &l->edit->payload;
    if (size == 0) return true;
    if (!vrmi_range_fits(l->size, size, payload->bin_size)) return false;
    return bytes == payload->bin + l->size ||
           (size < 4 && memcmp(payload->bin + l->size, bytes, size) == 0);
}

static void put(layout *l, const uint8_t *bytes, size_t size) {
    if (size > UINT32_MAX - l->size) {
        l->is_too_large = true;
        return;
    }
    if (l->out == NULL && !is_there(l, bytes, size)) l->moves = true;
    if (l->out != NULL && size > 0) memcpy(l->out + l->size, bytes, size);
    l->size += size;
}

/* Zeros, until the size leaves this rest when it is divided by four. */
static void pad(layout *l, size_t rest) {
    static const uint8_t zeros[4];
    put(l, zeros, (rest + 4 - l->size % 4) % 4);
}

/* Writes the new offset of a claim; what has not moved is not touched. */
static void place(layout *l, const claim *c, size_t offset, size_t length) {
    vrmi_tree *tree = &l->edit->tree;
    vrmi_value *old = vrmi_value_get(tree, c->object, "byteOffset");
    if (l->out == NULL || c->object == NULL) return;
    if (c->is_new) vrmi_value_set_index(tree, c->object, "buffer", 0);
    if (vrmi_value_number(tree, old, 0) != (double)offset) {
        if (offset == 0) {
            vrmi_value_remove(tree, old); /* as a new view at the beginning has none */
        } else {
            vrmi_value_set_index(tree, c->object, "byteOffset", offset);
        }
    }
    if (c->put != NULL && vrmi_value_number(tree, vrmi_value_get(tree, c->object, "byteLength"),
                                            -1) != (double)length) {
        vrmi_value_set_index(tree, c->object, "byteLength", length);
    }
}

static void put_new(layout *l, const claim *c) {
    if (c->object == NULL) return;
    l->moves = true;
    pad(l, 0);
    place(l, c, l->size, c->put->size);
    put(l, c->put->bytes, c->put->size);
}

/* Claims [first, end) of the order lie over each other. They are kept as they are, unless all of
 * them have new bytes. */
static bool is_kept(const layout *l, uint32_t first, uint32_t end) {
    for (uint32_t i = first; i < end; ++i) {
        if (l->claims[l->order[i]].put == NULL) return true;
    }
    return false;
}

static void put_block(layout *l, uint32_t first, uint32_t end, size_t block_end) {
    const vrmi_payload *payload = &l->edit->payload;
    const size_t begin = l->claims[l->order[first]].begin;
    if (is_kept(l, first, end)) {
        if (payload->repacks) pad(l, begin % 4);
        for (uint32_t i = first; i < end; ++i) {
            const claim *c = &l->claims[l->order[i]];
            if (c->put == NULL) place(l, c, l->size + (c->begin - begin), c->end - c->begin);
        }
        if (block_end > begin) put(l, payload->bin + begin, block_end - begin); /* or no BIN */
        return;
    }
    for (uint32_t i = first; i < end; ++i) put_new(l, &l->claims[l->order[i]]);
    /* What follows moves by a multiple of four. */
    if (!payload->repacks && block_end < l->old_size) pad(l, block_end % 4);
}

/* New bytes that cannot use the offset of the old ones, because others use those too. */
static void put_homeless(layout *l, uint32_t first, uint32_t end) {
    if (!is_kept(l, first, end)) return;
    for (uint32_t i = first; i < end; ++i) {
        if (l->claims[l->order[i]].put != NULL) put_new(l, &l->claims[l->order[i]]);
    }
}

/* Finds the end of claims that overlap. */
static uint32_t find_block(const layout *l, uint32_t first, size_t *out_end) {
    size_t end = l->claims[l->order[first]].end;
    uint32_t i = first + 1;
    while (i < l->count) {
        const claim *c = &l->claims[l->order[i]];
        /* Empty views lie over nothing. */
        if (c->is_new || c->begin >= end) break;
        if (c->end > end) end = c->end;
        ++i;
    }
    *out_end = end;
    return i;
}

static void put_all(layout *l) {
    const vrmi_payload *payload = &l->edit->payload;
    uint32_t i = 0, end;
    size_t at = 0, block_end;
    l->size = 0;
    for (; i < l->count && !l->claims[l->order[i]].is_new; i = end) {
        size_t begin = l->claims[l->order[i]].begin;
        end = find_block(l, i, &block_end);
        if (!payload->repacks && begin > at) put(l, payload->bin + at, begin - at);
        put_block(l, i, end, block_end);
        if (block_end > at) at = block_end;
    }
    if (!payload->repacks && l->old_size > at) put(l, payload->bin + at, l->old_size - at);
    for (; i < l->count; ++i) put_new(l, &l->claims[l->order[i]]);
    for (i = 0; i < l->count && !l->claims[l->order[i]].is_new; i = end) {
        end = find_block(l, i, &block_end);
        put_homeless(l, i, end);
    }
}

/* --- Find claims --- */

static bool comes_before(const void *context, uint32_t a, uint32_t b) {
    const claim *claims = context;
    if (claims[a].is_new != claims[b].is_new) return claims[b].is_new;
    if (claims[a].is_new) return false;
    return claims[a].begin < claims[b].begin;
}

/* 0 if there is none; a number that no size has is beyond the end of everything. */
static size_t read_size(vrmi_tree *tree, vrmi_value *object, const char *key) {
    double number = vrmi_value_number(tree, vrmi_value_get(tree, object, key), 0);
    return number >= 0 && number <= (double)UINT32_MAX ? (size_t)number : SIZE_MAX;
}

/* A part of BIN. What reaches beyond its end means nothing, and stays as it is. */
static void add_claim(layout *l, vrmi_value *object, const vrmi_new_view *new_bytes) {
    vrmi_tree *tree = &l->edit->tree;
    claim c = {.object = object, .put = new_bytes};
    size_t length = read_size(tree, object, "byteLength");
    c.begin = read_size(tree, object, "byteOffset");
    if ((new_bytes != NULL && vrmi_value_is_marked(object)) ||
        vrmi_value_to_index(tree, vrmi_value_get(tree, object, "buffer")) != 0 ||
        !vrmi_range_fits(c.begin, length, l->old_size)) {
        if (new_bytes == NULL) return;
        c.is_new = true;
        length = 0;
    }
    c.end = c.begin + length;
    l->claims[l->count++] = c;
}

/* A view, and the compressed bytes of one (EXT_meshopt_compression). */
static void add_view(layout *l, vrmi_value *view, const vrmi_new_view *new_bytes,
                     const vrmi_new_view *compressed) {
    vrmi_tree *tree = &l->edit->tree;
    vrmi_value *extensions = vrmi_value_get(tree, view, "extensions");
    uint32_t count = vrmi_value_count(tree, extensions);
    add_claim(l, view, new_bytes);
    for (uint32_t i = 0; i < count; ++i) {
        vrmi_value *extension = vrmi_value_at(tree, extensions, i);
        if (vrmi_value_get(tree, extension, "buffer") == NULL) continue;
        add_claim(l, extension,
                  compressed != NULL && compressed->view == extension ? compressed : NULL);
    }
}

static uint32_t count_claims(vrmi_tree *tree, vrmi_value *views) {
    uint32_t all = vrmi_value_count(tree, views), count = all;
    for (uint32_t i = 0; i < all; ++i) {
        vrmi_value *view = vrmi_value_at(tree, views, i);
        count += vrmi_value_count(tree, vrmi_value_get(tree, view, "extensions"));
    }
    return count;
}

/* Removed bytes have new ones too: none. */
static void add_cuts(layout *l) {
    static const vrmi_new_view nothing;
    const vrmi_payload *payload = &l->edit->payload;
    for (uint32_t i = 0; i < payload->cut_count; ++i) {
        claim c = {.begin = payload->cuts[i].begin, .end = payload->cuts[i].end, .put = &nothing};
        if (c.end <= l->old_size) l->claims[l->count++] = c;
    }
}

/* The new bytes of each view, and behind those the new compressed bytes of each; NULL if it has
 * none. */
static const vrmi_new_view **find_new_bytes(vrm_edit *edit, const vrmi_value *views,
                                            uint32_t count) {
    const vrmi_payload *payload = &edit->payload;
    const vrmi_new_view **all =
        VRMI_TAKE(&edit->tree.arena, const vrmi_new_view *, (size_t)count * 2);
    if (all == NULL) return NULL;
    for (size_t i = 0; i < (size_t)count * 2; ++i) all[i] = NULL;
    for (uint32_t i = 0; i < payload->count; ++i) {
        const vrmi_new_view *at = &payload->views[i];
        const vrmi_value *table = vrmi_value_parent(at->view);
        const vrmi_value *view = table != NULL ? vrmi_value_parent(table) : NULL;
        /* A view that was removed has no parent, and a file without views has no table. */
        if (table == NULL || views == NULL) continue;
        if (table == views) {
            all[vrmi_value_index(at->view)] = at;
        } else if (view != NULL && vrmi_value_parent(view) == views) {
            all[count + vrmi_value_index(view)] = at;
        }
    }
    return all;
}

static bool find_claims(layout *l) {
    vrmi_tree *tree = &l->edit->tree;
    vrmi_value *views = vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER_VIEW);
    uint32_t count = vrmi_value_count(tree, views);
    const vrmi_new_view **new_bytes = find_new_bytes(l->edit, views, count);
    l->claims = VRMI_TAKE(&tree->arena, claim,
                          (size_t)count_claims(tree, views) + l->edit->payload.cut_count);
    if (l->claims == NULL || new_bytes == NULL) return false;
    for (uint32_t i = 0; i < count; ++i) {
        add_view(l, vrmi_value_at(tree, views, i), new_bytes[i], new_bytes[count + i]);
    }
    add_cuts(l);
    l->order = vrmi_sort_order(&tree->arena, l->count, comes_before, l->claims);
    return l->order != NULL && !tree->is_refused;
}

/* --- Laying out --- */

static void drop_unused_views(vrm_edit *edit) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *views = vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER_VIEW);
    uint32_t count = vrmi_value_count(tree, views);
    uint32_t *counts = VRMI_TAKE(&tree->arena, uint32_t, count);
    uint8_t *keeps = VRMI_TAKE(&tree->arena, uint8_t, count);
    if (counts == NULL || keeps == NULL) {
        tree->is_refused = true;
        return;
    }
    if (vrmi_edit_count_unknown(edit) > 0) return; /* they may have numbers of views */
    vrmi_references_count(tree, VRMI_REFERENCE_BUFFER_VIEW, counts, count);
    for (uint32_t i = 0; i < count; ++i) keeps[i] = counts[i] != 0;
    vrmi_references_keep(tree, VRMI_REFERENCE_BUFFER_VIEW, keeps, NULL);
}

/* Whether BIN is the first buffer, or can be. */
static bool has_bin_buffer(vrm_edit *edit) {
    vrmi_tree *tree = &edit->tree;
    vrmi_value *buffers = vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER);
    vrmi_value *first = vrmi_value_at(tree, buffers, 0);
    if (!vrmi_is_glb(edit->bytes, edit->size) && !edit->payload.becomes_glb) return false;
    if (first == NULL) return true;
    return vrmi_value_get(tree, first, "uri") == NULL &&
           vrmi_value_get(tree, first, "extensions") == NULL; /* a fallback has no bytes */
}

/* Whether the old BIN is the new one, with the zeros that fill it up. */
static bool is_same_bin(const layout *l, size_t padded) {
    static const uint8_t zeros[4];
    const vrmi_payload *payload = &l->edit->payload;
    return !l->moves && l->size != 0 && padded == payload->bin_size &&
           memcmp(payload->bin + l->size, zeros, padded - l->size) == 0;
}

static bool take_bin(layout *l) {
    vrmi_payload *payload = &l->edit->payload;
    uint8_t *out;
    size_t padded, padding;
    put_all(l); /* measures */
    padding = (4 - l->size % 4) % 4;
    l->edit->tree.is_too_large |= l->is_too_large || !vrmi_add_size(l->size, padding, &padded);
    if (l->edit->tree.is_too_large) return false;
    payload->is_changed = true;
    if (is_same_bin(l, padded)) return true;
    out = vrmi_memory_allocate(&l->edit->memory, padded != 0 ? padded : 1);
    if (out == NULL) return false;
    l->out = out;
    put_all(l);
    memset(out + l->size, 0, padding); /* as a chunk has them */
    vrmi_payload_release(l->edit);
    payload->bin = out;
    payload->bin_size = padded;
    payload->owned_bytes = padded != 0 ? padded : 1;
    return true;
}

/* Buffers may not be empty. */
static void drop_buffer(vrmi_tree *tree) {
    vrmi_value *buffers = vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER);
    uint32_t count = vrmi_value_count(tree, buffers);
    uint8_t *keeps = VRMI_TAKE(&tree->arena, uint8_t, count);
    if (keeps == NULL) {
        tree->is_refused = true;
        return;
    }
    memset(keeps, 1, count);
    keeps[0] = 0;
    vrmi_references_keep(tree, VRMI_REFERENCE_BUFFER, keeps, NULL);
}

static bool lay_out_bin(vrm_edit *edit) {
    vrmi_tree *tree = &edit->tree;
    layout l = {.edit = edit};
    vrmi_value *buffer = vrmi_value_at(tree, vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER), 0);
    if (buffer == NULL) {
        if (edit->payload.count == 0) return true; /* there is nothing to put into it */
        vrmi_edit_add_element(edit, VRMI_REFERENCE_BUFFER, vrmi_string_from("{}"));
        buffer = vrmi_value_at(tree, vrmi_reference_table(tree, VRMI_REFERENCE_BUFFER), 0);
    }
    l.old_size = read_size(tree, buffer, "byteLength");
    if (l.old_size > edit->payload.bin_size) l.old_size = edit->payload.bin_size;
    if (!find_claims(&l) || !take_bin(&l)) return false;
    if (read_size(tree, buffer, "byteLength") != l.size) {
        vrmi_value_set_index(tree, buffer, "byteLength", l.size);
    }
    if (l.size == 0) drop_buffer(tree);
    return !tree->is_refused;
}

/* --- A data URI --- */

static void put_base64(const uint8_t *bytes, size_t size, char *out) {
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t bits = (uint32_t)bytes[i] << 16;
        if (left > 1) bits |= (uint32_t)bytes[i + 1] << 8;
        if (left > 2) bits |= bytes[i + 2];
        *out++ = digits[bits >> 18];
        *out++ = digits[bits >> 12 & 63];
        *out++ = digits[left > 1 ? bits >> 6 & 63 : 64];
        *out++ = digits[left > 2 ? bits & 63 : 64];
    }
}

/* The new bytes one after the other, as a buffer in the JSON. */
static bool add_data_buffer(vrm_edit *edit, const uint8_t *bytes, size_t size, int32_t *out) {
    static const char head[] = "{\"uri\":\"data:application/octet-stream;base64,";
    const size_t digits = (size + 2) / 3 * 4;
    const size_t capacity = sizeof head + digits + 64;
    char *json;
    vrmi_text text;
    vrm_string whole;
    edit->tree.is_too_large |= size > UINT32_MAX / 2;
    if (edit->tree.is_too_large) return false;
    json = vrmi_memory_allocate(&edit->memory, capacity);
    if (json == NULL) return false;
    text = vrmi_text_make(json, capacity);
    vrmi_text_append(&text, head);
    put_base64(bytes, size, json + text.length);
    text.length += digits;
    vrmi_text_append(&text, "\",\"byteLength\":");
    vrmi_text_append_u64(&text, size);
    vrmi_text_append(&text, "}");
    whole.data = json;
    whole.length = (uint32_t)text.length;
    *out = vrmi_edit_add_element(edit, VRMI_REFERENCE_BUFFER, whole);
    vrmi_memory_release(&edit->memory, json, capacity);
    return *out != VRM_NONE;
}

static bool lay_out_data(vrm_edit *edit) {
    const vrmi_payload *payload = &edit->payload;
    vrmi_tree *tree = &edit->tree;
    size_t size = 0, at = 0;
    uint8_t *bytes;
    int32_t buffer;
    for (uint32_t i = 0; i < payload->count; ++i) {
        if (!vrmi_add_size(size, payload->views[i].size + 3, &size)) return false;
    }
    bytes = VRMI_TAKE(&tree->arena, uint8_t, size);
    if (bytes == NULL) return false;
    memset(bytes, 0, size);
    for (uint32_t i = 0; i < payload->count; ++i) {
        const vrmi_new_view *view = &payload->views[i];
        if (view->size > 0) memcpy(bytes + at, view->bytes, view->size);
        vrmi_value_set_index(tree, view->view, "byteOffset", at);
        vrmi_value_set_index(tree, view->view, "byteLength", view->size);
        at += (view->size + 3) / 4 * 4;
    }
    if (!add_data_buffer(edit, bytes, at, &buffer)) return false;
    for (uint32_t i = 0; i < payload->count; ++i) {
        vrmi_value_set_index(tree, payload->views[i].view, "buffer", (uint64_t)buffer);
    }
    return !tree->is_refused;
}

bool vrmi_payload_lay_out(vrm_edit *edit) {
    vrmi_payload *payload = &edit->payload;
    bool is_good;
    if (edit->tree.is_refused) return false;
    if (payload->count == 0 && payload->cut_count == 0 && !payload->repacks) return true;
    if (payload->repacks) drop_unused_views(edit);
    if (has_bin_buffer(edit)) {
        is_good = lay_out_bin(edit);
    } else {
        is_good = payload->count == 0 || lay_out_data(edit);
    }
    if (!is_good) {
        edit->tree.is_refused = true;
        return false;
    }
    for (uint32_t i = 0; i < payload->count; ++i) vrmi_value_mark(payload->views[i].view, false);
    payload->count = payload->cut_count = 0;
    payload->repacks = false;
    return true;
}

void vrmi_payload_release(vrm_edit *edit) {
    vrmi_payload *payload = &edit->payload;
    if (payload->owned_bytes != 0) {
        vrmi_memory_release(&edit->memory, (void *)(uintptr_t)payload->bin, payload->owned_bytes);
    }
    payload->owned_bytes = 0;
}
