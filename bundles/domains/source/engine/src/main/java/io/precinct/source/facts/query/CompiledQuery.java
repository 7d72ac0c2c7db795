package io.precinct.source.facts.query;

import io.precinct.source.facts.extraction.BadQueryFault;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.WorkerTask;
import io.precinct.source.parse.AcquiredLanguage;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Query;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client's query, found to be valid.
 *
 * @param compiled null if only the worker process of the language may run it
 * @param literals texts at least one of which a matching file contains, as Latin-1 of their UTF-8; empty if none is
 *     known
 */
record CompiledQuery(String text, @Nullable Query compiled, List<String> literals) implements AutoCloseable {
    /**
     * Compiles it.
     *
     * @throws Stopped if the time is over
     * @throws io.precinct.source.api.SourceFault 422 {@code bad_query}
     */
    static CompiledQuery of(String text, AcquiredLanguage language, Engine engine, TimeLimit limit)
            throws Stopped, InterruptedException {
        if (language.isolated()) {
            byte[] answer = engine.remote(language, new byte[0], WorkerTask.askLiterals(text), limit.left());
            return new CompiledQuery(text, null, latin(WorkerTask.readLiterals(answer)));
        }
        try {
            Query query = Query.compile(language.nativeLanguage(), text);
            return new CompiledQuery(text, query, latin(query.literals()));
        } catch (BadQuery e) {
            throw BadQueryFault.of(e);
        }
    }

    private static List<String> latin(List<String> literals) {
        return literals.stream()
                .map(each -> new String(each.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
                .toList();
    }

    /** Whether a file with this text may match. */
    boolean mayMatch(byte[] utf8) {
        if (literals.isEmpty()) {
            return true;
        }
        // A copy, but one that the JVM searches many bytes at a time.
        String text = new String(utf8, StandardCharsets.ISO_8859_1);
        return literals.stream().anyMatch(text::contains);
    }

    @Override
    public void close() {
        if (compiled == null) {
            return;
        }
        try {
            compiled.close();
        } catch (IllegalStateException e) {
            // Native code that does not return still runs it on its thread; freeing it would crash the process.
            return;
        }
    }
}
