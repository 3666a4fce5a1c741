/* Every truncation, every byte changed: a load refuses or gives a model whose promises hold. */
#include "hostile/hostile_files.h"
#include "test.h"
#include "testkit/check_tables.h"
#include "testkit/read_everything.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* No file here has more; a damaged count would read long otherwise. */
enum { BUDGET = 20000 };

typedef struct sweep {
    uint64_t loads, accepted;
} sweep;

/* Zeros that a changed count asks for are bounded, as they cost time alone. */
static vrm_load_desc sweep_desc(uint32_t flags, vrm_limits *limits) {
    vrm_load_desc desc;
    vrm_load_desc_init(&desc);
    vrm_limits_init(limits);
    desc.limits = limits;
    desc.flags = VRM_LOAD_ANY_GLTF | flags;
    limits->max_elements = 1000;
    return desc;
}

/* Loads, and checks everything that can be asked of the outcome. Whether it held. */
static bool try_bytes(sweep *sum, const unsigned char *bytes, size_t size, uint32_t flags,
                      vrm_result *out_result) {
    vrm_limits limits;
    vrm_load_desc desc = sweep_desc(flags, &limits);
    vrm_model *model = NULL;
    vrm_report *report = NULL;
    vrm_result result = vrm_model_load(bytes, size, &desc, &model, &report);
    const char *problem = check_report(report, result);
    sum->loads += 1;
    if (problem == NULL && (result == VRM_OK) != (model != NULL)) problem = "a model or a failure";
    if (problem == NULL && result == VRM_OK) {
        sum->accepted += 1;
        problem = check_invariants(vrm_model_gltf(model));
        if (problem == NULL) problem = check_tables(vrm_model_gltf(model), vrm_model_tables(model));
        if (problem == NULL) problem = read_everything(model, BUDGET, NULL);
    }
    vrm_model_release(model);
    vrm_report_destroy(report);
    if (out_result != NULL) *out_result = result;
    return problem == NULL || test_check(false, problem, __FILE__, __LINE__);
}

/* `--data shard=K/N`: of the changes that a sweep makes, every Nth from the Kth on, so that N
 * processes make all of them, each once. */
static bool is_of_shard(size_t change) {
    const char *option = test_option("shard");
    char *rest = NULL;
    unsigned long shard, count;
    if (option == NULL) return true;
    shard = strtoul(option, &rest, 10);
    count = *rest == '/' ? strtoul(rest + 1, NULL, 10) : 0;
    return CHECK(shard >= 1 && shard <= count) && change % count == shard - 1;
}

TEST(the_files_are_good) {
    for (int i = 0; i < HOSTILE_FILE_COUNT; ++i) {
        hostile_file made = hostile_file_make(i);
        sweep sum = {0, 0};
        test_note("%s", made.name);
        if (made.file.bytes != NULL) {
            CHECK(made.file.size <= 20000);
            CHECK(made.json_begin < made.json_end && made.json_end <= made.file.size);
            try_bytes(&sum, made.file.bytes, made.file.size, 0, NULL);
            CHECK_INT(sum.accepted, 1);
        }
        hostile_file_free(&made);
    }
}

/* GL-003, ER-008 */
TEST(every_truncation_is_refused_or_harmless) {
    for (int i = 0; i < HOSTILE_FILE_COUNT; ++i) {
        hostile_file made = hostile_file_make(i);
        sweep sum = {0, 0};
        bool ok = true;
        for (size_t length = 0; ok && made.file.bytes != NULL && length < made.file.size;
             ++length) {
            fixture cut;
            vrm_result result;
            if (!is_of_shard(length)) continue;
            cut = fixture_bytes(made.file.bytes, length);
            test_note("%s, the first %d bytes", made.name, (int)length);
            ok = try_bytes(&sum, cut.bytes, cut.size, 0, &result);
            if (made.is_glb) ok = ok && CHECK_INT(result, VRM_ERROR_CONTAINER);
            fixture_free(&cut);
        }
        /* Without its last line a .gltf is whole; without its last brace it is not. */
        if (!made.is_glb) CHECK(sum.accepted <= 1);
        hostile_file_free(&made);
    }
}

/* The same with a header that does not give it away: JSON and BIN end early. */
TEST(er_008_every_truncation_with_a_right_header_is_harmless) {
    for (int i = 0; i < HOSTILE_FILE_COUNT; ++i) {
        hostile_file made = hostile_file_make(i);
        sweep sum = {0, 0};
        bool ok = made.file.bytes != NULL && made.is_glb;
        for (size_t length = 20; ok && length < made.file.size; ++length) {
            /* The chunk that the cut goes through ends with it. */
            size_t chunk = length < made.json_end + 8 ? 12 : made.json_end;
            size_t chunk_length = length - chunk - 8;
            fixture cut;
            if (!is_of_shard(length)) continue;
            cut = fixture_bytes(made.file.bytes, length);
            if (length >= made.json_end && length < made.json_end + 8) {
                chunk_length = made.json_end - 20; /* a piece of a chunk's header is left over */
            }
            test_note("%s, ended at byte %d", made.name, (int)length);
            for (int k = 0; k < 4; ++k) {
                cut.bytes[8 + k] = (unsigned char)(length >> (8 * k));
                cut.bytes[chunk + (size_t)k] = (unsigned char)(chunk_length >> (8 * k));
            }
            ok = try_bytes(&sum, cut.bytes, cut.size, 0, NULL);
            fixture_free(&cut);
        }
        hostile_file_free(&made);
    }
}

