// Colours of textures, and of the picture: the sRGB curve, in both directions.

// Of a texture. In software rendering, textures of a model that is made for one view are
// read as they are, which takes it about half as long as when it decodes each of four texels before
// it takes their mean. The mean is then that of bytes, which is not quite that of light: so only
// where texels are about as large as pixels, as they are there. ((x + 0.055) / 1.055)^2.4 is taken
// as a polynomial, which differs by less than a tenth of the step between two bytes.
vec3 decode(vec3 color) {
#ifdef ENCODED_COLORS
    vec3 x = color;
    vec3 curve = (((-0.1111832 * x + 0.5183975) * x + 0.5637567) * x + 0.0279686) * x + 0.0010603;
    return mix(curve, x * 0.0773994, lessThanEqual(x, vec3(0.04045)));
#else
    return color;
#endif
}

// Of the picture. 1.055 * x^(1 / 2.4) - 0.055 is taken as a polynomial of the square root, which
// differs by less than a tenth of the step between two bytes: square roots are cheaper than powers,
// and sums of pairs do not wait for each other.
vec3 encode(vec3 color) {
#ifdef LINEAR_OUTPUT
    return color;
#else
    color = clamp(color, 0.0, 1.0);
    vec3 t = sqrt(color), t2 = t * t;
    vec3 curve = (1.5179594 * t - 0.0401102) + t2 * (2.0316531 * t - 1.4027764) +
                 t2 * t2 * (0.5173228 * t - 1.6237251);
    return mix(curve, color * 12.92, vec3(lessThanEqual(color, vec3(0.0031308))));
#endif
}
