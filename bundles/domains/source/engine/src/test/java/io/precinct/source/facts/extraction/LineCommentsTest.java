package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.FileFacts.Note;
import io.precinct.source.parse.AcquiredLanguage;
import io.precinct.source.parse.TaskLimits;
import io.precinct.source.parse.UsableLanguage;
import io.precinct.source.testing.TestEngine;
import io.precinct.treesitter.NativeLanguage;
import io.precinct.treesitter.Query;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// @req:source-lines
class LineCommentsTest {
    /** {@code id | comment | line}. */
    private static List<String> notes(String file, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        CommentSigns signs = Objects.requireNonNull(CommentSigns.ofFile(file), file);
        var told = new ArrayList<String>();
        for (Note note : found(signs, utf8, () -> false)) {
            assertThat(note.association()).isEqualTo("line");
            assertThat(note.kind()).isNull();
            assertThat(note.name()).isNull();
            told.add(note.id() + " | " + piece(utf8, note.commentStart(), note.commentEnd()) + " | "
                    + piece(utf8, note.start(), note.end()));
        }
        return told;
    }

    private static List<Note> found(CommentSigns signs, byte[] utf8, BooleanSupplier cancelled) {
        try {
            return Extraction.byLines(signs, AnnotationFormats.PLAIN, utf8, cancelled)
                    .annotations();
        } catch (Stopped e) {
            throw new IllegalStateException(e);
        }
    }

    private static int looks(int comments) {
        byte[] utf8 = ("# @req:A-1\n\n".repeat(comments) + "all:\n").getBytes(StandardCharsets.UTF_8);
        var looks = new AtomicInteger();
        List<Note> notes = found(Objects.requireNonNull(CommentSigns.ofFile("Makefile")), utf8, () -> {
            looks.incrementAndGet();
            return false;
        });
        assertThat(notes)
                .hasSize(comments)
                .allSatisfy(note ->
                        assertThat(piece(utf8, note.start(), note.end())).isEqualTo("all:"));
        return looks.get();
    }

    @Test
    void manyCommentsBeforeALineTakeStepsInProportionToTheirNumber() {
        int half = looks(10_000);
        assertThat(looks(20_000)).isBetween(2 * half - 2, 2 * half + 2);
    }

    @Test
    void aLookThatIsGivenUpStopsInTheMiddle() {
        byte[] utf8 = "# @req:A-1\n\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        CommentSigns signs = Objects.requireNonNull(CommentSigns.ofFile("Makefile"));
        var looks = new AtomicInteger();
        assertThatThrownBy(() -> found(signs, utf8, () -> looks.incrementAndGet() == 3))
                .hasCauseInstanceOf(Stopped.class);
        assertThat(looks.get()).isEqualTo(3);
    }

    private static String piece(byte[] utf8, int start, int end) {
        return new String(utf8, start, end - start, StandardCharsets.UTF_8).replace("\n", "\\n");
    }

    @Test
    void theLineAfterACommentBelongsToIt() {
        assertThat(notes("Makefile", "all:\n\n# Builds it. @req:A-1\n\nbuild: all\n\tcc größe.c\n"))
                .containsExactly("A-1 | # Builds it. @req:A-1 | build: all");
        assertThat(notes("a/schema.SQL", "/* @req:A-1\n   more\n */\nCREATE TABLE t (\n  id int -- @req:A-2\n);\n"))
                .containsExactly(
                        "A-1 | /* @req:A-1\\n   more\\n */ | CREATE TABLE t (",
                        "A-2 | -- @req:A-2 | id int -- @req:A-2");
    }

    @Test
    void adjacentCommentsAreReadAsOneAndABlankLineEndsThem() {
        assertThat(notes("x.tf", "# one @req:A\n// two @req:B\n\n# three\n\nresource {}\n"))
                .containsExactly(
                        "A | # one @req:A\\n// two @req:B | resource {}",
                        "B | # one @req:A\\n// two @req:B | resource {}");
    }

    @Test
    void whatIsNoCommentHoldsNoAnnotation() {
        assertThat(notes("x.tf", "arn = \"arn:aws:s3:::b/*\" \nx = \"a#@req:A\"\n/* @req:B */\ny = 1\n"))
                .containsExactly("B | /* @req:B */ | y = 1");
        assertThat(notes("a.md", "# Title @req:A\n\n<!-- @req:B -->\n## Next\n"))
                .containsExactly("B | <!-- @req:B --> | ## Next");
        assertThat(notes("a.bat", "REMOVE @req:A\r\nREM @req:B\r\nset x=1\r\n"))
                .containsExactly("B | REM @req:B | set x=1");
    }

    @Test
    void aCommentAtTheEndStandsForItself() {
        assertThat(notes("Dockerfile", "FROM x\n  # @req:A\n")).containsExactly("A | # @req:A | # @req:A");
    }

    @Test
    void aBlockThatIsNeverClosedIsNoCommentAndCostsNoMoreThanItsLength() {
        assertThat(notes("a.sql", "-- @req:A\n" + "/* x\n".repeat(200_000))).containsExactly("A | -- @req:A | /* x");
    }

    @ParameterizedTest
    @CsvSource({
        "a/Dockerfile.dev,dockerfile",
        "Makefile,makefile",
        "x/GNUmakefile,makefile",
        "a.d/CMakeLists.txt,cmake",
        "requirements.txt,requirements",
        "dev-requirements.txt,requirements",
        "a.toml,toml",
        "README.MD,markdown",
        ".env.local,dotenv",
        "main.tf,hcl",
        "Jenkinsfile,groovy",
        "my_defconfig,kconfig",
        "notes.txt,-",
        "logo.png,-",
        "LICENSE,-",
        "a.weird,",
        "weird,"
    })
    void theTableKnowsFilesByTheirNames(String path, String language) {
        CommentSigns signs = CommentSigns.ofFile(path);
        assertThat(signs == null ? null : signs.language()).isEqualTo(language);
    }

    @Test
    void aGrammarThatKnowsNoCommentsLeavesThemToTheSigns() throws Exception {
        byte[] utf8 = "<!-- @req:M-1 -->\nclass A {}\n".getBytes(StandardCharsets.UTF_8);
        var engine = new TestEngine();
        try (AcquiredLanguage java = Objects.requireNonNull(engine.acquire("java"))) {
            FileFacts facts = engine.run(
                    java,
                    (parser, cursor, cancelled) -> Extraction.of(
                            new Bare("markdown", java), AnnotationFormats.PLAIN, utf8, parser, cursor, cancelled),
                    TaskLimits.together(Duration.ofSeconds(10)));
            assertThat(facts.symbols()).isEmpty();
            assertThat(facts.annotations())
                    .singleElement()
                    .satisfies(note -> assertThat(note.tag() + ":" + note.id() + " " + note.association())
                            .isEqualTo("req:M-1 line"));
        }
    }

    /** Another language with its parser, without queries and comments. */
    private record Bare(String name, UsableLanguage parsed) implements UsableLanguage {
        @Override
        public Language language() {
            return Language.named(name).library(parsed.language().library()).build();
        }

        @Override
        public String identity() {
            return name;
        }

        @Override
        public NativeLanguage nativeLanguage() {
            return parsed.nativeLanguage();
        }

        @Override
        public @Nullable Query symbols() {
            return null;
        }

        @Override
        public @Nullable Query docstrings() {
            return null;
        }

        @Override
        public @Nullable Query errors() {
            return null;
        }

        @Override
        public @Nullable Query highlights() {
            return null;
        }
    }
}
