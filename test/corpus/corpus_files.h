/* The files of the corpus that tests know. */
#ifndef VRM_TEST_CORPUS_FILES_H
#define VRM_TEST_CORPUS_FILES_H

#include <stdint.h>

uint32_t corpus_file_count(void);
/* Below the folder of the corpus. */
const char *corpus_file_path(uint32_t index);

#endif
