# Defines a step of the gate as a test of ctest.
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH tree)

# gate_step(NAME RING COMMAND… [NEEDS BUILD…] [MAKES BUILD] [INPUTS PART] [COST SECONDS] [ALL_CORES] [ALONE])
#   NEEDS      builds that other steps make, which ctest runs before this one
#   INPUTS     the part of the tree that decides its result: library, programs, code (.ci/key); the whole tree by
#              default
#   ALL_CORES  runs beside no other step; ALONE: and must not, because it looks at a clock
#   ONLY       the step is in that ring alone, because a step of the next ring does more
function(gate_step name ring)
    cmake_parse_arguments(PARSE_ARGV 2 step "ALL_CORES;ALONE;ONLY" "MAKES;COST;INPUTS" "NEEDS")
    add_test(NAME "${name}" COMMAND ${tree}/.ci/step "${name}" ${step_UNPARSED_ARGUMENTS}
        WORKING_DIRECTORY ${tree})
    set(rings quick change gate full)
    list(FIND rings ${ring} first)
    list(SUBLIST rings ${first} -1 labels)
    if(step_ONLY)
        set(labels ${ring})
    endif()
    if(step_INPUTS)
        list(APPEND labels "inputs ${step_INPUTS}")
    endif()
    set_tests_properties("${name}" PROPERTIES LABELS "${labels}" SKIP_RETURN_CODE 77 TIMEOUT 14400)
    if(step_NEEDS)
        set_tests_properties("${name}" PROPERTIES FIXTURES_REQUIRED "${step_NEEDS}")
    endif()
    if(step_MAKES)
        set_tests_properties("${name}" PROPERTIES FIXTURES_SETUP ${step_MAKES})
    endif()
    # ctest starts the steps with the highest cost first. The long steps of the full ring come last, so that it
    # finds much early. In the others they come first, so that no core is idle at the end.
    if(ring STREQUAL full)
        math(EXPR step_COST "10000 - 0${step_COST}")
    endif()
    if(step_COST)
        set_tests_properties("${name}" PROPERTIES COST ${step_COST})
    endif()
    if(step_ALL_CORES)
        set_tests_properties("${name}" PROPERTIES PROCESSORS ${cores})
    endif()
    if(step_ALONE)
        set_tests_properties("${name}" PROPERTIES RUN_SERIAL ON)
    endif()
endfunction()
