/* What a stranger would do who has taken over the process of a job. */
#ifndef VRM_TEST_WORK_EVIL_DEEDS_H
#define VRM_TEST_WORK_EVIL_DEEDS_H

/* Does what the bytes of the job say, which are standard input. Returns an exit code. */
int evil_do(void);

#endif
