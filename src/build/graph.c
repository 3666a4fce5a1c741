#include "build/graph.h"

#include <assert.h>
#include <string.h>

bool vrmi_graph_begin(vrmi_graph *graph, vrmi_load *load, uint32_t vertex_count,
                      size_t edge_capacity) {
    memset(graph, 0, sizeof *graph);
    if (edge_capacity > UINT32_MAX) edge_capacity = SIZE_MAX; /* more than there is memory for */
    graph->waiting = VRMI_TAKE(load->arena, uint32_t, edge_capacity);
    graph->awaited = VRMI_TAKE(load->arena, uint32_t, edge_capacity);
    if (graph->waiting == NULL || graph->awaited == NULL) return vrmi_load_refused(load);
    graph->vertex_count = vertex_count;
    graph->edge_capacity = (uint32_t)edge_capacity;
    return true;
}

void vrmi_graph_wait(vrmi_graph *graph, uint32_t vertex, uint32_t other) {
    assert(vertex < graph->vertex_count && other < graph->vertex_count);
    assert(graph->edge_count < graph->edge_capacity);
    graph->waiting[graph->edge_count] = vertex;
    graph->awaited[graph->edge_count] = other;
    graph->edge_count += 1;
}

/* Edges by the vertex at one of their ends: those of vertex v are to[first[v]] … to[first[v + 1] -
 * 1], in the order in which they were added. */
typedef struct neighbours {
    uint32_t *first;
    uint32_t *out;
} neighbours;

static bool list_neighbours(const vrmi_graph *graph, vrmi_load *load, const uint32_t *from,
                            const uint32_t *to, neighbours *out) {
    uint32_t count = graph->vertex_count;
    out->first = VRMI_TAKE(load->arena, uint32_t, (size_t)count + 2);
    out->out = VRMI_TAKE(load->arena, uint32_t, graph->edge_count);
    if (out->first == NULL || out->out == NULL) return vrmi_load_refused(load);
    /* Counted two places behind, so that filling in moves each number to its own place. */
    memset(out->first, 0, ((size_t)count + 2) * sizeof out->first[0]);
    for (uint32_t i = 0; i < graph->edge_count; ++i) out->first[from[i] + 2] += 1;
    for (uint32_t i = 2; i < count + 2; ++i) out->first[i] += out->first[i - 1];
    for (uint32_t i = 0; i < graph->edge_count; ++i) out->out[out->first[from[i] + 1]++] = to[i];
    return true;
}

/* --- Components: Tarjan's algorithm, with the calls in an array of their own --- */

#define UNSEEN UINT32_MAX

typedef struct walk {
    neighbours edges;
    uint32_t *number;    /* by vertex: when it was first seen */
    uint32_t *lowest;    /* by vertex: the earliest open one that it reaches */
    uint32_t *component; /* by vertex; UNSEEN while it is open */
    uint32_t *next_edge; /* by vertex: the next of its edges to follow */
    uint32_t *path;      /* vertices whose edges are being followed */
    uint32_t *open;      /* seen, and not yet of a component */
    uint32_t path_length;
    uint32_t open_count;
    uint32_t seen_count;
    uint32_t component_count;
} walk;

static void enter(walk *at, uint32_t vertex) {
    at->number[vertex] = at->lowest[vertex] = at->seen_count++;
    at->next_edge[vertex] = at->edges.first[vertex];
    at->path[at->path_length++] = vertex;
    at->open[at->open_count++] = vertex;
}

/* All edges of the last vertex of the path have been followed. */
static void leave(walk *at) {
    uint32_t vertex = at->path[--at->path_length];
    if (at->path_length != 0) {
        uint32_t before = at->path[at->path_length - 1];
        if (at->lowest[vertex] < at->lowest[before]) at->lowest[before] = at->lowest[vertex];
    }
    if (at->lowest[vertex] != at->number[vertex]) return;
    for (;;) { /* it is the first of a component, and what was opened since is the rest */
        uint32_t member = at->open[--at->open_count];
        at->component[member] = at->component_count;
        if (member == vertex) break;
    }
    at->component_count += 1;
}

static void walk_from(walk *at, uint32_t start) {
    enter(at, start);
    while (at->path_length != 0) {
        uint32_t vertex = at->path[at->path_length - 1], other;
        if (at->next_edge[vertex] == at->edges.first[vertex + 1]) {
            leave(at);
            continue;
        }
        other = at->edges.out[at->next_edge[vertex]++];
        if (at->number[other] == UNSEEN) {
            enter(at, other);
        } else if (at->component[other] == UNSEEN && at->number[other] < at->lowest[vertex]) {
            at->lowest[vertex] = at->number[other];
        }
    }
}

