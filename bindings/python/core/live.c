/* Phonemes, samples, datagrams and companions: what borrows, or takes more than one value. */
#include "core.h"
#include "ids.h"

/* --- Samples --- */

/* Samples in a buffer of 32-bit floats, as array.array("f") and numpy have. Release it after use.
 */
static bool read_samples(PyObject *value, Py_buffer *out) {
    const char *format;
    if (PyObject_GetBuffer(value, out, PyBUF_ND | PyBUF_FORMAT) != 0) return false;
    format = out->format == NULL ? "B" : out->format;
    if (strcmp(format[0] == '<' || format[0] == '=' || format[0] == '@' ? format + 1 : format,
               "f") == 0 &&
        out->ndim == 1 && (uintptr_t)out->buf % sizeof(float) == 0 &&
        (size_t)out->len / sizeof(float) <= UINT32_MAX) {
        return true;
    }
    PyErr_SetString(PyExc_TypeError, "samples must be an array of 32-bit floats in one dimension");
    PyBuffer_Release(out);
    return false;
}

static uint32_t sample_count(const Py_buffer *samples) {
    return (uint32_t)((size_t)samples->len / sizeof(float));
}

static PyObject *voice_add(PyObject *self, PyObject *value) {
    Py_buffer samples;
    vrm_voice *voice;
    if (!read_samples(value, &samples)) return NULL;
    voice = object_enter(self, CLASS_VOICE);
    if (voice != NULL) vrm_voice_add(voice, samples.buf, sample_count(&samples));
    PyBuffer_Release(&samples);
    if (voice == NULL) return NULL;
    Py_RETURN_NONE;
}

static PyObject *voice_calibration(PyObject *self, void *unused) {
    vrm_voice_calibration calibration;
    const vrm_voice *voice = object_enter(self, CLASS_VOICE);
    (void)unused;
    if (voice == NULL) return NULL;
    vrm_voice_get_calibration(voice, &calibration);
    return PyBytes_FromStringAndSize((const char *)&calibration, sizeof calibration);
}

static int voice_set_calibration(PyObject *self, PyObject *value, void *unused) {
    vrm_voice_calibration calibration;
    Py_buffer bytes;
    vrm_voice *voice;
    bool is_whole;
    (void)unused;
    if (value == NULL) {
        PyErr_SetString(PyExc_AttributeError, "calibration cannot be deleted");
        return -1;
    }
    if (!read_bytes(value, &bytes)) return -1;
    is_whole = (size_t)bytes.len == sizeof calibration;
    if (is_whole) memcpy(&calibration, bytes.buf, sizeof calibration);
    PyBuffer_Release(&bytes);
    voice = object_enter(self, CLASS_VOICE);
    if (voice == NULL) return -1;
    if (is_whole && vrm_voice_set_calibration(voice, &calibration) == 1) return 0;
    PyErr_SetString(PyExc_ValueError,
                    "these bytes are not a calibration of this version: calibrate the voice again");
    return -1;
}

PyMethodDef voice_methods[] = {
    {"add", voice_add, METH_O,
     "Add samples of one channel, from -1 to 1: an array of 32-bit floats."},
    {0}};
PyGetSetDef voice_properties[] = {{"calibration", voice_calibration, voice_set_calibration,
                                   "What was learned about the speaker, as bytes to store.", NULL},
                                  {0}};

/* --- Phonemes --- */

/* (start, end, symbol, stress, loudness), in nanoseconds. The symbol belongs to the tuple. */
static bool read_phoneme(PyObject *value, vrm_phoneme *out) {
    Py_ssize_t size = 0;
    if (!PyTuple_Check(value) || PyTuple_Size(value) != 5) {
        PyErr_SetString(PyExc_TypeError, "a phoneme must be a tuple of five");
        return false;
    }
    if (!read_signed(PyTuple_GetItem(value, 0), "start", INT64_MIN, INT64_MAX, &out->start) ||
        !read_signed(PyTuple_GetItem(value, 1), "end", INT64_MIN, INT64_MAX, &out->end) ||
        !read_float(PyTuple_GetItem(value, 3), "stress", &out->stress) ||
        !read_float(PyTuple_GetItem(value, 4), "loudness", &out->loudness)) {
        return false;
    }
    out->symbol.data = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(value, 2), &size);
    out->symbol.length = (uint32_t)size;
    return out->symbol.data != NULL;
}

