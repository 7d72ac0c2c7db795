package io.precinct.source.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrammarFileTest {
    private static final String PATH = "grammars/lua/grammar.json";

    @TempDir
    private Path bundle;

    @BeforeEach
    void aBundle() throws IOException {
        put("grammars/lua/symbols.scm", "(function) @definition.function");
        put("grammars/lua/highlights.scm", "(string) @string\n");
        put("grammars/lua/more.scm", "(number) @number\n");
        put("natives/linux-arm64/tree-sitter-lua.so", "ELF");
        put("natives/darwin-x64/tree-sitter-lua.dylib", "Mach-O");
    }

    private void put(String path, String text) throws IOException {
        Files.createDirectories(bundle.resolve(path).getParent());
        Files.writeString(bundle.resolve(path), text);
    }

    private @Nullable URL entry(String path) {
        try {
            Path file = bundle.resolve(path);
            return Files.exists(file) ? file.toUri().toURL() : null;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Language read(String settings) throws IOException {
        put(PATH, settings);
        return GrammarFile.read(this::entry, PATH).language();
    }

    @Test
    void everySettingHasItsPlaceInTheLanguage() throws IOException {
        Language lua = read("""
                {
                  "name": "lua", "files": ["*.lua"], "kinds": {"class": ["struct"], "method": []},
                  "comments": ["comment"], "between": ["attribute"], "bodies": ["block"], "loose": ["table"],
                  "wrappers": ["braces"], "texts": ["value"], "imports": ["require"],
                  "highlights": ["highlights.scm", "more.scm"], "docstrings": ["more.scm"]
                }
                """);

        assertThat(lua.name()).isEqualTo("lua");
        assertThat(lua.files()).containsExactly("*.lua");
        assertThat(lua.kinds()).isEqualTo(Map.of("class", List.of("struct"), "method", List.of()));
        assertThat(lua.symbols()).isEqualTo("(function) @definition.function");
        assertThat(lua.highlights()).isEqualTo("(string) @string\n(number) @number\n");
        assertThat(lua.library().symbol()).isEqualTo("tree_sitter_lua");
        assertThat(lua.library().files()).containsOnlyKeys("linux-arm64", "darwin-x64");
        assertThat(lua.comments())
                .isEqualTo(new Language.Comments(
                        List.of("comment"),
                        List.of("attribute"),
                        List.of("block"),
                        List.of("table"),
                        List.of("braces"),
                        List.of("value"),
                        List.of("require"),
                        "(number) @number\n"));
    }

    @Test
    void allFaultsAreNamedAtOnceWithFileKeyAndWhatIsAllowed() {
        assertThatThrownBy(() -> read("""
                        {"name": "Lua!", "file": ["*.lua"], "comments": "comment", "kinds": {"class": "struct"},
                         "symbols": ["symbol.scm"]}
                        """))
                .asInstanceOf(type(BrokenGrammar.class))
                .extracting(BrokenGrammar::faults)
                .isEqualTo(List.of(
                        PATH + ": there is no key file; the keys are name, files, kinds, comments, between, bodies,"
                                + " loose, wrappers, texts, imports, symbols, highlights, docstrings",
                        PATH + ": name takes the language in lower case, by letters, digits and '_', got \"Lua!\"",
                        PATH + ": files takes a list of texts, got nothing",
                        PATH + ": kinds.class takes a list of texts, got \"struct\"",
                        PATH + ": comments takes a list of texts, got \"comment\"",
                        PATH + ": symbols needs the query grammars/lua/symbol.scm, which the bundle does not hold"));
    }

    @Test
    void textThatIsNoObjectIsLocated() {
        assertThatThrownBy(() -> read("{\"name\": \"lua\",\n \"name\": \"lua\"}"))
                .isInstanceOf(BrokenGrammar.class)
                .hasMessageContaining(PATH + ":2:")
                .hasMessageContaining("Duplicate field 'name'");
        assertThatThrownBy(() -> read("{} {}"))
                .isInstanceOf(BrokenGrammar.class)
                .hasMessageContaining(PATH + ":1:");
        assertThatThrownBy(() -> read("[]"))
                .isInstanceOf(BrokenGrammar.class)
                .hasMessageContaining(PATH + ": a JSON object is expected");
        assertThatThrownBy(() -> read(""))
                .isInstanceOf(BrokenGrammar.class)
                .hasMessageContaining(PATH + ": a JSON object is expected");
        assertThatThrownBy(() -> GrammarFile.read(this::entry, "grammars/none.json"))
                .isInstanceOf(BrokenGrammar.class)
                .hasMessage("grammars/none.json is missing in the bundle");
    }

    @Test
    void aBundleWithoutParsersIsBroken() {
        assertThatThrownBy(() -> read("{\"name\": \"other\", \"files\": [], \"comments\": []}"))
                .isInstanceOf(BrokenGrammar.class)
                .hasMessage(PATH + ": the bundle holds no native parser natives/<platform>/tree-sitter-other.so or"
                        + " .dylib; the platforms are darwin-arm64, darwin-x64, linux-arm64, linux-x64");
    }

    @Test
    void aBrokenGrammarKeepsItsName() throws IOException {
        put(PATH, "{\"name\": \"lua\"}");
        Grammar named = GrammarFile.read(this::entry, PATH, "test.bundle");
        put(PATH, "{\"name\": ");
        Grammar unnamed = GrammarFile.read(this::entry, PATH, "test.bundle");

        assertThat(named.name()).isEqualTo("lua");
        assertThat(unnamed.name()).isEqualTo("test.bundle");
        assertThatThrownBy(named::language).isInstanceOf(BrokenGrammar.class);
    }
}
