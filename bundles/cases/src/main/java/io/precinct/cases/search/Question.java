package io.precinct.cases.search;

import io.precinct.cases.query.Sql;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What somebody searches for, in the forms in which the indexes are asked. A word is one of the text search configuration
 * {@code simple}; a stem is one of {@code english}, which is the beginning of the words that share it.
 *
 * @param text as it was given, without space around it
 * @param phrase tsquery of the words side by side, or null where there are no words
 * @param prefix tsquery of words that begin with all of these, or null
 * @param stems tsquery of words that begin with all of their stems, or null where they are but stop words
 * @param words in lower case
 */
record Question(
        String text,
        @Nullable String phrase,
        @Nullable String prefix,
        @Nullable String stems,
        List<String> words) {
    /** A prefix of one letter would be a large part of all words. */
    private static final int SHORTEST_PREFIX = 2;

    /** More trigrams than these find no more. */
    private static final int LONGEST_ALIKE = 80;

    Question {
        words = List.copyOf(words);
    }

    /**
     * Asks the database how it reads {@code text}, and turns its table scans off for this transaction: a plan that looks at
     * everything is never right here, whatever the estimate.
     */
    static Question of(Handle handle, String text) {
        String stripped = text.strip();
        return Sql.of(
                        "SELECT phraseto_tsquery('simple', ?)::text, tsvector_to_array(to_tsvector('simple', ?)),"
                                + " tsvector_to_array(to_tsvector('english', ?)),"
                                + " set_config('enable_seqscan', 'off', true),"
                                + " set_config('pg_trgm.word_similarity_threshold', '0.5', true)",
                        stripped,
                        stripped,
                        stripped)
                .list(handle, row -> {
                    List<String> words =
                            Arrays.asList((String[]) row.getArray(2).getArray());
                    List<String> stems =
                            Arrays.asList((String[]) row.getArray(3).getArray());
                    String phrase = row.getString(1);
                    return new Question(stripped, phrase.isEmpty() ? null : phrase, begin(words), begin(stems), words);
                })
                .getFirst();
    }

    private static @Nullable String begin(List<String> words) {
        return words.isEmpty() ? null : words.stream().map(Question::term).collect(Collectors.joining(" & "));
    }

    private static String term(String word) {
        String quoted = "'" + word.replace("\\", "\\\\").replace("'", "''") + "'";
        return word.length() < SHORTEST_PREFIX ? quoted : quoted + ":*";
    }

    /** What is compared by trigrams. */
    String alike() {
        return text.length() <= LONGEST_ALIKE ? text : text.substring(0, LONGEST_ALIKE);
    }
}
