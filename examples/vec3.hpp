// vec3.hpp: arithmetic with vrm_vec3, so that engine.cpp needs no math library. An engine has one.
#ifndef EXAMPLE_VEC3_HPP
#define EXAMPLE_VEC3_HPP

#include <algorithm>
#include <cmath>
#include <vrm/types.h>

using vec3 = vrm_vec3;

inline vec3 operator+(vec3 a, vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline vec3 operator-(vec3 a, vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline vec3 operator*(vec3 a, vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
inline vec3 operator*(vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
inline vec3 vec(const float *v) { return {v[0], v[1], v[2]}; }
inline float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline vec3 unit(vec3 a) { return a * (1 / std::sqrt(std::max(dot(a, a), 1e-20f))); }
inline vec3 mix(vec3 a, vec3 b, float t) { return a + (b - a) * t; }
inline vec3 min(vec3 a, vec3 b) {
    return {std::fmin(a.x, b.x), std::fmin(a.y, b.y), std::fmin(a.z, b.z)};
}
inline vec3 max(vec3 a, vec3 b) {
    return {std::fmax(a.x, b.x), std::fmax(a.y, b.y), std::fmax(a.z, b.z)};
}
inline float clamp(float x) { return std::fmin(std::fmax(x, 0.0f), 1.0f); }
// Twice the area of a triangle in the plane, above 0 where its corners turn from x to y.
inline float area(vec3 a, vec3 b, vec3 c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

#endif
