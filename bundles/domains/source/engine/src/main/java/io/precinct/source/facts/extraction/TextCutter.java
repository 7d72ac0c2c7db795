package io.precinct.source.facts.extraction;

import io.precinct.source.api.Cut;
import io.precinct.source.api.Item;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.PositionEncoding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes texts and lines out of a file for an answer. One line may be as long as a file, so what is too long is cut to a
 * piece around what was found in it. Whatever is not too long is copied once, without being looked at. Immutable.
 */
public final class TextCutter {
    /** The longest piece of a line, in bytes. A text may have as many bytes for each line on which it stands. */
    public static final int LINE = 1000;

    /** The longest piece of a text of several lines, and of lines together, in bytes. */
    public static final int TEXT = 256 * 1024;

    private final SourceText text;
    private final PositionEncoding encoding;
    private final boolean cuts;

    /** @param cuts whether long texts are cut; else all are taken as they are */
    public TextCutter(SourceText text, PositionEncoding encoding, boolean cuts) {
        this.text = text;
        this.encoding = encoding;
        this.cuts = cuts;
    }

    /** Cuts as a page request asks for. */
    public TextCutter(SourceText text, PageRequest window) {
        this(text, window.encoding(), window.cut());
    }

    /**
     * What is shown of a text.
     *
     * @param cut where it stands, or null if it is all of the text
     */
    public record Piece(String text, @Nullable Cut cut) {}

    /** A text, from its beginning on. */
    public Piece text(int from, int to) {
        return text(from, to, from, from);
    }

    /** A text, around a part of it that was found. */
    public Piece text(int from, int to, int foundFrom, int foundTo) {
        if (!cuts || to - from <= LINE) {
            return new Piece(text.text(from, to), null);
        }
        long rows = text.row(to - 1) - text.row(from) + 1L;
        return piece(from, to, foundFrom, foundTo, (int) Math.min(TEXT, rows * LINE));
    }

    /** The line without its end in which something was found, around that. */
    public Piece line(int foundFrom, int foundTo) {
        int row = text.row(foundFrom);
        return line(row, foundFrom, foundTo);
    }

    private Piece line(int row, int foundFrom, int foundTo) {
        return piece(text.rowStart(row), text.rowEnd(row), foundFrom, foundTo, cuts ? LINE : Integer.MAX_VALUE);
    }

    private Piece piece(int from, int to, int foundFrom, int foundTo, int most) {
        if (to - from <= most) {
            return new Piece(text.text(from, to), null);
        }
        int found = Math.min(foundTo - foundFrom, most);
        int begin = Math.max(from, Math.min(foundFrom - (most - found) / 2, to - most));
        int start = text.atCharacter(begin);
        int end = Math.max(start, text.backAtCharacter(Math.min(to, begin + most)));
        var cut = new Cut(text.position(start, encoding), text.position(end, encoding), start - from, to - end);
        return new Piece(text.text(start, end), cut);
    }

    /**
     * The lines of a range, with some before and after. The line in which the range begins is cut around it, others are
     * cut at their ends. Lines after a very long range are left out.
     */
    public Item.Lines lines(int from, int to, int context) {
        int start = text.row(from);
        int first = Math.max(0, start - context);
        int last = Math.min(text.lastRow(), text.row(to > from ? to - 1 : to) + context);
        List<String> lines = new ArrayList<>(Math.max(0, last - first + 1));
        List<Cut> pieces = List.of();
        int length = 0;
        for (int row = first; row <= last; row++) {
            int begin = row == start ? from : text.rowStart(row);
            Piece piece = line(row, begin, row == start ? Math.min(to, text.rowEnd(row)) : begin);
            length += piece.text().length();
            if (cuts && length > TEXT && row > start) {
                return new Item.Lines(first + 1, row, lines, pieces);
            }
            lines.add(piece.text());
            if (piece.cut() != null) {
                pieces = pieces.isEmpty() ? new ArrayList<>() : pieces;
                pieces.add(piece.cut());
            }
        }
        return new Item.Lines(first + 1, last + 1, lines, pieces);
    }
}
