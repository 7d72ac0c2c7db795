package io.precinct.cases.search;

import io.precinct.postgres.api.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Ranks the cases that match a query, best first; every better kind of match precedes every worse kind. A worse kind is
 * searched only while there are too few hits. Of each kind, at most {@link TextCondition#MOST} texts are ranked: for
 * words that occur everywhere, ranking more texts would find nothing better.
 */
final class Ranking {
    /** With this many better hits, similar spellings are not searched. */
    private static final int ENOUGH = 10;

    /** Most hits by similar spelling. */
    private static final int MOST_ALIKE = 50;

    /** Most similar words for one query word. */
    private static final int MOST_ALTERNATIVES = 6;

    private static final int MOST_COMPARED = 12;

    private static final int SHORTEST_COMPARED = 3;

    /**
     * A case that matches.
     *
     * @param taskId the id of the case
     * @param position the position of its best matching note, or null if the case itself matches best
     */
    record Hit(String taskId, @Nullable Integer position, MatchQuality match, double score) {}

    /**
     * The result of a search.
     *
     * @param hits the hits, best first
     * @param complete false if there may be further hits
     */
    record Found(List<Hit> hits, boolean complete) {
        Found {
            hits = List.copyOf(hits);
        }
    }

    private static final String INDEXED = """
            (SELECT id, NULL::integer, ts_rank(search, ?::tsquery, 32)
             FROM (SELECT t.id, t.search FROM cases.task t WHERE t.search @@ ?::tsquery LIMIT ?) AS candidate
             WHERE search @@ ?::tsquery LIMIT ?)
            UNION ALL
            (SELECT task_id, position, ts_rank(search, ?::tsquery, 32)
             FROM (SELECT n.task_id, n.position, n.search FROM cases.note n WHERE n.search @@ ?::tsquery LIMIT ?)
                AS candidate
             WHERE search @@ ?::tsquery LIMIT ?)
            """;

    /** OFFSET 0 keeps the planner from using the index: the notes of the latest cases are few. */
    private static final String LATEST = """
            WITH latest AS MATERIALIZED (
                SELECT t.id, t.search FROM cases.task t ORDER BY t.updated_at DESC, t.id DESC LIMIT 1000)
            (SELECT id, NULL::integer, ts_rank(search, ?::tsquery, 32) FROM latest WHERE search @@ ?::tsquery LIMIT ?)
            UNION ALL
            (SELECT n.task_id, n.position, ts_rank(n.search, ?::tsquery, 32)
             FROM latest CROSS JOIN LATERAL
                (SELECT o.task_id, o.position, o.search FROM cases.note o WHERE o.task_id = latest.id OFFSET 0) AS n
             WHERE n.search @@ ?::tsquery LIMIT ?)
            """;

    /** Ranks texts with the most similar words before texts with less similar words. */
    private static final String ALIKE = """
            (SELECT t.id, NULL::integer,
                CASE WHEN t.search @@ ?::tsquery THEN 0.5 ELSE 0 END + ts_rank(t.search, ?::tsquery, 32) / 2
             FROM cases.task t WHERE t.search @@ ?::tsquery LIMIT ?)
            UNION ALL
            (SELECT n.task_id, n.position,
                CASE WHEN n.search @@ ?::tsquery THEN 0.5 ELSE 0 END + ts_rank(n.search, ?::tsquery, 32) / 2
             FROM cases.note n WHERE n.search @@ ?::tsquery LIMIT ?)
            """;

    private static final String ALTERNATIVES = """
            SELECT ARRAY(
                SELECT k.word FROM cases.word k WHERE q.word <% k.word GROUP BY k.word
                ORDER BY similarity(q.word, k.word) DESC, k.word LIMIT ?)
            FROM unnest(?::text[]) AS q (word)
            """;

    private static final Comparator<Hit> BEST_FIRST =
            Comparator.comparingDouble(Hit::score).reversed().thenComparing(Hit::taskId);

    private final Transaction transaction;
    private final SearchQuery question;
    private final WordCounts counts;
    private final Map<String, Hit> best = new HashMap<>();
    private boolean capped;

    private Ranking(Transaction transaction, SearchQuery question, WordCounts counts) {
        this.transaction = transaction;
        this.question = question;
        this.counts = counts;
    }

    /**
     * Finds at least {@code wanted} hits that match {@code page}, if there are that many, and all hits that are better
     * than the last of them.
     */
    static Found find(
            Transaction transaction, SearchQuery question, WordCounts counts, Predicate<Hit> page, int wanted) {
        var ranking = new Ranking(transaction, question, counts);
        boolean complete = true;
        for (MatchQuality match : MatchQuality.values()) {
            long enough = ranking.best.values().stream().filter(page).count();
            if (enough >= wanted || match == MatchQuality.TRIGRAM && ranking.best.size() >= ENOUGH) {
                complete = false;
                break;
            }
            ranking.add(match);
        }
        var hits = new ArrayList<>(ranking.best.values());
        hits.sort(BEST_FIRST);
        return new Found(hits, complete && !ranking.capped);
    }

    private void add(MatchQuality match) {
        List<String> words = question.words();
        List<String> stems = question.stems();
        if (question.phrase() == null) {
            return;
        }
        switch (match) {
            case PHRASE -> add(match, TextCondition.phrase(question.phrase(), words, counts));
            case PREFIX -> add(match, TextCondition.beginnings(words, counts));
            case FULLTEXT -> {
                if (!stems.isEmpty() && !stems.equals(words)) {
                    add(match, TextCondition.beginnings(stems, counts));
                }
            }
            case TRIGRAM -> alike();
        }
    }

    private void add(MatchQuality match, TextCondition lookup) {
        capped |= !lookup.whole();
        String filter = lookup.filter();
        String index = lookup.index();
        if (index == null) {
            add(
                    match,
                    transaction.select(LATEST, filter, filter, TextCondition.MOST, filter, filter, TextCondition.MOST),
                    TextCondition.MOST);
        } else {
            int most = lookup.candidates();
            add(
                    match,
                    transaction.select(
                            INDEXED,
                            filter,
                            index,
                            most,
                            filter,
                            TextCondition.MOST,
                            filter,
                            index,
                            most,
                            filter,
                            TextCondition.MOST),
                    TextCondition.MOST);
        }
    }

    /** Adds texts with words of similar spelling; numbers, identifiers and short words must match exactly. */
    private void alike() {
        List<String> compared = question.words().stream()
                .filter(Ranking::comparable)
                .limit(MOST_COMPARED)
                .toList();
        var choices = new ArrayList<>(transaction
                .select(ALTERNATIVES, MOST_ALTERNATIVES, compared.toArray(String[]::new))
                .map((row, _) -> Arrays.asList((String[]) row.getArray(1).getArray()))
                .list());
        choices.removeIf(List::isEmpty);
        // drops query words that have no similar word, unless those are more than half
        if (choices.isEmpty() || choices.size() * 2 < compared.size()) {
            return;
        }
        question.words().stream().filter(word -> !comparable(word)).forEach(word -> choices.add(List.of(word)));
        TextCondition lookup = TextCondition.anyOfEach(choices, MOST_ALIKE, counts);
        if (lookup.index() == null) {
            add(MatchQuality.TRIGRAM, lookup);
            return;
        }
        List<List<String>> firsts =
                choices.stream().map(words -> words.subList(0, 1)).toList();
        String nearest = TextCondition.anyOfEach(firsts, MOST_ALIKE, counts).filter();
        String any = lookup.filter();
        add(
                MatchQuality.TRIGRAM,
                transaction.select(ALIKE, nearest, any, any, MOST_ALIKE, nearest, any, any, MOST_ALIKE),
                MOST_ALIKE);
    }

    /** Whether {@code cases.learn_words} stores such words. */
    private static boolean comparable(String word) {
        return word.length() >= SHORTEST_COMPARED && word.chars().noneMatch(c -> c >= '0' && c <= '9');
    }

    private void add(MatchQuality match, Query query, int most) {
        List<Hit> hits = query.map((row, _) -> {
                    int position = row.getInt(2);
                    Integer note = row.wasNull() ? null : position;
                    return new Hit(row.getString(1), note, match, match.score(row.getDouble(3)));
                })
                .list();
        capped |= hits.size() >= most;
        hits.forEach(hit -> best.merge(hit.taskId(), hit, (old, now) -> BEST_FIRST.compare(old, now) <= 0 ? old : now));
    }
}
