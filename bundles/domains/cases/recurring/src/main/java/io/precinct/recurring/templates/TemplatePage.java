package io.precinct.recurring.templates;

import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Refusal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * The templates of one page, walked by keyset.
 *
 * @param templates at most as many as the page has
 * @param total of all pages
 * @param last sort key of the last one where more follow, else null
 */
record TemplatePage(
        List<Template> templates, long total, @Nullable List<@Nullable Object> last) {
    /**
     * Reads a page.
     *
     * @param condition fixed SQL
     * @param pattern bound to {@code :pattern} if the condition asks for it, or null
     */
    static TemplatePage read(Database database, ListRequest page, String condition, @Nullable String pattern) {
        String column = page.sort();
        List<@Nullable Object> after = page.after();
        Object from = after == null ? null : key(column, after);
        String order = page.descending() ? " DESC" : "";
        String sql = "SELECT * FROM recurring.template WHERE " + condition
                + (after == null
                        ? ""
                        : " AND (" + column + ", id) " + (page.descending() ? "<" : ">") + " (:from, :from_id)")
                + " ORDER BY " + column + order + ", id" + order + " LIMIT :limit";
        return database.read(transaction -> {
            Query query = query(transaction, sql, pattern).bind("limit", page.limit() + 1);
            if (after != null) {
                query.bind("from", from).bind("from_id", String.valueOf(after.getLast()));
            }
            List<Template> found =
                    new ArrayList<>(query.map(TemplateRows::template).list());
            long total = query(transaction, "SELECT count(*) FROM recurring.template WHERE " + condition, pattern)
                    .mapTo(Long.class)
                    .one();
            boolean more = found.size() > page.limit();
            if (more) {
                found.removeLast();
            }
            return new TemplatePage(found, total, more ? keyOf(column, found.getLast()) : null);
        });
    }

    private static Query query(Transaction transaction, String sql, @Nullable String pattern) {
        Query query = transaction.createQuery(sql);
        return pattern == null ? query : query.bind("pattern", pattern);
    }

    private static List<@Nullable Object> keyOf(String column, Template last) {
        Object value = switch (column) {
            case "label" -> last.content().caseFields().get("label");
            case "next_due" ->
                Template.time(last.next() == null ? null : last.next().at());
            case "updated_at" -> Template.time(last.updatedAt());
            default -> Template.time(last.createdAt());
        };
        return Arrays.asList(value, last.id());
    }

    /** The cursor comes from the client. */
    private static @Nullable Object key(String column, List<@Nullable Object> after) {
        try {
            if (after.size() == 2 && after.getFirst() instanceof String first && after.getLast() instanceof String) {
                return column.equals("label") ? first : Instant.parse(first);
            }
        } catch (DateTimeException e) {
            throw noCursor();
        }
        throw noCursor();
    }

    private static Refusal noCursor() {
        return Refusal.invalid(List.of(ListRequest.FOREIGN_CURSOR));
    }
}
