package io.precinct.source.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FileNamesTest {
    private final FileNames names = new FileNames(List.of(
            language("cpp", "*.cpp", "*.h"),
            language("c", "*.c", "*.h"),
            language("typescript", "*.ts"),
            language("declarations", "*.d.ts"),
            language("groovy", "*.groovy", "Jenkinsfile", "Jenkinsfile.*"),
            language("odd", "*-*.x")));

    @Test
    void theEndOfANameTellsTheLanguage() {
        assertThat(names.languageOf("a/b/main.c", List.of())).contains("c");
        assertThat(names.languageOf("main.cpp", List.of())).contains("cpp");
        assertThat(names.languageOf("a.c/readme", List.of())).isEmpty();
        assertThat(names.languageOf("main.C", List.of())).isEmpty();
    }

    @Test
    void theLongestPatternWinsAndAWholeNameOverAll() {
        assertThat(names.languageOf("x.d.ts", List.of())).contains("declarations");
        assertThat(names.languageOf("x.ts", List.of())).contains("typescript");
        assertThat(names.languageOf("ci/Jenkinsfile", List.of())).contains("groovy");
        assertThat(names.languageOf("ci/Jenkinsfile.ts", List.of())).contains("groovy");
        assertThat(names.languageOf("a-b.x", List.of())).contains("odd");
        assertThat(names.languageOf("ab.x", List.of())).isEmpty();
    }

    @Test
    void ofTwoThatClaimAFileTheFirstAllowedOneHasIt() {
        assertThat(names.languageOf("a.h", List.of())).contains("c");
        assertThat(names.languageOf("a.h", List.of("cpp", "c"))).contains("cpp");
        assertThat(names.languageOf("a.h", List.of("cpp"))).contains("cpp");
        assertThat(names.languageOf("x.d.ts", List.of("typescript"))).contains("typescript");
        assertThat(names.languageOf("a.h", List.of("java"))).isEmpty();
        assertThat(names.claimants("a.h", List.of())).containsExactly("c", "cpp");
        assertThat(names.claimants("a.h", List.of("cpp", "java", "c"))).containsExactly("cpp", "c");
        assertThat(names.claimants("x.d.ts", List.of())).containsExactly("declarations");
        assertThat(names.claimants("a.txt", List.of())).isEmpty();
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void manyWildcardsAgainstALongNameTakeNoTime() {
        String stars = "*a".repeat(8);
        var languages = new FileNames(List.of(language("one", stars + "*b"), language("other", stars + "*c*b")));
        String name = "a".repeat(5_000);
        assertThat(languages.languageOf(name, List.of())).isEmpty();
        assertThat(languages.languageOf(name + "b", List.of("other"))).isEmpty();
        assertThat(languages.languageOf(name + "b", List.of())).contains("one");
    }

    @Test
    void whatConfigurationSaysOfAnEndWinsOverTheGrammars() {
        var configured = new FileNames(
                List.of(language("c", "*.c", "*.h"), language("hcl")), Map.of("tf", "hcl", "in.h", "hcl"));
        assertThat(configured.languageOf("net/main.tf", List.of())).contains("hcl");
        assertThat(configured.languageOf("config.in.h", List.of())).contains("hcl");
        assertThat(configured.languageOf("config.h", List.of())).contains("c");
        assertThat(configured.languageOf("main.tf", List.of("c"))).isEmpty();
        assertThat(configured.languageOf("config.in.h", List.of("c"))).isEmpty();
        assertThat(configured.languageOf("tf", List.of())).isEmpty();
    }

    private static Language language(String name, String... files) {
        return Language.named(name)
                .files(files)
                .library(new Library("x", Map.of()))
                .build();
    }
}
