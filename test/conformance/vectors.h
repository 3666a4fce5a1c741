/*
 * The golden vectors of conformance/ (docs/evidence/requirements.md, 7), and how they are run.
 *
 * A vector has cases. Each names an op: a function that reads the input, asks the library, and
 * answers; it never sees what is expected. The answers are held against that here.
 */
#ifndef VRM_TEST_CONFORMANCE_VECTORS_H
#define VRM_TEST_CONFORMANCE_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <vrm/vrm.h>
#include <yyjson.h>

/* --- What ops read. A member that is missing or of another type fails the test. --- */

double input_number(yyjson_val *object, const char *name);
vrm_vec3 input_vec3(yyjson_val *object, const char *name);
vrm_quat input_quat(yyjson_val *object, const char *name);
bool input_flag(yyjson_val *object, const char *name);
/* NULL where the file says null; the elements of an array; an empty array is NULL too. */
const char *input_text(yyjson_val *object, const char *name);
yyjson_val *input_object(yyjson_val *object, const char *name);
yyjson_val *input_list(yyjson_val *object, const char *name);
/* Exactly `count` numbers; zeros where they are not. */
void input_numbers(yyjson_val *object, const char *name, double *out, size_t count);

/* The same as JSON, for files made of them: "[0,0,0,1]", "0.5", "null". The text lives as that of
 * format_members does. */
const char *input_json(yyjson_val *object, const char *name);

/* --- What ops answer. Lists grow: several answers of one name follow each other. --- */

typedef struct answers answers;

void answer_number(answers *answers, const char *name, double number);
void answer_floats(answers *answers, const char *name, const float *numbers, size_t count);
void answer_vec2(answers *answers, const char *name, vrm_vec2 v);
void answer_vec3(answers *answers, const char *name, vrm_vec3 v);
void answer_quat(answers *answers, const char *name, vrm_quat q);
void answer_flag(answers *answers, const char *name, bool flag);
void answer_text(answers *answers, const char *name, const char *text);
void answer_null(answers *answers, const char *name);

/* --- Ops --- */

typedef void vector_op(yyjson_val *input, answers *answers);

typedef struct named_op {
    const char *name;
    vector_op *run;
} named_op;

/* All of them; the last has no name. */
extern const named_op vector_ops[];
/* NULL: there is none of this name. */
const named_op *find_op(const char *name);

#define VECTOR_OPS(X)                                                                              \
    X(collide)                                                                                     \
    X(spring_step)                                                                                 \
    X(limited_step)                                                                                \
    X(limit_direction)                                                                             \
    X(bone_axis)                                                                                   \
    X(constraint)                                                                                  \
    X(gaze)                                                                                        \
    X(range_map)                                                                                   \
    X(eye_bones)                                                                                   \
    X(look_expressions)                                                                            \
    X(expression_weights)                                                                          \
    X(morph_weight)                                                                                \
    X(material_color)                                                                              \
    X(texture_transform)                                                                           \
    X(uv_phases)                                                                                   \
    X(uv_animate)                                                                                  \
    X(outline_world)                                                                               \
    X(outline_screen)                                                                              \
    X(matcap_uv)                                                                                   \
    X(shade)                                                                                       \
    X(rim)                                                                                         \
    X(outline_color)                                                                               \
    X(first_person_split)                                                                          \
    X(bake_vertex)                                                                                 \
    X(to_normalized)                                                                               \
    X(from_normalized)                                                                             \
    X(retarget)                                                                                    \
    X(retarget_missing)                                                                            \
    X(hips_motion)                                                                                 \
    X(expression_track)                                                                            \
    X(gaze_of_rotation)                                                                            \
    X(motion_sample)                                                                               \
    X(vrm0_bones)                                                                                  \
    X(vrm0_vector)                                                                                 \
    X(vrm0_texture_transform)                                                                      \
    X(srgb_to_linear)                                                                              \
    X(vrm0_virtual_tail)                                                                           \
    X(vrm0_shading)                                                                                \
    X(vrm0_emission)                                                                               \
    X(vrm0_render_queues)                                                                          \
    X(vrm0_mtoon)                                                                                  \
    X(vrm0_facing)

#define X(name) vector_op op_##name;
VECTOR_OPS(X)
#undef X

/* --- Running --- */

/* A file of conformance/ by its name without ".json". NULL: skipped or failed, and said. */
yyjson_doc *read_vectors(const char *area);

/* Runs the cases of a vector. */
void run_vector(const char *area, const char *id);

/* Runs one case; false and a sentence in `why` where it does not hold. The vector says tolerance
 * and signs. Members of `input` that are amiss fail the test itself. */
bool run_case(yyjson_val *vector, yyjson_val *one, char *why, size_t size);

#endif
