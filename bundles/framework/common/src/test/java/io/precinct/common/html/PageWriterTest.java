package io.precinct.common.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageWriterTest {
    private final PageWriter page = new PageWriter(100, 10);

    @Test
    void leavesOutTheLineBreaksOfATemplateButNotThoseOfData() {
        page.writeContent("<p>\n  one\n  two <b>\nthree</b>\n</p>\n");
        page.writeUserContent("a\n b");

        assertThat(written()).isEqualTo("<p>one two <b>three</b></p>a\n b");
    }

    @Test
    void escapesDataAndShowsWhatCannotBeSeen() {
        page.writeUserContent("<&>\"'");
        page.writeUserContent("\u202ex\u0000\u200b\u200d\u3164");

        assertThat(written()).isEqualTo("&lt;&amp;&gt;&quot;&#39;[U+202E]x␀[U+200B]\u200d[U+3164]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"javascript:x", "JavaScript:x", " javascript:x", "java\nscript:x", "data:x", "vbscript:x", "x:y"
            })
    void anAddressOfAnotherSchemeLeadsNowhere(String address) {
        page.writeContent("<a href=\"");
        page.setContext("a", "href");
        page.writeUserContent(address);
        page.setContext("a", null);
        page.writeContent("\">");

        assertThat(written()).isEqualTo("<a href=\"#\">");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a:b", "?q=a:b", "#a:b", "https://a", "HTTP://a", "a/b:c", ""})
    void anAddressOfThisServiceOrByHttpIsWritten(String address) {
        page.writeContent("<a href=\"");
        page.setContext("a", "href");
        page.writeUserContent(address);

        assertThat(written()).isEqualTo("<a href=\"" + address);
    }

    @Test
    void dataBehindTheBeginningOfAnAddressMayHaveAnyCharacter() {
        page.writeContent("<a href=\"/files/");
        page.setContext("a", "href");
        page.writeUserContent("a:b");

        assertThat(written()).isEqualTo("<a href=\"/files/a:b");
    }

    @ParameterizedTest
    @CsvSource({"script,", "style,", "a,onclick", "p,style", "iframe,srcdoc"})
    void refusesDataWhereABrowserTakesItForCode(String tag, @Nullable String attribute) {
        page.setContext(tag, attribute);

        assertThatThrownBy(() -> page.writeUserContent("x")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void cutsALongText() {
        page.writeUserContent("x".repeat(1010));

        assertThat(written()).isEqualTo("xxxxxxxxxx<span class=\"more\">… 1,000 characters more</span>");
    }

    @Test
    void aPortionEndsWhereThePageIsFullAndCountsTheRest() {
        Portion<String> portion = page.portion(List.of("a", "b", "c"));
        for (String element : portion) {
            page.writeContent(element.repeat(60));
        }

        assertThat(written()).hasSize(120);
        assertThat(portion.left()).isEqualTo(1);
    }

    private String written() {
        return new String(page.bytes(), StandardCharsets.UTF_8);
    }
}
