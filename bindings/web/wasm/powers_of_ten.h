/* Powers of ten for yyjson, which reads numbers with them. */
#ifndef VRM_WEB_POWERS_OF_TEN_H
#define VRM_WEB_POWERS_OF_TEN_H

#include <stdint.h>

/*
 * The first 128 bits of 10 to the power of `exponent`, from -343 to 324: those that follow are cut
 * off. They are the numbers of the table in yyjson.c, which takes 10 KB that do not compress. Here
 * they are computed when the first one is asked for, which takes a tenth of a millisecond.
 */
void vrm_web_power_of_ten(int32_t exponent, uint64_t *out_high, uint64_t *out_low);

#endif
