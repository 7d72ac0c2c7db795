package io.precinct.cases.record;

import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directed type of relation that has another name from each side. Clients may use either name; the database stores
 * one. Relations of one type never form a circle.
 */
public enum OneWay {
    /** Leads from a case to a case that cannot be done before it. */
    // @req:link-blocks
    BLOCKS("blocks", "blocked_by", "blocks"),

    /** Leads from a case to a part of it; see {@link Parents}. */
    // @req:link-parent
    PARENT_OF("parent_of", "child_of", "is above");

    /**
     * Serializes writers of one type: otherwise two transactions could each write one half of a circle without seeing
     * the other half.
     */
    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('cases.relation ' || ?, 13))";

    /** Follows relations of a type from a case and returns every step once, nearest first. */
    private static final String STEPS = "WITH RECURSIVE step (id, via) AS (SELECT ?::text, NULL::text UNION"
            + " SELECT r.to_id, r.from_id FROM step s JOIN cases.relation r ON r.from_id = s.id AND r.type = ?)"
            + " SELECT id, via FROM step";

    private final String type;
    private final String fromOtherSide;
    private final String verb;

    OneWay(String type, String fromOtherSide, String verb) {
        this.type = type;
        this.fromOtherSide = fromOtherSide;
        this.verb = verb;
    }

    private record Step(String id, @Nullable String via) {}

    /** Returns the constant that is stored under this type, or null if there is none. */
    public static @Nullable OneWay of(String type) {
        return first(one -> one.type.equals(type));
    }

    /** Returns the constant that has this name from the other side, or null. */
    public static @Nullable OneWay fromOtherSide(String said) {
        return first(one -> one.fromOtherSide.equals(said));
    }

    private static @Nullable OneWay first(Predicate<OneWay> wanted) {
        return Stream.of(values()).filter(wanted).findFirst().orElse(null);
    }

    /** Returns the type as it is stored. */
    public String type() {
        return type;
    }

    /** Returns the name of the type from the side that {@code out} selects. */
    public String type(boolean out) {
        return out ? type : fromOtherSide;
    }

    /**
     * Checks that a relation of this type may be added between two cases. Blocks other writers of this type until the
     * transaction ends.
     *
     * @throws Refusal 409 {@code circular} with the {@code path} of ids, which starts and ends with {@code from}, if
     *     relations of this type already lead from {@code to} to {@code from}, directly or through other cases; and the
     *     refusals of {@link Parents}
     */
    public void check(Transaction transaction, String from, String to) {
        transaction.execute(LOCK, type);
        checkCircle(transaction, from, to);
        if (this == PARENT_OF) {
            Parents.check(transaction, from, to);
        }
    }

    private void checkCircle(Transaction transaction, String from, String to) {
        Map<String, String> via = new HashMap<>();
        for (Step step : transaction
                .select(STEPS, to, type)
                .map((row, _) -> new Step(row.getString(1), row.getString(2)))
                .list()) {
            if (step.via != null && !step.id.equals(to)) {
                via.putIfAbsent(step.id, step.via);
            }
        }
        if (!via.containsKey(from)) {
            return;
        }
        List<String> path = new ArrayList<>(List.of(from));
        for (String id = via.get(from); id != null; id = via.get(id)) {
            path.addFirst(id);
        }
        path.addFirst(from);
        throw Refusal.of(
                409, "circular", to + " " + verb + " " + from + " already: " + String.join(", ", path), "path", path);
    }
}
