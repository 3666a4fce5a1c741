/*
 * Who waits for whom: a directed graph, its circles, and an order in which none comes before what
 * it waits for.
 *
 * Nothing here recurses (ER-007). Memory comes from the arena of the load, which goes when the
 * model is finished. Time and memory are linear in vertices and edges; the order takes the
 * logarithm of its vertices more.
 */
#ifndef VRMI_MODEL_GRAPH_H
#define VRMI_MODEL_GRAPH_H

#include "gltf/session.h"

typedef struct vrmi_graph {
    uint32_t vertex_count;
    uint32_t edge_count;
    uint32_t edge_capacity;
    uint32_t *waiting; /* by edge */
    uint32_t *awaited; /* by edge */
} vrmi_graph;

/* At most `edge_capacity` edges will be added. False: the load has failed. */
bool vrmi_graph_begin(vrmi_graph *graph, vrmi_load *load, uint32_t vertex_count,
                      size_t edge_capacity);

/* `vertex` waits for `other`. */
void vrmi_graph_wait(vrmi_graph *graph, uint32_t vertex, uint32_t other);

/* Numbers the strongly connected components: two vertices get the same number when each waits for
 * the other, over however many steps. NULL: the load has failed. */
uint32_t *vrmi_graph_components(const vrmi_graph *graph, vrmi_load *load,
                                uint32_t *out_component_count);

/*
 * Puts the first `count` vertices in order: of those that wait for none any more, the smallest is
 * next. The vertices behind them are way-points: they stand for "all of these", and have no place
 * in the order. The graph has no circles. NULL: the load has failed.
 */
int32_t *vrmi_graph_order(const vrmi_graph *graph, vrmi_load *load, uint32_t count);

#endif
