/* The requirements that diagnostics name, out of docs/evidence/requirements.md, which is built in.
 */
#ifndef VRM_CLI_EXPLAIN_H
#define VRM_CLI_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>

enum { REQUIREMENT_TEXT = 4096 };

/* A row of the requirements, without the marks of Markdown. */
typedef struct requirement {
    char id[16];
    char source[256];
    char level[16];
    char text[REQUIREMENT_TEXT];
    char fallback[512]; /* default or range; "" where there is none */
} requirement;

/* Upper and lower case are the same. False: there is no such requirement. */
/* The heading of an area of requirements, such as "HU": "humanoid". False: there is none. */
bool find_area(const char *area, char *out, size_t capacity);

bool find_requirement(const char *id, requirement *out);

#endif
