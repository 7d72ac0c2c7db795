package io.precinct.rest.api;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.api.data.ListBuilder;
import io.precinct.api.data.MapBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A client's request for a list: {@code limit, cursor, sort, fields, envelope}. Lists use keyset pagination: a cursor
 * contains the sort key of the last returned row, never an offset.
 *
 * @param limit 1 to 1000, default 50
 * @param sort the sort field
 * @param descending whether the largest value comes first
 * @param after the sort key of the last row of the previous page, as the list passed it to {@link #reply}; null on the
 *     first page. It comes from the client: check each element against its type before using it in SQL
 * @param fields the members to return per item, or null for all
 * @param envelope whether to reply with {@code {items, total, next_cursor}}
 */
public record ListRequest(
        int limit,
        String sort,
        boolean descending,
        @Nullable List<@Nullable Object> after,
        @Nullable List<String> fields,
        boolean envelope) {
    /** The default limit. */
    public static final int DEFAULT_LIMIT = 50;

    /** The largest limit; larger values are reduced to it. */
    public static final int MOST = 1000;

    private static final Field<Integer> LIMIT = Field.limit(DEFAULT_LIMIT, MOST);

    private static final Field<@Nullable String> CURSOR =
            Field.text("cursor", 4000).describedAs("Where to go on, as the page before says.");

    /** The fault for a cursor that this list did not create. */
    public static final Refusal.Fault FOREIGN_CURSOR =
            new Refusal.Fault("?cursor", "format", "the cursor is not one of this list; begin without", null);

    private static final String SORT = "sort";
    private static final String FIELDS = "fields";
    private static final int LONGEST_SORT = 100;

    private static final Field<@Nullable Boolean> ENVELOPE =
            Field.truth("envelope").describedAs("Answers {items, total, next_cursor} in place of the bare array.");

    private static final Parameter TOTAL = Parameter.header(
                    "X-Total-Count", Schema.integer().atLeast(0))
            .describedAs("How many items all pages have.")
            .always();

    private static final Parameter NEXT = Parameter.header(
                    "Link", Schema.text().example("</api/tasks?cursor=WyJhIl0>; rel=\"next\""))
            .describedAs("Where the next page is, where there is one.");

    // Spelled out: in a compact constructor javac drops the type annotations of generic parameters from the class file.
    public ListRequest(
            int limit,
            String sort,
            boolean descending,
            @Nullable List<@Nullable Object> after,
            @Nullable List<String> fields,
            boolean envelope) {
        this.limit = limit;
        this.sort = sort;
        this.descending = descending;
        this.after = after;
        this.fields = fields == null ? null : List.copyOf(fields);
        this.envelope = envelope;
    }

    /**
     * Reads the parameters of a list; faults go into {@code query}.
     *
     * @param query the query of the request
     * @param sorts the sort fields, each with {@code -} in front if it descends by default; the first is the default
     * @param fields the members that items have
     */
    public static ListRequest of(Form query, List<String> sorts, List<String> fields) {
        int limit = LIMIT.in(query);
        String asked = query.text(SORT, LONGEST_SORT);
        String sort = asked == null ? sorts.getFirst() : asked;
        List<String> names = sorts.stream().map(ListRequest::bare).toList();
        if (!names.contains(bare(sort))) {
            query.fault(SORT, "enum", "sort is one of " + String.join(", ", names) + ", descending with -", names);
        }
        return new ListRequest(
                limit,
                bare(sort),
                sort.startsWith("-"),
                cursor(query, sort),
                projection(query, fields),
                Boolean.TRUE.equals(ENVELOPE.in(query)));
    }

    /**
     * Returns the contract of a list besides its filters, as {@link #of} reads it and {@link #reply} writes it.
     *
     * @param sentence what the endpoint lists
     * @param sorts as for {@link #of}
     * @param item the schema of an item; its members can be selected with {@code fields}
     */
    public static Contract contract(String sentence, List<String> sorts, Schema item) {
        return contract(sentence, sorts, item, List.copyOf(item.members().keySet()), item.sparse());
    }

    /**
     * As {@link #contract(String, List, Schema)}, with explicit fields.
     *
     * @param fields the members that can be selected
     * @param chosen the schema of an item with some of them
     */
    public static Contract contract(
            String sentence, List<String> sorts, Schema item, List<String> fields, Schema chosen) {
        Schema sort = Schema.oneOf(sorts.stream()
                        .map(ListRequest::bare)
                        .flatMap(name -> Stream.of(name, "-" + name))
                        .toList())
                .orElse(sorts.getFirst());
        Parameter shown = Parameter.query(FIELDS, Schema.list(Schema.oneOf(fields)))
                .describedAs("Which members items have, separated by commas or given several times.");
        Schema envelope = Schema.object()
                .with("items", Schema.list(chosen))
                .with("total", Schema.integer().atLeast(0))
                .with("next_cursor", Schema.text().orNull())
                .optionally("total_relation", Schema.oneOf("gte"));
        return Contracts.LISTING
                .and(Field.query(LIMIT, CURSOR))
                .and(Contract.of(Parameter.query(SORT, sort).describedAs("By what it is sorted; - descends.")))
                .and(Contract.of(
                        new Contract.Form(ENVELOPE.asQuery(), envelope), new Contract.Form(shown, Schema.list(chosen))))
                .and(Contract.of(Answer.ok(sentence, Schema.list(item)).with(TOTAL, NEXT)));
    }

    private static String bare(String sort) {
        return sort.startsWith("-") ? sort.substring(1) : sort;
    }

    private static @Nullable List<String> projection(Form query, List<String> fields) {
        if (query.value(FIELDS) == null) {
            return null;
        }
        List<String> wanted = query.several(FIELDS).stream()
                .flatMap(part -> Arrays.stream(part.split(",")))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
        if (wanted.isEmpty() || !fields.containsAll(wanted)) {
            query.fault(FIELDS, "enum", "fields is a list of " + String.join(", ", fields), fields);
        }
        return wanted;
    }

    private static @Nullable List<@Nullable Object> cursor(Form query, String sort) {
        String text = CURSOR.in(query);
        if (text == null) {
            return null;
        }
        List<?> parts = CursorText.read(text);
        if (parts == null) {
            query.fault(FOREIGN_CURSOR);
            return null;
        }
        boolean scalars = parts.stream()
                .allMatch(p -> p == null || p instanceof Number || p instanceof String s && Text.storable(s));
        if (parts.size() > 1 && sort.equals(parts.getFirst()) && scalars) {
            return Data.freezeList(parts.subList(1, parts.size()));
        }
        query.fault("cursor", "format", "the cursor belongs to another list or sort; begin without", null);
        return null;
    }

    /** Returns the cursor that follows a row with this sort key. */
    public String cursorAfter(List<? extends @Nullable Object> key) {
        ListBuilder parts = Data.listBuilder().add(descending ? "-" + sort : sort);
        key.forEach(parts::add);
        return CursorText.of(parts.build());
    }

    /**
     * Returns the reply: the bare array with {@code Link} and {@code X-Total-Count}, or the envelope.
     *
     * @param items the items of this page
     * @param total the number of items on all pages
     * @param last the sort key of the last item if more follow, else null
     */
    public Reply reply(
            Input input,
            List<? extends Map<String, @Nullable Object>> items,
            long total,
            @Nullable List<? extends @Nullable Object> last) {
        ListBuilder shown = Data.listBuilder();
        items.forEach(item -> shown.add(projected(item)));
        String next = last == null ? null : cursorAfter(last);
        Reply reply = envelope
                ? Reply.ok(Data.map("items", shown.build(), "total", total, "next_cursor", next))
                : Reply.ok(shown.build());
        reply = reply.header("X-Total-Count", Long.toString(total));
        return next == null
                ? reply
                : reply.header("Link", "<" + PageAddress.of(input, "cursor", next) + ">; rel=\"next\"");
    }

    /** Returns the reply with a page of a table, as {@link #reply(Input, List, long, List)} writes it. */
    public <T> Reply reply(Input input, Table.Page<T> page, Resource<? super T> resource) {
        return reply(input, resource.views(page.items()), page.total(), page.last());
    }

    /** Returns the requested members of an item. */
    public Map<String, @Nullable Object> projected(Map<String, @Nullable Object> item) {
        if (fields == null) {
            return item;
        }
        MapBuilder some = Data.mapBuilder();
        for (String field : fields) {
            if (item.containsKey(field)) {
                some.put(field, item.get(field));
            }
        }
        return some.build();
    }
}
