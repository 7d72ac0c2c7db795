package io.precinct.formatter.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.format.Formatter.Target;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TextFormatterTest {
    @Test
    void isPlainTextInUtf8() {
        var rendition = new TextFormatter().render(target("Grüße"));

        assertThat(rendition.contentType()).isEqualTo("text/plain; charset=utf-8");
        assertThat(new String(rendition.body(), StandardCharsets.UTF_8)).isEqualTo("Grüße\n");
    }

    @Test
    void alignsValuesBesideTheirKeysAndNestsMapsBelowTheirs() {
        assertThat(text(Data.map(
                        "id",
                        7,
                        "title",
                        "Pump 3 leaks",
                        "address",
                        Data.map("street", "Main St", "geo", Data.map("lat", 48.5)),
                        "open",
                        true)))
                .isEqualTo("""
                        id     7
                        title  Pump 3 leaks

                        address
                          street  Main St
                          geo
                            lat  48.5

                        open   true
                        """);
    }

    @Test
    void writesShortListsInLineAndOthersWithDashes() {
        assertThat(text(Data.map(
                        "tags",
                        Data.list("red", 7, null),
                        "one",
                        Data.list("alone"),
                        "mixed",
                        Data.list("a, b", Data.list("x", Data.map("y", 1)), Data.map("k", 1, "l", "two")))))
                .isEqualTo("""
                        tags  red, 7, null

                        one
                          - alone

                        mixed
                          - a, b
                          - - x
                            - y  1
                          - k  1
                            l  two
                        """);
    }

    @Test
    void writesAListOfMapsThatAreAlikeAsColumns() {
        assertThat(text(Data.map(
                        "notes",
                        Data.list(
                                Data.map("id", 9, "title", "日本", "by", null),
                                Data.map("id", 10, "title", "plain", "open", true)))))
                .isEqualTo("""
                        notes
                          id  title  by    open
                          --  -----  ----  ----
                           9  日本   null
                          10  plain        true
                        """);
    }

    @Test
    void doesNotForceMapsThatAreNotAlikeIntoColumns() {
        assertThat(text(Data.list(Data.map("a", 1, "text", "x".repeat(61)), Data.map("a", 2, "text", "y"))))
                .isEqualTo("- a     1\n  text  " + "x".repeat(61) + "\n- a     2\n  text  y\n");
        assertThat(text(Data.list(Data.map("a", 1, "b", 2), Data.map("c", 3, "d", 4), Data.map("e", 5))))
                .startsWith("- a  1\n  b  2\n- c  3\n");
    }

    @Test
    void quotesStringsThatWouldBeTakenForSomethingElse() {
        assertThat(text(Data.map("a", "", "b", "true", "c", "12", "d", " x", "e", "- x", "f", "{}", "g", "| x")))
                .isEqualTo("""
                        a  ""
                        b  "true"
                        c  "12"
                        d  " x"
                        e  "- x"
                        f  "{}"
                        g  "| x"
                        """);
    }

    @Test
    void keepsTheLinesOfAValueApartFromThoseOfTheOutline() {
        assertThat(text(Data.map("poem", "Roses\n\n  violets\tblue\n", "end", 1)))
                .isEqualTo("poem\n  | Roses\n  | \n  |   violets\tblue\n  | \n\nend  1\n");
    }

    @Test
    void showsWhatATerminalWouldActOnAsSigns() {
        assertThat(text("a\u001b[31m\u0007\r\u007f")).isEqualTo("a␛[31m␇␍␡\n");
        assertThat(text("x\u009b\u202e\u2028\u0085")).isEqualTo("x[U+009B][U+202E][U+2028][U+0085]\n");
        assertThat(text("\ud83d😀\ude00")).isEqualTo("\ufffd😀\ufffd\n");
        assertThat(text(Data.map("k\u001b", 1, "a\nb", 2))).isEqualTo("k␛      1\n\"a\\nb\"  2\n");
    }

    @Test
    void writesAnyPayload() {
        assertThat(text(null)).isEqualTo("null\n");
        assertThat(text(Data.map())).isEqualTo("{}\n");
        assertThat(text(1e22)).isEqualTo("1e+22\n");
        assertThat(text("two\nlines")).isEqualTo("| two\n| lines\n");
    }

    @Test
    void writesWhatIsNestedVeryDeepAsJsonOnTheStackOfAVirtualThread() throws Exception {
        Object deep = "bottom";
        for (int i = 0; i < 1000; i++) {
            deep = i % 2 == 0 ? Data.list(deep, i) : Data.map("k", deep);
        }
        Object payload = deep;
        var text = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> {
            try {
                text.complete(text(payload));
            } catch (Throwable e) { // this test looks for a stack overflow
                text.completeExceptionally(e);
            }
        });

        assertThat(text.get()).contains("[\"bottom\",0]").hasSizeLessThan(12_000);
    }

    static String text(@Nullable Object payload) {
        return new String(new TextFormatter().render(target(payload)).body(), StandardCharsets.UTF_8);
    }

    private static Target target(@Nullable Object payload) {
        return new Target(payload, 200, "text/plain", "/notes", "notes");
    }
}
