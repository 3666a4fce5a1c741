/* Every suite of the test program, one line each. No include guard: main.c reads it twice. */
SUITE(math)
SUITE(text)
SUITE(glb)
