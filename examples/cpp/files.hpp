// Whole files, for the examples that change them.
#ifndef FILES_HPP
#define FILES_HPP

#include <fstream>
#include <iterator>
#include <vector>
#include <vrm/vrm.hpp>

inline std::vector<char> read_file(const char *path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// A program that replaces files writes beside them and renames; this one writes a new file.
inline bool write_file(const char *path, vrm::slice<const unsigned char> bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char *>(bytes.data()), std::streamsize(bytes.size()));
    return bool(file.flush());
}

#endif
