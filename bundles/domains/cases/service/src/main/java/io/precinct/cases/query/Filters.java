package io.precinct.cases.query;

import io.precinct.cases.api.CaseStatus;
import io.precinct.cases.api.CaseType;
import io.precinct.cases.api.Urgency;
import io.precinct.cases.record.CaseLimits;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Text;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The filters that every list of cases takes. A parameter given several times asks for any of its values; {@code none} is the
 * type of a case without one, {@code unassigned} the detective of a case without one.
 */
public final class Filters {
    /** How a case without a type is counted and asked for. */
    public static final String NO_TYPE = "none";

    /** How a case without a detective is counted and asked for. */
    public static final String NOBODY = "unassigned";

    /** The types of cases, and the word for none. */
    public static final List<String> TYPES =
            Stream.concat(CaseType.NAMES.stream(), Stream.of(NO_TYPE)).toList();

    /** Values of one parameter. */
    private static final int MOST_VALUES = 100;

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

    private Filters() {}

    /** Reads them from a query; faults go into it. */
    public static Criteria read(Form query) {
        var criteria = new Criteria();
        if (query.value("status") != null) {
            List<String> statuses = query.severalOf("status", CaseStatus.NAMES);
            criteria.counted("status", statuses, "status", statuses);
        }
        if (query.value("urgency_level") != null) {
            List<String> levels = query.severalOf("urgency_level", Urgency.NAMES);
            urgency(criteria, levels.stream().map(Urgency::of).toList());
        }
        if (query.value("detective") != null) {
            detective(criteria, texts(query, "detective", CaseLimits.NAME));
        }
        types(query, criteria);
        priorities(query, criteria);
        dates(query, criteria, "scheduled_date");
        dates(query, criteria, "due_date");
        return criteria;
    }

    /** Cases of these urgency levels. */
    public static Criteria urgency(Criteria criteria, List<Urgency> levels) {
        List<Integer> ranks = levels.stream().map(Urgency::rank).toList();
        List<String> names = levels.stream().map(Urgency::wireName).toList();
        return criteria.counted("urgency_rank", ranks, "urgency", names);
    }

    /** Cases of these detectives. */
    public static Criteria detective(Criteria criteria, List<String> names) {
        return criteria.counted("detective", orNull(names, NOBODY, true), "detective", names);
    }

    /** Cases of these types. */
    public static Criteria types(Criteria criteria, List<String> types) {
        return criteria.counted("case_type", orNull(types, NO_TYPE, false), "type", types);
    }

    private static void types(Form query, Criteria criteria) {
        Boolean isCase = query.truth("is_case");
        List<String> types = query.value("case_type") != null
                ? query.severalOf("case_type", TYPES)
                : isCase == null ? List.of() : TYPES;
        if (isCase != null) {
            types = types.stream().filter(type -> isDetective(type) == isCase).toList();
        }
        if (isCase != null || query.value("case_type") != null) {
            types(criteria, types);
        }
    }

    /** What {@code is_case} asks for; a case without a type is none. */
    private static boolean isDetective(String type) {
        return !type.equals(NO_TYPE) && CaseType.of(type).group() == CaseType.Group.DETECTIVE;
    }

    private static void priorities(Form query, Criteria criteria) {
        if (query.value("priority") != null) {
            List<String> priorities = query.severalOf("priority", List.of("1", "2", "3", "4", "5"));
            criteria.oneOf("priority", priorities.stream().map(Integer::valueOf).toList());
        }
    }

    private static void dates(Form query, Criteria criteria, String name) {
        if (query.value(name) != null) {
            criteria.oneOf(name, dates(query, name));
        }
    }

    /** The values of a parameter that are dates. */
    public static List<LocalDate> dates(Form query, String name) {
        var dates = new ArrayList<LocalDate>();
        for (String text : texts(query, name, 10)) {
            LocalDate date = date(text);
            if (date == null) {
                query.fault(name, "format", name + " is a day that exists, YYYY-MM-DD", "YYYY-MM-DD");
                return List.of();
            }
            dates.add(date);
        }
        return dates;
    }

    private static @Nullable LocalDate date(String text) {
        try {
            return DATE.matcher(text).matches() ? LocalDate.parse(text) : null;
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    /** The values of a parameter; none if one of them is empty, too long or cannot be stored. */
    public static List<String> texts(Form query, String name, int longest) {
        List<String> values = query.several(name);
        if (values.size() > MOST_VALUES) {
            query.fault(name, "bounds", name + " is given at most " + MOST_VALUES + " times", MOST_VALUES);
            return List.of();
        }
        for (String value : values) {
            if (value.isBlank() || value.length() > longest || !Text.storable(value)) {
                query.fault(name, "format", name + " is text of 1 to " + longest + " characters", null);
                return List.of();
            }
        }
        return values;
    }

    /** The name stands for a column without a value, and also for itself if {@code itself}. */
    private static List<@Nullable Object> orNull(List<String> values, String absent, boolean itself) {
        var result = new ArrayList<@Nullable Object>();
        for (String value : values) {
            if (!value.equals(absent) || itself) {
                result.add(value);
            }
            if (value.equals(absent)) {
                result.add(null);
            }
        }
        return result;
    }
}
