package io.precinct.configuration.queries.document;

import io.precinct.source.api.FileText;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The text of a file that is being read. It makes the values of its documents with their places, and refuses more
 * values than memory should hold. For one reader; not thread-safe.
 */
final class DocumentText {
    private final FileText file;
    private final String text;
    private final boolean ascii;
    private final Map<String, String> keys = new HashMap<>();
    private int values;

    /** How far the bytes of the current line were counted, so that a long line is counted once. */
    private int countedLine = -1;

    private int countedTo;
    private int countedBytes;

    /** The same for code points. */
    private int pointsLine = -1;

    private int pointsTo;
    private int points;

    DocumentText(FileText file) {
        this.file = file;
        this.text = file.text();
        this.ascii = text.chars().allMatch(c -> c < 0x80);
    }

    String text() {
        return text;
    }

    /** One text object for all equal keys. */
    String key(String name) {
        String known = keys.putIfAbsent(name, name);
        return known == null ? name : known;
    }

    /** A text, number, truth value or null. */
    Located scalar(int offset, @Nullable Object value) throws BadDocument {
        return made(offset, value);
    }

    Located object(int offset, Map<String, Located> members) throws BadDocument {
        return made(offset, members);
    }

    Located array(int offset, List<Located> elements) throws BadDocument {
        return made(offset, elements);
    }

    /** An array that begins at its first element. */
    Located arrayFrom(List<Located> elements) throws BadDocument {
        return made(elements.getFirst().line(), elements.getFirst().column(), elements);
    }

    private Located made(int offset, @Nullable Object value) throws BadDocument {
        int line = line(offset);
        return made(line, column(line, offset), value);
    }

    private Located made(int line, int column, @Nullable Object value) throws BadDocument {
        Located made = Located.at(value, line, column);
        if (++values > Located.MOST_VALUES || made.size() > Located.MOST_VALUES) {
            throw new BadDocument(
                    "too_large",
                    line,
                    column,
                    "the document holds more than " + Located.MOST_VALUES + " values, references written out");
        }
        if (made.depth() > Located.DEEPEST) {
            throw tooDeep(line, column);
        }
        return made;
    }

    private static BadDocument tooDeep(int line, int column) {
        return new BadDocument(
                "bad_document", line, column, "the document is nested deeper than " + Located.DEEPEST + " levels");
    }

    /** Refuses a nesting so deep that walking it could overflow the stack. */
    void checkDepth(int depth, int offset) throws BadDocument {
        if (depth > Located.DEEPEST) {
            int line = line(offset);
            throw tooDeep(line, column(line, offset));
        }
    }

    BadDocument tooLarge(int offset, String message) {
        int line = line(offset);
        return new BadDocument("too_large", line, column(line, offset), message);
    }

    BadDocument bad(int offset, String message) {
        int line = line(offset);
        return new BadDocument("bad_document", line, column(line, offset), message);
    }

    private int line(int offset) {
        int low = 1;
        int high = Math.max(1, file.lines());
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (file.start(middle) <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private int column(int line, int offset) {
        int start = file.lines() == 0 ? 0 : file.start(line);
        int end = Math.min(offset, text.length());
        if (ascii) {
            return Math.max(0, end - start);
        }
        if (line != countedLine || end < countedTo) {
            countedLine = line;
            countedTo = start;
            countedBytes = 0;
        }
        countedBytes += text.substring(countedTo, Math.max(countedTo, end)).getBytes(StandardCharsets.UTF_8).length;
        countedTo = Math.max(countedTo, end);
        return countedBytes;
    }

    /** The offset of a column, in code points from 0, of a line from 1; always within the text. */
    int offset(int line, int column) {
        if (file.lines() == 0) {
            return 0;
        }
        int within = Math.min(Math.max(1, line), file.lines());
        int start = file.start(within);
        int end = file.end(within);
        int wanted = Math.max(0, column);
        if (ascii) {
            return Math.min(end, start + wanted);
        }
        if (within != pointsLine || wanted < points) {
            pointsLine = within;
            points = 0;
            pointsTo = start;
        }
        while (points < wanted && pointsTo < end) {
            pointsTo += Character.charCount(text.codePointAt(pointsTo));
            points++;
        }
        return pointsTo;
    }
}
