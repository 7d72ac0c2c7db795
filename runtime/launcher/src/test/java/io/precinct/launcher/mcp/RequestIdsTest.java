package io.precinct.launcher.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestIdsTest {
    private static List<Object> in(String text) throws IOException {
        return RequestIds.in(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"to",
                "{\"id\":7,\"id\":7}",
                "{\"id\":7,",
                "{\"id\":7 x",
                "{\"id\":7]",
                " \t{ \"id\" : 7 , \"method\" : nonsense",
                "{\"i\\u0064\":7,\"method\":tools}",
                "\u00EF\u00BB\u00BF{\"id\":7,\"a\":}",
                "{\"method\":\"\u00FF\u0000\",\"id\":7}",
                "{\"method\":\"quoted \\\" and \\\\\",\"id\":7}",
                "{\"params\":{\"id\":1,\"a\":[{\"id\":2},\"}]\",\"\\\"id\"]},\"id\":7}",
                "{\"x\":01,\"y\":-,\"id\":7}",
                "{\"id\":7}{\"id\":8}",
                "[{\"id\":7},",
                "[{\"id\":7},{\"id\":8"
            })
    void anIdIsSeenBeforeTheFaultAndBehindOneThatLeavesTheStructure(String text) throws IOException {
        assertThat(in(text)).containsExactly(7);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "{",
                "{\"id",
                "{\"id\"",
                "{\"id\":",
                "{\"id\":7",
                "{\"id\":\"seven",
                "{\"id\":\"seven\\",
                "{\"id\":\"\u00FF\"}",
                "{\"id\":null}",
                "{\"id\":true}",
                "{\"id\":{\"id\":7}}",
                "{\"id\":007}",
                "{\"id\":7,\"id\":8}",
                "{\"ID\":7}",
                "{id:7}",
                "{\"method\":\"x\"\"id\":7}",
                "{\"method\":\"tools,\"id\":7}",
                "{\"params\":{\"a\":1],\"id\":7}",
                "{\"params\":{\"a\":1}},\"id\":7}",
                "{\"params\":{\"a\":[1},\"id\":7}",
                "{\"params\":{\"id\":7",
                "\"id\":7",
                "[7]",
                "[[{\"id\":7}]]"
            })
    void anIdThatIsNotCertainIsNotSeen(String text) throws IOException {
        assertThat(in(text)).isEmpty();
    }

    @Test
    void idsOfAllKindsAreSeen() throws IOException {
        assertThat(in("[{\"id\":\"a\\n\u00C3\u00A9\"},{\"x\":1},{\"id\":-1.5},{\"id\":12345678901},x"))
                .containsExactly("a\n\u00E9", -1.5, 12345678901L);
        String longest = "x".repeat(1022);
        assertThat(in("{\"id\":\"" + longest + "\",}")).containsExactly(longest);
        assertThat(in("{\"id\":\"" + longest + "x\",}")).isEmpty();
        assertThat(in("{\"params\":" + "[".repeat(1001) + "]".repeat(1001) + ",\"id\":7}"))
                .as("deeper than any message")
                .isEmpty();
        assertThat(in("{\"params\":" + "[".repeat(1000) + "]".repeat(1000) + ",\"id\":7}"))
                .containsExactly(7);
    }
}
