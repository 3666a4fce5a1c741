#include "act.h"

#include <math.h>

static const double whole_turn = 6.283185307179586;

/* A sine that tarries at its ends: -1 to 1 within a turn, quick in between. */
static double tarry(double turns) {
    double s = sin(whole_turn * turns);
    return s * (1.5 - 0.5 * s * s);
}

void act_apply(act_kind act, vrm_avatar *avatar, float size, double seconds) {
    vrm_trs root = {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f}};
    if (act == ACT_STAND) return;
    if (act == ACT_TURN) {
        double half = 0.5 * 0.9 * tarry(seconds / 4.0);
        root.rotation = vrm_quat_make(0.0f, (float)sin(half), 0.0f, (float)cos(half));
    } else {
        root.translation.x = 0.06f * size * (float)tarry(seconds / 2.0);
    }
    vrm_avatar_set_root(avatar, &root);
}