uint32_t *vrmi_graph_components(const vrmi_graph *graph, vrmi_load *load,
                                uint32_t *out_component_count) {
    uint32_t count = graph->vertex_count;
    uint32_t **arrays[6];
    walk at;
    memset(&at, 0, sizeof at);
    arrays[0] = &at.number;
    arrays[1] = &at.lowest;
    arrays[2] = &at.component;
    arrays[3] = &at.next_edge;
    arrays[4] = &at.path;
    arrays[5] = &at.open;
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; ++i) {
        *arrays[i] = VRMI_TAKE(load->arena, uint32_t, count);
        if (*arrays[i] == NULL) {
            vrmi_load_refused(load);
            return NULL;
        }
    }
    if (!list_neighbours(graph, load, graph->waiting, graph->awaited, &at.edges)) return NULL;
    for (uint32_t i = 0; i < count; ++i) at.number[i] = at.component[i] = UNSEEN;
    for (uint32_t i = 0; i < count; ++i) {
        if (at.number[i] == UNSEEN) walk_from(&at, i);
    }
    *out_component_count = at.component_count;
    return at.component;
}

/* --- Order: Kahn's algorithm, with a heap of those that are ready --- */

typedef struct heap {
    uint32_t *items; /* the smallest first */
    uint32_t count;
} heap;

static void heap_add(heap *ready, uint32_t item) {
    uint32_t at = ready->count++;
    while (at != 0 && ready->items[(at - 1) / 2] > item) {
        ready->items[at] = ready->items[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    ready->items[at] = item;
}

static uint32_t heap_take(heap *ready) {
    uint32_t smallest = ready->items[0];
    uint32_t last = ready->items[--ready->count];
    uint32_t at = 0;
    for (uint32_t child = 1; child < ready->count; child = 2 * at + 1) {
        if (child + 1 < ready->count && ready->items[child + 1] < ready->items[child]) ++child;
        if (ready->items[child] >= last) break;
        ready->items[at] = ready->items[child];
        at = child;
    }
    ready->items[at] = last;
    return smallest;
}

typedef struct line {
    neighbours followers;
    uint32_t *waits_for; /* by vertex: how many */
    heap ready;
    uint32_t *passed; /* way-points that wait for none any more */
    uint32_t passed_count;
    uint32_t ordered_count; /* of vertices that are no way-points */
} line;

static void release(line *line, uint32_t vertex) {
    if (vertex < line->ordered_count) {
        heap_add(&line->ready, vertex);
    } else {
        line->passed[line->passed_count++] = vertex;
    }
}

static void release_followers(line *line, uint32_t vertex) {
    const neighbours *followers = &line->followers;
    for (uint32_t i = followers->first[vertex]; i < followers->first[vertex + 1]; ++i) {
        if (--line->waits_for[followers->out[i]] == 0) release(line, followers->out[i]);
    }
}

int32_t *vrmi_graph_order(const vrmi_graph *graph, vrmi_load *load, uint32_t count) {
    int32_t *order = VRMI_TAKE(load->arena, int32_t, count);
    uint32_t placed = 0;
    line line;
    memset(&line, 0, sizeof line);
    line.ordered_count = count;
    line.waits_for = VRMI_TAKE(load->arena, uint32_t, graph->vertex_count);
    line.ready.items = VRMI_TAKE(load->arena, uint32_t, (size_t)count + 1);
    line.passed = VRMI_TAKE(load->arena, uint32_t, graph->vertex_count);
    if (order == NULL || line.waits_for == NULL || line.ready.items == NULL ||
        line.passed == NULL) {
        vrmi_load_refused(load);
        return NULL;
    }
    if (!list_neighbours(graph, load, graph->awaited, graph->waiting, &line.followers)) return NULL;
    memset(line.waits_for, 0, graph->vertex_count * sizeof line.waits_for[0]);
    for (uint32_t i = 0; i < graph->edge_count; ++i) line.waits_for[graph->waiting[i]] += 1;
    for (uint32_t i = 0; i < graph->vertex_count; ++i) {
        if (line.waits_for[i] == 0) release(&line, i);
    }
    for (;;) {
        /* Way-points are passed at once: what waits behind them is ready with the rest. */
        if (line.passed_count != 0) {
            release_followers(&line, line.passed[--line.passed_count]);
        } else if (line.ready.count != 0) {
            uint32_t vertex = heap_take(&line.ready);
            order[placed++] = (int32_t)vertex;
            release_followers(&line, vertex);
        } else {
            break;
        }
    }
    assert(placed == count);
    return order;
}
