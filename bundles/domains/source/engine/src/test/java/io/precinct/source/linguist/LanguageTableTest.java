package io.precinct.source.linguist;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageTableTest {
    @ParameterizedTest
    @CsvSource({
        "C#,C#",
        "csharp,C#",
        "c_sharp,C#",
        "C++,C++",
        "cpp,C++",
        "sh,Shell",
        "Objective-C,Objective-C",
        "objc,Objective-C"
    })
    void aLanguageIsKnownUnderEachOfItsNames(String name, String language) {
        assertThat(LanguageTable.named(name)).extracting(KnownLanguage::name).isEqualTo(language);
    }

    @Test
    void anUnknownNameIsNoLanguage() {
        assertThat(LanguageTable.named("nonsense")).isNull();
        assertThat(LanguageTable.named("")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "Vagrantfile,Ruby",
        "deep/down/Podfile,Ruby",
        "PKGBUILD,Shell",
        "SConstruct,Python",
        "a.gyp,Python",
        "a.GYP,Python",
        ".babelrc,JSON_with_Comments",
        "a.cgi,Perl Python Shell",
        "a.nonsense,''",
        "nonsense,''"
    })
    void aFileIsKnownByItsNameOrItsEnding(String path, String languages) {
        assertThat(LanguageTable.ofFile(path).stream().map(KnownLanguage::name).collect(Collectors.joining(" ")))
                .isEqualTo(languages);
    }

    @Test
    void aLanguageIsFoundAmongTheNamesOfOthers() {
        KnownLanguage comments = Objects.requireNonNull(LanguageTable.named("JSON with Comments"));
        String byParser = comments.in(KnownLanguage.byKey(List.of("c_sharp", "json")));
        assertThat(byParser).isEqualTo("json");
        String byAlias = comments.in(KnownLanguage.byKey(List.of("json", "jsonc")));
        assertThat(byAlias).isEqualTo("jsonc");
        String none = comments.in(Map.of());
        assertThat(none).isNull();
    }
}
