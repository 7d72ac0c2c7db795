package io.precinct.itests.grammars;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.facts.extraction.AnnotationFormats;
import io.precinct.source.facts.extraction.Extraction;
import io.precinct.source.facts.extraction.FileFacts;
import io.precinct.source.facts.extraction.FileFacts.Declaration;
import io.precinct.testkit.TestGrammar;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Parser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kotlin that its parser takes for something else, without an error in the tree. */
class MisreadKotlinTest {
    private static final List<String> ANNOTATIONS = List.of(
            "",
            "@A\n",
            "@A\n@B\n",
            "@A @B ",
            "@A(1)\n@B\n",
            "@A\n@B(1)\n",
            "@A\n@B\n@C\n",
            "@A\n@B\n@C\n@D\n@E\n@F\n@G\n");
    private static final List<String> MODIFIERS = List.of(
            "",
            "public ",
            "private ",
            "internal ",
            "open ",
            "abstract ",
            "sealed ",
            "final ",
            "internal open ",
            "private sealed ",
            "public expect abstract ");

    @TempDir
    Path folder;

    private CompiledLanguage kotlin;

    @BeforeEach
    void load() throws Exception {
        Grammar grammar = GrammarsTest.GRAMMARS.stream()
                .filter(each -> each.name().equals("kotlin"))
                .findFirst()
                .orElseThrow();
        TestGrammar.of(grammar).close(); // installs the core of tree-sitter
        kotlin = CompiledLanguage.of(grammar, folder);
    }

    @AfterEach
    void close() {
        kotlin.close();
    }

    private FileFacts facts(String text) throws Exception {
        try (var parser = new Parser();
                var cursor = new Cursor()) {
            return Extraction.of(
                    kotlin,
                    AnnotationFormats.PLAIN,
                    text.getBytes(StandardCharsets.UTF_8),
                    parser,
                    cursor,
                    () -> false);
        }
    }

    private static List<String> symbols(FileFacts facts) {
        return facts.symbols().stream()
                .map(each -> each.kind() + " " + FileFacts.path(each.container(), each.name()))
                .toList();
    }

    @Test
    void aTypeBehindAnnotationsIsFoundWhateverStandsBetween() throws Exception {
        var wrong = new ArrayList<String>();
        int looked = 0;
        for (String annotations : ANNOTATIONS) {
            for (String modifiers : MODIFIERS) {
                for (String keyword : List.of("class", "interface", "object")) {
                    for (String body : List.of(" {\n    fun f() = 1\n}", "")) {
                        String declaration = annotations + modifiers + keyword + " Shop" + body;
                        String before = "package é\n\nclass Before {}\n\n";
                        String text = before + declaration + "\n\nclass After {}\n";
                        FileFacts facts = facts(text);
                        String kind = keyword.equals("interface") ? "interface" : "class";
                        var expected = new ArrayList<>(List.of("class Before", kind + " Shop"));
                        if (!body.isEmpty()) {
                            expected.add("method Shop/f");
                        }
                        expected.add("class After");
                        if (!symbols(facts).equals(expected) || !facts.gaps().isEmpty()) {
                            wrong.add(declaration + " has " + symbols(facts) + " and " + facts.gaps());
                        } else {
                            Declaration shop = facts.symbols().get(1);
                            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                            assertThat(new String(
                                            utf8, shop.start(), shop.end() - shop.start(), StandardCharsets.UTF_8))
                                    .isEqualTo(declaration);
                        }
                        looked++;
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(looked).isGreaterThan(500);
    }

    @Test
    void anOperatorBehindAnnotationsIsNone() throws Exception {
        assertThat(symbols(facts("fun f() {\n    @A @B a shl b\n    @A @B internal shl Shop { 1 }\n}\n")))
                .containsExactly("function f");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "class Shop\nconstructor(val a: Int) {",
                "class Shop\n    private constructor(val a: Int) {",
                "class Shop\n    @Inject\n    constructor(val a: Int) {",
                "class Shop\n    @Inject constructor(private val a: Int) : Base() {",
                "class Shop<T : Any>\n\n    @Inject(\"x\")\n    internal constructor(val a: Int) : Base(), Other {",
                "class Shop<T, U : List<T>>\nconstructor(val a: Int) {",
                "class Shop @Inject\r\n    constructor(\r\n    val a: Int\r\n) {",
                "class Shop @Inject constructor(val a: Int) {"
            })
    void aConstructorMayStandOnALineOfItsOwn(String header) throws Exception {
        FileFacts facts = facts("class Before\n\n" + header + "\n    fun f() = 1\n}\n\nclass After {}\n");
        assertThat(symbols(facts))
                .containsExactly("class Before", "class Shop", "field Shop/a", "method Shop/f", "class After");
        assertThat(facts.gaps()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"// body of class Name", "/* as in class Name */", " * class Name", "val a = \"class Name\""})
    void aClassThatIsOnlyMentionedHasNoConstructor(String row) throws Exception {
        FileFacts facts =
                facts("class P {\n    " + row + "\n    private constructor(a: Int) {} // @req:x\n    fun m() {}\n}\n");
        assertThat(symbols(facts)).contains("constructor P/constructor", "method P/m");
    }

    @Test
    void annotationsInCommentsOfArgumentsAreFound() throws Exception {
        FileFacts facts = facts(
                "@A @B(1 /* @req:block */)\nclass M { fun z() {} }\n\n@A\n@B(\n    \"http://x\", 1 // @req:line\n)\n"
                        + "object N\n\n@A @B(\"http://y\") class O {\n    fun f() {}\n}\n");
        assertThat(facts.annotations()).extracting(FileFacts.Note::id).containsExactly("block", "line");
        assertThat(symbols(facts)).containsExactly("class M", "method M/z", "class N", "class O", "method O/f");
    }

    @Test
    void anExpressionWithABlockIsNoAnnotation() throws Exception {
        assertThat(symbols(facts("fun f() {\n    @Suppress(\"x\") @Foo (run { class Inner { fun g() {} }; 3 })\n"
                        + "    val y = 1\n}\n")))
                .contains("class f/Inner");
    }

    @Test
    void linesThatStayHiddenAreThoseOfTheFile() throws Exception {
        String text =
                "class A\nconstructor(val a: Int) {\n    fun f() = 1\n}\n\n) ) ] {{ fun (\n    ] ] val {\n    } ) ) = = (\n";
        assertThat(facts(text).gaps()).singleElement().satisfies(gap -> {
            assertThat(gap.from()).isEqualTo(6);
            assertThat(gap.to()).isEqualTo(8);
        });
    }
}
