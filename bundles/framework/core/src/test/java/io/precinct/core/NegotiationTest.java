package io.precinct.core;

import static io.precinct.core.TestCore.answering;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Reply;
import io.precinct.api.format.Formatter;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NegotiationTest {
    private static final Formatter NOTHING = target -> new Formatter.Rendition("text/plain", new byte[0]);

    private final TestCore core = new TestCore()
            .boundary("make", answering(in -> Reply.ok(Map.of("made", true))))
            .route("post", "/make", "make");

    @AfterEach
    void stop() {
        core.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"csv", "", "/", "text/", "/csv", "text/csv/x", "text/c v", "text/csv;charset=utf-8", "text/*"})
    void aFormatterOfSomethingThatIsNoMediaTypeIsLeftOutAndDisturbsNobody(String mediaType) {
        core.plugins.formatter("csv", 1, NOTHING, "text/csv", mediaType);
        core.plugins.formatter("json", 2, NOTHING, "application/json");
        core.start();

        assertThat(accepting("application/json")).isEqualTo(200);
        assertThat(accepting("text/csv")).isEqualTo(406);
        assertThat(core.core.plugins().formatters()).containsOnlyKeys("json");
        assertThat(core.core.plugins().boundaries()).doesNotContainKey("csv_formatter");
        assertThat(core.core.plugins().problems())
                .singleElement()
                .asString()
                .contains("formatter csv: \"" + mediaType + "\" is no media type", "such as text/csv");
    }

    @Test
    void mediaTypesOfEveryOtherSpellingAreTaken() {
        core.plugins.formatter("odd", 1, NOTHING, "Application/VND.x-1+json", "a/!#$%&'+.^_`|~-");
        core.start();

        assertThat(core.core.plugins().problems()).isEmpty();
        assertThat(accepting("application/vnd.X-1+JSON")).isEqualTo(200);
        assertThat(accepting("a/!#$%&'+.^_`|~-")).isEqualTo(200);
        assertThat(accepting("application/json")).isEqualTo(406);
    }

    @ParameterizedTest
    @CsvSource({"get, 405", "Post, 405", "POST, 200", "post, 405"})
    void methodsAreCaseSensitive(String method, int status) {
        core.plugins.formatter("json", 1, NOTHING, "application/json");
        core.start();

        assertThat(core.send(CoreRequest.of(method, "/make")).status()).isEqualTo(status);
    }

    private int accepting(String mediaType) {
        return core.send(CoreRequest.of("POST", "/make").header("Accept", mediaType))
                .status();
    }
}