static PyObject *speech_of(const vrm_phoneme *phonemes, Py_ssize_t count, vrm_alphabet alphabet) {
    vrm_speech_desc desc;
    vrm_speech *speech = NULL;
    vrm_report *report = NULL;
    vrm_result result;
    vrm_speech_desc_init(&desc);
    desc.phonemes = phonemes;
    desc.phoneme_count = (uint32_t)count;
    desc.alphabet = alphabet;
    result = vrm_speech_create(&desc, &speech, &report);
    if (result != VRM_OK) return raise_result(result, report, NULL);
    vrm_report_destroy(report);
    return object_new(CLASS_SPEECH, speech, NULL, NULL, NULL);
}

static PyObject *speech_of_text(PyObject *value, int64_t alphabet) {
    Py_ssize_t size;
    const char *text = PyUnicode_AsUTF8AndSize(value, &size);
    vrm_phonemes_info info;
    vrm_phoneme *phonemes;
    PyObject *speech;
    if (text == NULL) return NULL;
    if (vrm_phonemes_read(text, (size_t)size, NULL, 0, &info) != VRM_OK) {
        PyErr_Format(PyExc_ValueError,
                     "line %lu of the phonemes is wrong: it needs a start, an "
                     "end and a symbol",
                     (unsigned long)info.line);
        return NULL;
    }
    phonemes = PyMem_Calloc((size_t)info.count + 1, sizeof *phonemes);
    if (phonemes == NULL) return PyErr_NoMemory();
    vrm_phonemes_read(text, (size_t)size, phonemes, info.count, &info);
    if (alphabet == VRM_NONE)
        alphabet = info.alphabet == VRM_NONE ? VRM_ALPHABET_IPA : info.alphabet;
    speech = speech_of(phonemes, info.count, (vrm_alphabet)alphabet);
    PyMem_Free(phonemes);
    return speech;
}

static PyObject *speech_create(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    int64_t alphabet;
    PyObject *all, *speech = NULL;
    vrm_phoneme *phonemes;
    Py_ssize_t size, read = 0;
    (void)self;
    if (!read_count(count, 2, 2, "speech_create") ||
        !read_signed(args[1], "alphabet", INT32_MIN, INT32_MAX, &alphabet)) {
        return NULL;
    }
    if (PyUnicode_Check(args[0])) return speech_of_text(args[0], alphabet);
    if ((all = PySequence_Tuple(args[0])) == NULL) return NULL;
    size = PyTuple_Size(all);
    phonemes =
        size > VRM_SPEECH_MOST_PHONEMES ? NULL : PyMem_Calloc((size_t)size + 1, sizeof *phonemes);
    if (size > VRM_SPEECH_MOST_PHONEMES) {
        PyErr_Format(PyExc_ValueError, "%zd phonemes are too many", size);
    } else if (phonemes == NULL) {
        PyErr_NoMemory();
    } else {
        while (read < size && read_phoneme(PyTuple_GetItem(all, read), &phonemes[read])) ++read;
        if (read == size) {
            speech = speech_of(phonemes, size,
                               alphabet == VRM_NONE ? VRM_ALPHABET_IPA : (vrm_alphabet)alphabet);
        }
    }
    PyMem_Free(phonemes);
    Py_DECREF(all);
    return speech;
}

/* --- VMC --- */

static PyObject *vmc_sender_write(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    void *pose, *sender;
    vrm_trs root;
    float clock;
    PyObject *list;
    uint32_t datagrams;
    (void)self;
    if (!read_count(count, 4, 4, "vmc_sender_write") ||
        !read_record(args[1], STRUCT_VRM_POSE, "pose", false, false, &pose) ||
        !(args[2] == Py_None || read_floats(args[2], "root", (float *)&root, 10)) ||
        !read_float(args[3], "clock", &clock) ||
        !read_object(args[0], CLASS_VMC_SENDER, "sender", false, &sender)) {
        return NULL;
    }
    datagrams = vrm_vmc_sender_write(sender, pose, args[2] == Py_None ? NULL : &root, clock);
    list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < datagrams; ++i) {
        size_t size;
        const void *data = vrm_vmc_sender_datagram(sender, i, &size);
        PyObject *bytes = PyBytes_FromStringAndSize(data, (Py_ssize_t)size);
        if (bytes == NULL || PyList_Append(list, bytes) != 0) Py_CLEAR(list);
        Py_XDECREF(bytes);
    }
    return list;
}

/* --- Faces --- */

/* The names in a map belong to its model. */
static PyObject *face_map_of(PyObject *self, PyObject *value) {
    void *model, *map;
    PyObject *record;
    (void)self;
    if (!read_object(value, CLASS_MODEL, "model", false, &model) ||
        (map = record_own(&record, STRUCT_VRM_FACE_MAP)) == NULL) {
        return NULL;
    }
    vrm_face_map_init(map, model);
    if (!record_keep((Record *)record, (PyObject *)handle_of(value))) Py_CLEAR(record);
    return record;
}

