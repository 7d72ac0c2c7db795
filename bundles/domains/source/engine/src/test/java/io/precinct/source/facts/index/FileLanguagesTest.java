package io.precinct.source.facts.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.facts.extraction.CommentSigns;
import io.precinct.source.facts.store.FactFile;
import io.precinct.source.git.TreeFile;
import io.precinct.source.testing.TestCommit;
import io.precinct.source.testing.TestEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLanguagesTest {
    @TempDir
    Path folder;

    private FactFile facts;
    private FileLanguages languages;

    @BeforeEach
    void open() {
        facts = new FactFile(folder, problem -> {
            throw new AssertionError(problem);
        });
        languages = new FileLanguages(new ManyLanguages(), facts);
    }

    @AfterEach
    void close() {
        facts.close();
    }

    /** An engine with more languages, none of which is parsed here. */
    private static final class ManyLanguages extends TestEngine {
        private static final Map<String, String> ENDINGS = Map.of(
                ".java",
                "java",
                ".js",
                "javascript",
                ".ts",
                "typescript",
                ".py",
                "python",
                ".rb",
                "ruby",
                ".php",
                "php",
                ".sh",
                "bash",
                ".json",
                "json");

        @Override
        public List<String> languages() {
            return ENDINGS.values().stream().sorted().toList();
        }

        @Override
        public @Nullable String languageOf(String path, List<String> allowed) {
            String language = ENDINGS.get(path.substring(Math.max(0, path.lastIndexOf('.'))));
            return language == null || !allowed.isEmpty() && !allowed.contains(language) ? null : language;
        }
    }

    private static Map<String, TreeFile> files(TestCommit commit) {
        return commit.files().stream().collect(Collectors.toMap(TreeFile::path, Function.identity()));
    }

    private @Nullable String language(TestCommit commit, String path) {
        return languages.of(commit, files(commit).get(path));
    }

    private @Nullable String signs(TestCommit commit, String path) {
        CommentSigns signs = languages.signs(commit, files(commit).get(path));
        return signs == null ? null : signs.language();
    }

    @Test
    void aRepositoryDeclaresTheLanguage() {
        var commit = new TestCommit("r")
                .with(
                        ".gitattributes",
                        "*.inc linguist-language=PHP\n*.js linguist-language=Perl\n*.q linguist-language=X\n")
                .with("a.inc", "x\n")
                .with("a.js", "x\n")
                .with("a.q", "x\n");
        assertThat(language(commit, "a.inc")).isEqualTo("php");
        assertThat(language(commit, "a.js")).as("without a grammar").isNull();
        assertThat(signs(commit, "a.js")).isEqualTo("perl");
        assertThat(language(commit, "a.q")).isNull();
    }

    @Test
    void filesWithoutAnEndingAreKnownByTheirNames() {
        var commit = new TestCommit("r")
                .with("Vagrantfile", "x\n")
                .with("ci/Podfile", "x\n")
                .with("PKGBUILD", "x\n")
                .with("SConstruct", "x\n")
                .with(".babelrc", "{}\n");
        assertThat(files(commit).keySet())
                .extracting(path -> path + " " + language(commit, path))
                .containsExactlyInAnyOrder(
                        "Vagrantfile ruby", "ci/Podfile ruby", "PKGBUILD bash", "SConstruct python", ".babelrc json");
    }

    @Test
    void aScriptCountsByItsInterpreterWhateverItsEnding() {
        var commit = new TestCommit("r")
                .executable("tool.py", "#!/usr/bin/env ruby\n")
                .executable("plain.py", "import os\n")
                .with("module.py", "#!/usr/bin/env ruby\n")
                .with("page.cgi", "#!/usr/bin/python3\n")
                .with("page.xyz", "#!/usr/bin/env node\n")
                .with("page.ts", "#!/usr/bin/env node\n")
                .with("other.cgi", "?\n");
        assertThat(language(commit, "tool.py")).isEqualTo("ruby");
        assertThat(language(commit, "plain.py")).isEqualTo("python");
        assertThat(language(commit, "module.py")).as("not executable").isEqualTo("python");
        assertThat(language(commit, "page.cgi")).isEqualTo("python");
        assertThat(language(commit, "page.xyz")).isEqualTo("javascript");
        assertThat(language(commit, "page.ts")).as("run by the same program").isEqualTo("typescript");
        assertThat(language(commit, "other.cgi")).as("one of three languages").isNull();
    }

    @Test
    void anEditorsLineCounts() {
        var commit = new TestCommit("r")
                .with("template.in", "// -*- mode: java -*-\n")
                .with("other.in", "# vim: ft=perl\n");
        assertThat(language(commit, "template.in")).isEqualTo("java");
        assertThat(language(commit, "other.in")).isNull();
        assertThat(signs(commit, "other.in")).isEqualTo("perl");
    }

    @Test
    void contentDecidesWhereTheFilesAroundDoNot() {
        var commit = new TestCommit("r")
                .with("app_de.ts", "<?xml version=\"1.0\"?>\n<TS version=\"2.1\">\n</TS>\n")
                .with("app.ts", "export const a = 1;\n");
        assertThat(language(commit, "app_de.ts")).isNull();
        assertThat(signs(commit, "app_de.ts")).isEqualTo("xml");
        assertThat(language(commit, "app.ts")).isEqualTo("typescript");
    }

    @Test
    void onlyAllowedLanguagesAreFound() {
        var commit = new TestCommit("r")
                .with(".gitattributes", "*.x linguist-language=Ruby\n*.y linguist-language=Java\n")
                .with("a.x", "x\n")
                .with("a.y", "x\n")
                .with("Vagrantfile", "x\n")
                .executable("run", "#!/usr/bin/env python3\n")
                .allowing("java");
        assertThat(files(commit).keySet())
                .extracting(path -> language(commit, path))
                .containsOnly("java", null);
        assertThat(language(commit, "a.y")).isEqualTo("java");
    }

    @Test
    void whatAContentToldIsKept() {
        var commit = new TestCommit("r").with("run", "#!/usr/bin/env ruby\n").with("none", "?\n");
        assertThat(language(commit, "run")).isEqualTo("ruby");
        assertThat(language(commit, "none")).isNull();
        facts.store().save();
        facts.close();
        open();
        commit.spoiling("run");
        assertThat(language(commit, "run")).isEqualTo("ruby");
        commit.spoiling("none");
        assertThat(language(commit, "none")).isNull();
    }
}
