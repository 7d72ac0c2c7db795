package io.precinct.itests.grammars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import io.precinct.testkit.TestGrammar;
import io.precinct.treesitter.TreeSitter;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Runs every grammar on {@code samples/<name>/source.txt} and compares the symbols that its query finds with
 * {@code symbols.txt} beside it, which has one line per symbol with kind, path and line.
 */
class GrammarsTest {
    /** The highlights that have a style on HTML pages. */
    private static final Set<String> HIGHLIGHTS = Set.of(
            "attribute",
            "comment",
            "constant",
            "function",
            "keyword",
            "number",
            "operator",
            "property",
            "string",
            "tag",
            "type");

    static final List<Grammar> GRAMMARS = ShippedGrammars.all();

    @AfterAll
    static void nothingNativeIsLeft() {
        assertThat(TreeSitter.live().values()).containsOnly(0L);
    }

    private static String sample(Grammar grammar, String file) {
        return Text.of(GrammarsTest.class, "/samples/" + grammar.name() + "/" + file);
    }

    @ParameterizedTest
    @FieldSource("GRAMMARS")
    void aSampleHoldsExactlyTheSymbolsBesideIt(Grammar grammar) {
        String source = sample(grammar, "source.txt");
        try (var loaded = TestGrammar.of(grammar)) {
            assertThat(loaded.accepts(source)).as(loaded.tree(source)).isTrue();

            assertThat(loaded.symbols(source).stream().map(each -> each + " " + each.line()))
                    .isEqualTo(sample(grammar, "symbols.txt").lines().toList());
        }
    }

    @ParameterizedTest
    @FieldSource("GRAMMARS")
    void everybodyMayAskForMethodsAndClasses(Grammar grammar) {
        try (var loaded = TestGrammar.of(grammar)) {
            assertThat(loaded.kinds()).contains("method", "class");
        }
    }

    @ParameterizedTest
    @FieldSource("GRAMMARS")
    void aSampleIsHighlightedInColoursThatPagesKnow(Grammar grammar) {
        try (var loaded = TestGrammar.of(grammar)) {
            List<String> highlights = loaded.highlights(sample(grammar, "source.txt"));

            assertThat(highlights.stream()
                            .map(each -> each.substring(0, each.indexOf(':')))
                            .distinct())
                    .hasSizeGreaterThanOrEqualTo(3)
                    .isSubsetOf(HIGHLIGHTS);
        }
    }

    @ParameterizedTest
    @FieldSource("GRAMMARS")
    void aParserIsThereForEveryPlatformWithItsLicence(Grammar grammar) throws Exception {
        Library library = grammar.language().library();

        assertThat(library.files()).containsOnlyKeys("linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64");
        String name = library.symbol().replace('_', '-');
        assertThat(ShippedGrammars.text(grammar.name(), "META-INF/LICENSE." + name))
                .contains("Permission is hereby granted");
    }

    @ParameterizedTest
    @FieldSource("GRAMMARS")
    void everyParserIsTheOneThatItsChecksumNames(Grammar grammar) throws Exception {
        Path grammars = Path.of("../../bundles/grammars");
        List<String> checksums = Files.readAllLines(grammars.resolve("SHA256SUMS"));

        for (var file : grammar.language().library().files().entrySet()) {
            String path = file.getValue().getPath();
            try (InputStream in = file.getValue().openStream()) {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
                assertThat(checksums)
                        .contains(HexFormat.of().formatHex(digest) + "  " + grammar.name()
                                + "/natives/" + file.getKey()
                                + path.substring(path.lastIndexOf('/')));
            }
        }
    }

    @Test
    void onlyHeadersBelongToTwoLanguages() {
        Map<String, Long> uses = GRAMMARS.stream()
                .flatMap(grammar -> grammar.language().files().stream())
                .collect(Collectors.groupingBy(glob -> glob, Collectors.counting()));

        assertThat(uses)
                .hasSizeGreaterThan(40)
                .allSatisfy((glob, count) -> assertThat(count).as(glob).isEqualTo(glob.equals("*.h") ? 2 : 1));
    }

    @Test
    void docstringsAreTheFirstStringsOfPython() {
        Grammar python = grammar("python");
        try (var loaded = TestGrammar.of(python)) {
            assertThat(loaded.docstrings(sample(python, "source.txt")))
                    .containsExactly("\"\"\"A shop.\"\"\"", "\"\"\"Sells.\"\"\"", "\"Takes its items.\"");
        }
    }

    @Test
    void aCommentBeforeAnExportStandsBeforeTheDeclaration() {
        try (var typescript = TestGrammar.of(grammar("typescript"))) {
            assertThat(Stream.of(
                            "export class A {}",
                            "export abstract class A {}",
                            "export declare class A {}",
                            "declare class A {}",
                            "@Decorated export class A {}"))
                    .allSatisfy(text -> assertThat(typescript.symbols(text))
                            .singleElement()
                            .satisfies(symbol -> assertThat(symbol.text()).isEqualTo(text)));
        }
    }

    @Test
    void everythingThatIsWrongWithAGrammarIsSaidAtOnce() {
        Language java = grammar("java").language();
        Grammar wrong = () -> Language.named("wrong")
                .library(java.library())
                .symbols("(class_declaration name: (identifer) @name) @definition.class")
                .kind("class", "struct")
                .comments("line_coment")
                .highlights("(block) @keyword\n(block body: (block)) @keyword")
                .build();

        assertThatThrownBy(() -> TestGrammar.of(wrong))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("symbols:1:27", "identifier")
                .hasMessageContaining("highlights:2:")
                .hasMessageContaining("line_coment")
                .hasMessageContaining("struct");
    }

    private static Grammar grammar(String name) {
        return GRAMMARS.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