static PyObject *viseme_apply(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    float weights[VRM_VISEME_COUNT];
    void *pose;
    Py_ssize_t size;
    (void)self;
    if (!read_count(count, 2, 2, "viseme_apply") ||
        !read_record(args[1], STRUCT_VRM_POSE, "pose", false, true, &pose) ||
        (size = PySequence_Size(args[0])) < 0) {
        return NULL;
    }
    if (size > VRM_VISEME_COUNT) {
        PyErr_Format(PyExc_ValueError, "there are %d visemes, not %zd", VRM_VISEME_COUNT, size);
        return NULL;
    }
    if (!read_floats(args[0], "weights", weights, size)) return NULL;
    vrm_viseme_apply(weights, (uint32_t)size, pose);
    Py_RETURN_NONE;
}

/* --- Companions --- */

/* A handle of a companion keeps (speeches, clips): a list of (end, handle), and the handles of
 * clips. A companion borrows a speech until SPEECH_AFTER nanoseconds after its end. */
enum { SPEECH_AFTER = 500000000 };

/* Of a clock: sums of two times do not overflow. */
#define MOST_TIME (INT64_MAX / 2)

static PyObject *speeches_of(const Handle *handle) { return PyTuple_GetItem(handle->kept, 0); }

static bool forget_speeches(const Handle *handle) {
    PyObject *speeches = speeches_of(handle);
    return PyList_SetSlice(speeches, 0, PyList_Size(speeches), NULL) == 0;
}

/* (name, clip or None, hold in nanoseconds, expression, weight, bones) */
static bool read_action(PyObject *value, PyObject *model, vrm_companion_action *out,
                        PyObject *clips) {
    Py_ssize_t size = 0;
    void *clip;
    int64_t hold;
    uint64_t bones;
    if (!PyTuple_Check(value) || PyTuple_Size(value) != 6) {
        PyErr_SetString(PyExc_TypeError, "an action must be a tuple of six");
        return false;
    }
    memset(out, 0, sizeof *out);
    out->expression = VRM_NONE;
    if (!read_signed(PyTuple_GetItem(value, 2), "hold", 0, INT64_MAX, &hold) ||
        (PyTuple_GetItem(value, 3) != Py_None &&
         !read_index(PyTuple_GetItem(value, 3), LOOKUP_EXPRESSION, model, &out->expression)) ||
        !read_float(PyTuple_GetItem(value, 4), "weight", &out->weight) ||
        !read_unsigned(PyTuple_GetItem(value, 5), "bones", UINT64_MAX, &bones) ||
        !read_object(PyTuple_GetItem(value, 1), CLASS_CLIP, "clip", true, &clip)) {
        return false;
    }
    if (clip != NULL &&
        PyList_Append(clips, (PyObject *)handle_of(PyTuple_GetItem(value, 1))) != 0) {
        return false;
    }
    out->clip = clip;
    out->hold = hold;
    out->bones = bones;
    out->name.data = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(value, 0), &size);
    out->name.length = (uint32_t)size;
    return out->name.data != NULL;
}

static PyObject *make_companion(PyObject *model, const vrm_companion_desc *desc, PyObject *clips) {
    vrm_companion *companion = NULL;
    vrm_report *report = NULL;
    PyObject *kept, *object, *speeches;
    void *pointer;
    vrm_result result;
    if (!read_object(model, CLASS_MODEL, "model", false, &pointer)) return NULL;
    speeches = PyList_New(0);
    kept = speeches == NULL ? NULL : PyTuple_Pack(2, speeches, clips);
    Py_XDECREF(speeches);
    if (kept == NULL) return NULL;
    result = vrm_companion_create(pointer, desc, &companion, &report);
    if (result != VRM_OK) {
        Py_DECREF(kept);
        return raise_result(result, report, NULL);
    }
    vrm_report_destroy(report);
    object = object_new(CLASS_COMPANION, companion, (PyObject *)handle_of(model), NULL, kept);
    Py_DECREF(kept);
    return object;
}

