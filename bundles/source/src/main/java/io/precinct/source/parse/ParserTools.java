package io.precinct.source.parse;

import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Parser;
import io.precinct.treesitter.Query;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What a thread that parses works with. Confined to that thread; valid while the work runs that it was given to. */
public final class ParserTools {
    private final Parser parser;
    private final Cursor cursor;
    private final boolean keepsQuery;
    private @Nullable LoadedLanguage loaded;
    private BooleanSupplier cancelled = () -> false;
    private @Nullable String text;
    private @Nullable Query query;

    /** @param keepsQuery whether the last query is kept for the next work, where the language never changes */
    ParserTools(Parser parser, Cursor cursor, boolean keepsQuery) {
        this.parser = parser;
        this.cursor = cursor;
        this.keepsQuery = keepsQuery;
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

    /** True once the work is to be given up; to be handed to every parse and run. */
    public BooleanSupplier cancelled() {
        return cancelled;
    }

    /** Compiles a query, or finds it compiled; closed by the bench. */
    public Query query(String of) throws BadQuery {
        Query known = query;
        if (known != null && of.equals(text)) {
            return known;
        }
        drop();
        Query compiled = Query.compile(loaded().nativeLanguage(), of);
        query = compiled;
        text = of;
        return compiled;
    }

    void begin(LoadedLanguage with, BooleanSupplier whenCancelled) {
        loaded = with;
        cancelled = whenCancelled;
    }

    void end() {
        if (!keepsQuery) {
            drop();
        }
        loaded = null;
        cancelled = () -> false;
    }

    void close() {
        drop();
        cursor.close();
        parser.close();
    }

    private void drop() {
        if (query != null) {
            query.close();
            query = null;
            text = null;
        }
    }
}
