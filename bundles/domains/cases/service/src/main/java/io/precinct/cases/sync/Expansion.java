package io.precinct.cases.sync;

import io.precinct.api.contract.Schema;
import io.precinct.cases.record.HeldRelation;
import io.precinct.cases.record.ListMembers;
import io.precinct.rest.api.Form;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What sync includes besides the members of a case, at the request of a client. The hash of a case covers everything
 * that is included.
 *
 * @param checklists whether checklists are included
 * @param relations whether the relations that the case holds are included
 */
// @req:sync-expand
record Expansion(boolean checklists, boolean relations) {
    /** Includes only the case. */
    static final Expansion NONE = new Expansion(false, false);

    /** All combinations. */
    static final List<Expansion> ALL =
            List.of(NONE, new Expansion(true, true), new Expansion(true, false), new Expansion(false, true));

    private static final String NAME = "expand";

    private static final List<String> NAMES = List.of(ListMembers.LISTS.name(), HeldRelation.RELATIONS.name());

    /** Returns the schema of a body with the member that requests an expansion. */
    static Schema with(Schema body) {
        return body.optionally(
                NAME,
                Schema.list(Schema.oneOf(NAMES))
                        .orNull()
                        .describedAs("What belongs to a case beside its own members; it counts in hashes then."));
    }

    /** Reads the expansion that the body of a manifest or a pull requests; faults go into the form. */
    static Expansion asked(Form form) {
        Object value = form.value(NAME);
        List<?> names = value instanceof List<?> list ? list : List.of();
        if (value != null && (!(value instanceof List<?>) || !NAMES.containsAll(names))) {
            form.fault(NAME, "enum", NAME + " is a list of " + String.join(", ", NAMES), NAMES);
        }
        return new Expansion(names.contains(ListMembers.LISTS.name()), names.contains(HeldRelation.RELATIONS.name()));
    }

    /** Returns the expansion of a pushed case, or of a state of a case. */
    static Expansion of(Map<String, ? extends @Nullable Object> task) {
        return new Expansion(
                task.get(ListMembers.LISTS.name()) != null, task.get(HeldRelation.RELATIONS.name()) != null);
    }

    /** Returns the union of both. */
    Expansion or(Expansion other) {
        return new Expansion(checklists || other.checklists, relations || other.relations);
    }

    /** Returns the key under which hashes with this expansion are stored. */
    String key() {
        String lists = checklists ? ListMembers.LISTS.name() : "";
        return relations ? lists + "+" + HeldRelation.RELATIONS.name() : lists;
    }
}
