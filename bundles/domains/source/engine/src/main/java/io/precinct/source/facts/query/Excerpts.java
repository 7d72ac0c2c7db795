package io.precinct.source.facts.query;

import io.precinct.api.data.Data;
import io.precinct.common.cache.WeightedLru;
import io.precinct.source.api.Item;
import io.precinct.source.api.Position;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.facts.extraction.DamagedFacts;
import io.precinct.source.facts.extraction.SourceText;
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
        return new Item.Lines(lines.from(), lines.to(), (List<String>) plain);
    }

    /** The piece, and how it is shown. */
    private record Key(String blob, int start, int end, int context, PositionEncoding encoding) {}

    /**
     * A piece of a file.
     *
     * @param lines those it stands on, and some around
     */
    record Excerpt(Position start, Position end, String text, Item.Lines lines) {
        /** Roughly its memory use, in bytes. */
        private int weight() {
            long around = SourceText.length(lines) + 56L * lines.lines().size();
            return (int) Math.min(Integer.MAX_VALUE, 2L * text.length() + around + 400);
        }
    }

    /**
     * A piece of a blob.
     *
     * @param context lines before and after it
     * @param read reads the blob
     * @throws DamagedFacts if the blob ends before the piece
     */
    Excerpt of(String blob, int start, int end, int context, PositionEncoding encoding, Supplier<SourceText> read) {
        return excerpts.get(new Key(blob, start, end, context, encoding), () -> {
            SourceText text = texts.get(blob, read);
            if (end > text.bytes().length) {
                throw new DamagedFacts("a fact of blob " + blob + " ends after its text");
            }
            return new Excerpt(
                    text.position(start, encoding),
                    text.position(end, encoding),
                    text.text(start, end),
                    frozen(text.lines(start, end, context)));
        });
    }
}
