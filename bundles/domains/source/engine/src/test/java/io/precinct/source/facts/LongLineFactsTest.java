package io.precinct.source.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.Annotation;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.Cut;
import io.precinct.source.api.Item;
import io.precinct.source.api.Match;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.Reference;
import io.precinct.source.api.ReferenceSelector;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.Symbol;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.testing.TestCommit;
import io.precinct.source.testing.TestEngine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code that stands on one line, as minified files have it. */
class LongLineFactsTest {
    private static final SourceLimits LIMITS = new SourceLimits(10 << 20, 4 << 20, 65_536, Duration.ofMinutes(1));
    private static final int FUNCTIONS = 3000;
    private static final int MOST = 1 << 20;

    @TempDir
    Path folder;

    private final TestEngine engine = new TestEngine();
    private Facts facts;

    private final TestCommit commit = new TestCommit("r")
            .with("a.min.js", minified())
            .with("b.js", "let b = [" + "x,".repeat(60_000) + "x];\n")
            .with("c.js", "/* " + "words ".repeat(1000) + "@req:in-words" + " words".repeat(100_000) + " */ let c;\n")
            .with("d.js", "/*x*/".repeat(5000) + "\n");

    private static String minified() {
        return IntStream.range(0, FUNCTIONS)
                .mapToObj(i -> "function f" + i + "(a,b){/* @req:r" + i + " */var c=a+b;return run(c,\"ü" + i + "\")}")
                .collect(Collectors.joining("", "var all=function outer(){" + ";".repeat(200_000), "}();"));
    }

    @BeforeEach
    void open() throws InterruptedException {
        facts = new Facts(folder.resolve("cache"), engine, () -> LIMITS, () -> 1 << 26, _ -> {});
        facts.indexes().follow(commit);
    }

    @AfterEach
    void close() {
        facts.close();
    }

    private static PageRequest window(int limit) {
        return new PageRequest(limit, null, 3, PositionEncoding.UTF_16, true);
    }

    private static long length(Item item) {
        return item.text().length() + String.join("", item.context().lines()).length();
    }

    /** The text is the part of the file that the cut names. */
    private void assertCut(String path, String text, @Nullable Cut cut) {
        assertThat(cut).isNotNull();
        byte[] utf8 = commit.read(commit.blob(path));
        int start = cut.start().offset();
        assertThat(text).isEqualTo(new String(utf8, start, cut.end().offset() - start, StandardCharsets.UTF_8));
    }

    @Test
    void symbolsOfOneLineAreCut() {
        ResultPage<Symbol> page = facts.symbols(commit, new SymbolSelector(null, null, "a.min.js"), window(200));
        assertThat(page.items()).hasSize(200);
        assertThat(page.items().stream()
                        .mapToLong(symbol -> length(symbol.item()))
                        .sum())
                .isLessThan(MOST);
        Item outer = page.items().getFirst().item();
        assertThat(outer.end().offset() - outer.start().offset()).isGreaterThan(200_000);
        assertThat(outer.text()).hasSize(1000).startsWith("all=function outer(){");
        assertCut("a.min.js", outer.text(), outer.cut());
        assertThat(outer.cut().before()).isZero();
        Item f100 = facts.symbols(commit, new SymbolSelector("f100", null, null), window(1))
                .items()
                .getFirst()
                .item();
        assertThat(f100.text()).startsWith("function f100(").endsWith("}");
        assertThat(f100.cut()).isNull();
        assertThat(f100.context().lines().getFirst()).contains(f100.text());
        assertThat(f100.context().cuts()).hasSize(1);
    }

    @Test
    void whoComparesGetsAllOfASymbol() {
        var whole = new PageRequest(1, null, 0, PositionEncoding.UTF_8);
        Item outer = facts.symbols(commit, new SymbolSelector(null, null, "a.min.js"), whole)
                .items()
                .getFirst()
                .item();
        assertThat(outer.cut()).isNull();
        assertThat(outer.text().getBytes(StandardCharsets.UTF_8))
                .hasSize(outer.end().offset() - outer.start().offset());
    }

    @Test
    void referencesInOneLineAreCutAroundThem() {
        ResultPage<Reference> page =
                facts.references(commit, new ReferenceSelector("run", null, null, false), window(100));
        assertThat(page.items()).hasSize(100);
        assertThat(page.items().stream()
                        .mapToLong(reference -> length(reference.item()))
                        .sum())
                .isLessThan(MOST);
        Item last = page.items().getLast().item();
        Cut cut = last.context().cuts().getFirst();
        String line = last.context().lines().getFirst();
        int from = last.start().column() - cut.start().column();
        assertThat(line.substring(from, from + 4)).isEqualTo("run(");
        assertCut("a.min.js", line, cut);
    }

    @Test
    void annotationsAreCutAroundTheirMarks() {
        ResultPage<Annotation> page = facts.annotations(commit, new AnnotationSelector("@req:*", null), window(100));
        assertThat(page.items()).hasSize(100);
        assertThat(page.items().stream()
                        .mapToLong(
                                one -> length(one.item()) + one.comment().text().length())
                        .sum())
                .isLessThan(MOST);
        Annotation.Span comment = facts.annotations(commit, new AnnotationSelector("@req:in-words", null), window(1))
                .items()
                .getFirst()
                .comment();
        assertThat(comment.text()).hasSize(1000).contains("@req:in-words");
        assertCut("c.js", comment.text(), comment.cut());
        assertThat(comment.cut().before()).isPositive();
        assertThat(comment.end().offset()).isGreaterThan(600_000);
    }

    private ResultPage<Match> query(String query, String path, int limit) {
        return facts.query(commit, new QuerySelector(query, path, "javascript"), window(limit));
    }

    private static long length(ResultPage<Match> page) {
        return page.items().stream()
                .flatMap(match -> match.captures().stream())
                .mapToLong(capture -> capture.text().length()
                        + String.join("", capture.lines().lines()).length()
                        + 300)
                .sum();
    }

    @Test
    void capturesInOneLineAreCut() {
        ResultPage<Match> page = query("(function_declaration) @f", "a.min.js", 100);
        assertThat(page.items()).hasSize(100);
        assertThat(length(page)).isLessThan(MOST);
        Match.Capture outer = query("(program (variable_declaration) @v)", "a.min.js", 1)
                .items()
                .getFirst()
                .captures()
                .getFirst();
        assertCut("a.min.js", outer.text(), outer.cut());
        assertThat(outer.cut().after()).isGreaterThan(200_000);
    }

    @Test
    void aMatchOfManyCapturesShowsTheFirst() {
        for (String isolated : new String[] {null, "javascript"}) {
            engine.isolated = isolated;
            ResultPage<Match> page = query("(comment)+ @x", "d.js", 10);
            Match first = page.items().getFirst();
            assertThat(first.moreCaptures()).isTrue();
            assertThat(first.captures()).hasSizeBetween(100, 1000);
            assertThat(page.items())
                    .allSatisfy(match -> assertThat(match.captures()).hasSizeLessThanOrEqualTo(1000));
        }
    }

    @Test
    void aQueryInWhichEachLetterMatchesIsPaged() {
        ResultPage<Match> page = query("(identifier) @x", "b.js", 100);
        assertThat(page.items()).hasSize(100);
        assertThat(page.next()).isNotNull();
        assertThat(length(page)).isLessThan(MOST);
        assertThat(query("[(identifier) (array) (_)] @x", "b.js", 100).items()).hasSize(100);
        assertThat(page.items().getFirst().moreCaptures()).isFalse();
    }
}
