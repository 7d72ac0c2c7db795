package io.precinct.graph.checklists;

import io.precinct.api.data.Data;
import io.precinct.common.digest.Digests;
import io.precinct.graph.markdown.Lines;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a change keeps to be taken back by a {@link ListReversal}, besides the items.
 *
 * @param index the place of the list among the lists of its node
 * @param text the section of the list before the change, or only the lines of it that the change replaced; null if there
 *     was no such list, or the text is too long to be kept
 * @param replaced where these lines stood; null if the text is the whole section
 * @param digest the SHA-256 of the section after the change, without white space at its end; null if it was removed
 */
record Kept(
        int index,
        @Nullable String text,
        @Nullable Range replaced,
        @Nullable String digest) {
    /** Most characters of the former text of a list that a change keeps. */
    static final int LONGEST_TEXT = 1 << 16;

    private static final String INDEX = "index";
    private static final String TEXT = "text";
    private static final String LINES = "lines";
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final String DIGEST = "sha256";

    /**
     * Lines of the section after a change.
     *
     * @param from the first line
     * @param to the line after the last one
     */
    record Range(int from, int to) {}

    /** Keeps that there was no such list. */
    static Kept made(TodoList list) {
        return new Kept(index(list), null, null, digest(list));
    }

    /** Keeps the whole section of a list that is gone. */
    static Kept removed(TodoList list) {
        return new Kept(index(list), bounded(list.text()), null, null);
    }

    /** Keeps the whole section of a list in whose place there is another one. */
    static Kept replaced(TodoList before, TodoList after) {
        return new Kept(index(before), bounded(before.text()), null, digest(after));
    }

    /** Keeps the lines of a list that a change of its items replaced. */
    static Kept lines(TodoList before, TodoList after) {
        var were = new Lines(before.text());
        var are = new Lines(after.text());
        int fewer = Math.min(were.count(), are.count());
        int from = 0;
        while (from < fewer && line(were, from).equals(line(are, from))) {
            from++;
        }
        int below = 0;
        while (below < fewer - from
                && line(were, were.count() - 1 - below).equals(line(are, are.count() - 1 - below))) {
            below++;
        }
        String text = were.text().substring(were.start(from), were.start(were.count() - below));
        return new Kept(index(before), bounded(text), new Range(from, are.count() - below), digest(after));
    }

    /** Returns a line with its line ending. */
    private static String line(Lines lines, int line) {
        return lines.text().substring(lines.start(line), lines.start(line + 1));
    }

    private static @Nullable String bounded(String text) {
        return text.length() > LONGEST_TEXT ? null : text;
    }

    private static int index(TodoList list) {
        List<String> slugs =
                ListGroup.of(list.body()).lists().stream().map(TodoList::slug).toList();
        return slugs.indexOf(list.slug());
    }

    static String digest(TodoList list) {
        return Digests.sha256Hex(list.text().stripTrailing());
    }

    /** Returns the former section of a list that still is as the change left it; null if the text is not kept. */
    @Nullable
    String former(TodoList list) {
        if (text == null || replaced == null) {
            return text;
        }
        var lines = new Lines(list.text());
        return TextEdits.replace(lines.text(), lines.start(replaced.from), lines.start(replaced.to), text);
    }

    /** Reads what a note kept; null if it kept nothing. */
    static @Nullable Kept of(@Nullable Object data) {
        if (!(data instanceof Map<?, ?> map && map.get(INDEX) instanceof Number index)) {
            return null;
        }
        String digest = map.get(DIGEST) instanceof String sha256 ? sha256 : null;
        return map.get(LINES) instanceof String lines
                        && map.get(FROM) instanceof Number from
                        && map.get(TO) instanceof Number to
                ? new Kept(index.intValue(), lines, new Range(from.intValue(), to.intValue()), digest)
                : new Kept(index.intValue(), map.get(TEXT) instanceof String text ? text : null, null, digest);
    }

    /** Returns the form that a note has; lines have a name of their own there, so that none takes them for a section. */
    Map<String, @Nullable Object> data() {
        var data = Data.mapBuilder().put(INDEX, index);
        if (text != null && replaced != null) {
            data.put(LINES, text).put(FROM, replaced.from).put(TO, replaced.to);
        } else if (text != null) {
            data.put(TEXT, text);
        }
        if (digest != null) {
            data.put(DIGEST, digest);
        }
        return data.build();
    }
}
