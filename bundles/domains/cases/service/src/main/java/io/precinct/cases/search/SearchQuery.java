package io.precinct.cases.search;

import io.precinct.postgres.api.Transaction;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody searches for, as the database reads it. A word is one of the text search configuration {@code simple}; a stem
 * is one of {@code english}, which is the beginning of the words that share it.
 *
 * @param text as it was given, without space around it
 * @param phrase tsquery of the words side by side, or null if there are no words
 * @param words in lower case
 * @param stems of the words that are no stop words
 */
record SearchQuery(String text, @Nullable String phrase, List<String> words, List<String> stems) {
    SearchQuery {
        words = List.copyOf(words);
        stems = List.copyOf(stems);
    }

    /**
     * Asks the database how it reads {@code text}, and turns its table scans off for this transaction: a plan that looks at
     * everything is never right here, whatever the estimate.
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
