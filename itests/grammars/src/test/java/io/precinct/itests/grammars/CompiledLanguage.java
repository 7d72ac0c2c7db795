package io.precinct.itests.grammars;

import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.parse.UsableLanguage;
import io.precinct.treesitter.BadLanguage;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.NativeLanguage;
import io.precinct.treesitter.Query;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A language as live source uses it: loaded, with its queries compiled. */
record CompiledLanguage(
        Language language,
        NativeLanguage nativeLanguage,
        @Nullable Query symbols,
        @Nullable Query docstrings,
        @Nullable Query errors)
        implements UsableLanguage, AutoCloseable {
    /**
     * Loads the language.
     *
     * @param folder folder for the file of its parser
     */
    static CompiledLanguage of(Grammar grammar, Path folder) throws IOException, BadLanguage, BadQuery {
        Language language = grammar.language();
        Path file = folder.resolve(language.name() + ".so");
        try (InputStream in = language.library().files().get(Library.platform()).openStream()) {
            Files.copy(in, file);
        }
        NativeLanguage parser = NativeLanguage.load(file, language.library().symbol());
        return new CompiledLanguage(
                language,
                parser,
                compiled(parser, language.symbols()),
                compiled(parser, language.comments().docstrings()),
                compiled(parser, UsableLanguage.ERRORS));
    }

    private static @Nullable Query compiled(NativeLanguage parser, @Nullable String query) throws BadQuery {
        return query == null || query.isBlank() ? null : Query.compile(parser, query);
    }

    @Override
    public String identity() {
        return language.name();
    }

    @Override
    public @Nullable Query highlights() {
        return null;
    }

    @Override
    public void close() {
        if (symbols != null) {
            symbols.close();
        }
        if (docstrings != null) {
            docstrings.close();
        }
        if (errors != null) {
            errors.close();
        }
        nativeLanguage.close();
    }
}
