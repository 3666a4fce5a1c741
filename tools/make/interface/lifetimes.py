"""Owners: what releases a returned or received pointer, what owns it, and how long it is valid.

The tag @ownership has one of these sentences (others are refused):

- The caller destroys the report with vrm_report_destroy. (releases, and several joined by "and")
- The tables belong to the model. (`file`; ", until the next operation"; ", until vrm_…")
- The crowd owns the avatar.
- Its values are valid until the next update.
- The pointer is the caller's.
- As for vrm_model_load.

A parameter that is kept says "Borrowed until the model is released", or "It must outlive the render
model."; one that is retained says "holds a reference to it". Static data is called static.
"""
import re

from interface.c_types import is_const, pointee, sentences

WITH = re.compile(r"(?:destroys|releases|and) (?:it|(?:the|both|each) [\w ]+?) with (vrm_\w+)")
BELONGS = re.compile(r"The [\w ]+ belongs? to (?:the ([\w ]+?)|`(\w+)`)(?:, until (?:the (next \w+)|(vrm_\w+)))?"
                     r"(?:; (?:the|those of the) default material (?:is|are) static)?$")
OWNS = re.compile(r"The (\w+) owns the [\w ]+$")
LASTS = re.compile(r"Its values are valid until the (next \w+)$")
ASIDES = [r"It holds no reference to .*", r"It retains neither .*", r"vrm_\w+ and vrm_\w+ both remove it"]
BORROWED = re.compile(r"Borrowed until the ([\w ]+?) (is (?:released|destroyed)|plays another|is no longer used)")
OUTLIVES = re.compile(r"It must outlive the ([\w ]+?)\.")


