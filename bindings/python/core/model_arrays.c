/* Methods of models and avatars that fill arrays: they make the array. */
#include "core.h"
#include "ids.h"

static vrm_model *model_of(PyObject *self) { return object_enter(self, CLASS_MODEL); }

/* Reads whole numbers, all of which are indices. */
static bool read_numbers(PyObject *const *args, Py_ssize_t count, Py_ssize_t wanted,
                         const char *name, int32_t *out) {
    if (!read_count(count, wanted, wanted, name)) return false;
    for (Py_ssize_t i = 0; i < wanted; ++i) {
        int64_t number;
        if (!read_signed(args[i], name, INT32_MIN, INT32_MAX, &number)) return false;
        out[i] = (int32_t)number;
    }
    return true;
}

static const vrm_primitive *primitive_of(const vrm_model *model, int32_t mesh, int32_t primitive) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    if (mesh >= 0 && (uint32_t)mesh < gltf->mesh_count && primitive >= 0 &&
        (uint32_t)primitive < gltf->meshes[mesh].primitive_count) {
        return &gltf->meshes[mesh].primitives[primitive];
    }
    PyErr_Format(PyExc_IndexError, "there is no primitive %d of mesh %d", (int)primitive,
                 (int)mesh);
    return NULL;
}

static PyObject *array_or_error(View *view, vrm_result result) {
    if (result == VRM_OK && check_misuse()) return view_array(view);
    Py_DECREF(view);
    return result == VRM_OK ? NULL : raise_result(result, NULL, NULL);
}

static PyObject *model_floats(PyObject *self, PyObject *value) {
    int64_t accessor;
    const vrm_model *model;
    size_t count;
    Py_ssize_t width;
    void *out;
    View *view;
    if (!read_signed(value, "accessor", INT32_MIN, INT32_MAX, &accessor) ||
        (model = model_of(self)) == NULL)
        return NULL;
    count = vrm_model_accessor_floats(model, (int32_t)accessor);
    if (!check_misuse()) return NULL;
    if (count == 0)
        return raise_result(VRM_ERROR_INVALID_ARGUMENT, NULL, "the accessor cannot be used");
    width = (Py_ssize_t)(count / vrm_model_gltf(model)->accessors[accessor].count);
    view = view_alloc(FIELD_F32, (Py_ssize_t)count / width, width, &out);
    if (view == NULL) return NULL;
    return array_or_error(view, vrm_model_read_floats(model, (int32_t)accessor, out, count));
}

typedef vrm_result (*read_triangles)(const vrm_model *model, int32_t item, int32_t primitive,
                                     uint32_t *out, size_t capacity, size_t *out_count);

/* Reads triangles of a primitive; `item` is what the function names it by: its mesh or a node. */
static PyObject *triangles_of(const vrm_model *model, int32_t mesh, int32_t item, int32_t at,
                              read_triangles read) {
    const vrm_primitive *primitive = primitive_of(model, mesh, at);
    size_t written = 0;
    void *out;
    View *view;
    vrm_result result;
    if (primitive == NULL ||
        (view = view_alloc(FIELD_U32, primitive->triangle_count, 3, &out)) == NULL) {
        return NULL;
    }
    result = read(model, item, at, out, (size_t)primitive->triangle_count * 3, &written);
    view->shape[0] = (Py_ssize_t)written / 3; /* triangles that are not read */
    return array_or_error(view, result);
}

static PyObject *model_triangles(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    int32_t at[2];
    const vrm_model *model;
    if (!read_numbers(args, count, 2, "triangles", at) || (model = model_of(self)) == NULL)
        return NULL;
    return triangles_of(model, at[0], at[0], at[1], vrm_model_read_triangles);
}

static PyObject *model_first_person_triangles(PyObject *self, PyObject *const *args,
                                              Py_ssize_t count) {
    int32_t at[2];
    const vrm_model *model;
    const vrm_gltf *gltf;
    if (!read_numbers(args, count, 2, "first_person_triangles", at) ||
        (model = model_of(self)) == NULL) {
        return NULL;
    }
    gltf = vrm_model_gltf(model);
    if (at[0] < 0 || (uint32_t)at[0] >= gltf->node_count) {
        PyErr_Format(PyExc_IndexError, "there is no node %d", (int)at[0]);
        return NULL;
    }
    return triangles_of(model, gltf->nodes[at[0]].mesh, at[0], at[1],
                        vrm_model_read_first_person_triangles);
}

static PyObject *model_vertices(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    int32_t at[5];
    const vrm_model *model;
    const vrm_primitive *primitive;
    void *out;
    View *view;
    if (!read_numbers(args, count, 5, "vertices", at) || (model = model_of(self)) == NULL ||
        (primitive = primitive_of(model, at[0], at[1])) == NULL) {
        return NULL;
    }
    if (at[4] < 2 || at[4] > 4) {
        PyErr_SetString(PyExc_ValueError, "components must be 2, 3 or 4");
        return NULL;
    }
    view = view_alloc(FIELD_F32, primitive->vertex_count, at[4], &out);
    if (view == NULL) return NULL;
    return array_or_error(view,
                          vrm_model_read_vertices(model, at[0], at[1], at[2], at[3], at[4], out,
                                                  (size_t)primitive->vertex_count * (size_t)at[4]));
}