static PyObject *companion_create(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    vrm_companion_desc desc;
    vrm_companion_action actions[VRM_COMPANION_MOST_ACTIONS];
    uint64_t seed;
    void *params, *model;
    PyObject *all, *clips, *made = NULL;
    Py_ssize_t size, read = 0;
    (void)self;
    if (!read_count(count, 4, 4, "companion_create") ||
        !read_object(args[0], CLASS_MODEL, "model", false, &model) ||
        !read_unsigned(args[2], "seed", UINT32_MAX, &seed) ||
        !read_record(args[3], STRUCT_VRM_COMPANION_PARAMS, "params", true, false, &params) ||
        (all = PySequence_Tuple(args[1])) == NULL) {
        return NULL;
    }
    size = PyTuple_Size(all);
    clips = PyList_New(0);
    if (size > VRM_COMPANION_MOST_ACTIONS) {
        PyErr_Format(PyExc_ValueError, "%zd actions are too many", size);
    } else if (clips != NULL) {
        while (read < size &&
               read_action(PyTuple_GetItem(all, read), args[0], &actions[read], clips))
            ++read;
    }
    if (clips != NULL && read == size && !PyErr_Occurred()) {
        vrm_companion_desc_init(&desc);
        desc.actions = actions;
        desc.action_count = (uint32_t)size;
        desc.seed = (uint32_t)seed;
        desc.params = params;
        made = make_companion(args[0], &desc, clips);
    }
    Py_XDECREF(clips);
    Py_DECREF(all);
    return made;
}

static bool forget_old_speeches(const Handle *handle, int64_t now) {
    PyObject *speeches = speeches_of(handle);
    for (Py_ssize_t i = PyList_Size(speeches); i-- > 0;) {
        const long long end = PyLong_AsLongLong(PyTuple_GetItem(PyList_GetItem(speeches, i), 0));
        if (now > end && PySequence_DelItem(speeches, i) != 0) return false;
    }
    return true;
}

static PyObject *companion_update(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    void *avatar, *body, *companion;
    int64_t now;
    (void)self;
    if (!read_count(count, 4, 4, "companion_update") ||
        !read_signed(args[3], "now", -MOST_TIME, MOST_TIME, &now) ||
        !read_record(args[2], STRUCT_VRM_POSE, "body", true, false, &body) ||
        !read_object(args[1], CLASS_AVATAR, "avatar", false, &avatar) ||
        !read_object(args[0], CLASS_COMPANION, "companion", false, &companion)) {
        return NULL;
    }
    /* Such an update would do nothing, and forget no speech. */
    if (vrm_avatar_model(avatar) != ((const Handle *)handle_of(args[0])->owner)->pointer) {
        PyErr_SetString(PyExc_ValueError, "the avatar is not of the companion's model");
        return NULL;
    }
    vrm_companion_update(companion, avatar, body, now);
    if (!check_misuse() || !forget_old_speeches(handle_of(args[0]), now)) return NULL;
    Py_RETURN_NONE;
}

static PyObject *companion_say(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    void *speech, *companion;
    int64_t start, end;
    PyObject *entry, *speeches;
    bool is_kept;
    (void)self;
    if (!read_count(count, 3, 3, "companion_say") ||
        !read_signed(args[2], "start", -MOST_TIME, MOST_TIME, &start) ||
        !read_object(args[1], CLASS_SPEECH, "speech", false, &speech) ||
        !read_object(args[0], CLASS_COMPANION, "companion", false, &companion)) {
        return NULL;
    }
    end = start + vrm_speech_get_info(speech)->end + SPEECH_AFTER;
    speeches = speeches_of(handle_of(args[0]));
    entry = Py_BuildValue("(LO)", (long long)end, (PyObject *)handle_of(args[1]));
    if (entry == NULL) return NULL;
    is_kept = PyList_Append(speeches, entry) == 0; /* before the companion has it */
    Py_DECREF(entry);
    if (!is_kept) return NULL;
    if (vrm_companion_say(companion, speech, start) == 1) return PyBool_FromLong(1);
    if (PySequence_DelItem(speeches, -1) != 0) return NULL;
    return PyBool_FromLong(0);
}

static PyObject *companion_say_samples(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    Py_buffer samples;
    void *voice;
    vrm_companion *companion = NULL;
    if (!read_count(count, 2, 2, "say_samples") || !read_samples(args[1], &samples)) return NULL;
    if (read_object(args[0], CLASS_VOICE, "voice", false, &voice))
        companion = object_enter(self, CLASS_COMPANION);
    if (companion != NULL)
        vrm_companion_say_samples(companion, voice, samples.buf, sample_count(&samples));
    PyBuffer_Release(&samples);
    if (companion == NULL) return NULL;
    Py_RETURN_NONE;
}

static PyObject *companion_be_silent(PyObject *self, PyObject *unused) {
    vrm_companion *companion = object_enter(self, CLASS_COMPANION);
    (void)unused;
    if (companion == NULL) return NULL;
    vrm_companion_be_silent(companion);
    if (!forget_speeches(handle_of(self))) return NULL;
    Py_RETURN_NONE;
}

