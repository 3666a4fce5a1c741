/*
 * Median cut: a box around all colours is cut where its colours spread most, again and again, and
 * each box in the end is one colour, the mean of its own.
 */
#include "palette.h"

#include <stdlib.h>
#include <string.h>

static uint32_t cell_of(const uint8_t rgb[3]) {
    return (uint32_t)(rgb[0] >> 3) << 10 | (uint32_t)(rgb[1] >> 3) << 5 | rgb[2] >> 3;
}

static uint32_t channel_of(uint32_t cell, int channel) { return cell >> (10 - 5 * channel) & 31; }

void palette_begin(palette *p) {
    memset(p->counts, 0, sizeof p->counts);
    memset(p->sums, 0, sizeof p->sums);
    p->color_count = 0;
}

void palette_count(palette *p, const uint8_t rgb[3]) {
    uint32_t cell = cell_of(rgb);
    ++p->counts[cell];
    for (int c = 0; c < 3; ++c) p->sums[cell][c] += rgb[c];
}

/* --- Boxes --- */

typedef struct color_box {
    uint32_t start, end; /* of its cells */
    int channel;         /* along which its colours spread most */
    double spread;       /* the sum of squares along it; 0: it cannot be cut */
} color_box;

/* Greens are seen best, and blues least. */
static const double weights[3] = {0.5, 1.0, 0.3};

static void measure(const palette *p, color_box *box) {
    box->spread = 0.0;
    box->channel = 0;
    for (int c = 0; c < 3; ++c) {
        double count = 0.0, sum = 0.0, squares = 0.0, spread;
        for (uint32_t i = box->start; i < box->end; ++i) {
            double many = p->counts[p->cells[i]], value = channel_of(p->cells[i], c);
            count += many;
            sum += many * value;
            squares += many * value * value;
        }
        spread = weights[c] * (squares - sum * sum / count);
        if (box->end - box->start > 1 && spread > box->spread) {
            box->spread = spread;
            box->channel = c;
        }
    }
}

/* Puts the cells of the box that are at most `limit` along its channel in front; returns where the
 * others begin. */
static uint32_t part(palette *p, const color_box *box, double limit) {
    uint32_t front = box->start;
    for (uint32_t i = box->start; i < box->end; ++i) {
        uint16_t cell = p->cells[i];
        if (channel_of(cell, box->channel) > limit) continue;
        p->cells[i] = p->cells[front];
        p->cells[front++] = cell;
    }
    return front;
}

static double mean_of(const palette *p, const color_box *box) {
    double count = 0.0, sum = 0.0;
    for (uint32_t i = box->start; i < box->end; ++i) {
        count += p->counts[p->cells[i]];
        sum += (double)p->counts[p->cells[i]] * channel_of(p->cells[i], box->channel);
    }
    return sum / count;
}

static void take_color(palette *p, const color_box *box) {
    uint64_t count = 0, sums[3] = {0, 0, 0};
    for (uint32_t i = box->start; i < box->end; ++i) {
        count += p->counts[p->cells[i]];
        for (int c = 0; c < 3; ++c) sums[c] += p->sums[p->cells[i]][c];
    }
    if (count == 0) return; /* no box is empty */
    for (int c = 0; c < 3; ++c) {
        p->colors[p->color_count][c] = (uint8_t)((sums[c] + count / 2) / count);
    }
    ++p->color_count;
}

void palette_make(palette *p) {
    color_box boxes[PALETTE_MOST];
    uint32_t count = 1;
    boxes[0].start = boxes[0].end = 0;
    for (uint32_t cell = 0; cell < PALETTE_CELLS; ++cell) {
        if (p->counts[cell] > 0) p->cells[boxes[0].end++] = (uint16_t)cell;
        p->nearest[cell] = -1;
    }
    if (boxes[0].end == 0) return;
    measure(p, &boxes[0]);
    while (count < PALETTE_MOST) {
        color_box *widest = &boxes[0];
        uint32_t middle;
        for (uint32_t i = 1; i < count; ++i) {
            if (boxes[i].spread > widest->spread) widest = &boxes[i];
        }
        if (widest->spread <= 0.0) break;
        middle = part(p, widest, mean_of(p, widest));
        if (middle == widest->start || middle == widest->end) { /* rounding made it seem wide */
            widest->spread = 0.0;
            continue;
        }
        boxes[count].start = middle;
        boxes[count].end = widest->end;
        widest->end = middle;
        measure(p, widest);
        measure(p, &boxes[count++]);
    }
    for (uint32_t i = 0; i < count; ++i) take_color(p, &boxes[i]);
}

/* --- The nearest --- */

static int16_t look_for(const palette *p, uint32_t cell) {
    double best = 1e30;
    int16_t found = 0;
    for (uint32_t i = 0; i < p->color_count; ++i) {
        double distance = 0.0;
        for (int c = 0; c < 3; ++c) {
            double off = (double)p->colors[i][c] - (channel_of(cell, c) * 8.0 + 3.5);
            distance += weights[c] * off * off;
        }
        if (distance >= best) continue;
        best = distance;
        found = (int16_t)i;
    }
    return found;
}

uint8_t palette_find(palette *p, const uint8_t rgb[3]) {
    uint32_t cell = cell_of(rgb);
    if (p->nearest[cell] < 0) p->nearest[cell] = look_for(p, cell);
    return (uint8_t)p->nearest[cell];
}
