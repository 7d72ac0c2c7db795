package io.precinct.cases.search;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Parameter;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.query.TaskList;
import io.precinct.cases.record.CaseSchemas;
import io.precinct.cases.record.CaseStore;
import io.precinct.cases.record.Task;
import io.precinct.cases.record.TaskField;
import io.precinct.cases.search.Ranking.Found;
import io.precinct.cases.search.Ranking.Hit;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.ListRequest;
import io.precinct.rest.api.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Handles {@code GET /api/tasks/search}: returns hits {@code {task, score, match, snippet}}. */
final class TextSearch {
    /** Most characters of a query. */
    static final int LONGEST = 500;

    private static final Field<String> QUESTION =
            Field.requiredText("q", LONGEST).describedAs("What to look for.").example("key");

    /** The only sort order of hits. */
    private static final List<String> SORTS = List.of("-score");

    /** The parameters and the response; {@code fields} selects members of the case within a hit. */
    static final Contract CONTRACT = ListRequest.contract(
                    "The hits.",
                    SORTS,
                    hit(CaseSchemas.LISTED).named("Hit"),
                    TaskList.FIELDS,
                    hit(CaseSchemas.LISTED.sparse()))
            .and(Field.query(QUESTION))
            .and(Contract.of(Parameter.query("sort", Schema.oneOf(SORTS))));

    private static final String CONTENTS =
            "SELECT k.id, n.content FROM unnest(?::text[], ?::text[]) AS k (id, position)"
                    + " JOIN cases.note n ON n.task_id = k.id AND n.position = k.position::integer";

    private final Database database;
    private volatile WordCounts counts = WordCounts.UNKNOWN;

    TextSearch(Database database) {
        this.database = database;
    }

    /** One page of hits. */
    private record Slice(
            List<Map<String, @Nullable Object>> items,
            Found found,
            @Nullable Hit last) {}

    private static Schema hit(Schema task) {
        return Schema.object()
                .with("task", task)
                .with("score", Schema.number().atLeast(0).atMost(1))
                .with(
                        "match",
                        Schema.oneOf(Arrays.stream(MatchQuality.values())
                                .map(MatchQuality::wireName)
                                .toList()))
                .with("snippet", Schema.text());
    }

    // @req:search-text
    Reply search(Input input) {
        Form query = Form.query(input);
        String q = QUESTION.in(query);
        ListRequest page = ListRequest.of(query, SORTS, TaskList.FIELDS);
        if (!page.descending()) {
            query.fault("sort", "enum", "hits are sorted by -score", List.of("-score"));
        }
        query.check();
        Predicate<Hit> after = after(page);
        Slice slice = database.read(transaction -> slice(transaction, q, page, after));
        // the projection applies to the case within the hit
        ListRequest whole = new ListRequest(page.limit(), page.sort(), true, page.after(), null, page.envelope());
        List<@Nullable Object> last = slice.last == null ? null : key(slice.last);
        Reply reply = whole.reply(input, slice.items, slice.found.hits().size(), last);
        return TaskList.related(reply, slice.found.complete());
    }

    private Slice slice(Transaction transaction, String q, ListRequest page, Predicate<Hit> after) {
        SearchQuery question = SearchQuery.of(transaction, q);
        Found found = Ranking.find(transaction, question, counts(transaction), after, page.limit() + 1);
        List<Hit> hits =
                found.hits().stream().filter(after).limit(page.limit() + 1L).toList();
        boolean more = hits.size() > page.limit();
        List<Hit> shown = more ? hits.subList(0, page.limit()) : hits;
        return new Slice(items(transaction, question, shown, page), found, more ? shown.getLast() : null);
    }

    /** Returns the current word counts. Concurrent requests may read them twice, which is harmless. */
    private WordCounts counts(Transaction transaction) {
        WordCounts now = counts;
        if (now.stale()) {
            now = WordCounts.read(transaction);
            counts = now;
        }
        return now;
    }

    private static List<@Nullable Object> key(Hit hit) {
        return List.of(hit.score(), hit.taskId());
    }

    private static Predicate<Hit> after(ListRequest page) {
        if (page.after() == null) {
            return hit -> true;
        }
        if (page.after().size() == 2
                && page.after().get(0) instanceof Number score
                && page.after().get(1) instanceof String id) {
            return hit -> hit.score() < score.doubleValue()
                    || hit.score() == score.doubleValue() && hit.taskId().compareTo(id) > 0;
        }
        throw Refusal.invalid(List.of(ListRequest.FOREIGN_CURSOR));
    }

    private static List<Map<String, @Nullable Object>> items(
            Transaction transaction, SearchQuery question, List<Hit> hits, ListRequest page) {
        Map<String, Task> tasks = new HashMap<>();
        CaseStore.findAll(transaction, hits.stream().map(Hit::taskId).toList())
                .forEach(task -> tasks.put(task.id(), task));
        Map<String, String> contents = contents(transaction, hits);
        var items = new ArrayList<Map<String, @Nullable Object>>(hits.size());
        for (Hit hit : hits) {
            Task task = tasks.get(hit.taskId());
            if (task != null) {
                String text = contents.getOrDefault(hit.taskId(), "");
                items.add(Data.map(
                        "task", page.projected(task.toListData()),
                        "score", hit.score(),
                        "match", hit.match().wireName(),
                        "snippet", hit.position() == null ? own(task, question) : snippet(text, question)));
            }
        }
        return items;
    }

    private static Map<String, String> contents(Transaction transaction, List<Hit> hits) {
        List<Hit> ofNotes = hits.stream().filter(hit -> hit.position() != null).toList();
        if (ofNotes.isEmpty()) {
            return Map.of();
        }
        return transaction
                .select(
                        CONTENTS,
                        ofNotes.stream().map(Hit::taskId).toArray(String[]::new),
                        ofNotes.stream()
                                .map(hit -> String.valueOf(hit.position()))
                                .toArray(String[]::new))
                .map((row, _) -> Map.entry(row.getString(1), row.getString(2)))
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue);
    }

    /** Takes the snippet from the label, or from the notes if the label does not match. */
    private static String own(Task task, SearchQuery question) {
        String label = Objects.requireNonNull(task.values().text(TaskField.LABEL));
        String notes = task.values().text(TaskField.NOTES);
        return notes == null || Snippet.holds(label, question.text(), question.words())
                ? snippet(label, question)
                : snippet(notes, question);
    }

    private static String snippet(String text, SearchQuery question) {
        return Snippet.of(text, question.text(), question.words());
    }
}
