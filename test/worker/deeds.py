"""What the deeds of evil_deeds.c come to: the result, and a word of its reason."""
DEEDS = {
    "crash": ("crashed", "signal 11"),
    "spin": ("overran", "500 ms"),
    "memory": ("done", ""),  # it gets no more than its bound, and says so
    "fork": ("done", ""),  # refused
    "write": ("done", ""),  # refused
    "connect": ("crashed", "not allowed"),
    "kill": ("crashed", "not allowed"),
    "nothing": ("no-record", "no record that can be read"),
    "no-json": ("no-record", "no record that can be read"),
    "two-lines": ("no-record", "no record that can be read"),
    "flood": ("crashed", "more than the limit"),
    "lie": ("crashed", "without a report"),
    "leave": ("crashed", "without a report"),
    "say-done": ("done", ""),
    "babble": ("done", ""),
    "map": ("done", ""),  # refused
}
# In a program that lives for many jobs (WK-012): there the socket of its orders is heard. What is said to
# be done before it is may be done when that is heard.
PICTURE_DEEDS = {**DEEDS, "say-done": ("done crashed", ""), "babble": ("done crashed", ""),
                 # It makes new files, which may be larger than records: a full file of records only fails to be written.
                 "flood": ("overran", "500 ms")}


def without_bounds():
    """Sanitizers need all addresses, so that memory is not bounded in such a build, and they end a process that
    crashes in a way of their own."""
    for deeds in [DEEDS, PICTURE_DEEDS]:
        del deeds["memory"]
        deeds["crash"] = ("crashed", "")
