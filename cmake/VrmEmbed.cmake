# vrm_embed(TARGET NAME FILE): the bytes of FILE as a constant array of TARGET, with a NUL byte behind
# them: `extern const unsigned char NAME[]; extern const size_t NAME_size;`. Data that people edit
# stays data, and a single program needs no files beside it.
set(VRM_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed.cmake)
function(vrm_embed target name file)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.c)
    add_custom_command(OUTPUT ${source}
        COMMAND ${CMAKE_COMMAND} -D NAME=${name} -D FILE=${file} -D OUT=${source}
            -P ${VRM_EMBED_SCRIPT}
        DEPENDS ${file} ${VRM_EMBED_SCRIPT}
        COMMENT "Embedding ${file}" VERBATIM)
    target_sources(${target} PRIVATE ${source})
endfunction()
