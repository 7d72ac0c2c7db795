package io.precinct.cases.search;

import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.cases.query.Criteria;
import io.precinct.cases.query.FilterFields;
import io.precinct.cases.query.Filters;
import io.precinct.cases.record.CaseLimits;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Schemas;
import io.precinct.rest.api.Text;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The filters of {@code GET /api/tasks/cases/search}: those of every list, and every other field. Several values of a
 * parameter ask for any of them, several parameters for all. {@code label} and {@code notes} ask for a part of the text;
 * {@code …_after} and {@code …_before} leave the bound itself out; a day stands for its first moment in UTC.
 */
final class FieldFilters {
    /** The members by which the elements of a link array are known if they are objects. */
    private static final Map<String, List<String>> LINK_NAMES = Map.of(
            "git_commits", List.of("commit_hash"),
            "related_cases", List.of("related_task_id", "task_id", "id"),
            "memories", List.of("memory_path", "path"));

    /** A timestamp, or a day for its first moment. */
    private static final Schema MOMENT = Schema.anyOf(Schemas.TIME, Schemas.DAY);

    /** Characters of a repository context that its index holds. */
    private static final int INDEXED_REPOSITORY = 200;

    private static final List<String> TIMES = List.of("created_at", "updated_at", "last_viewed");
    private static final List<String> DAYS = List.of("due_date", "scheduled_date", "recurrence_date");
    private static final List<String> TAGS = List.of("evidence_tag", "evidence_tags");
    private static final List<String> LINKS = List.of("case_link", "case_links");

    /** What is read here, beside the filters of every list. */
    static final Contract CONTRACT = FilterFields.FILTERS.and(Field.query(fields()));

    private FieldFilters() {}

    private static Field<?>[] fields() {
        List<Field<?>> fields = new ArrayList<>();
        for (String id : List.of("id", "recurring_template_id", "previous_instance_id")) {
            fields.add(Field.several(id, FilterFields.text(60)));
        }
        fields.add(Field.several("repository_context", FilterFields.text(CaseLimits.PLACE)));
        fields.add(Field.several("classification", Schema.oneOf(CaseLimits.CLASSIFICATIONS)));
        fields.add(Field.several("recurrence_date", Schemas.DAY));
        fields.add(Field.truth("pinned"));
        for (String part : List.of("label", "notes")) {
            fields.add(
                    Field.several(part, FilterFields.text(TextSearch.LONGEST)).describedAs("A part of the text."));
        }
        for (String end : List.of("_after", "_before")) {
            TIMES.forEach(column -> fields.add(Field.of(stem(column) + end, MOMENT)));
            DAYS.forEach(column -> fields.add(Field.date(stem(column) + end)));
        }
        Stream.of(TAGS, LINKS, CaseLimits.LINK_ARRAYS)
                .flatMap(List::stream)
                .forEach(name -> fields.add(Field.several(name, FilterFields.text(CaseLimits.PLACE))));
        return fields.toArray(Field[]::new);
    }

    /** {@code created_at} is asked for as {@code created_after}, {@code last_viewed} as {@code last_viewed_after}. */
    private static String stem(String column) {
        return column.replaceFirst("_(at|date)$", "");
    }

    /** Reads them; faults go into the query. */
    static Criteria read(Form query) {
        Criteria criteria = Filters.read(query);
        exact(query, criteria, "id", 60);
        if (query.value("repository_context") != null) {
            criteria.oneOfLong(
                    "repository_context",
                    INDEXED_REPOSITORY,
                    Filters.texts(query, "repository_context", CaseLimits.PLACE));
        }
        exact(query, criteria, "recurring_template_id", 60);
        exact(query, criteria, "previous_instance_id", 60);
        if (query.value("classification") != null) {
            criteria.oneOf("classification", query.severalOf("classification", CaseLimits.CLASSIFICATIONS));
        }
        if (query.value("recurrence_date") != null) {
            criteria.oneOf("recurrence_date", Filters.dates(query, "recurrence_date"));
        }
        Boolean pinned = query.truth("pinned");
        if (pinned != null) {
            criteria.where(pinned ? "t.pinned" : "NOT t.pinned");
        }
        part(query, criteria, "label");
        part(query, criteria, "notes");
        for (String column : TIMES) {
            range(query, criteria, column, name -> time(query, name));
        }
        for (String column : DAYS) {
            range(query, criteria, column, query::date);
        }
        elements(query, criteria);
        return criteria;
    }

    private static void exact(Form query, Criteria criteria, String column, int longest) {
        if (query.value(column) != null) {
            criteria.oneOf(column, Filters.texts(query, column, longest));
        }
    }

    private static void part(Form query, Criteria criteria, String column) {
        List<String> parts = query.value(column) != null ? Filters.texts(query, column, TextSearch.LONGEST) : List.of();
        if (!parts.isEmpty()) {
            criteria.where(
                    any(parts.stream().map(_ -> "t." + column + " ILIKE ?").toList()),
                    parts.stream().map(Text::likePattern).toArray());
        }
    }

    private static void range(Form query, Criteria criteria, String column, Function<String, @Nullable Object> value) {
        String stem = stem(column);
        Object after = value.apply(stem + "_after");
        Object before = value.apply(stem + "_before");
        if (after != null) {
            criteria.where("t." + column + " > ?", after);
        }
        if (before != null) {
            criteria.where("t." + column + " < ?", before);
        }
    }

    /** A timestamp, or a day for its first moment. */
    private static @Nullable Instant time(Form query, String name) {
        if (query.value(name) instanceof String text && text.length() == 10) {
            LocalDate date = query.date(name);
            return date == null ? null : date.atStartOfDay().toInstant(ZoneOffset.UTC);
        }
        return query.time(name);
    }

    private static void elements(Form query, Criteria criteria) {
        for (String name : TAGS) {
            contained(query, criteria, name, "t.evidence_tags::jsonb @> ?::jsonb", FieldFilters::listed);
        }
        for (String name : LINKS) {
            contained(
                    query,
                    criteria,
                    name,
                    "(t.case_links <> '[]' AND t.case_links::jsonb @> ?::jsonb)",
                    FieldFilters::listed);
        }
        for (String key : CaseLimits.LINK_ARRAYS) {
            contained(
                    query,
                    criteria,
                    key,
                    "(t.consciousness_links <> '{}' AND t.consciousness_links::jsonb @> ?::jsonb)",
                    value -> linked(key, value));
        }
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

    private static List<String> listed(String value) {
        return List.of(Json.compact(Data.list(value)));
    }

    /** An element that is this string, or an object that is known by it. */
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
