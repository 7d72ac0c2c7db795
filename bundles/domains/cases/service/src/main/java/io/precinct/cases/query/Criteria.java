package io.precinct.cases.query;

import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.MemberFilter;
import io.precinct.cases.record.TaskField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The criteria for the cases of a list: members with their allowed values, and further conditions. Not thread-safe.
 */
public final class Criteria {
    private final List<Choice> choices = new ArrayList<>();
    private final List<Condition> conditions = new ArrayList<>();

    /**
     * Requires that a member has one of these values.
     *
     * @param values the values in the form of the compared column; null means that the member has no value
     * @param countedAs the keys under which the statistics count these values
     */
    record Choice(TaskField field, List<@Nullable Object> values, List<String> countedAs) {
        String column() {
            return field.comparedColumn();
        }

        /** Returns how many leading characters of the column its index contains; 0 if it contains the whole value. */
        int prefix() {
            return field.filter() == MemberFilter.LONG_TEXT ? CaseLimits.INDEXED : 0;
        }
    }

    /** A condition on {@code t} that is not a choice of values. */
    record Condition(String sql, List<@Nullable Object> arguments) {}

    /** Requires that the member has one of these values; with an empty list no case meets the criteria. */
    public Criteria oneOf(TaskField field, List<?> values) {
        choices.add(new Choice(field, distinct(values), List.of()));
        return this;
    }

    /** As {@link #oneOf}, for a member by which the statistics count. */
    public Criteria counted(TaskField field, List<?> values, List<String> countedAs) {
        choices.add(new Choice(field, distinct(values), countedAs));
        return this;
    }

    private static List<@Nullable Object> distinct(List<?> values) {
        var distinct = new ArrayList<@Nullable Object>(values.size());
        for (Object value : values) {
            if (!distinct.contains(value)) {
                distinct.add(value);
            }
        }
        return distinct;
    }

    /** Adds a further condition on {@code t}; {@code sql} must be a constant of the program. */
    public Criteria where(String sql, @Nullable Object... arguments) {
        conditions.add(new Condition(sql, Arrays.asList(arguments)));
        return this;
    }

    /** Returns true if no case can meet these criteria. */
    boolean impossible() {
        return choices.stream().anyMatch(choice -> choice.values().isEmpty());
    }

    /** Returns true if every case meets these criteria. */
    boolean none() {
        return choices.isEmpty() && conditions.isEmpty();
    }

    /** Returns the only choice if there is no other condition and the statistics count the member, else null. */
    @Nullable
    Choice onlyCounted() {
        return choices.size() == 1
                        && conditions.isEmpty()
                        && choices.getFirst().field().dimension() != null
                ? choices.getFirst()
                : null;
    }

    /**
     * Splits these criteria into mutually exclusive alternatives. Each has one value per column, so that it is a range
     * of an index which continues with the sort key. If there would be more than {@code most} alternatives, returns one
     * alternative that lists all values.
     */
    List<List<Condition>> alternatives(int most) {
        int count = 1;
        for (Choice choice : choices) {
            count = Math.min(most + 1, count * choice.values().size());
        }
        List<List<Condition>> alternatives = new ArrayList<>();
        alternatives.add(List.of());
        for (Choice choice : choices) {
            if (count > most && choice.values().size() > 1) {
                alternatives.replaceAll(some -> and(some, anyOf(choice)));
            } else {
                alternatives = times(alternatives, choice);
            }
        }
        alternatives.replaceAll(some -> {
            var all = new ArrayList<>(some);
            all.addAll(conditions);
            return all;
        });
        return alternatives;
    }

    /** Returns these criteria as one condition on {@code t}. */
    public Sql condition() {
        if (impossible()) {
            return Sql.of("false");
        }
        Sql sql = Sql.of("(true");
        for (Condition condition : alternatives(1).getFirst()) {
            sql.add(" AND " + condition.sql(), condition.arguments().toArray());
        }
        return sql.add(")");
    }

    private static List<List<Condition>> times(List<List<Condition>> alternatives, Choice choice) {
        List<List<Condition>> product = new ArrayList<>();
        for (List<Condition> some : alternatives) {
            for (Object value : choice.values()) {
                product.add(and(some, equal(choice, value)));
            }
        }
        return product;
    }

    static List<Condition> and(List<Condition> some, Condition one) {
        var all = new ArrayList<>(some);
        all.add(one);
        return all;
    }

    private static Condition equal(Choice choice, @Nullable Object value) {
        return value == null
                ? new Condition("t." + choice.column() + " IS NULL", List.of())
                : among(choice, List.of(value));
    }

    private static Condition anyOf(Choice choice) {
        List<@Nullable Object> present = new ArrayList<>(choice.values());
        present.removeIf(Objects::isNull);
        Condition among = among(choice, present);
        return present.size() == choice.values().size()
                ? among
                : new Condition("(" + among.sql() + " OR t." + choice.column() + " IS NULL)", among.arguments());
    }

    private static Condition among(Choice choice, List<@Nullable Object> values) {
        Condition whole = among("t." + choice.column(), "?", values);
        if (choice.prefix() == 0) {
            return whole;
        }
        // the index finds rows by the beginning; the comparison of the whole value decides
        String left = "left(%s, " + choice.prefix() + ")";
        Condition beginning = among(left.formatted("t." + choice.column()), left.formatted("?"), values);
        var both = new ArrayList<@Nullable Object>(beginning.arguments());
        both.addAll(whole.arguments());
        return new Condition(beginning.sql() + " AND " + whole.sql(), both);
    }

    private static Condition among(String expression, String argument, List<@Nullable Object> values) {
        String sql = values.size() == 1
                ? expression + " = " + argument
                : expression + " IN (" + String.join(", ", Collections.nCopies(values.size(), argument)) + ")";
        return new Condition(sql, values);
    }

    /** Appends {@code WHERE} and these conditions, or nothing. */
    static Sql where(Sql sql, List<Condition> conditions) {
        String word = " WHERE ";
        for (Condition condition : conditions) {
            sql.add(word + condition.sql(), condition.arguments().toArray());
            word = " AND ";
        }
        return sql;
    }
}
