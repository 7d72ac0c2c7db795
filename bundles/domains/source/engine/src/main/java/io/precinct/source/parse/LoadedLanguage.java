package io.precinct.source.parse;

import io.precinct.source.api.grammar.Language;
import io.precinct.treesitter.BadLanguage;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.NativeLanguage;
import io.precinct.treesitter.Query;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A language with its native parser and its compiled queries, in this process. Thread-safe. */
public final class LoadedLanguage extends SharedNative implements UsableLanguage {
    private final Language language;
    private final String identity;
    private final NativeLanguage parser;
    private final List<Query> queries;
    private final @Nullable Query symbols;
    private final @Nullable Query docstrings;
    private final @Nullable Query highlights;
    private final @Nullable Query errors;

    private LoadedLanguage(
            Language language,
            String identity,
            NativeLanguage parser,
            List<Query> queries,
            @Nullable Query symbols,
            @Nullable Query docstrings,
            @Nullable Query highlights,
            @Nullable Query errors) {
        this.language = language;
        this.identity = identity;
        this.parser = parser;
        this.queries = queries;
        this.symbols = symbols;
        this.docstrings = docstrings;
        this.highlights = highlights;
        this.errors = errors;
    }

    /**
     * Loads a native parser and compiles the queries of its language.
     *
     * @param file the library for this machine; must stay as it is
     * @throws LanguageUnusable with every reason if it cannot be used
     */
    static LoadedLanguage load(Language language, Path file, String identity) throws LanguageUnusable {
        NativeLanguage parser = parser(language, file);
        var queries = new ArrayList<Query>();
        var problems = new ArrayList<String>();
        try {
            Query symbols = compile(parser, "symbols", language.symbols(), queries, problems);
            Query docstrings = compile(parser, "docstrings", language.comments().docstrings(), queries, problems);
            Query highlights = compile(parser, "highlights", language.highlights(), queries, problems);
            Query errors = compile(parser, "errors", ERRORS, queries, problems);
            if (problems.isEmpty()) {
                return new LoadedLanguage(language, identity, parser, queries, symbols, docstrings, highlights, errors);
            }
        } catch (RuntimeException e) {
            close(queries, parser);
            throw e;
        }
        close(queries, parser);
        throw new LanguageUnusable(language.name() + ": " + String.join("; ", problems), null);
    }

    private static NativeLanguage parser(Language language, Path file) throws LanguageUnusable {
        try {
            return NativeLanguage.load(file, language.library().symbol());
        } catch (BadLanguage e) {
            throw new LanguageUnusable(language.name() + ": " + e.getMessage(), e.abiMismatch(), e.abi(), e);
        }
    }

    /**
     * The ABI of a native parser.
     *
     * @throws LanguageUnusable if it cannot be loaded
     */
    static int abi(Language language, Path file) throws LanguageUnusable {
        NativeLanguage parser = parser(language, file);
        try {
            return parser.abi();
        } finally {
            parser.close();
        }
    }

    private static @Nullable Query compile(
            NativeLanguage parser, String what, @Nullable String text, List<Query> queries, List<String> problems) {
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            Query query = Query.compile(parser, text);
            queries.add(query);
            return query;
        } catch (BadQuery e) {
            problems.add("its query for " + what + " is wrong at " + (e.row() + 1) + ":" + (e.column() + 1) + ": "
                    + e.getMessage()
                    + (e.suggestions().isEmpty() ? "" : " (known: " + String.join(", ", e.suggestions()) + ")"));
            return null;
        }
    }

    private static void close(List<Query> queries, NativeLanguage parser) {
        queries.forEach(Query::close);
        parser.close();
    }

    @Override
    public Language language() {
        return language;
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public NativeLanguage nativeLanguage() {
        return parser;
    }

    @Override
    public @Nullable Query symbols() {
        return symbols;
    }

    @Override
    public @Nullable Query docstrings() {
        return docstrings;
    }

    @Override
    public @Nullable Query highlights() {
        return highlights;
    }

    @Override
    public @Nullable Query errors() {
        return errors;
    }

    @Override
    void free() {
        close(queries, parser);
    }
}
