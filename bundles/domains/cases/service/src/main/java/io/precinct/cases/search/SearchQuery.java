package io.precinct.cases.search;

import io.precinct.postgres.api.Transaction;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A search text as the database parses it. Words come from the text search configuration {@code simple}. Stems come
 * from {@code english}; a stem is the common beginning of related words.
 *
 * @param text the given text without surrounding space
 * @param phrase a tsquery for the words side by side, or null if there are no words
 * @param words the words in lower case
 * @param stems the stems of all words except stop words
 */
record SearchQuery(String text, @Nullable String phrase, List<String> words, List<String> stems) {
    SearchQuery {
        words = List.copyOf(words);
        stems = List.copyOf(stems);
    }

    /**
     * Lets the database parse {@code text}, and disables table scans for this transaction: a full scan is never the
     * right plan here, whatever the planner estimates.
     */
    static SearchQuery of(Transaction transaction, String text) {
        String stripped = text.strip();
        return transaction
                .select(
                        "SELECT phraseto_tsquery('simple', ?)::text, tsvector_to_array(to_tsvector('simple', ?)),"
                                + " tsvector_to_array(to_tsvector('english', ?)),"
                                + " set_config('enable_seqscan', 'off', true),"
                                + " set_config('pg_trgm.word_similarity_threshold', '0.5', true)",
                        stripped,
                        stripped,
                        stripped)
                .map((row, _) -> {
                    List<String> words =
                            Arrays.asList((String[]) row.getArray(2).getArray());
                    List<String> stems =
                            Arrays.asList((String[]) row.getArray(3).getArray());
                    String phrase = row.getString(1);
                    return new SearchQuery(stripped, phrase.isEmpty() ? null : phrase, words, stems);
                })
                .one();
    }
}
