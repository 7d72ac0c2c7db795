package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.FileFacts.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds annotations by comment signs, line by line, in files without a grammar. A comment on lines of its own belongs
 * to the next line that is neither blank nor a comment; one behind something belongs to its own line. Strings are not
 * recognised: a sign within one that stands behind white space is taken for a comment. Confined to a thread.
 */
// @req:source-lines
final class LineComments {
    /** Changes whenever the same text may have other annotations by the same signs. */
    static final int VERSION = 2;

    private static final String LINE = "line";
    private static final String BEFORE_SIGNS = ",;)>";

    private final CommentSigns signs;
    private final AnnotationFormats formats;
    private final SourceText text;
    private final byte[] bytes;
    private final int from;
    private final int to;
    private final boolean[] unclosed;

    /** The first row from which the next line of code was last sought, and that line's row, or -1. */
    private int soughtFrom = Integer.MAX_VALUE;

    private int codeRow = -1;

    /**
     * Reads a part of a text.
     *
     * @param to exclusive
     */
    LineComments(CommentSigns signs, AnnotationFormats formats, SourceText text, int from, int to) {
        this.signs = signs;
        this.formats = formats;
        this.text = text;
        this.bytes = text.bytes();
        this.from = from;
        this.to = to;
        this.unclosed = new boolean[signs.blocks().size()];
    }

    /**
     * Facts of a text that no grammar parses: its annotations.
     *
     * @throws Stopped if {@code cancelled} returned true
     */
    static FileFacts facts(CommentSigns signs, AnnotationFormats formats, byte[] utf8, BooleanSupplier cancelled)
            throws Stopped {
        List<Note> notes = formats.any(utf8)
                ? new LineComments(signs, formats, new SourceText(utf8), 0, utf8.length).annotations(cancelled)
                : List.of();
        return new FileFacts(false, null, List.of(), notes);
    }

    /**
     * A comment.
     *
     * @param contentEnd before what closes it
     * @param line whether it ends with its line
     * @param alone whether nothing else stands on its lines
     */
    private record Comment(int start, int contentEnd, int end, boolean line, boolean alone) {}

    /**
     * Annotations in the order of the text.
     *
     * @throws Stopped if {@code cancelled} returned true
     */
    List<Note> annotations(BooleanSupplier cancelled) throws Stopped {
        var watch = new LoopWatch(cancelled);
        List<Comment> comments = comments(watch);
        var notes = new ArrayList<Note>();
        for (int i = 0; i < comments.size(); ) {
            int last = i;
            while (last + 1 < comments.size() && joins(comments.get(last), comments.get(last + 1))) {
                last++;
            }
            add(notes, comments, i, last, watch);
            i = last + 1;
        }
        return notes;
    }

    private List<Comment> comments(LoopWatch watch) throws Stopped {
        var found = new ArrayList<Comment>();
        int at = from;
        while (at < to) {
            watch.step();
            Comment comment = maySign(at) ? commentAt(at) : null;
            if (comment == null) {
                at++;
            } else {
                found.add(comment);
                at = Math.max(at + 1, comment.end());
            }
        }
        return found;
    }

    private boolean maySign(int at) {
        if (bytes[at] <= ' ') {
            return false;
        }
        byte before = at == from ? (byte) ' ' : bytes[at - 1];
        return (before >= 0 && before <= ' ') || BEFORE_SIGNS.indexOf(before) >= 0;
    }

    private @Nullable Comment commentAt(int at) {
        for (int i = 0; i < unclosed.length; i++) {
            CommentSigns.Block block = signs.blocks().get(i);
            if (!unclosed[i] && startsWith(at, block.open())) {
                int close = find(block.close(), at + block.open().length());
                if (close >= 0) {
                    int end = close + block.close().length();
                    return new Comment(at, close, end, false, isAlone(at, end));
                }
                // A later one will not be closed either.
                unclosed[i] = true;
            }
        }
        for (String sign : signs.line()) {
            if (startsWith(at, sign) && !continuesWord(sign, at + sign.length())) {
                int end = Math.max(at + 1, trimmed(at, Math.min(to, text.rowEnd(text.row(at)))));
                return new Comment(at, end, end, true, isAlone(at, end));
            }
        }
        return null;
    }