/* For files that are not made here, one in this many changes of each byte is tried, in turn. Builds
 * with sanitizers are ten times as slow. */
#if defined(NDEBUG)
enum { SAMPLE = 3 };
#else
enum { SAMPLE = 13 };
#endif

/* `--data thin=N`: one in N of them, for emulators, which are a hundred times as slow. */
static size_t thin(void) {
    const char *option = test_option("thin");
    int n = option != NULL ? atoi(option) : 1;
    return n > 1 ? (size_t)n : 1;
}

/* What a byte is changed to: structure, numbers, the ends of strings, and what is no text. */
static size_t substitutes(unsigned char original, size_t at, unsigned char *out) {
    static const unsigned char values[] = {0x00, '"', '{', '}', '[',  ']', ',',
                                           ':',  '0', '9', '-', 0xFF, 0x80};
    size_t count = 0;
    for (size_t i = 0; i < COUNT(values); ++i) {
        if (values[i] != original) out[count++] = values[i];
    }
    out[count++] = (unsigned char)(original ^ (1u << at % 8)); /* one bit or another */
    return count;
}

/* One in `step` of the changes, in turn. */
static void sweep_json(int first, int last, size_t step) {
    for (int i = first; i < last; ++i) {
        hostile_file made = hostile_file_make(i);
        sweep sum = {0, 0};
        bool ok = made.file.bytes != NULL;
        for (size_t at = made.json_begin; ok && at < made.json_end; ++at) {
            unsigned char original = made.file.bytes[at], values[16];
            size_t count = substitutes(original, at, values);
            if (!is_of_shard(at)) continue;
            for (size_t k = at % step; ok && k < count; k += step) {
                test_note("%s, byte %d set to 0x%02X", made.name, (int)at, values[k]);
                made.file.bytes[at] = values[k];
                ok = try_bytes(&sum, made.file.bytes, made.file.size, 0, NULL);
            }
            made.file.bytes[at] = original;
        }
        if (made.file.bytes != NULL) {
            test_note("%s", made.name);
            CHECK(!ok || (sum.accepted > 0 && sum.accepted < sum.loads));
        }
        hostile_file_free(&made);
    }
}

/* ER-008, ER-011 */
TEST(every_changed_byte_of_the_json_is_harmless) { sweep_json(0, HOSTILE_MADE, thin()); }

/* ER-008 */
TEST(every_changed_byte_of_the_json_of_other_makers_is_harmless) {
    hostile_file made = hostile_file_make(HOSTILE_MADE);
    if (made.file.bytes == NULL) test_skip(NO_CORPUS);
    hostile_file_free(&made);
    sweep_json(HOSTILE_MADE, HOSTILE_FILE_COUNT, SAMPLE * thin());
}

/* GL-003: header and chunk headers, every value of every byte. */
TEST(every_changed_byte_of_the_container_is_harmless) {
    for (int i = 0; i < HOSTILE_FILE_COUNT; ++i) {
        hostile_file made = hostile_file_make(i);
        sweep sum = {0, 0};
        bool ok = made.file.bytes != NULL && made.is_glb;
        for (size_t k = 0; ok && k < 28; ++k) {
            size_t at = k < 20 ? k : made.json_end + k - 20;
            unsigned char original;
            if (at >= made.file.size) break;
            if (!is_of_shard(k)) continue;
            original = made.file.bytes[at];
            for (int value = 0; ok && value < 256; value += (int)thin()) {
                test_note("%s, byte %d set to 0x%02X", made.name, (int)at, (unsigned)value);
                made.file.bytes[at] = (unsigned char)value;
                ok = try_bytes(&sum, made.file.bytes, made.file.size, 0, NULL);
            }
            made.file.bytes[at] = original;
        }
        hostile_file_free(&made);
    }
}

