/* vrm-compare-moves A B: whether two files move alike, as one line of JSON (test/support/moves.h).
 */
#include "support/moves.h"

#include <stdio.h>
#include <vrm/file.h>

int main(int argc, char **argv) {
    vrm_model *models[2] = {NULL, NULL};
    moves found;
    bool is_good = argc == 3;
    for (int i = 0; i < 2 && is_good; ++i) {
        is_good = vrm_model_load_file(argv[i + 1], NULL, &models[i], NULL) == VRM_OK;
    }
    is_good = is_good && compare_moves(models[0], models[1], 10, &found);
    if (is_good) {
        printf("{\"vertices\": %u, \"joints\": %u, \"rest\": %.3g, \"posed\": %.3g, \"normals\": "
               "%.3g, \"springs\": %.3g, \"turns\": %.3g, \"nodes\": %.3g, \"eyes\": %.3g}\n",
               (unsigned)found.vertices, (unsigned)found.joints, found.rest, found.posed,
               found.normals, found.springs, found.turns, found.nodes, found.eyes);
    }
    vrm_model_release(models[0]);
    vrm_model_release(models[1]);
    return is_good ? 0 : 1;
}
