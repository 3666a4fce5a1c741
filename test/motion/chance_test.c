/* Numbers that look random and come from a seed. */
#include "base/chance.h"
#include "test.h"

#define SECOND 1000000000u

TEST(the_same_question_has_the_same_answer) {
    /* Of SplitMix64 with the seed 0: its first two numbers, by the paper's code. */
    CHECK(vrmi_mix(0x9e3779b97f4a7c15u) == 0xe220a8397b1dcdafu);
    CHECK(vrmi_mix(0x9e3779b97f4a7c15u * 2) == 0x6e789e6aa1b965f4u);
    CHECK(vrmi_chance(1, 2, 3) == vrmi_chance(1, 2, 3));
    CHECK(vrmi_chance(1, 2, 3) != vrmi_chance(2, 2, 3));
    CHECK(vrmi_chance(1, 2, 3) != vrmi_chance(1, 3, 3));
    CHECK(vrmi_chance(1, 2, 3) != vrmi_chance(1, 2, 4));
    CHECK(vrmi_chance(1, 2, 3) != vrmi_chance(1, 3, 2));
}

TEST(distributions_are_what_they_say) {
    enum { COUNT = 100000 };
    double unit = 0, normal = 0, square = 0, wait = 0;
    float least = 1, most = 0, far = 0;
    for (uint64_t i = 0; i < COUNT; ++i) {
        uint64_t chance = vrmi_chance(7, 1, i);
        float u = vrmi_chance_unit(chance), n = vrmi_chance_normal(chance);
        least = u < least ? u : least;
        most = u > most ? u : most;
        far = fabsf(n) > far ? fabsf(n) : far;
        unit += (double)u;
        normal += (double)n;
        square += (double)n * (double)n;
        wait += (double)vrmi_chance_log_normal(chance, 0.5f);
    }
    CHECK(least >= 0 && least < 0.001f && most < 1 && most > 0.999f && far < 3.4642f);
    /* Four standard errors, and more. */
    CHECK_NEAR(unit / COUNT, 0.5, 0.004);
    CHECK_NEAR(normal / COUNT, 0, 0.013);
    CHECK_NEAR(square / COUNT, 1, 0.015);
    CHECK_NEAR(wait / COUNT, 1.1331, 0.01); /* e^(1/8) */
    CHECK_NEAR((double)vrmi_chance_normal(0), -3.4641, 1e-3);
    CHECK_NEAR((double)vrmi_chance_normal(~(uint64_t)0), 3.4641, 1e-3);
    CHECK_NEAR((double)vrmi_chance_normal(0x7fff80007fff8000u), 0, 1e-6);
}

TEST(noise_is_smooth_and_bounded) {
    const uint64_t period = 3 * (uint64_t)SECOND, step = SECOND / 1000;
    /* Also after a hundred years. */
    static const uint64_t starts[] = {0, 3155760000000000000u};
    for (int k = 0; k < 2; ++k) {
        double sum = 0, speed = 0, acceleration = 0, most = 0, least = 0;
        double before = 0, before_speed = 0;
        for (uint64_t i = 0; i < 600000; ++i) {
            double value = (double)vrmi_noise(5, 9, starts[k] + i * step, period);
            double moved = value - before;
            if (i > 1) {
                speed = fmax(speed, fabs(moved));
                acceleration = fmax(acceleration, fabs(moved - before_speed));
            }
            most = fmax(most, value);
            least = fmin(least, value);
            sum += value;
            before = value;
            before_speed = moved;
        }
        /* A step of a millisecond is 1/3000 of the way between two values; a B-spline is nowhere
         * faster than their difference. */
        CHECK(speed < 2.0 / 3000 && speed > 0.3 / 3000);
        CHECK(acceleration < 4e-6); /* what is left is the rounding of the values */
        CHECK(most > 0.5 && most <= 1 && least < -0.5 && least >= -1);
        CHECK_NEAR(sum / 600000, 0, 0.15);
    }
    CHECK(vrmi_noise(5, 9, 77, period) != vrmi_noise(6, 9, 77, period));
}

/* The same bits from every compiler and on every processor. */
TEST(values_are_the_same_everywhere) {
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (uint64_t i = 0; i < 10000; ++i) {
        uint32_t bits[2] = {
            vrmi_float_bits(vrmi_noise(11, 3, i * 7654321, 2300000000u)),
            vrmi_float_bits(vrmi_chance_log_normal(vrmi_chance(11, 4, i), 0.7f)),
        };
        for (int k = 0; k < 8; ++k) {
            hash = (hash ^ (bits[k / 4] >> (k % 4 * 8) & 0xffu)) * 0x100000001b3u;
        }
    }
    CHECK_INT(hash, 1933107345677201306);
}

TEST_SUITE(chance, ENTRY(values_are_the_same_everywhere),
           ENTRY(the_same_question_has_the_same_answer), ENTRY(distributions_are_what_they_say),
           ENTRY(noise_is_smooth_and_bounded));
