# cmake -D NAME=… -D FILE=… -D OUT=… -P embed.cmake: see VrmEmbed.cmake.
file(READ ${FILE} bytes HEX)
string(LENGTH "${bytes}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
file(WRITE ${OUT} "#include <stddef.h>
extern const unsigned char ${NAME}[];
extern const size_t ${NAME}_size;
const unsigned char ${NAME}[] = {${bytes}0};
const size_t ${NAME}_size = ${size};
")
