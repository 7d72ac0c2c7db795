package io.precinct.cases.search;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Reply;
import io.precinct.api.contract.Answer;
import io.precinct.api.contract.Contract;
import io.precinct.api.contract.Schema;
import io.precinct.api.data.Data;
import io.precinct.cases.record.CaseLimits;
import io.precinct.cases.record.Note;
import io.precinct.postgres.api.Database;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Contracts;
import io.precinct.rest.api.Field;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import io.precinct.rest.api.Text;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles {@code GET /api/tasks/:id/notes/search}: returns hits {@code {index, note_id, preview, score}}, best first.
 */
final class NoteSearch {
    private static final int DEFAULT_RESULTS = 20;
    private static final int MOST_RESULTS = 1000;

    /** A note scores by its most similar part; a note that contains the query text literally scores 1. */
    private static final String SEARCH = """
        SELECT index, note_id, content, score
        FROM (
            SELECT row_number() OVER (ORDER BY n.position) - 1 AS index, n.note_id, n.content,
                CASE
                    WHEN n.content ILIKE ? THEN 1.0
                    ELSE least(0.99, greatest(
                        word_similarity(?, left(n.content, 20000)),
                        CASE WHEN n.search @@ plainto_tsquery('simple', ?) THEN 0.9 ELSE 0 END))
                END AS score
            FROM cases.note n WHERE n.task_id = ?
        ) AS weighed
        WHERE score >= 0.3
        ORDER BY score DESC, index
        LIMIT ?
        """;

    private static final Field<String> QUESTION = Field.requiredText("q", TextSearch.LONGEST)
            .describedAs("What to look for.")
            .example("mat");

    private static final Field<@Nullable Long> MOST = Field.integer("max_results", 1, Long.MAX_VALUE)
            .orElse(DEFAULT_RESULTS)
            .describedAs("How many hits there are at most; no more than " + MOST_RESULTS + ".");

    /** The parameters and the response. */
    static final Contract CONTRACT = Contracts.LISTING
            .and(Field.query(QUESTION, MOST))
            .and(Contract.of(Answer.ok(
                    "The hits, best first.",
                    Schema.list(Schema.object()
                            .with("index", Schema.integer().atLeast(0))
                            .with(Note.ID.name(), Schema.text().example("note-0a1b2c3d"))
                            .with("preview", Schema.text())
                            .with("score", Schema.number().atLeast(0).atMost(1))
                            .named("NoteHit")))));

    private final Database database;

    NoteSearch(Database database) {
        this.database = database;
    }

    // @req:note-search
    Reply search(Input input) {
        String id = input.params().text("id");
        Form query = Form.query(input);
        String q = QUESTION.in(query).strip();
        Long most = MOST.in(query);
        query.check();
        int limit = most == null ? DEFAULT_RESULTS : (int) Math.min(most, MOST_RESULTS);
        return Reply.ok(database.read(transaction -> hits(transaction, id, q, limit)));
    }

    private static List<Map<String, @Nullable Object>> hits(Transaction transaction, String id, String q, int limit) {
        boolean there = CaseLimits.CASE_ID.matcher(id).matches()
                && transaction
                        .select("SELECT 1 FROM cases.task WHERE id = ?", id)
                        .mapTo(Integer.class)
                        .findOne()
                        .isPresent();
        if (!there) {
            throw Refusal.notFound("case", id);
        }
        List<String> words =
                Arrays.stream(q.toLowerCase(Locale.ROOT).split("\\s+")).toList();
        return transaction
                .select(SEARCH, Text.likePattern(q), q, q, id, limit)
                .map((row, _) -> Data.map(
                        "index",
                        row.getInt(1),
                        Note.ID.name(),
                        row.getString(2),
                        "preview",
                        Snippet.of(row.getString(3), q, words),
                        "score",
                        Math.round(row.getDouble(4) * 10_000) / 10_000.0))
                .list();
    }
}
