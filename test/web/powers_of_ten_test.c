/* The powers of ten that modules for pages compute, where yyjson has a table (WM-006). */
#include "bindings/web/wasm/powers_of_ten.h"
#include "test.h"

/* FNV-1a over all of them, low byte first; the number is that of exact fractions of whole numbers.
 */
TEST(wm_006_powers_of_ten_are_those_of_exact_arithmetic) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int32_t exponent = -343; exponent <= 324; ++exponent) {
        uint64_t parts[2];
        vrm_web_power_of_ten(exponent, &parts[0], &parts[1]);
        CHECK(parts[0] >> 63 == 1);
        for (int i = 0; i < 16; ++i) {
            hash = (hash ^ (parts[i / 8] >> 8 * (i % 8) & 255)) * UINT64_C(0x100000001b3);
        }
    }
    CHECK(hash == UINT64_C(0xf894df09bf78bb2b));
}

TEST(wm_006_single_powers_of_ten_have_their_first_128_bits) {
    static const struct {
        int32_t exponent;
        uint64_t high, low;
    } expected[] = {
        {-343, UINT64_C(0xbf29dcaba82fdeae), UINT64_C(0x7432ee873880fc33)},
        {-1, UINT64_C(0xcccccccccccccccc), UINT64_C(0xcccccccccccccccc)},
        {0, UINT64_C(0x8000000000000000), 0},
        {1, UINT64_C(0xa000000000000000), 0},
        {55, UINT64_C(0xd0cf4b50cfe20765), UINT64_C(0xfff4b4e3f741cf6d)},
        {324, UINT64_C(0x9e19db92b4e31ba9), UINT64_C(0x6c07a2c26a8346d1)},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; ++i) {
        uint64_t high, low;
        vrm_web_power_of_ten(expected[i].exponent, &high, &low);
        CHECK(high == expected[i].high);
        CHECK(low == expected[i].low);
    }
}

TEST_SUITE(web_powers_of_ten, ENTRY(wm_006_powers_of_ten_are_those_of_exact_arithmetic),
           ENTRY(wm_006_single_powers_of_ten_have_their_first_128_bits));
