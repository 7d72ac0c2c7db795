package io.precinct.itests.grammars;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.ExpectedAnnotation;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Text;
import io.precinct.source.facts.extraction.AnnotationFormats;
import io.precinct.source.facts.extraction.Extraction;
import io.precinct.source.facts.extraction.FileFacts;
import io.precinct.source.facts.extraction.FileFacts.Note;
import io.precinct.testkit.TestGrammar;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Parser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Tests which code comments belong to, in every language and position. {@code samples/<name>/annotations.txt} states it
 * beside each annotation, in the form of {@link ExpectedAnnotation}.
 */
class AnnotationsTest {
    static final List<Grammar> GRAMMARS = GrammarsTest.GRAMMARS;

    @TempDir
    Path folder;

    @ParameterizedTest
    @FieldSource("GRAMMARS")
    void everyAnnotationBelongsToTheCodeThatItSays(Grammar grammar) throws Exception {
        String source = Text.of(AnnotationsTest.class, "/samples/" + grammar.name() + "/annotations.txt");
        try (var loaded = TestGrammar.of(grammar)) {
            assertThat(loaded.accepts(source)).as(loaded.tree(source)).isTrue();
        }
        byte[] utf8 = source.getBytes(StandardCharsets.UTF_8);
        FileFacts facts;
        try (var language = CompiledLanguage.of(grammar, folder);
                var parser = new Parser();
                var cursor = new Cursor()) {
            facts = Extraction.of(language, AnnotationFormats.PLAIN, utf8, parser, cursor, () -> false);
        }
        Map<String, Note> found = new HashMap<>();
        facts.annotations()
                .forEach(note ->
                        assertThat(found.put(note.id(), note)).as(note.id()).isNull());

        var wrong = new ArrayList<@Nullable String>();
        var expected = new HashSet<String>();
        for (ExpectedAnnotation each : ExpectedAnnotation.in(source)) {
            assertThat(expected.add(each.id()))
                    .as("%s stands there once", each.id())
                    .isTrue();
            Note note = found.remove(each.id());
            wrong.add(
                    note == null
                            ? each.wrongAsNothing()
                            : each.wrong(
                                    note.association(),
                                    note.kind(),
                                    note.name() == null ? null : FileFacts.path(note.container(), note.name()),
                                    new String(utf8, note.start(), note.end() - note.start(), StandardCharsets.UTF_8)));
        }
        found.values().forEach(note -> wrong.add(note.id() + " is found, and nothing is said about it"));
        assertThat(wrong).containsOnlyNulls();
        assertThat(expected).as("positions").hasSizeGreaterThan(10);
    }
}
