package io.precinct.formatter.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.format.Formatter.Target;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonFormatterTest {
    private final JsonFormatter formatter = new JsonFormatter();

    @Test
    void writesCompactJsonInTheOrderOfThePayload() throws Exception {
        var rendition = formatter.render(target(Data.map("b", 1, "a", Data.list("x", true, null), "c", Data.map())));

        assertThat(rendition.contentType()).isEqualTo("application/json");
        assertThat(new String(rendition.body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"b\":1,\"a\":[\"x\",true,null],\"c\":{}}");
    }

    @Test
    void writesAnyPayloadAtTheTop() throws Exception {
        assertThat(json(null)).isEqualTo("null");
        assertThat(json("é")).isEqualTo("\"é\"");
        assertThat(json(Data.list())).isEqualTo("[]");
    }

    @Test
    void writesDoublesInTheirShortestForm() throws Exception {
        assertThat(json(Data.list(0.1, 3.0, -2.5, 1e10, 1e22, 1e-7, Double.MIN_VALUE, 123456.75, 1.0E7, 0.001)))
                .isEqualTo("[0.1,3,-2.5,10000000000,1e+22,1e-7,5e-324,123456.75,10000000,0.001]");
    }

    @Test
    void writesBigNumbersWithEveryDigit() throws Exception {
        assertThat(json(Data.list(
                        Long.MIN_VALUE,
                        new BigInteger("123456789012345678901234567890"),
                        new BigDecimal("0.1234567890123456789"),
                        new BigDecimal("1E+400"))))
                .isEqualTo("[-9223372036854775808,123456789012345678901234567890,0.1234567890123456789,1E+400]");
    }

    @Test
    void escapesWhatJsonDemandsAndLeavesTheRestAsItIs() throws Exception {
        assertThat(json("\"\\\n\t\u0000\u001f\u2028\u007f/😀"))
                .isEqualTo("\"\\\"\\\\\\n\\t\\u0000\\u001f\u2028\u007f/😀\"");
    }

    @Test
    void replacesHalvesOfSurrogatePairsInValuesAndKeys() throws Exception {
        String high = Character.toString(0xD83D);
        String low = Character.toString(0xDE00);

        assertThat(json("a" + high)).isEqualTo("\"a\ufffd\"");
        assertThat(json("😀" + low + "b😀")).isEqualTo("\"😀\ufffdb😀\"");
        assertThat(json(Data.map(high, 1))).isEqualTo("{\"\ufffd\":1}");
    }

    @Test
    void writesTextLongerThanAnyBuffer() throws Exception {
        String text = "é😀\"x".repeat(60_000);

        assertThat(json(text)).isEqualTo("\"" + "é😀\\\"x".repeat(60_000) + "\"");
    }

    @Test
    void writesDataAsDeepAsDataMayBeOnAVirtualThread() throws Exception {
        Object deep = 1;
        for (int i = 0; i < 1000; i++) {
            deep = i % 2 == 0 ? Data.list(deep) : Data.map("k", deep);
        }
        Object payload = deep;
        var json = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> {
            try {
                json.complete(json(payload));
            } catch (Throwable e) { // this test looks for a stack overflow
                json.completeExceptionally(e);
            }
        });

        assertThat(json.get()).startsWith("{\"k\":[{\"k\":").endsWith("]}]}").hasSize(1 + 500 * 2 + 500 * 6);
    }

    @Test
    void writesAnErrorAsProblemDetailsWhereTheyAreAccepted() throws Exception {
        var payload = Data.map("error", "no such note", "code", "missing", "available", Data.list("a"));

        var rendition = formatter.render(problem(404, payload));

        assertThat(rendition.contentType()).isEqualTo("application/problem+json");
        assertThat(new String(rendition.body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,"
                        + "\"detail\":\"no such note\",\"code\":\"missing\",\"available\":[\"a\"]}");
    }

    @Test
    void keepsMembersWhoseNamesProblemDetailsHaveTaken() throws Exception {
        var payload = Data.map("error", Data.list("x"), "title", "Bug", "status", "open", "detail", 1);

        assertThat(new String(formatter.render(problem(422, payload)).body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Unprocessable Content\",\"status\":422,"
                        + "\"error\":[\"x\"],\"payload_title\":\"Bug\",\"payload_status\":\"open\","
                        + "\"payload_detail\":1}");
    }

    @Test
    void writesAnErrorThatIsNoMapAsProblemDetailsWithABody() throws Exception {
        assertThat(new String(formatter.render(problem(599, "odd")).body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Internal Server Error\",\"status\":599,"
                        + "\"body\":\"odd\"}");
    }

    private String json(@Nullable Object payload) throws IOException {
        return new String(formatter.render(target(payload)).body(), StandardCharsets.UTF_8);
    }

    private static Target target(@Nullable Object payload) {
        return new Target(payload, 200, "application/json", "/notes", "notes");
    }

    private static Target problem(int status, @Nullable Object payload) {
        return new Target(payload, status, "application/problem+json", "/notes", null);
    }
}
