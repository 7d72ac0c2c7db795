package io.precinct.cases.query;

import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Schema;
import io.precinct.cases.api.CaseType;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.MemberFilter;
import io.precinct.cases.record.Parents;
import io.precinct.cases.record.TaskField;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Schemas;
import io.precinct.rest.api.Text;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The query filters of case lists, derived from {@link TaskField}. A repeated parameter matches any of its values.
 * {@code none} matches cases without a type or parent; {@code unassigned} matches cases without a detective.
 */
public final class Filters {
    private static final Field<@Nullable Boolean> BLOCKED =
            Field.truth("blocked").describedAs("Whether a case that is parked or active blocks it.");

    /** Holds for a case {@code t} that waits for a case that is not done. */
    private static final String IS_BLOCKED =
            "EXISTS (SELECT FROM cases.relation r JOIN cases.task b ON b.id = r.from_id"
                    + " WHERE r.to_id = t.id AND r.type = 'blocks' AND b.status IN ('parked', 'active'))";

    private static final String NO_PARENT = "none";

    private static final Field<List<String>> PARENT = Field.several(
                    "parent", Schema.anyOf(Schema.oneOf(NO_PARENT), CaseSchemas.CASE_ID))
            .describedAs("The case of which it is a direct child; " + NO_PARENT + " asks for cases without a parent.");

    /** The filters that every list of cases accepts. */
    public static final Contract CONTRACT = Field.query(fields());

    /** Most values of one parameter. */
    private static final int MOST_VALUES = 100;

    private static final String IS_CASE = "is_case";

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

    private Filters() {}

    private static Field<?>[] fields() {
        List<Field<?>> fields = new ArrayList<>();
        for (TaskField field : TaskField.FILTERS) {
            fields.add(parameter(field));
            if (field == TaskField.CASE_TYPE) {
                fields.add(Field.truth("is_case").describedAs("Whether the type is one of the group Detective."));
            }
        }
        fields.add(BLOCKED);
        fields.add(PARENT);
        return fields.toArray(Field[]::new);
    }

    /** Returns the parameter that filters by the values of a member. */
    public static Field<?> parameter(TaskField field) {
        String name = field.wireName();
        if (field.filter() == MemberFilter.TRUTH) {
            return Field.truth(name);
        }
        String description = description(field);
        return description == null
                ? Field.several(name, each(field))
                : Field.several(name, each(field)).describedAs(description);
    }

    private static Schema each(TaskField field) {
        return field.filter() == MemberFilter.WORD
                ? Schema.oneOf(field.words())
                : field.filter() == MemberFilter.DAY ? Schemas.DAY : text(field.longest());
    }

    private static @Nullable String description(TaskField field) {
        return field.absentWord() == null
                ? null
                : field.absentWord() + " asks for cases without a " + field.dimension()
                        + (field.filter() == MemberFilter.WORD ? "." : ", too.");
    }

    /**
     * Returns the filters of every list, plus further ones, as members of a body; each is a value or a list of values.
     */
    public static Schema body(TaskField... further) {
        Schema body = Schema.object().optionally(IS_CASE, Schema.truth().orNull());
        for (TaskField field :
                Stream.concat(TaskField.FILTERS.stream(), Stream.of(further)).toList()) {
            Schema each = field.type().carrier() == Long.class
                    ? Schema.anyOf(each(field), field.type().taken())
                    : each(field);
            Schema values = Schema.anyOf(each, Schema.list(each)).orNull();
            String description = description(field);
            body = body.optionally(field.wireName(), description == null ? values : values.describedAs(description));
        }
        return body.closed();
    }

    /** Returns the schema of a text filter value. */
    public static Schema text(int most) {
        return Schema.text().atLeast(1).atMost(most).matching("\\S");
    }

    /** Returns the contract of a list of cases with these filters. */
    public static Contract list(String sentence, List<String> sorts, Contract filters) {
        return filters.and(ListRequest.contract(sentence, sorts, CaseSchemas.LISTED));
    }

