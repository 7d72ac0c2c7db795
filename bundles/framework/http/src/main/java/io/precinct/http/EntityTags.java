package io.precinct.http;

/**
 * Entity tags of compressed answers. A strong tag names one sequence of bytes (RFC 9110 §8.8.1), so the compressed form
 * of an answer has a tag of its own; a mark inside the tag distinguishes the two, and is removed again before anybody
 * behind the listener compares tags.
 */
final class EntityTags {
    private static final String MARK = "--gzip\"";

    private EntityTags() {}

    /** The tag of the compressed form; a weak tag stands for both forms and stays. */
    static String mark(String tag) {
        return tag.length() > 1 && tag.startsWith("\"") && tag.endsWith("\"") && !tag.endsWith(MARK)
                ? tag.substring(0, tag.length() - 1) + MARK
                : tag;
    }

    /** A header that lists tags, without marks. */
    static String unmark(String tags) {
        return tags.contains(MARK) ? tags.replace(MARK, "\"") : tags;
    }
}
