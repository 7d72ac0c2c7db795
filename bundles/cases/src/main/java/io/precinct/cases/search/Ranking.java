package io.precinct.cases.search;

import io.precinct.cases.query.Sql;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The cases that answer a question, best first: those of a better match before all of a worse one. A worse match is looked
 * for only while there are too few, and of each no more than {@link #MOST} texts are weighed: what is in everything finds
 * nothing better by being looked at longer.
 */
final class Ranking {
    /** Texts that are weighed for a match of words: cases, and as many notes. */
    static final int MOST = 500;

    /** With this many better ones nobody needs what is merely written alike. */
    private static final int ENOUGH = 10;

    /** Comparing by trigrams costs a thousand times what looking a word up does. */
    private static final int MOST_ALIKE = 50;

    /**
     * A case that answers.
     *
     * @param taskId the case
     * @param position of the note that does so best, or null where the case itself does
     */
    record Hit(String taskId, @Nullable Integer position, Match match, double score) {}

    /**
     * What was found.
     *
     * @param hits best first
     * @param complete false where there may be more behind them
     */
    record Found(List<Hit> hits, boolean complete) {
        Found {
            hits = List.copyOf(hits);
        }
    }

    private static final String WORDS = """
            (SELECT t.id, NULL::integer AS position, ts_rank(t.search, ?::tsquery, 32) AS rank
             FROM cases.task t WHERE t.search @@ ?::tsquery LIMIT ?)
            UNION ALL
            (SELECT n.task_id, n.position, ts_rank(n.search, ?::tsquery, 32)
             FROM cases.note n WHERE n.search @@ ?::tsquery LIMIT ?)
            """;

    private static final String ALIKE = """
            (SELECT t.id, NULL::integer AS position, word_similarity(?, t.label) AS rank
             FROM cases.task t WHERE ? <% t.label LIMIT ?)
            UNION ALL
            (SELECT t.id, NULL, 0.9 * word_similarity(?, t.notes) FROM cases.task t WHERE ? <% t.notes LIMIT ?)
            """;

    private static final String NOTES_ALIKE = "SELECT n.task_id, n.position, 0.8 * word_similarity(?, n.content)"
            + " FROM cases.note n WHERE ? <% n.content LIMIT ?";

    private static final Comparator<Hit> BEST_FIRST =
            Comparator.comparingDouble(Hit::score).reversed().thenComparing(Hit::taskId);

    private final Map<String, Hit> best = new HashMap<>();
    private boolean capped;

    private Ranking() {}

    private static Sql words(@Nullable String query) {
        return Sql.of(WORDS, query, query, MOST, query, query, MOST);
    }

    /**
     * Finds at least {@code wanted} hits for which {@code counts} is true, if there are that many, and all that are better
     * than the last of them.
     */
    static Found find(Handle handle, Question question, Predicate<Hit> counts, int wanted) {
        var ranking = new Ranking();
        boolean complete = true;
        for (Match match : Match.values()) {
            long enough = ranking.best.values().stream().filter(counts).count();
            if (enough >= wanted || match == Match.TRIGRAM && ranking.best.size() >= ENOUGH) {
                complete = false;
                break;
            }
            ranking.add(handle, question, match);
        }
        var hits = new ArrayList<>(ranking.best.values());
        hits.sort(BEST_FIRST);
        return new Found(hits, complete && !ranking.capped);
    }

    private void add(Handle handle, Question question, Match match) {
        switch (match) {
            case PHRASE -> add(handle, match, question.phrase());
            case PREFIX -> add(handle, match, question.prefix());
            case FULLTEXT ->
                add(handle, match, Objects.equals(question.stems(), question.prefix()) ? null : question.stems());
            case TRIGRAM -> alike(handle, question.alike());
        }
    }

    private void add(Handle handle, Match match, @Nullable String query) {
        if (query != null) {
            add(hits(handle, match, words(query)), MOST);
        }
    }

    /** Notes are many: they have to be more alike, and are compared only where no text has the words. */
    private void alike(Handle handle, String text) {
        boolean worded = !best.isEmpty();
        add(hits(handle, Match.TRIGRAM, Sql.of(ALIKE, text, text, MOST_ALIKE, text, text, MOST_ALIKE)), MOST_ALIKE);
        if (!worded && best.size() < ENOUGH) {
            Sql.of("SELECT set_config('pg_trgm.word_similarity_threshold', '0.6', true)")
                    .list(handle, row -> "");
            add(hits(handle, Match.TRIGRAM, Sql.of(NOTES_ALIKE, text, text, MOST_ALIKE)), MOST_ALIKE);
        } else {
            capped = true;
        }
    }

    private static List<Hit> hits(Handle handle, Match match, Sql statement) {
        return statement.list(handle, row -> {
            int position = row.getInt(2);
            Integer note = row.wasNull() ? null : position;
            return new Hit(row.getString(1), note, match, match.score(row.getDouble(3)));
        });
    }

    private void add(List<Hit> hits, int most) {
        capped |= hits.size() >= most;
        hits.forEach(hit -> best.merge(hit.taskId(), hit, (old, now) -> BEST_FIRST.compare(old, now) <= 0 ? old : now));
    }
}
