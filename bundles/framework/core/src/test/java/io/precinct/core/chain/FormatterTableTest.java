package io.precinct.core.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.format.Formatter;
import io.precinct.core.api.chain.Formatters;
import io.precinct.core.api.plugin.DeployedFormatter;
import io.precinct.core.api.plugin.Generation;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatterTableTest {
    private final Formatters table = new FormatterTable(List.of(
            formatter("json", 1, "application/json", "application/problem+json"), formatter("html", 2, "text/html")));

    @ParameterizedTest
    @CsvSource({
        "application/json, 404, application/json",
        "*/*, 404, application/json",
        "application/*, 404, application/json",
        "'application/json;q=0.5, application/*', 404, application/problem+json",
        "'application/json;q=0.5, application/*', 200, application/json",
        "'application/json;q=0.5, application/*;q=0.4', 404, application/json",
        "'application/problem+json;q=0, application/json;q=0.1', 404, application/json",
        "'application/json, application/problem+json', 404, application/json",
        "'application/json;q=0.5, */*;q=0.6', 200, text/html",
        "'text/html;q=0.5, text/*, application/json;q=0.4', 200, text/html",
    })
    void theMostSpecificRangeSaysHowMuchEachTypeIsWanted(String accept, int status, String mediaType) {
        assertThat(table.choose(accept, status)).extracting("mediaType").isEqualTo(mediaType);
    }

    private static DeployedFormatter formatter(String name, int order, String... mediaTypes) {
        Formatter nothing = target -> new Formatter.Rendition("text/plain", new byte[0]);
        return new DeployedFormatter(
                name, nothing, List.of(mediaTypes), order, new Generation(1, 1, "test", "1.0.0", "test:"));
    }
}
