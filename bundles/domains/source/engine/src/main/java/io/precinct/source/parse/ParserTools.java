package io.precinct.source.parse;

import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Parser;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The tools of a parsing thread. Confined to that thread; valid while the work runs that received them. */
public final class ParserTools {
    private final Parser parser;
    private final Cursor cursor;
    private @Nullable LoadedLanguage loaded;
    private BooleanSupplier cancelled = () -> false;

    ParserTools(Parser parser, Cursor cursor) {
        this.parser = parser;
        this.cursor = cursor;
    }

    /** The language to work with. */
    public LoadedLanguage loaded() {
        if (loaded == null) {
            throw new IllegalStateException("the work is over");
        }
        return loaded;
    }

    public Parser parser() {
        return parser;
    }

    public Cursor cursor() {
        return cursor;
    }

    /** True once the work must be given up; to be passed to every parse and run. */
    public BooleanSupplier cancelled() {
        return cancelled;
    }

    void begin(LoadedLanguage with, BooleanSupplier whenCancelled) {
        loaded = with;
        cancelled = whenCancelled;
    }

    void end() {
        loaded = null;
        cancelled = () -> false;
    }

    void close() {
        cursor.close();
        parser.close();
    }
}
