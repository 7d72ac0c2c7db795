package io.precinct.source.facts.extraction;

import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.Readings.Reading;
import io.precinct.source.parse.UsableLanguage;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Parser;
import java.util.function.BooleanSupplier;

/** From a text to its facts. Without state of its own; runs in the process or in a worker. */
public final class Extraction {
    private Extraction() {}

    /**
     * The facts of a text without a grammar: annotations by comment signs, line by line.
     *
     * @throws Stopped if {@code cancelled} returned true
     */
    public static FileFacts byLines(
            CommentSigns signs, AnnotationFormats formats, byte[] utf8, BooleanSupplier cancelled) throws Stopped {
        return LineComments.facts(signs, formats, utf8, cancelled);
    }

    /**
     * Parses a text and finds its facts with one run of the query for declarations. Comments are looked at only in
     * texts with something like an annotation. {@link Recovery} looks for what syntax errors hide; errors that only
     * {@link Macros} cause do not count. A tree that has no error and cannot be right is made again without what misled
     * the parser, as the query for declarations tells; one with errors, branch by branch of its {@link Conditions}.
     *
     * @param formats of the annotations
     * @param cancelled asked often; true ends it
     * @throws Cancelled if that ended it while parsing
     * @throws Stopped if that ended it while searching
     */
    public static FileFacts of(
            UsableLanguage grammar,
            AnnotationFormats formats,
            byte[] utf8,
            Parser parser,
            Cursor cursor,
            BooleanSupplier cancelled)
            throws Cancelled, Stopped {
        var readings = new Readings(grammar, formats, parser, cursor, cancelled);
        Reading whole = readings.of(utf8);
        Conditions conditions =
                whole.hidden() == 0 ? null : Conditions.in(grammar.language().name(), utf8, cancelled);
        if (conditions != null) {
            try {
                Reading first = readings.of(conditions.reading(0));
                if (first.hidden() < whole.hidden()) {
                    return readings.of(conditions, first, whole, new SourceText(utf8))
                            .facts();
                }
            } catch (Cancelled | Stopped e) {
                return whole.facts(); // it is known, and names what it hides
            }
        }
        return whole.facts();
    }
}
