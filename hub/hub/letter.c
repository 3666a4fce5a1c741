#include "letter.h"
#include "apps/kit/batch/job.h"

#include <time.h>
#include <yyjson.h>

yyjson_mut_val *letter_copy_id(yyjson_mut_doc *line, yyjson_val *work) {
    yyjson_val *id = yyjson_obj_get(work, "id");
    if (!yyjson_is_str(id) || yyjson_get_len(id) > MOST_ID) return yyjson_mut_null(line);
    return yyjson_val_mut_copy(line, id);
}

static yyjson_mut_val *copy_job(yyjson_mut_doc *line, yyjson_val *work, bool is_whole) {
    yyjson_mut_val *copy;
    if (work == NULL) return yyjson_mut_null(line);
    if (is_whole) return yyjson_val_mut_copy(line, work);
    copy = yyjson_mut_obj(line);
    yyjson_mut_obj_add_val(line, copy, "id", letter_copy_id(line, work));
    return copy;
}

char *letter_write(const dead_letter *letter, bool is_whole) {
    yyjson_mut_doc *line = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *root = line != NULL ? yyjson_mut_obj(line) : NULL;
    yyjson_doc *work = yyjson_read(letter->job, letter->length, YYJSON_READ_NOFLAG);
    char *text = NULL;
    if (root != NULL) {
        yyjson_mut_doc_set_root(line, root);
        yyjson_mut_obj_add_str(line, root, "schema", "vrm-hub/1");
        yyjson_mut_obj_add_str(line, root, "key", letter->key);
        yyjson_mut_obj_add_int(line, root, "time", (int64_t)time(NULL));
        yyjson_mut_obj_add_str(line, root, "result", letter->result);
        yyjson_mut_obj_add_str(line, root, "reason", letter->reason);
        yyjson_mut_obj_add_int(line, root, "tries", letter->tries);
        yyjson_mut_obj_add_uint(line, root, "deliveries", letter->deliveries);
        yyjson_mut_obj_add_val(line, root, "job",
                               copy_job(line, yyjson_doc_get_root(work), is_whole));
        text = yyjson_mut_write(line, YYJSON_WRITE_NOFLAG, NULL);
    }
    yyjson_doc_free(work);
    yyjson_mut_doc_free(line);
    return text;
}
