/*
 * A fault in OpenGL, planted on purpose: loaded before a program by LD_PRELOAD, it lets one compile
 * of a shader fail, the one with the number that VRM_FAULT_SHADER has, from 1 on. So a test can see
 * what the command line makes of a driver that refuses a program of ours.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { COMPILE_STATUS = 0x8B81 };

typedef void any_function(void);
typedef any_function *get_proc(const char *name);
typedef void get_shader(unsigned shader, unsigned name, int *out);

/* libepoxy calls functions through pointers that it exports; this one is ours from the start. */
extern get_proc *epoxy_eglGetProcAddress;

static get_proc *real_get_proc;
static get_shader *real_get_shader;
static int compiled;

static void get_shader_with_fault(unsigned shader, unsigned name, int *out) {
    const char *fault = getenv("VRM_FAULT_SHADER");
    real_get_shader(shader, name, out);
    if (name != COMPILE_STATUS || fault == NULL) return;
    compiled += 1;
    if (compiled == atoi(fault)) *out = 0;
}

static any_function *get_proc_with_fault(const char *name) {
    any_function *found, *ours;
    get_shader *replaced = get_shader_with_fault;
    if (real_get_proc == NULL) {
        void *library = dlopen("libEGL.so.1", RTLD_LAZY | RTLD_LOCAL);
        void *symbol = library != NULL ? dlsym(library, "eglGetProcAddress") : NULL;
        if (symbol == NULL) return NULL;
        memcpy(&real_get_proc, &symbol, sizeof real_get_proc);
    }
    found = real_get_proc(name);
    if (strcmp(name, "glGetShaderiv") != 0) return found;
    memcpy(&real_get_shader, &found, sizeof real_get_shader);
    memcpy(&ours, &replaced, sizeof ours);
    return ours;
}

__attribute__((constructor)) static void begin(void) {
    epoxy_eglGetProcAddress = get_proc_with_fault;
}
