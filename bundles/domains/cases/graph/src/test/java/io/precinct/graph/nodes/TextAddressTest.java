package io.precinct.graph.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextAddressTest {
    private static final String BODY = "# handbook\r\n\r\nintro\r\n\r\n## Greeting \r\n\r\n  hello\t\r\n\r\nall\r\n\r\n"
            + "```text note\r\nHi \r\n\r\n```\r\n~~~text\r\nsecond\r\n~~~\r\n### Deep er\r\n\r\n## Empty\r\n\r\n";

    private static String at(String address) {
        return TextAddress.of(address).in(BODY);
    }

    @Test
    void addressesAreRead() {
        assertThat(TextAddress.of("case-task-1:lists.to-do.todo"))
                .isEqualTo(new TextAddress("case-task-1", List.of("lists", "to-do", "todo")));
        assertThat(TextAddress.of("a.b_c").path()).isEmpty();
    }

    @Test
    void aSlugAloneIsTheWholeNode() {
        assertThat(at("handbook")).isEqualTo(BODY);
    }

    @Test
    void aSectionIsWhatStandsBelowItsHeadingWithoutBlankLinesAtTheEnds() {
        assertThat(at("handbook:greeting"))
                .startsWith("  hello\t\r\n\r\nall\r\n")
                .endsWith("~~~\r\n### Deep er");
        assertThat(at("handbook:empty")).isEmpty();
        assertThat(at("handbook:greeting.deep-er")).isEmpty();
        assertThat(at("handbook:handbook.greeting")).isEqualTo(at("handbook:greeting"));
    }

    @Test
    void aFenceIsItsLinesAndTheFirstCounts() {
        assertThat(at("handbook:greeting.text")).isEqualTo("Hi \r\n");
    }

    @Test
    void whatIsNotThereIsNull() {
        for (String address : List.of("greetings", "greeting.todo", "deep-er", "greeting.deep-er.text", "empty.text")) {
            assertThat(at("handbook:" + address)).as(address).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", ":a", "a:", "a:.", "a:b.", "a:b..c", "a:b:c", "a b", "a:b c", "-a", "a/b", "a:b\n", "ä", "a\0"
            })
    void whatIsNoAddressIsRefused(String text) {
        assertThatThrownBy(() -> TextAddress.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("an address is slug,");
        assertThatThrownBy(() -> TextAddress.of("a:" + "b".repeat(2000))).isInstanceOf(IllegalArgumentException.class);
    }
}