static PyObject *tags_list(const vrm_companion_tag *tags, uint32_t count) {
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list != NULL && i < count; ++i) {
        PyObject *tag = record_copy(STRUCT_VRM_COMPANION_TAG, &tags[i], Py_None);
        if (tag == NULL || PyList_Append(list, tag) != 0) Py_CLEAR(list);
        Py_XDECREF(tag);
    }
    return list;
}

static PyObject *companion_read_text(PyObject *self, PyObject *value) {
    Py_ssize_t size;
    const char *text = PyUnicode_AsUTF8AndSize(value, &size);
    vrm_companion *companion;
    vrm_companion_tag *tags;
    size_t room, length;
    uint32_t most, found;
    char *out;
    PyObject *both = NULL;
    if (text == NULL || (companion = object_enter(self, CLASS_COMPANION)) == NULL) return NULL;
    if (size > INT32_MAX / 2) {
        PyErr_SetString(PyExc_ValueError, "the text is too long");
        return NULL;
    }
    room = (size_t)size + VRM_COMPANION_TAG_BYTES;
    most = (uint32_t)(room / 3 + 1);
    tags = PyMem_Calloc(most, sizeof *tags);
    out = PyMem_Calloc(room, 1);
    if (tags == NULL || out == NULL) {
        PyErr_NoMemory();
    } else {
        length =
            vrm_companion_read_text(companion, text, (size_t)size, out, room, tags, most, &found);
        both = Py_BuildValue("(NN)", string_object(out, length),
                             tags_list(tags, found < most ? found : most));
    }
    PyMem_Free(tags);
    PyMem_Free(out);
    return both;
}

static PyObject *companion_save(PyObject *self, PyObject *unused) {
    const vrm_companion *companion = object_enter(self, CLASS_COMPANION);
    PyObject *bytes;
    vrm_result result;
    size_t size;
    (void)unused;
    if (companion == NULL) return NULL;
    size = vrm_companion_save_size(companion);
    bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
    if (bytes == NULL) return NULL;
    result = vrm_companion_save(companion, PyBytes_AsString(bytes), size);
    if (result == VRM_OK) return bytes;
    Py_DECREF(bytes);
    return raise_result(result, NULL, NULL);
}

static PyObject *companion_restore(PyObject *self, PyObject *value) {
    Py_buffer bytes;
    vrm_companion *companion;
    vrm_result result;
    if (!read_bytes(value, &bytes)) return NULL;
    companion = object_enter(self, CLASS_COMPANION);
    result =
        companion == NULL ? VRM_OK : vrm_companion_restore(companion, bytes.buf, (size_t)bytes.len);
    PyBuffer_Release(&bytes);
    if (companion == NULL) return NULL;
    if (result != VRM_OK) return raise_result(result, NULL, NULL);
    if (!forget_speeches(handle_of(self))) return NULL;
    Py_RETURN_NONE;
}

PyMethodDef companion_methods[] = {
    {"say_samples", FAST(companion_say_samples), METH_FASTCALL,
     "Speak with samples that were heard since the last update: an array of 32-bit floats."},
    {"be_silent", companion_be_silent, METH_NOARGS, "Stop speaking, and forget what waits."},
    {"read_text", companion_read_text, METH_O,
     "Read a piece of a text: the text without its tags, and the tags. An empty piece ends it."},
    {"save", companion_save, METH_NOARGS,
     "Return the state as bytes, without sentences. Save the avatar with it."},
    {"restore", companion_restore, METH_O, "Restore a saved state. Sentences are forgotten."},
    {0}};

PyMethodDef live_functions[] = {
    {"speech_create", FAST(speech_create), METH_FASTCALL, "Create a speech."},
    {"face_map_of", face_map_of, METH_O, "Find what an avatar has for faces."},
    {"viseme_apply", FAST(viseme_apply), METH_FASTCALL,
     "Write the weights of OVR's visemes into the mouth of a pose."},
    {"vmc_sender_write", FAST(vmc_sender_write), METH_FASTCALL,
     "Return the datagrams of a pose, to be sent in their order."},
    {"companion_create", FAST(companion_create), METH_FASTCALL, "Create a companion."},
    {"companion_update", FAST(companion_update), METH_FASTCALL,
     "Advance the time, and write pose, expressions and lookAt of the avatar."},
    {"companion_say", FAST(companion_say), METH_FASTCALL,
     "Speak a sentence at a time. Returns False if too many wait."},
    {0}};
