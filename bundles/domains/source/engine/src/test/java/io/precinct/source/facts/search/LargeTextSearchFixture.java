package io.precinct.source.facts.search;

import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.TextLine;
import io.precinct.source.api.TextSelector;
import io.precinct.source.facts.index.FileLanguages;
import io.precinct.source.facts.store.FactFile;
import io.precinct.source.testing.TestCommit;
import io.precinct.source.testing.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A search through texts of up to 10 MB, whose index has no problems. */
abstract class LargeTextSearchFixture {
    private static final long LIMIT = 10L << 20;

    @TempDir
    Path folder;

    private FactFile facts;
    private TextSearch search;

    @BeforeEach
    void open() {
        facts = new FactFile(folder.resolve("facts"), LargeTextSearchFixture::fail);
        search = new TextSearch(
                folder.resolve("texts"),
                new FileLanguages(new TestEngine(), facts),
                () -> LIMIT,
                LargeTextSearchFixture::fail);
    }

    private static void fail(String problem) {
        throw new AssertionError(problem);
    }

    @AfterEach
    void close() {
        search.close();
        facts.close();
    }

    ResultPage<TextLine> page(TestCommit commit, TextSelector selector, PageRequest window) {
        return search.page(commit, selector, window, List.of(), Duration.ofMinutes(1));
    }
}
