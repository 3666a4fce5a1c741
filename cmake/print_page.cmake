# cmake -D TOOL=… -D ARGUMENTS=… -D OUT=FILE -P print_page.cmake
#
# Writes what `vrm help ARGUMENTS` prints to a file, which is there only if it is whole.
get_filename_component(folder ${OUT} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
set(ENV{LC_ALL} C) # pages are in English, whatever language the machine has
execute_process(COMMAND ${TOOL} help ${ARGUMENTS} OUTPUT_FILE ${OUT}.part RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    file(REMOVE ${OUT}.part)
    message(FATAL_ERROR "vrm help ${ARGUMENTS} failed: ${result}")
endif()
file(RENAME ${OUT}.part ${OUT})
