package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.quicktheories.QuickTheory.qt;

import io.precinct.source.facts.extraction.FileFacts.Note;
import io.precinct.source.pattern.AnnotationFormat;
import io.precinct.source.testing.Texts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

// @req:source-annotation-formats
class AnnotationFormatsTest {
    private static final AnnotationFormats OPENFASTTRACE =
            AnnotationFormats.of(List.of(new AnnotationFormat(AnnotationFormat.OPENFASTTRACE, null)));
    private static final AnnotationFormats CODELINKS =
            AnnotationFormats.of(List.of(new AnnotationFormat(AnnotationFormat.SPHINX_CODELINKS, null)));

    /** {@code tag:id#revision}. */
    private static List<String> marks(AnnotationFormats formats, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        List<AnnotationMark> found = formats.in(utf8, 0, utf8.length);
        assertThat(found.isEmpty() || formats.any(utf8)).isTrue();
        assertThat(found).isSortedAccordingTo((one, other) -> Integer.compare(one.start(), other.start()));
        return found.stream()
                .map(mark -> mark.tag() + ":" + mark.id() + (mark.revision() == null ? "" : "#" + mark.revision()))
                .toList();
    }

    @Test
    void openFastTraceNamesTheCoveringTypeAndTheCoveredItemWithItsRevision() {
        assertThat(marks(OPENFASTTRACE, "// [impl->dsn~validate-request~1]"))
                .containsExactly("impl:dsn~validate-request#1");
        assertThat(marks(OPENFASTTRACE, "// [ impl -> dsn~name~12 >> utest, itest ]"))
                .containsExactly("impl:dsn~name#12");
        assertThat(marks(OPENFASTTRACE, "# [utest~own-name~3->dsn~a.b_c~1] and [itest->req~größe~2]"))
                .containsExactly("utest:dsn~a.b_c#1", "itest:req~größe#2");
        assertThat(marks(OPENFASTTRACE, "[impl~~4->dsn~a~1, dsn~b~2]")).containsExactly("impl:dsn~a#1", "impl:dsn~b#2");
        assertThat(marks(OPENFASTTRACE, "@req:A-1 [impl->dsn~a~1] @req:A-2"))
                .containsExactly("req:A-1", "impl:dsn~a#1", "req:A-2");
    }

    @Test
    void whatIsNoTagOfOpenFastTraceIsNone() {
        for (String text : List.of(
                "[impl->dsn~name]",
                "[impl->name~1]",
                "impl->dsn~name~1",
                "[impl->dsn~name~one]",
                "[impl->dsn~na me~1]",
                "[->dsn~name~1]",
                "[impl->dsn~name~1 >>]",
                "[impl->dsn~name\n~1]")) {
            assertThat(marks(OPENFASTTRACE, text)).as(text).isEmpty();
        }
        assertThat(marks(AnnotationFormats.PLAIN, "[impl->dsn~name~1]")).isEmpty();
    }

    @Test
    void aNeedOfOneLineHasItsTypeAndItsLinksAreReferences() {
        assertThat(marks(CODELINKS, "// @ Reads it, IMPL_1")).containsExactly("impl:IMPL_1");
        assertThat(marks(CODELINKS, "// @ Reads it, IMPL_1, test, [REQ_1, REQ_2]\r\n"))
                .containsExactly("test:IMPL_1", "need:REQ_1", "need:REQ_2");
        assertThat(marks(CODELINKS, " * @Reads a\\, b, IMPL-1.2, impl, []")).containsExactly("impl:IMPL-1.2");
        assertThat(marks(CODELINKS, "@ one, A_1\n@ two, A_2, spec\n")).containsExactly("impl:A_1", "spec:A_2");
    }

    @Test
    void referencesToNeedsAreOneAnnotationEach() {
        assertThat(marks(CODELINKS, "// @need-ids: N_1, N_2,N-3")).containsExactly("need:N_1", "need:N_2", "need:N-3");
        assertThat(marks(CODELINKS, "// @need-ids:N_1, more words")).containsExactly("need:N_1", "need:more");
        assertThat(marks(CODELINKS, "// @need-ids:")).isEmpty();
    }

    @Test
    void whatIsNoNeedIsNone() {
        for (String text : List.of(
                "@Override",
                "@param a, the first one",
                "me@example.org, A_1",
                "@ title",
                "@ title,",
                "@, A_1",
                "@ a, A_1, t, x")) {
            assertThat(marks(CODELINKS, text)).as(text).isEmpty();
        }
        assertThat(marks(CODELINKS, "// @req:A-1, A-2")).containsExactly("req:A-1");
    }

