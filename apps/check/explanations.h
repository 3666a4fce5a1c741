/* The longer explanations of diagnostics, apps/vrm/explain.json, which are built in. */
#ifndef VRM_CHECK_EXPLANATIONS_H
#define VRM_CHECK_EXPLANATIONS_H

typedef struct explanations explanations;

/* NULL: there is not enough memory; nothing is then explained. */
explanations *explanations_open(void);
void explanations_close(explanations *all);

/* One part of the explanation of a code, in English: "meaning", "blender" …; NULL: there is none.
 */
const char *explanations_get(const explanations *all, const char *code, const char *part);

#endif
