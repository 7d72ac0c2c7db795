package io.precinct.core.api.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservedMembersTest {
    private static String dropped(String json) {
        return new String(
                ReservedMembers.dropped("application/json", json.getBytes(StandardCharsets.UTF_8), name -> true),
                StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"_seal\":{}}",
                "{\"a\":1,\"\\u005fseal\":{}}",
                "{\"a\":1,\"_s\\u0065al\":{}}",
                "{\"a\":1,\"\\u005F\\u0074race\":[1]}",
                "{ \"a\" : 1, \"_verify\" : [] }",
                "{\"_recorded\":\"x\",\"a\":1}",
                " \t\r\n{\"_recorded\":\"x\",\"a\":1}"
            })
    void aForgedMemberIsDroppedHoweverItsNameIsWritten(String json) {
        assertThat(dropped(json)).isEqualTo("{\"a\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"text\":\"\\\"_seal\\\"\"}",
                "{\"text\":\"'\\\\u005f' and \\u001b\"}",
                "{\"_sealed\":1,\"_\":\"_trace\",\"in\":{\"_seal\":1}}",
                "[{\"_seal\":1},\"_trace\"]",
                " ",
                ""
            })
    void whatOnlyLooksLikeOneStays(String json) {
        assertThat(dropped(json)).isEqualTo(json);
    }

    @Test
    void whatIsNoJsonStays() {
        byte[] bytes = "{\"_seal\":1}".getBytes(StandardCharsets.UTF_8);
        assertThat(ReservedMembers.dropped("text/plain", bytes, name -> true)).isSameAs(bytes);
    }
}
