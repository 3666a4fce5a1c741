/* The codes of all diagnostics: of the library, then of the tool. */
#ifndef VRM_KIT_CODES_H
#define VRM_KIT_CODES_H

#include <stdint.h>
#include <vrm/report.h>

uint32_t code_count(void);
const vrm_diagnostic_info *get_code(uint32_t index);

/* NULL: there is no such code. */
const vrm_diagnostic_info *find_code(const char *code);

/* The code that somebody meant who wrote it wrongly; NULL: none is near. */
const char *nearest_code(const char *text);

#endif