    @Test
    void annotationsAreFoundWhereverTheyStandInATextAndLongLinesHoldNone() {
        qt().forAll(Texts.of("a @:[]->~,1\n", 0, 40)).checkAssert(before -> {
            assertThat(marks(OPENFASTTRACE, before + "\n[impl->dsn~x~7]")).contains("impl:dsn~x#7");
            assertThat(marks(CODELINKS, before + "\n@ title, ID_7, spec")).contains("spec:ID_7");
        });
        assertThat(marks(OPENFASTTRACE, "x".repeat(20_000) + "[impl->dsn~x~7]")).isEmpty();
    }

    @Test
    void everyFormatIsAttachedToCodeInTheSameWay() {
        ExtractedFacts java = ExtractedFacts.of("java", OPENFASTTRACE, """
                class A {
                    // [impl->dsn~first~1]
                    // [impl->dsn~second~2]
                    void f() {}

                    String s = "[impl->dsn~none~1]"; /* [utest->dsn~third~3] */
                }
                """);
        assertThat(java.notes())
                .containsExactly(
                        "impl:dsn~first next method A/f | void f() {}",
                        "impl:dsn~second next method A/f | void f() {}",
                        "utest:dsn~third trailing field A/s | String s = \"[impl->dsn~none~1]\";");
        assertThat(java.facts().annotations()).extracting(Note::revision).containsExactly("1", "2", "3");
        ExtractedFacts python = ExtractedFacts.of("python", CODELINKS, """
                def f():
                    \"""Does it.

                    @ Does it, IMPL_1
                    \"""
                    return 1

                # @need-ids: N_1
                def g(): pass
                """);
        assertThat(python.notes())
                .containsExactly(
                        "impl:IMPL_1 enclosing function f | def f():", "need:N_1 next function g | def g(): pass");
        ExtractedFacts block = ExtractedFacts.of("java", CODELINKS, "/* @ Does it, IMPL_1 */\nclass A {}\n");
        assertThat(block.notes()).containsExactly("impl:IMPL_1 next class A | class A {}");
    }

    @Test
    void filesWithoutGrammarHaveThemToo() throws Engine.Stopped {
        CommentSigns signs = CommentSigns.ofFile("Makefile");
        assertThat(signs).isNotNull();
        assertThat(Extraction.byLines(
                                signs,
                                OPENFASTTRACE,
                                "# [impl->dsn~a~1]\nall:\n".getBytes(StandardCharsets.UTF_8),
                                () -> false)
                        .annotations())
                .extracting(Note::tag, Note::id, Note::revision)
                .containsExactly(tuple("impl", "dsn~a", "1"));
    }

    @Test
    void factsAndWorkersKeepRevisionsAndFormats() {
        FileFacts facts = ExtractedFacts.of("java", OPENFASTTRACE, "// [impl->dsn~a~1] @req:B\nclass A {}\n")
                .facts();
        assertThat(FactsCodec.decode(FactsCodec.encode(facts))).isEqualTo(facts);
        assertThat(OPENFASTTRACE.identity("java")).isNotEqualTo(CODELINKS.identity("java"));
        assertThat(AnnotationFormats.PLAIN.identity("java")).isEqualTo("java");
    }

    private static AnnotationFormats own(String pattern) {
        return AnnotationFormats.of(List.of(new AnnotationFormat("story", pattern)));
    }

    @Test
    void aPatternOfOnesOwnSaysIdTagAndRevisionByItsGroups() {
        assertThat(marks(own("STORY-(?P<id>[0-9]+)"), "// STORY-12 and STORY-13"))
                .containsExactly("story:12", "story:13");
        assertThat(marks(own("(?P<tag>[A-Z]+)=(?P<id>\\w+)(?:@(?P<revision>\\d+))?"), "REQ=a@2 TST=b"))
                .containsExactly("REQ:a#2", "TST:b");
        assertThat(marks(own("S:(?P<id>[a-z ]*)"), "S: S:a b")).isEmpty();
        assertThat(marks(own("(?P<id>x*)"), "ab")).isEmpty();
    }

    @Test
    void aPatternOfOnesOwnIsFoundInCommentsOnly() {
        ExtractedFacts facts = ExtractedFacts.of("java", own(".*STORY-(?P<id>[0-9]+)"), """
                class A {
                    String s = "STORY-1";
                    int x; // see STORY-2
                    /* STORY-3 */ int y;
                }
                """);
        assertThat(facts.facts().annotations()).extracting(Note::id).containsExactly("2", "3");
    }

    @Test
    void aLargeCommentCostsNoMoreThanItsLength() {
        int lines = 300_000;
        assertThat(marks(CODELINKS, "@need-ids:A\n".repeat(lines))).hasSize(lines);
        assertThat(marks(CODELINKS, "@req:A b, C\n".repeat(lines))).hasSize(lines);
        assertThat(marks(CODELINKS, ("@ ".repeat(8_000) + "\n").repeat(250))).isEmpty();
    }
}
