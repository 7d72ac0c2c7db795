package io.precinct.cases.search;

import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.cases.api.EvidenceTag;
import io.precinct.cases.day.RequestZone;
import io.precinct.cases.query.Criteria;
import io.precinct.cases.query.Filters;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.MemberFilter;
import io.precinct.cases.record.TaskField;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Schemas;
import io.precinct.rest.api.Text;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The filters of {@code GET /api/tasks/cases/search}: the filters of every list, and one for every other field. Several
 * values of a parameter match any of them; several parameters must all match. {@code label} and {@code notes} match a
 * part of the text. {@code …_after} and {@code …_before} exclude the bound itself; a day stands for its first moment in
 * the zone of the request.
 */
final class FieldFilters {
    /** The members that identify an element of a link array if the element is an object. */
    private static final Map<String, List<String>> LINK_NAMES = Map.of(
            CaseLimits.GIT_COMMITS, List.of("commit_hash"),
            CaseLimits.RELATED_CASES, List.of("related_task_id", "task_id", "id"),
            CaseLimits.MEMORIES, List.of("memory_path", "path"));

    /** A timestamp, or a day, which stands for its first moment in the zone of the request. */
    private static final Schema MOMENT = Schema.anyOf(Schemas.TIME, Schemas.DAY);

    /** The members that can be filtered by value, besides the members of every list. */
    private static final List<TaskField> VALUES =
            sorted(TaskField.those(field -> field.filter().asksForValues() && !TaskField.FILTERS.contains(field)));

    /** The members that can be filtered by range, sortable members first. */
    private static final List<TaskField> RANGES =
            sorted(Stream.concat(TaskField.SORTS.stream(), Stream.of(TaskField.values()))
                    .distinct()
                    .filter(field -> field.filter() == MemberFilter.DAY || field.filter() == MemberFilter.TIME)
                    .toList());

    private static final List<TaskField> LISTS = TaskField.those(field -> field.filter() == MemberFilter.ELEMENT);

    /** The contract of these filters and the filters of every list. */
    static final Contract CONTRACT =
            Filters.CONTRACT.and(Field.query(fields())).and(Contract.of(RequestZone.PARAMETER));

    private FieldFilters() {}

    private static List<TaskField> sorted(List<TaskField> fields) {
        return fields.stream().sorted(Comparator.comparing(TaskField::filter)).toList();
    }

    private static Field<?>[] fields() {
        List<Field<?>> fields = new ArrayList<>();
        for (TaskField field : VALUES) {
            fields.add(
                    field.filter() == MemberFilter.PART
                            ? Field.several(field.wireName(), Filters.text(TextSearch.LONGEST))
                                    .describedAs("A part of the text.")
                            : Filters.parameter(field));
        }
        for (String end : List.of("_after", "_before")) {
            for (TaskField field : RANGES) {
                String name = stem(field) + end;
                fields.add(field.filter() == MemberFilter.TIME ? Field.of(name, MOMENT) : Field.date(name));
            }
        }
        Stream.concat(LISTS.stream().flatMap(FieldFilters::elementNames), CaseLimits.LINK_ARRAYS.stream())
                .forEach(name -> fields.add(Field.several(name, Filters.text(CaseLimits.PLACE))));
        return fields.toArray(Field[]::new);
    }

    /**
     * Returns the stem of a range parameter: {@code created_at} becomes {@code created_after}, {@code last_viewed}
     * becomes {@code last_viewed_after}.
     */
    private static String stem(TaskField field) {
        return field.wireName().replaceFirst("_(at|date)$", "");
    }

    /**
     * Returns the parameter names for the elements of a list: {@code evidence_tags} has {@code evidence_tag} as well.
     */
    private static Stream<String> elementNames(TaskField field) {
        return Stream.of(field.wireName().replaceFirst("s$", ""), field.wireName());
    }

