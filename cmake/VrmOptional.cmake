# Optional parts of a build. Most of their libraries are found by pkg-config, so that all of them
# seem to be missing if it is.
find_package(PkgConfig QUIET)

# vrm_report_missing(<what> <libraries> <packages> [BY_PKG_CONFIG] [SWITCH <option>])
#
# Prints what the build does without, why, and what to install in Debian. SWITCH names the option
# that turns the part off.
function(vrm_report_missing what libraries packages)
    cmake_parse_arguments(PARSE_ARGV 3 arg BY_PKG_CONFIG SWITCH "")
    set(reason "${libraries} not found")
    if(arg_SWITCH AND NOT ${arg_SWITCH})
        message(STATUS "${what}: ${arg_SWITCH} is off")
        return()
    elseif(arg_BY_PKG_CONFIG AND NOT PKG_CONFIG_FOUND)
        set(reason "pkg-config not found, which finds ${libraries}")
        string(PREPEND packages "pkg-config ")
    endif()
    message(STATUS "${what}: ${reason} (Debian: apt install ${packages})")
endfunction()