/* ER-008: the payload is read by reads alone; no load looks at it. */
TEST(changed_bytes_of_the_payload_are_harmless) {
    uint64_t random = 1;
    hostile_file made = hostile_file_make(0);
    size_t begin = made.json_end + 8, size = made.file.size - begin;
    unsigned char *good = malloc(size);
    sweep sum = {0, 0};
    bool ok = true;
    memcpy(good, made.file.bytes + begin, size);
    for (int i = 0; ok && i < 3000; ++i) {
        uint32_t changes = 1 + hostile_random(&random) % 24;
        test_note("round %d", i);
        memcpy(made.file.bytes + begin, good, size);
        for (uint32_t k = 0; k < changes; ++k) {
            static const unsigned char values[] = {0xFF, 0x7F, 0x80, 0x00, 0xC0};
            uint32_t kind = hostile_random(&random) % 8;
            made.file.bytes[begin + hostile_random(&random) % size] =
                kind < COUNT(values) ? values[kind] : (unsigned char)hostile_random(&random);
        }
        if (is_of_shard((size_t)i)) {
            ok = try_bytes(&sum, made.file.bytes, made.file.size, 0, NULL);
        }
    }
    CHECK_INT(sum.accepted, sum.loads);
    free(good);
    hostile_file_free(&made);
}

/* Several changes at once, in every way of loading. */
TEST(er_008_random_damage_is_harmless) {
    static const char pool[] = "\"{}[],:0123456789-+eE.\\ntf \x01\x80\xFF";
    uint64_t random = 2;
    for (int i = 0; i < HOSTILE_FILE_COUNT; ++i) {
        hostile_file made = hostile_file_make(i);
        sweep sum = {0, 0};
        bool ok = made.file.bytes != NULL;
        for (int round = 0; ok && round < 2000; round += (int)thin()) {
            fixture damaged = fixture_bytes(made.file.bytes, made.file.size);
            uint32_t changes = 1 + hostile_random(&random) % 6, flags;
            test_note("%s, round %d", made.name, round);
            for (uint32_t k = 0; k < changes; ++k) {
                size_t length = made.json_end - made.json_begin;
                unsigned char *at =
                    damaged.bytes + made.json_begin + hostile_random(&random) % length;
                *at = (unsigned char)pool[hostile_random(&random) % (sizeof pool - 1)];
            }
            flags = hostile_random(&random) & (VRM_LOAD_STRICT | VRM_LOAD_COPY_PAYLOAD);
            if (is_of_shard((size_t)round / thin())) {
                ok = try_bytes(&sum, damaged.bytes, damaged.size, flags, NULL);
            }
            fixture_free(&damaged);
        }
        hostile_file_free(&made);
    }
}

/* ER-008, ER-011, ER-013, GL-033, GL-035: every value and every key of each file, replaced as a
 * whole; what a change of bytes does not reach. */
TEST(every_value_can_be_replaced_by_any_other) {
    static const char *const values[] = {
        "null",
        "true",
        "0",
        "-1",
        "1",
        "2",
        "255",
        "65536",
        "2147483647",
        "2147483648",
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "-9223372036854775808",
        "1.5",
        "1e999",
        "-1e999",
        "NaN",
        "-Infinity",
        "3.5e38",
        "1e308",
        "1e-46",
        "\"\"",
        "\"x\"",
        "\"\\u0000\"",
        "[]",
        "{}",
        "[0]",
        "[null]",
        "[[]]",
        "[1e30,1e30,1e30,1e30]",
        "[3e38,3e38,3e38,3e38,3e38,3e38,3e38,3e38,3e38,3e38,3e38,3e38,3e38,3e38,3e38,3e38]",
        "{\"a\":1,\"a\":2}"};
    for (int i = 0; i < HOSTILE_FILE_COUNT; ++i) {
        hostile_file made = hostile_file_make(i);
        size_t step = (i < HOSTILE_MADE ? 1 : SAMPLE) * thin();
        sweep sum = {0, 0};
        bool ok = made.file.bytes != NULL;
        for (size_t at = made.json_begin; ok && at < made.json_end; ++at) {
            size_t end = hostile_value_end(&made, at);
            if (!is_of_shard(at)) continue;
            for (size_t k = at % step; ok && end != at && k < COUNT(values); k += step) {
                fixture changed = hostile_file_replace(&made, at, end, values[k]);
                test_note("%s, bytes %d to %d replaced by %s", made.name, (int)at, (int)end,
                          values[k]);
                ok = try_bytes(&sum, changed.bytes, changed.size, 0, NULL);
                fixture_free(&changed);
            }
        }
        test_note("%s", made.name);
        if (made.file.bytes != NULL) CHECK(sum.accepted > sum.loads / 4);
        hostile_file_free(&made);
    }
}

TEST_SUITE(hostile_sweep, ENTRY(the_files_are_good), ENTRY(every_truncation_is_refused_or_harmless),
           ENTRY(er_008_every_truncation_with_a_right_header_is_harmless),
           ENTRY(every_changed_byte_of_the_json_is_harmless),
           ENTRY(every_changed_byte_of_the_json_of_other_makers_is_harmless),
           ENTRY(every_changed_byte_of_the_container_is_harmless),
           ENTRY(changed_bytes_of_the_payload_are_harmless),
           ENTRY(er_008_random_damage_is_harmless),
           ENTRY(every_value_can_be_replaced_by_any_other));