static PyObject *model_joints(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    int32_t at[4];
    const vrm_model *model;
    const vrm_primitive *primitive;
    void *out;
    View *view;
    if (!read_numbers(args, count, 4, "joints", at) || (model = model_of(self)) == NULL ||
        (primitive = primitive_of(model, at[0], at[1])) == NULL ||
        (view = view_alloc(FIELD_U16, primitive->vertex_count, 4, &out)) == NULL) {
        return NULL;
    }
    return array_or_error(view, vrm_model_read_joints(model, at[0], at[1], at[2], at[3], out,
                                                      (size_t)primitive->vertex_count * 4, NULL));
}

static PyObject *model_morph_target(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    int32_t at[4];
    const vrm_model *model;
    const vrm_primitive *primitive;
    void *out;
    View *view;
    if (!read_numbers(args, count, 4, "morph_target", at) || (model = model_of(self)) == NULL ||
        (primitive = primitive_of(model, at[0], at[1])) == NULL ||
        (view = view_alloc(FIELD_F32, primitive->vertex_count, 3, &out)) == NULL) {
        return NULL;
    }
    return array_or_error(view, vrm_model_read_morph_target(model, at[0], at[1], at[2], at[3], out,
                                                            (size_t)primitive->vertex_count * 3));
}

static View *inverse_binds(const vrm_model *model, int32_t skin, vrm_mat4 **out,
                           vrm_result *result) {
    const vrm_gltf *gltf = vrm_model_gltf(model);
    View *view;
    void *data;
    if (skin < 0 || (uint32_t)skin >= gltf->skin_count) {
        PyErr_Format(PyExc_IndexError, "there is no skin %d", (int)skin);
        return NULL;
    }
    view = view_alloc(FIELD_F32, gltf->skins[skin].joint_count, 16, &data);
    if (view == NULL) return NULL;
    *out = data;
    *result = vrm_model_read_inverse_binds(model, skin, *out, gltf->skins[skin].joint_count);
    return view;
}

static PyObject *matrices_or_error(View *view, const vrm_mat4 *data, vrm_result result) {
    View *matrices;
    if (result != VRM_OK || !check_misuse()) return array_or_error(view, result);
    matrices = view_of_matrices(view->owner, data, view->shape[0], true);
    Py_DECREF(view);
    return view_array(matrices);
}

static PyObject *model_inverse_binds(PyObject *self, PyObject *value) {
    int64_t skin;
    const vrm_model *model;
    vrm_mat4 *data;
    vrm_result result;
    View *view;
    if (!read_signed(value, "skin", INT32_MIN, INT32_MAX, &skin) ||
        (model = model_of(self)) == NULL ||
        (view = inverse_binds(model, (int32_t)skin, &data, &result)) == NULL) {
        return NULL;
    }
    return matrices_or_error(view, data, result);
}

PyObject *avatar_skin_matrices(PyObject *self, PyObject *value) {
    int64_t skin;
    const vrm_avatar *avatar;
    vrm_mat4 *binds;
    void *out;
    vrm_result result;
    View *from, *to;
    if (!read_signed(value, "skin", INT32_MIN, INT32_MAX, &skin) ||
        (avatar = object_enter(self, CLASS_AVATAR)) == NULL ||
        (from = inverse_binds(vrm_avatar_model(avatar), (int32_t)skin, &binds, &result)) == NULL) {
        return NULL;
    }
    if (result != VRM_OK) return array_or_error(from, result);
    to = view_alloc(FIELD_F32, from->shape[0], 16, &out);
    if (to == NULL) {
        Py_DECREF(from);
        return NULL;
    }
    result =
        vrm_avatar_get_skin_matrices(avatar, (int32_t)skin, binds, out, (size_t)from->shape[0]);
    Py_DECREF(from);
    return matrices_or_error(to, out, result);
}

static PyObject *model_image_bytes(PyObject *self, PyObject *value) {
    int64_t image;
    const vrm_model *model;
    const uint8_t *bytes;
    size_t size;
    vrm_result result;
    if (!read_signed(value, "image", INT32_MIN, INT32_MAX, &image) ||
        (model = model_of(self)) == NULL)
        return NULL;
    result = vrm_model_get_image_bytes(model, (int32_t)image, &bytes, &size);
    if (!check_misuse()) return NULL;
    if (result != VRM_OK) return raise_result(result, NULL, NULL);
    return PyBytes_FromStringAndSize((const char *)bytes, (Py_ssize_t)size);
}

PyMethodDef model_methods[] = {
    {"floats", model_floats, METH_O,
     "Read an accessor as an array of floats, a row for each element."},
    {"triangles", FAST(model_triangles), METH_FASTCALL,
     "Read the triangles of a primitive of a mesh: three vertices each."},
    {"first_person_triangles", FAST(model_first_person_triangles), METH_FASTCALL,
     "Read the triangles of a primitive of a node's mesh that the first-person camera draws."},
    {"vertices", FAST(model_vertices), METH_FASTCALL,
     "Read a vertex attribute: of a mesh, a primitive, a semantic and a set, so many components."},
    {"joints", FAST(model_joints), METH_FASTCALL,
     "Read JOINTS_n of a mesh, a primitive and a set: indices into the joints of a skin."},
    {"morph_target", FAST(model_morph_target), METH_FASTCALL,
     "Read the differences of a morph target: of a mesh, a primitive, a target and a semantic."},
    {"inverse_binds", model_inverse_binds, METH_O, "Read the inverse bind matrices of a skin."},
    {"image_bytes", model_image_bytes, METH_O,
     "Return the bytes of an image file (PNG, JPEG and so on)."},
    {0}};