    /** Reads the filters from a query; faults go into the query. */
    public static Criteria read(Form query) {
        var criteria = new Criteria();
        for (TaskField field : TaskField.FILTERS) {
            if (field == TaskField.CASE_TYPE) {
                types(query, criteria);
            } else {
                read(query, criteria, field);
            }
        }
        Boolean blocked = BLOCKED.in(query);
        if (blocked != null) {
            criteria.where(blocked ? IS_BLOCKED : "NOT " + IS_BLOCKED);
        }
        if (query.value(PARENT.name()) != null) {
            parents(query, criteria);
        }
        return criteria;
    }

    // @req:link-parent
    private static void parents(Form query, Criteria criteria) {
        List<String> ids = new ArrayList<>(texts(query, PARENT.name(), CaseLimits.ID));
        boolean none = ids.removeIf(NO_PARENT::equals);
        if (!ids.stream().allMatch(id -> CaseLimits.CASE_ID.matcher(id).matches())) {
            query.fault(PARENT.name(), "format", PARENT.name() + " is a case id or " + NO_PARENT, "task-<uuid>");
        } else if (!none) {
            criteria.where(Parents.CHILD, (Object) ids.toArray(String[]::new));
        } else if (ids.isEmpty()) {
            criteria.where(Parents.NO_CHILD);
        } else {
            criteria.where("(" + Parents.NO_CHILD + " OR " + Parents.CHILD + ")", (Object) ids.toArray(String[]::new));
        }
    }

    /** Reads the filter values of one member and adds them to the criteria. */
    public static void read(Form query, Criteria criteria, TaskField field) {
        String name = field.wireName();
        if (field.filter() == MemberFilter.TRUTH) {
            Boolean truth = query.truth(name);
            if (truth != null) {
                criteria.where(truth ? "t." + name : "NOT t." + name);
            }
        } else if (query.value(name) != null) {
            any(criteria, field, values(query, field));
        }
    }

    private static List<?> values(Form query, TaskField field) {
        return switch (field.filter()) {
            case WORD -> query.severalOf(field.wireName(), field.words());
            case DAY -> dates(query, field.wireName());
            default -> texts(query, field.wireName(), field.longest());
        };
    }

    /**
     * Matches cases whose member has any of these values. The word for absence matches a missing value; for text
     * members it also matches itself.
     */
    public static Criteria any(Criteria criteria, TaskField field, List<?> values) {
        List<@Nullable Object> compared = new ArrayList<>();
        for (Object value : values) {
            boolean none = value.equals(field.absentWord());
            if (!none || field.filter() != MemberFilter.WORD) {
                compared.add(field.compared(value));
            }
            if (none) {
                compared.add(null);
            }
        }
        return field.dimension() == null
                ? criteria.oneOf(field, compared)
                : criteria.counted(
                        field, compared, values.stream().map(String::valueOf).toList());
    }

    private static void types(Form query, Criteria criteria) {
        Boolean isCase = query.truth(IS_CASE);
        boolean some = query.value(TaskField.CASE_TYPE.wireName()) != null;
        if (isCase == null) {
            read(query, criteria, TaskField.CASE_TYPE);
        } else {
            List<String> types = TaskField.CASE_TYPE.words();
            if (some) {
                types = query.severalOf(TaskField.CASE_TYPE.wireName(), types);
            }
            any(
                    criteria,
                    TaskField.CASE_TYPE,
                    types.stream().filter(type -> isDetective(type) == isCase).toList());
        }
    }

    /** Whether {@code is_case} includes this type; it never includes cases without a type. */
    private static boolean isDetective(String type) {
        return !type.equals(TaskField.CASE_TYPE.absentWord())
                && CaseType.of(type).group() == CaseType.Group.DETECTIVE;
    }

    /** Reads the values of a date parameter. */
    private static List<LocalDate> dates(Form query, String name) {
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

    /**
     * Reads the values of a text parameter; returns no values if one of them is blank, too long or cannot be stored.
     */
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
}
