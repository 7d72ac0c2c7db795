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
 * A type of relation that means something else in either direction: clients may say it from both sides, it is stored from
 * one, and no case comes back to itself by it.
 */
public enum OneWay {
    /** From a case to one that cannot be done before it. */
    // @req:link-blocks
    BLOCKS("blocks", "blocked_by", "blocks"),

    /** From a case to a part of it; see {@link Parents}. */
    // @req:link-parent
    PARENT_OF("parent_of", "child_of", "is above");

    /** Two transactions could each write one half of a circle, neither of which sees the other. */
    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('cases.relation ' || ?, 13))";

    /** Every step once, from a case on; the nearest first. */
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

    /** The one that is stored as this type, or null if that is any other text. */
    public static @Nullable OneWay of(String type) {
        return first(one -> one.type.equals(type));
    }

    /** The one that clients call so from the other side, or null. */
    public static @Nullable OneWay fromOtherSide(String said) {
        return first(one -> one.fromOtherSide.equals(said));
    }

    private static @Nullable OneWay first(Predicate<OneWay> wanted) {
        return Stream.of(values()).filter(wanted).findFirst().orElse(null);
    }

    /** The type as it is stored. */
    public String type() {
        return type;
    }

    /** How it is called from this side of it. */
    public String type(boolean out) {
        return out ? type : fromOtherSide;
    }

    /**
     * Checks that it may come to lead from one case to another; until the transaction ends no other of this type is written.
     *
     * @throws Refusal 409 {@code circular} with the {@code path} of ids, from the one back to itself, if it leads from the
     *     other to the one already, perhaps by way of further cases; and what {@link Parents} refuses
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
