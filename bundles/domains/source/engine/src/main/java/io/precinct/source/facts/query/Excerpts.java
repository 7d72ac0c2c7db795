package io.precinct.source.facts.query;

import io.precinct.api.data.Data;
import io.precinct.common.cache.WeightedLru;
import io.precinct.source.api.Item;
import io.precinct.source.api.Position;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.facts.extraction.DamagedFacts;
import io.precinct.source.facts.extraction.SourceText;
import io.precinct.source.facts.extraction.TextCutter;
import java.util.List;
import java.util.function.Supplier;

/**
 * Recently shown pieces of files. They are far smaller than the files, so many more of them fit into memory, and a hit
 * saves reading the file. Thread-safe.
 */
public final class Excerpts {
    private static final long BYTES = 16L * 1024 * 1024;

    /** Memory for the texts of the files that were last read for them. */
    private static final long TEXT_BYTES = 8L * 1024 * 1024;

    private final WeightedLru<Key, Excerpt> excerpts = new WeightedLru<>(BYTES, Excerpt::weight);
    private final WeightedLru<String, SourceText> texts = new WeightedLru<>(TEXT_BYTES, SourceText::weight);

    /** Frozen lines, which all answers that show them may share. */
    @SuppressWarnings("unchecked") // a frozen list of texts is one of texts
    private static Item.Lines frozen(Item.Lines lines) {
        List<?> plain = Data.freezeList(lines.lines());
        return new Item.Lines(lines.from(), lines.to(), (List<String>) plain, List.copyOf(lines.cuts()));
    }

    /**
     * A range of a blob, and how it is shown.
     *
     * @param found offset around which the text is cut if it is too long
     * @param context lines before and after the range
     */
    record Key(String blob, int start, int end, int found, int context, PositionEncoding encoding, boolean cut) {}

    /**
     * A piece of a file.
     *
     * @param text of it, possibly cut
     * @param lines those it stands on, and some around
     */
    record Excerpt(Position start, Position end, TextCutter.Piece text, Item.Lines lines) {
        /** The length of what it shows. */
        long length() {
            return text.text().length() + SourceText.length(lines);
        }

        /** Roughly its memory use, in bytes. */
        private int weight() {
            long parts = 56L * (lines.lines().size() + lines.cuts().size());
            return (int)
                    Math.min(Integer.MAX_VALUE, 2L * text.text().length() + SourceText.length(lines) + parts + 400);
        }
    }

    /**
     * A piece of a blob.
     *
     * @param read reads the blob
     * @throws DamagedFacts if the blob ends before the piece
     */
    Excerpt of(Key key, Supplier<SourceText> read) {
        return excerpts.get(key, () -> {
            SourceText text = texts.get(key.blob(), read);
            int start = key.start();
            int end = key.end();
            if (end > text.bytes().length) {
                throw new DamagedFacts("a fact of blob " + key.blob() + " ends after its text");
            }
            var cutter = new TextCutter(text, key.encoding(), key.cut());
            return new Excerpt(
                    text.position(start, key.encoding()),
                    text.position(end, key.encoding()),
                    cutter.text(start, end, key.found(), key.found()),
                    frozen(cutter.lines(start, end, key.context())));
        });
    }
}
