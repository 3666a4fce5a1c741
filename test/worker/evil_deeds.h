/* What an attacker does in a job process that a file has taken over. */
#ifndef VRM_TEST_WORK_EVIL_DEEDS_H
#define VRM_TEST_WORK_EVIL_DEEDS_H

/* Does what the bytes of the job say, which are standard input. Returns an exit code. */
int evil_do(void);

#endif