    /** {@code REM} is no sign in {@code REMOVE}. */
    private boolean continuesWord(String sign, int at) {
        return Character.isLetter(sign.charAt(sign.length() - 1)) && at < to && Character.isLetterOrDigit(bytes[at]);
    }

    private boolean startsWith(int at, String word) {
        if (at + word.length() > to) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (bytes[at + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int find(String word, int at) {
        for (int i = at; i + word.length() <= to; i++) {
            if (bytes[i] == word.charAt(0) && startsWith(i, word)) {
                return i;
            }
        }
        return -1;
    }

    private boolean isAlone(int start, int end) {
        return isBlank(Math.max(from, text.rowStart(text.row(start))), start)
                && isBlank(end, Math.min(to, text.rowEnd(text.row(end - 1))));
    }

    private boolean isBlank(int start, int end) {
        for (int i = start; i < end; i++) {
            if (bytes[i] < 0 || bytes[i] > ' ') {
                return false;
            }
        }
        return true;
    }

    private boolean joins(Comment upper, Comment lower) {
        return upper.line()
                && lower.line()
                && upper.alone()
                && lower.alone()
                && text.row(upper.start()) + 1 == text.row(lower.start());
    }

    /** Adds the annotations of the comments from the first to the last, which are read as one. */
    private void add(List<Note> notes, List<Comment> comments, int first, int last, LoopWatch watch) throws Stopped {
        Comment begin = comments.get(first);
        Comment end = comments.get(last);
        List<AnnotationMark> marks = formats.in(bytes, begin.start(), end.contentEnd());
        if (marks.isEmpty()) {
            return;
        }
        int row = begin.alone() ? nextRow(comments, last, watch) : text.row(begin.start());
        int start = row < 0 ? begin.start() : indented(Math.max(from, text.rowStart(row)));
        int stop = row < 0 ? end.end() : trimmed(start, Math.min(to, text.rowEnd(row)));
        for (AnnotationMark mark : marks) {
            notes.add(new Note(
                    mark.tag(),
                    mark.id(),
                    mark.revision(),
                    mark.start(),
                    mark.end(),
                    begin.start(),
                    end.end(),
                    LINE,
                    null,
                    null,
                    null,
                    start,
                    stop));
        }
    }

    /** The row of the next line that is neither blank nor a comment, or -1. Comments before the same line share it. */
    private int nextRow(List<Comment> comments, int last, LoopWatch watch) throws Stopped {
        int row = text.row(comments.get(last).end() - 1) + 1;
        if (row < soughtFrom || (row > codeRow && codeRow >= 0)) {
            soughtFrom = row;
            codeRow = codeRow(comments, last + 1, row, watch);
        }
        return codeRow;
    }

    private int codeRow(List<Comment> comments, int behind, int above, LoopWatch watch) throws Stopped {
        int next = behind;
        int row = above;
        while (row <= text.row(to - 1)) {
            watch.step();
            int start = Math.max(from, text.rowStart(row));
            while (next < comments.size() && comments.get(next).start() < start) {
                next++;
            }
            if (next < comments.size()
                    && comments.get(next).alone()
                    && text.row(comments.get(next).start()) == row) {
                row = text.row(comments.get(next).end() - 1) + 1;
            } else if (isBlank(start, Math.min(to, text.rowEnd(row)))) {
                row++;
            } else {
                return row;
            }
        }
        return -1;
    }

    private int indented(int at) {
        int start = at;
        while (start < to && bytes[start] >= 0 && bytes[start] <= ' ') {
            start++;
        }
        return start;
    }

    private int trimmed(int start, int end) {
        int trimmed = end;
        while (trimmed > start && bytes[trimmed - 1] >= 0 && bytes[trimmed - 1] <= ' ') {
            trimmed--;
        }
        return trimmed;
    }
}