class Function:
    """One function, and its outputs: (type of the pointer that comes out, where its facts go)."""

    def __init__(self, facts, entry):
        self.facts, self.entry, self.name = facts, entry, entry["name"]
        self.outputs = []
        if "*" in entry["returns"]:
            self.outputs.append((entry["returns"], entry, "returns_"))
        for parameter in entry["parameters"]:
            if parameter["type"].count("*") == 2 and parameter.get("direction") == "out":
                self.outputs.append((re.sub(r"\s*\*$", "", parameter["type"]), parameter, ""))

    def problem(self, what):
        self.facts.problem(self.name, what)

    def set(self, output, key, value):
        _, entry, prefix = output
        entry[prefix + key] = value

    def get(self, output, key):
        _, entry, prefix = output
        return entry.get(prefix + key)

    def parameter_of(self, noun):
        """The parameter that 'the render model' or `file` means."""
        word = noun.replace(" ", "_")
        for parameter in self.entry["parameters"]:
            if parameter["name"] == word or pointee(parameter["type"]) == "vrm_" + word:
                return parameter
        return None

    def read(self):
        text = self.entry["ownership"]
        other = re.fullmatch(r"As for (vrm_\w+)\.", text)
        if other:
            if other.group(1) not in self.facts.functions:
                self.problem(f"@ownership is that of {other.group(1)}, which does not exist")
                return
            text = self.facts.functions[other.group(1)]["ownership"]
        # What the caller releases first: the rest is what something else owns.
        for sentence in sorted(sentences(text), key=lambda sentence: not sentence.startswith("The caller ")):
            self.sentence(sentence)
        self.kept()
        self.unowned()

    def sentence(self, text):
        if text == "Nothing changes owners" or any(re.fullmatch(form, text) for form in ASIDES):
            return
        belongs, owns, lasts = BELONGS.match(text), OWNS.match(text), LASTS.match(text)
        if text.startswith("The caller ") and WITH.search(text):
            for release in WITH.findall(text):
                self.released(release)
        elif belongs:
            self.borrowed(belongs.group(1) or belongs.group(2), belongs.group(3) or belongs.group(4))
        elif owns:
            self.borrowed(owns.group(1), None)
        elif lasts:
            for output in self.outputs:
                self.set(output, "valid_until", lasts.group(1))
        elif text == "The pointer is the caller's":
            self.set(self.outputs[0], "valid_until", "the caller decides")
        else:
            self.problem(f"@ownership has a sentence of no known form: '{text}'. Write 'The caller destroys the X with "
                         "vrm_…', 'The X belongs to the Y' or another form of docs/reference/abi.md")

    def released(self, release):
        function = self.facts.functions.get(release)
        if function is None or not function["parameters"]:
            self.problem(f"@ownership names {release}, which is no function that releases")
            return
        kind = pointee(function["parameters"][0]["type"])
        matched = [output for output in self.outputs if pointee(output[0]) == kind and not is_const(output[0])]
        for output in matched:
            self.set(output, "releases_with", release)
        for parameter in self.entry["parameters"]:  # a struct that the caller has, with memory in it
            if pointee(parameter["type"]) == kind and parameter.get("direction") == "out" and parameter["type"].count(
                    "*") == 1:
                parameter["releases_with"] = release
                matched.append(parameter)
        if not matched:
            self.problem(f"@ownership releases with {release}, which takes a {kind}, but nothing of that type comes "
                         "out")

    def borrowed(self, noun, until):
        parameter = self.parameter_of(noun)
        if parameter is None:
            self.problem(f"@ownership names '{noun}', which is no parameter")
            return
        for output in self.outputs:
            if self.get(output, "releases_with") is None:
                self.set(output, "borrows_from", [parameter["name"]])
                self.set(output, "valid_until", until or f"release of {parameter['name']}")

    def kept(self):
        """Parameters that must stay valid after the call."""
        for parameter in self.entry["parameters"]:
            text = parameter.get("comment", "")
            self.retained(parameter, text)
            borrowed, outlives = BORROWED.search(text), OUTLIVES.search(text)
            if re.search(r"\b[Bb]orrowed\b", text) and not borrowed:
                self.problem(f"parameter {parameter['name']} is borrowed in no known form: write 'Borrowed until the X "
                             "is released' (or destroyed, plays another, is no longer used)")
            if not borrowed and not outlives:
                continue
            noun = (borrowed or outlives).group(1)
            if outlives or borrowed.group(2).startswith("is "):
                self.keeps(noun, parameter, borrowed)
            else:
                parameter["valid_until"] = f"{noun} {borrowed.group(2)}"

    def retained(self, parameter, text):
        holder = re.search(r"\b[Tt]he ([\w ]+?) holds a reference to it", text)
        if "holds a reference" in text and (holder is None or self.output_of(holder.group(1)) is None):
            self.problem(f"parameter {parameter['name']} is referenced in no known form: write 'the X holds a "
                         "reference to it', where X comes out of the function")
        elif holder:
            parameter["retained_by"] = holder.group(1).replace(" ", "_")

    def keeps(self, noun, parameter, borrowed):
        """`parameter` is kept until the end of what `noun` means."""
        output = self.output_of(noun)
        if output is not None:
            owners = self.get(output, "borrows_from") or []
            self.set(output, "borrows_from", owners + [parameter["name"]])
            parameter["valid_until"] = f"release of {noun.replace(' ', '_')}"
        elif self.parameter_of(noun) is not None and borrowed:
            parameter["valid_until"] = f"{noun} {borrowed.group(2)}"
        else:
            self.problem(f"parameter {parameter['name']} is borrowed until the end of '{noun}', which is no parameter "
                         "and does not come out of the function")

    def output_of(self, noun):
        word = "vrm_" + noun.replace(" ", "_")
        return next((output for output in self.outputs if pointee(output[0]) == word), None)

    def unowned(self):
        for output in self.outputs:
            kind, entry, _ = output
            text = entry.get("comment" if entry is not self.entry else "returns_comment", "")
            if re.search(r"\bstatic\b", text):
                self.set(output, "valid_until", "static")
            if self.get(output, "releases_with") is None and self.get(output, "valid_until") is None:
                what = "what it returns" if entry is self.entry else f"what {entry['name']} receives"
                self.problem(f"does not say who owns {what} (a {kind}): write '@ownership The caller destroys the X "
                             "with vrm_…', '@ownership The X belongs to the Y', or that it is static")

    def returned_null(self):
        if "*" not in self.entry["returns"]:
            return
        text = self.entry.get("returns_comment", "")
        never = "Never NULL" in text
        only = re.search(r"NULL only if `(\w+)` is NULL", text)
        same = re.match(r"The same (\w+)", text)
        some = re.search(r"(^|[;,] (or )?)NULL (if|for|on|in the cases of|unless) ", text)
        if never and (some or only):
            self.problem("returns 'Never NULL' and 'NULL if …' in one comment: say one of the two")
        if "NULL" in text and not (never or only or some):
            self.problem("returns NULL in no known form: write 'NULL if …', 'NULL only if `x` is NULL' or 'Never NULL'")
        parameter = self.parameter_of((only or same).group(1)) if only or same else None
        if (only or same) and parameter is None:
            self.problem(f"its result depends on '{(only or same).group(1)}', which is no parameter")
        elif parameter is not None:
            self.entry["returns_nullable"] = parameter["nullable"]
        elif some:
            self.entry["returns_nullable"] = True
        elif never or re.search(r"\bstatic\b", text):
            self.entry["returns_nullable"] = False
        else:
            self.problem("does not say whether it returns NULL: write 'NULL if …', 'NULL only if `x` is NULL' or "
                         "'Never NULL'")


def type_facts(facts):
    """The function that releases an object of each opaque type, and the one that adds a reference."""
    for function in facts.functions.values():
        if function["inline"]:
            continue
        for kind, entry, prefix in Function(facts, function).outputs:
            release = entry.get(prefix + "releases_with")
            opaque = facts.opaque.get(pointee(kind))
            if release is None or opaque is None:
                continue
            if opaque.setdefault("releases_with", release) != release:
                facts.problem(function["name"], f"releases a {pointee(kind)} with {release}, and others with "
                              f"{opaque['releases_with']}")
            if function["name"].endswith("_retain"):
                opaque["retains_with"] = function["name"]
    for opaque in facts.opaque.values():
        if "releases_with" not in opaque:
            facts.problem(opaque["name"], "is released by no function that a comment names")


def add(facts):
    for entry in facts.functions.values():
        if entry["inline"]:
            continue
        function = Function(facts, entry)
        function.read()
        function.returned_null()
    type_facts(facts)
