package io.precinct.cases.record;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.Type;
import io.precinct.api.data.Data;
import io.precinct.cases.api.CaseLists;
import io.precinct.cases.api.CaseLists.Content;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Property;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Resource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is still open when a case ends: cases that block it, children, unticked items of its checklists. Immutable.
 *
 * @param warnings one per kind of open work; empty if everything was looked at and is done
 */
// @req:case-lifecycle-close
public record OpenWork(List<Warning> warnings) {
    /** No open work. */
    public static final OpenWork NONE = new OpenWork(List.of());

    /** The code of a warning about parked or active cases that block the case. */
    public static final String BLOCKERS = "blockers";

    /** The code of a warning about children that are parked or active. */
    public static final String CHILDREN = "children";

    /** The code of a warning about unticked items. */
    public static final String ITEMS = "items";

    /** The code of a warning that the items were not looked at. */
    private static final String ITEMS_UNKNOWN = "items_unknown";

    /** Most ids and lists of a warning, whose count is complete. */
    static final int MOST = 100;

    // a subquery looks up the status of each case, because a join might read the whole table
    private static final String RELATED = """
            (SELECT 'blockers', r.from_id, count(*) OVER ()
            FROM cases.relation r
            WHERE r.to_id = ? AND r.type = 'blocks'
                AND (SELECT t.status FROM cases.task t WHERE t.id = r.from_id) IN ('parked', 'active')
            ORDER BY r.from_id LIMIT ?)
            UNION ALL
            (SELECT 'children', r.to_id, count(*) OVER ()
            FROM cases.relation r
            WHERE r.from_id = ? AND r.type = 'parent_of'
                AND (SELECT t.status FROM cases.task t WHERE t.id = r.to_id) IN ('parked', 'active')
            ORDER BY r.to_id LIMIT ?)
            """;

    private record OpenList(String slug, long count) {}

    private static final Resource<OpenList> LIST = Resource.of(
            Property.of("slug", Type.text().example("to-check"), OpenList::slug),
            Property.of("count", Type.count(), OpenList::count));

    /**
     * One kind of open work.
     *
     * @param code {@link #BLOCKERS}, {@link #CHILDREN}, {@link #ITEMS} or {@code items_unknown}
     * @param message text for people
     * @param count how many cases or items are open, or null if unknown
     * @param ids the cases, at most {@value #MOST}
     * @param lists the lists with unticked items
     */
    private record Warning(
            String code, String message, @Nullable Long count, List<String> ids, List<OpenList> lists) {}

    private static final Resource<Warning> RESOURCE = Resource.<Warning>of(
                    Property.of("code", Type.oneOf(List.of(BLOCKERS, CHILDREN, ITEMS, ITEMS_UNKNOWN)), Warning::code),
                    Property.of("message", Type.text(), Warning::message),
                    Property.<Warning, Long>of("count", Type.count(), Warning::count)
                            .optional(),
                    Property.<Warning, Object>of("ids", Type.plain(Schema.list(CaseSchemas.CASE_ID)), Warning::ids)
                            .optional(warning -> !warning.ids.isEmpty()),
                    Property.<Warning, OpenList>list("lists", LIST, Warning::lists)
                            .optional(warning -> !warning.lists.isEmpty()))
            .named("OpenWork");

    /** The member of an answer with the open work of a case that ended. */
    public static final String MEMBER = "warnings";

    /** The schema of the member; the member is absent if no work is open. */
    public static final Schema SCHEMA = Schema.list(RESOURCE.schema())
            .describedAs("What is still open: blockers, children, unticked items. Absent if nothing is.");

    public OpenWork {
        warnings = List.copyOf(warnings);
    }

    /**
     * Returns the open work of a case that the transaction has locked. All counts are of one moment: one statement reads
     * the relations, and the lists of a locked case do not change.
     *
     * @param lists the domain that keeps checklists, or null if it is absent
     */
    public static OpenWork of(Transaction transaction, String id, @Nullable CaseLists lists) {
        var warnings = new ArrayList<Warning>();
        var blockers = new Related();
        var children = new Related();
        transaction
                .select(RELATED, id, MOST, id, MOST)
                .map((row, _) -> (row.getString(1).equals(BLOCKERS) ? blockers : children)
                        .plus(row.getString(2), row.getLong(3)))
                .list();
        if (blockers.count > 0) {
            warnings.add(
                    blockers.warning(BLOCKERS, "case blocks it and is not done", "cases block it and are not done"));
        }
        if (children.count > 0) {
            warnings.add(children.warning(CHILDREN, "child is not done", "children are not done"));
        }
        Warning items = lists == null
                ? new Warning(
                        ITEMS_UNKNOWN,
                        "its checklists were not looked at: no bundle keeps them now",
                        null,
                        List.of(),
                        List.of())
                : items(lists.of(transaction, List.of(id)).getOrDefault(id, List.of()));
        if (items != null) {
            warnings.add(items);
        }
        return new OpenWork(warnings);
    }

    /** The cases of one kind of relation. Not thread-safe. */
    private static final class Related {
        private final List<String> ids = new ArrayList<>(0);
        private long count;

        Related plus(String id, long all) {
            ids.add(id);
            count = all;
            return this;
        }

        Warning warning(String code, String one, String several) {
            return new Warning(code, counted(count, one, several), count, List.copyOf(ids), List.of());
        }
    }

    private static @Nullable Warning items(List<Content> lists) {
        List<OpenList> open = lists.stream()
                .map(list -> new OpenList(
                        list.slug(),
                        list.items().stream().filter(item -> !item.checked()).count()))
                .filter(list -> list.count > 0)
                .toList();
        long count = open.stream().mapToLong(OpenList::count).sum();
        return count == 0
                ? null
                : new Warning(
                        ITEMS,
                        counted(count, "item of its lists is not ticked", "items of its lists are not ticked"),
                        count,
                        List.of(),
                        open.stream().limit(MOST).toList());
    }

    private static String counted(long count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }

    /**
     * Checks that the work that is open may be left open.
     *
     * @param refused the codes of the work that may not
     * @throws Refusal 409 {@code still_open} with all warnings as {@code open}
     */
    public void check(String id, Collection<String> refused) {
        List<String> reasons = warnings.stream()
                .filter(warning -> refused.contains(warning.code))
                .map(Warning::message)
                .toList();
        if (!reasons.isEmpty()) {
            throw Refusal.of(
                    409,
                    "still_open",
                    id + " is not completed: " + String.join("; ", reasons),
                    "id",
                    id,
                    "open",
                    data());
        }
    }

    /** Returns an answer with the open work as a further member, if there is any. */
    public Map<String, @Nullable Object> in(Map<String, @Nullable Object> answer) {
        if (warnings.isEmpty()) {
            return answer;
        }
        var more = Data.mapBuilder();
        answer.forEach(more::put);
        return more.put(MEMBER, data()).build();
    }

    private List<@Nullable Object> data() {
        return Data.freezeList(RESOURCE.views(warnings));
    }
}
