package io.precinct.source.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.testing.OpenNatives;
import io.precinct.testing.Eventually;
import io.precinct.treesitter.Parser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LanguagesTest {
    private final OpenNatives live = new OpenNatives();

    @TempDir
    Path folder;

    private Workers workers;
    private Languages languages;

    @BeforeEach
    void open() {
        Grammars.install(folder);
        workers = new Workers(folder.resolve("workers"));
        languages = languages(new NothingFetched());
    }

    @AfterEach
    void close() {
        languages.close();
        workers.close();
        assertThat(live.now()).containsEntry("language", 0L).containsEntry("query", 0L);
    }

    @Test
    void aDeployedLanguageIsLoadedWhenItIsUsed() throws Exception {
        languages.accept(Grammars.deployed(Grammars.java().build()));
        assertThat(live.now()).containsEntry("language", 0L);
        assertThat(languages.names()).containsExactly("java");
        assertThat(languages.languageOf("src/A.java", List.of())).contains("java");
        try (LanguageHandle handle = languages.acquire("java");
                var parser = new Parser();
                var tree = parser.parse(handle.nativeLanguage(), "class A {}".getBytes(StandardCharsets.UTF_8))) {
            assertThat(handle.isolated()).isFalse();
            assertThat(handle.symbols().captureId("definition.class")).isNotNegative();
            assertThat(handle.highlights()).isNull();
            assertThat(tree.hasError()).isFalse();
        }
        assertThat(languages.status(List.of()))
                .containsExactly(new RepositoryStatus.Grammar("java", "loaded", 14, null));
        assertThat(languages.acquire("lua")).isNull();
    }

    @Test
    void brokenFilesOfADeployedGrammarAreItsState() {
        Grammar broken = GrammarFile.read(_ -> null, "g/grammar.json", "lua");

        languages.accept(Grammars.deployed(Map.of("lua", broken)));

        assertThat(languages.status(List.of()))
                .containsExactly(
                        new RepositoryStatus.Grammar("lua", "missing", 0, "g/grammar.json is missing in the bundle"));
    }

    @Test
    void whoUsesALanguageKeepsItWhenItIsReplaced() {
        languages.accept(Grammars.deployed(Grammars.java().build()));
        LanguageHandle old = languages.acquire("java");
        languages.accept(Grammars.deployed(
                Grammars.java().symbols("(class_declaration) @definition.class").build()));
        LanguageHandle now = languages.acquire("java");
        assertThat(now.identity()).isNotEqualTo(old.identity());
        assertThat(old.symbols().captureId("name")).isNotNegative();
        assertThat(now.symbols().captureId("name")).isNegative();
        assertThat(live.now()).containsEntry("language", 2L);
        old.close();
        old.close();
        assertThat(live.now()).containsEntry("language", 1L);
        languages.accept(Grammars.deployed());
        assertThat(languages.acquire("java")).isNull();
        assertThat(live.now()).containsEntry("language", 1L);
        now.close();
        assertThatThrownBy(now::again).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theSameGrammarDeployedAgainChangesNothingThatWasFoundWithIt() {
        languages.accept(Grammars.deployed(Grammars.java().build()));
        try (LanguageHandle first = languages.acquire("java")) {
            languages.accept(Grammars.deployed(Grammars.java().build()));
            try (LanguageHandle second = languages.acquire("java")) {
                assertThat(second.identity()).isEqualTo(first.identity());
                assertThat(second.loaded()).isSameAs(first.loaded());
            }
        }
    }

    @Test
    void aBrokenQueryFailsItsGrammarWithItsPlaceAndNoOther() {
        Language broken = Grammars.java()
                .symbols("(class_declaration) @definition.class\n(metod_declaration) @definition.method")
                .highlights("(identifier")
                .build();
        Language good =
                new Language("other", List.of("*.other"), broken.library(), "", Map.of(), broken.comments(), null);
        languages.accept(Grammars.deployed(broken, good));
        assertThat(languages.acquire("java")).isNull();
        RepositoryStatus.Grammar status = languages.status(List.of("java")).getFirst();
        assertThat(status.state()).isEqualTo("missing");
        assertThat(status.reason())
                .contains("query for symbols is wrong at 2:2", "method_declaration", "query for highlights is wrong");
        try (LanguageHandle handle = languages.acquire("other")) {
            assertThat(handle).isNotNull();
        }
    }

    @Test
    void aLanguageWithoutAParserForThisMachineSaysSo() {
        languages.accept(Grammars.deployed(Language.named("java")
                .library(new Library("tree_sitter_java", Map.of()))
                .build()));
        assertThat(languages.acquire("java")).isNull();
        assertThat(languages.status(List.of("java")).getFirst().reason()).contains(Library.platform());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aParserOfAnotherGenerationIsAnAbiMismatch() {
        byte[] old = Elf.patched(Grammars.JAVA, "tree_sitter_java.language", (byte) 12);
        languages.accept(Grammars.deployed(Grammars.java(old).build()));
        RepositoryStatus.Grammar status = languages.status(List.of("java")).getFirst();
        assertThat(status.state()).isEqualTo("abi_mismatch");
        assertThat(status.abi()).isEqualTo(12);
        assertThat(status.reason()).contains("ABI 12", "13 to 15");
    }

    @Test
    void aLanguageThatNoBundleBringsIsFetchedAndRunsElsewhere() throws Exception {
        var gate = new CountDownLatch(1);
        languages.close();
        languages = languages(new GrammarSource() {
            @Override
            public Optional<FetchedGrammar> cached(String name) {
                return Optional.empty();
            }

            @Override
            public FetchedGrammar fetch(String name) throws LanguageUnusable {
                try {
                    assertThat(gate.await(10, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                if (!name.equals("java")) {
                    throw new LanguageUnusable("there is no " + name, null);
                }
                return new FetchedGrammar(
                        Grammars.java().build(),
                        folder.resolve("x"),
                        "identity",
                        14,
                        "a package 1.0",
                        "it lacks symbols");
            }
        });
        var changes = new ArrayList<List<String>>();
        try (var ignored = languages.onChange(() -> changes.add(languages.names()))) {
            languages.want(List.of("java", "lua"));
            assertThat(languages.status(List.of("java")).getFirst().state()).isEqualTo("fetching");
            gate.countDown();
            Eventually.until(
                    () -> "lua is found missing: " + languages.status(List.of("lua")),
                    () -> languages.status(List.of("lua")).getFirst().state().equals("missing"));
        }
        assertThat(languages.status(List.of("lua", "java")))
                .containsExactly(
                        new RepositoryStatus.Grammar("lua", "missing", 0, "there is no lua"),
                        new RepositoryStatus.Grammar("java", "loaded", 14, "it lacks symbols"));
        assertThat(changes.getFirst()).containsExactly("java");
        try (LanguageHandle handle = languages.acquire("java")) {
            assertThat(handle.isolated()).isTrue();
            assertThatThrownBy(handle::nativeLanguage).isInstanceOf(IllegalStateException.class);
        }
        languages.accept(Grammars.deployed(Grammars.java().build()));
        try (LanguageHandle handle = languages.acquire("java")) {
            assertThat(handle.isolated()).isFalse();
        }
        languages.accept(Grammars.deployed());
        try (LanguageHandle handle = languages.acquire("java")) {
            assertThat(handle.isolated()).isTrue();
        }
    }

    private Languages languages(GrammarSource source) {
        return new Languages(folder, workers, source, Duration.ZERO);
    }
}
