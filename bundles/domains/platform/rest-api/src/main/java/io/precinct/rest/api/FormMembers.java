package io.precinct.rest.api;

import io.precinct.rest.api.Refusal.Fault;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The members of a form as they came, which of them were asked for, and the faults found so far. */
abstract sealed class FormMembers permits Form {
    final String prefix;
    final boolean query;
    final Map<String, @Nullable Object> members;
    final List<Fault> faults;
    final Set<String> known = new HashSet<>();
    final List<FormMembers> nested = new ArrayList<>(0);

    FormMembers(String prefix, boolean query, Map<String, @Nullable Object> members, List<Fault> faults) {
        this.prefix = prefix;
        this.query = query;
        this.members = members;
        this.faults = faults;
    }

    /** True where the member is there, with whatever value. */
    public final boolean has(String name) {
        return members.containsKey(name);
    }

    /** Adds a fault where the member is not there; null is there. */
    public final void mustHave(String name) {
        if (!has(name)) {
            bad(name, "required", "is required", null);
        }
    }

    /** The value as it is, or null. */
    public final @Nullable Object value(String name) {
        known.add(name);
        return members.get(name);
    }

    /** The names of the members that count as input: without path variables and those that begin with {@code _}. */
    public final List<String> names() {
        return members.keySet().stream()
                .filter(name -> !name.startsWith("_") && !known.contains(name))
                .toList();
    }

    /** Adds a fault at a member; {@code name} may go on with {@code /} and an index. */
    public final void fault(String name, String code, String message, @Nullable Object allowed) {
        faults.add(new Fault(pointer(name), code, message, allowed));
    }

    /** Adds a fault that was found elsewhere. */
    public final void fault(Fault fault) {
        faults.add(fault);
    }

    /** The faults found so far. */
    public final List<Fault> faults() {
        return List.copyOf(faults);
    }

    /** Adds what was never asked for to the faults. */
    public final void unknown() {
        for (String name : names()) {
            faults.add(new Fault(
                    pointer(name),
                    "unknown",
                    (query ? "there is no parameter " : "there is no field ") + Text.shortened(name),
                    known.stream().filter(k -> !k.startsWith("_")).sorted().toList()));
            known.add(name);
        }
        nested.forEach(FormMembers::unknown);
    }

    /**
     * Ends the reading.
     *
     * @throws Refusal 422 with all faults, where there is any
     */
    public final void check() {
        unknown();
        if (!faults.isEmpty()) {
            throw Refusal.invalid(faults);
        }
    }

    /** Adds a fault and reads as absent. */
    final <T> @Nullable T bad(String name, String code, String message, @Nullable Object allowed) {
        fault(name, code, Text.shortened(name) + " " + message, allowed);
        return null;
    }

    final String pointer(String name) {
        return prefix + (query ? name : name.replace("~", "~0"));
    }
}
