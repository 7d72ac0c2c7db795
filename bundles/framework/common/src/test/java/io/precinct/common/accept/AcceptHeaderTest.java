package io.precinct.common.accept;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptHeaderTest {
    private static final String JSON = "application/json";
    private static final String HTML = "text/html";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json | 1",
                "APPLICATION/JSON;q=0.25 | 0.25",
                "*/*;q=0.5 | 0.5",
                "application/*;q=0.3, */* | 0.3",
                "application/json;q=0.5, application/*, */* | 0.5",
                "application/json;q=0, */* | 0",
                "application/json;q=0.2, application/json;q=0.7 | 0.7",
                "application/json; charset=utf-8 ; q=0.4 | 0.4",
                "text/html | 0",
                "*/json | 0",
                "application/json;q=7 | 1",
                "application/json;q=0.1234 | 1",
                "application/json;q=1.9 | 1",
                "application/json;q= | 1",
                ", ;, json, /, application/, /json | 0",
            })
    void theMostSpecificRangeDecides(String header, double quality) {
        assertThat(AcceptHeader.of(header).quality(JSON)).isEqualTo(quality);
    }

    @Test
    void withoutAHeaderEverythingIsAccepted() {
        assertThat(AcceptHeader.of(null).best(List.of(HTML, JSON))).isEqualTo(HTML);
        assertThat(AcceptHeader.of(" ").best(List.of(JSON, HTML))).isEqualTo(JSON);
    }

    @Test
    void ofWhatIsWantedEquallyTheFirstIsBest() {
        assertThat(AcceptHeader.of("text/html, application/json").best(List.of(JSON, HTML)))
                .isEqualTo(JSON);
        assertThat(AcceptHeader.of("text/html, application/json;q=0.9").best(List.of(JSON, HTML)))
                .isEqualTo(HTML);
        assertThat(AcceptHeader.of("image/png").best(List.of(JSON, HTML))).isNull();
    }

    @Test
    void wildcardsNameNothing() {
        assertThat(AcceptHeader.of("*/*, application/*;q=0.9").qualityByName(JSON))
                .isZero();
        assertThat(AcceptHeader.of("*/*, application/json;q=0.2").qualityByName(JSON))
                .isEqualTo(0.2);
    }

    @Test
    void rangesBeyondTheSixtyFourthAreNotRead() {
        assertThat(AcceptHeader.of("text/a,".repeat(63) + JSON).quality(JSON)).isEqualTo(1);
        assertThat(AcceptHeader.of("text/a,".repeat(64) + JSON).quality(JSON)).isZero();
    }
}
