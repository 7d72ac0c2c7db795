package io.precinct.cases.sync;

import io.precinct.api.contract.Schema;
import io.precinct.cases.record.HeldRelation;
import io.precinct.cases.record.ListMembers;
import io.precinct.rest.api.Form;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is synchronised of a case beside its own members, if a client asks for it. A hash is of the case with all of that.
 *
 * @param checklists whether its checklists are
 * @param relations whether the relations that it holds are
 */
// @req:sync-expand
record Expansion(boolean checklists, boolean relations) {
    /** The case alone. */
    static final Expansion NONE = new Expansion(false, false);

    /** Every choice that there is. */
    static final List<Expansion> ALL =
            List.of(NONE, new Expansion(true, true), new Expansion(true, false), new Expansion(false, true));

    private static final String NAME = "expand";

    private static final List<String> NAMES = List.of(ListMembers.LISTS.name(), HeldRelation.RELATIONS.name());

    /** The same with the member of a body that asks for it. */
    static Schema with(Schema body) {
        return body.optionally(
                NAME,
                Schema.list(Schema.oneOf(NAMES))
                        .orNull()
                        .describedAs("What belongs to a case beside its own members; it counts in hashes then."));
    }

    /** What the body of a manifest or a pull asks for; faults go into the form. */
    static Expansion asked(Form form) {
        Object value = form.value(NAME);
        List<?> names = value instanceof List<?> list ? list : List.of();
        if (value != null && (!(value instanceof List<?>) || !NAMES.containsAll(names))) {
            form.fault(NAME, "enum", NAME + " is a list of " + String.join(", ", NAMES), NAMES);
        }
        return new Expansion(names.contains(ListMembers.LISTS.name()), names.contains(HeldRelation.RELATIONS.name()));
    }

    /** What a case that is pushed, or a state of one, says. */
    static Expansion of(Map<String, ? extends @Nullable Object> task) {
        return new Expansion(
                task.get(ListMembers.LISTS.name()) != null, task.get(HeldRelation.RELATIONS.name()) != null);
    }

    /** Both. */
    Expansion or(Expansion other) {
        return new Expansion(checklists || other.checklists, relations || other.relations);
    }

    /** How it is stored. */
    String key() {
        String lists = checklists ? ListMembers.LISTS.name() : "";
        return relations ? lists + "+" + HeldRelation.RELATIONS.name() : lists;
    }
}
