package io.precinct.source.parse;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.parse.WorkerMessages.Answer;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Parser;
import io.precinct.treesitter.Tree;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Tries a language in a process of its own before it is used. */
final class LanguageTrial {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final byte[] NOTHING = {};

    private LanguageTrial() {}

    /**
     * Loads a language, compiles its queries, and parses samples.
     *
     * @return what it loaded
     * @throws LanguageUnusable with the reason if it does not work
     */
    static Answer.Ready of(Workers workers, Language language, Path library) throws LanguageUnusable {
        WorkerProcess process = workers.process(language, library);
        try {
            Answer.Ready ready = process.load(LIMIT);
            for (String sample : samples(language)) {
                process.run(new Parse(), sample.getBytes(StandardCharsets.UTF_8), NOTHING, TaskLimits.each(LIMIT));
            }
            return ready;
        } catch (WorkerCrashed e) {
            throw new LanguageUnusable(
                    language.name() + " crashes: it was tried in a process of its own, which ended", e);
        } catch (TimedOut e) {
            throw new LanguageUnusable(language.name() + " does not come to an end with a sample of text", e);
        } catch (BadQuery e) {
            throw new IllegalStateException("the trial has no query", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LanguageUnusable(language.name() + " was not tried: interrupted", e);
        } finally {
            process.release();
        }
    }

    /** Texts that any parser must survive, whatever the language. */
    private static List<String> samples(Language language) {
        return List.of(
                "",
                "\n",
                "a",
                language.symbols(),
                "größe \"€\" '🙂' {[()]} // # -- /* */\r\n\t<a href=\"x\">\n  - b: 1\n",
                "({[".repeat(2_000) + "\"");
    }

    /** Parses, to see whether it works. */
    public static final class Parse implements Operation {
        /** Called by name. */
        public Parse() {}

        @Override
        public byte[] run(ParserTools tools, byte[] utf8, byte[] options) throws Cancelled {
            Parser parser = tools.parser();
            try (Tree tree = parser.parse(tools.loaded().nativeLanguage(), utf8, utf8.length, tools.cancelled())) {
                return new byte[] {(byte) (tree.hasError() ? 1 : 0)};
            }
        }
    }
}
