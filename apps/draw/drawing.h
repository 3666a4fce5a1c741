/* What `vrm render` and `vrm thumb` share: from a file of the batch to a picture in its place. */
#ifndef VRM_DRAW_DRAWING_H
#define VRM_DRAW_DRAWING_H

#include "apps/kit/batch/batch_options.h"
#include "apps/picture/picture.h"
#include "shot_report.h"
#include "studio.h"

typedef struct drawing_options {
    shot_settings shot;
    output_options output;
    file_options files;
    bool is_json;
    bool has_format;
    picture_format format; /* --format, or what the command writes by default */
    int level;             /* of PNG */
    float quality;         /* of the others */
} drawing_options;

void drawing_options_init(drawing_options *options);

/* Takes one of these options. OPTION_NOT_READ: it is none of them. */
option_result drawing_option_read(option_value *value, drawing_options *out);

/* A context, once it is needed, and the memory of what is drawn in it. */
typedef struct drawing_host {
    memory_budget budget;
    photo_studio studio;
    bool has_studio;
} drawing_host;

void drawing_host_init(drawing_host *host);
void drawing_host_close(drawing_host *host);

/* `vrm render` and `vrm thumb` in a context that outlives them, one file at a time. Records have no
 * times then. `host` may be NULL: they have their own. */
int render_run(drawing_host *host, int argc, char **argv);
int thumb_run(drawing_host *host, int argc, char **argv);

/* Shared by all workers. */
typedef struct drawing_job {
    const char *command;
    const drawing_options *options;
    drawing_host *host; /* that outlives the run, of a single worker; NULL: each has its own */
    outputs outputs;
    bool few_pictures; /* as in surface.h */
    double start;      /* of the program */
} drawing_job;

/* The format of a picture: what its name says, or else that of the options. */
picture_format drawing_format(const drawing_options *options, const char *path);

/* A still picture in the format of its name, to be freed with free. */
uint8_t *drawing_encode(const drawing_options *options, const char *path, const uint8_t *pixels,
                        uint32_t width, uint32_t height, size_t *out_size,
                        const char **out_problem);

/* Draws the files with these workers. `endings` as for outputs_open; --format is one of them.
 * Returns the exit code. */
int drawing_run(drawing_job *job, command_id command, int path_count, char **paths,
                const char *const *endings, void (*work)(batch_worker *worker, void *user));

/* A worker with a context of its own, once it needs one. */
typedef struct drawing_worker {
    drawing_job *job;
    batch_worker *worker;
    drawing_host *host;
    drawing_host own; /* the host, unless the run is given one */
} drawing_worker;

/* False: there is no context for it, and others do its work. */
bool drawing_worker_open(drawing_worker *drawing_worker, drawing_job *job, batch_worker *worker);
void drawing_worker_close(drawing_worker *worker);

/* A file that is being drawn. */
typedef struct drawing {
    batch_file *file;
    const char *out; /* the path of the picture */
    photo_subject subject;
    photo_taken taken;
    double begin;
    bool is_skipped; /* its picture is there already */
} drawing;

/* Takes the next file. False: there are no more. */
bool drawing_take(drawing_worker *worker, drawing *out);
/* Loads the file and readies its avatar. False: there is nothing to draw, for a reason that has
 * been said, or because it is skipped. */
bool drawing_prepare(drawing_worker *worker, drawing *of_file);
/* Writes a file that was made of it: `out`, or one that has its name from it. False: it has been
 * said why. */
bool drawing_write(drawing_worker *worker, drawing *of_file, const char *path, const void *bytes,
                   size_t size);
/* Reports what came of the file, and frees all that it has. */
void drawing_finish(drawing_worker *worker, drawing *of_file, bool is_good);

#endif