    /**
     * Reads the filters; faults go into the query.
     *
     * @param configured the zone of a request that names none
     */
    static Criteria read(Form query, ZoneId configured) {
        RequestZone zone = RequestZone.of(query, configured);
        Criteria criteria = Filters.read(query);
        for (TaskField field : VALUES) {
            if (field.filter() == MemberFilter.PART) {
                part(query, criteria, field.wireName());
            } else {
                Filters.read(query, criteria, field);
            }
        }
        for (TaskField field : RANGES) {
            boolean time = field.filter() == MemberFilter.TIME;
            range(query, criteria, field, name -> time ? time(query, name, zone) : query.date(name));
        }
        elements(query, criteria);
        return criteria;
    }

    private static void part(Form query, Criteria criteria, String column) {
        List<String> parts = query.value(column) != null ? Filters.texts(query, column, TextSearch.LONGEST) : List.of();
        if (!parts.isEmpty()) {
            criteria.where(
                    any(parts.stream().map(_ -> "t." + column + " ILIKE ?").toList()),
                    parts.stream().map(Text::likePattern).toArray());
        }
    }

    private static void range(
            Form query, Criteria criteria, TaskField field, Function<String, @Nullable Object> value) {
        Object after = value.apply(stem(field) + "_after");
        Object before = value.apply(stem(field) + "_before");
        if (after != null) {
            criteria.where("t." + field.wireName() + " > ?", after);
        }
        if (before != null) {
            criteria.where("t." + field.wireName() + " < ?", before);
        }
    }

    /** Reads a timestamp, or a day, which stands for its first moment. */
    private static @Nullable Instant time(Form query, String name, RequestZone zone) {
        if (query.value(name) instanceof String text && text.length() == 10) {
            LocalDate date = query.date(name);
            return date == null ? null : zone.start(date);
        }
        return query.time(name);
    }

    private static void elements(Form query, Criteria criteria) {
        elementNames(TaskField.EVIDENCE_TAGS)
                .filter(name -> query.several(name).stream()
                        .anyMatch(tag -> EvidenceTag.of(tag).isEmpty()))
                .forEach(name -> query.fault(name, "format", name + " is not blank", null));
        for (TaskField field : LISTS) {
            elementNames(field)
                    .forEach(name -> contained(query, criteria, name, holding(field), value -> listed(field, value)));
        }
        String links = holding(TaskField.CONSCIOUSNESS_LINKS);
        for (String key : CaseLimits.LINK_ARRAYS) {
            contained(query, criteria, key, links, value -> linked(key, value));
        }
    }

    /** Returns a condition that the non-empty document of a member contains another document. */
    private static String holding(TaskField field) {
        String column = "t." + field.wireName();
        return "(" + column + " <> '" + Json.compact(field.absent()) + "' AND " + column + "::jsonb @> ?::jsonb)";
    }

    private static void contained(
            Form query, Criteria criteria, String name, String sql, Function<String, List<String>> documents) {
        if (query.value(name) != null) {
            List<String> all = Filters.texts(query, name, CaseLimits.PLACE).stream()
                    .flatMap(value -> documents.apply(value).stream())
                    .toList();
            if (!all.isEmpty()) {
                criteria.where(any(all.stream().map(_ -> sql).toList()), all.toArray());
            }
        }
    }

    /** Returns documents that match an element. A tag that an earlier version stored may be in another form. */
    private static List<String> listed(TaskField field, String value) {
        Stream<String> forms =
                field == TaskField.EVIDENCE_TAGS ? Stream.of(EvidenceTag.of(value), value) : Stream.of(value);
        return forms.distinct().map(form -> Json.compact(Data.list(form))).toList();
    }

    /** Returns documents that match an element equal to this string, or an object that it identifies. */
    private static List<String> linked(String key, String value) {
        var documents = new ArrayList<String>();
        documents.add(Json.compact(Data.map(key, Data.list(value))));
        for (String name : LINK_NAMES.getOrDefault(key, List.of("id"))) {
            documents.add(Json.compact(Data.map(key, Data.list(Data.map(name, value)))));
        }
        return documents;
    }

    private static String any(List<String> alternatives) {
        return alternatives.stream().collect(Collectors.joining(" OR ", "(", ")"));
    }
}
