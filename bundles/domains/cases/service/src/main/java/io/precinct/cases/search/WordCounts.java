package io.precinct.cases.search;

import io.precinct.postgres.api.Transaction;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The approximate number of texts that contain each common word, from the statistics of ANALYZE, which PostgreSQL runs
 * by itself as tables grow. Words that are not listed are rare. Immutable.
 */
final class WordCounts {
    /** Contains no counts: every word counts as rare. */
    static final WordCounts UNKNOWN = new WordCounts(
            new TreeMap<>(), System.nanoTime() - Duration.ofDays(1).toNanos());

    private static final Duration GOOD_FOR = Duration.ofMinutes(1);

    private static final String READ = """
            SELECT c.reltuples, s.most_common_elems::text::text[], s.most_common_elem_freqs::text::float8[]
            FROM pg_stats s JOIN pg_class c ON c.oid = format('cases.%I', s.tablename)::regclass
            WHERE s.schemaname = 'cases' AND s.tablename IN ('task', 'note') AND s.attname = 'search'
                AND s.most_common_elems IS NOT NULL
            """;

    private final NavigableMap<String, Double> texts;
    private final long readNanos;

    WordCounts(NavigableMap<String, Double> texts, long readNanos) {
        this.texts = texts;
        this.readNanos = readNanos;
    }

    /** Reads the counts. */
    static WordCounts read(Transaction transaction) {
        var counts = transaction.select(READ).reduceResultSet(new TreeMap<String, Double>(), (texts, row, _) -> {
            double rows = Math.max(0, row.getDouble(1));
            String[] words = (String[]) row.getArray(2).getArray();
            Double[] shares = (Double[]) row.getArray(3).getArray();
            // the frequencies of the words are followed by the smallest and the largest frequency
            for (int i = 0; i < Math.min(words.length, shares.length); i++) {
                texts.merge(words[i], shares[i] * rows, Double::sum);
            }
            return texts;
        });
        return new WordCounts(counts, System.nanoTime());
    }

    /** Whether the counts are old enough to be read again. */
    boolean stale() {
        return System.nanoTime() - readNanos > GOOD_FOR.toNanos();
    }

    /** Returns the number of texts that contain this word; 0 if the word is rare. */
    long of(String word) {
        return Math.round(texts.getOrDefault(word, 0.0));
    }

    /** Returns the sum over all common words with this prefix of the texts that contain the word. */
    long beginning(String prefix) {
        double sum = 0;
        for (double some :
                texts.subMap(prefix, true, prefix + Character.MAX_VALUE, true).values()) {
            sum += some;
        }
        return Math.round(sum);
    }
}
