package io.precinct.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.postgres.api.Timestamps;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimestampsTest {
    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:04:05Z, 2026-01-02T03:04:05.000Z",
        "2026-11-12T13:14:15.016999Z, 2026-11-12T13:14:15.016Z",
        "0001-01-01T00:00:00.100Z, 0001-01-01T00:00:00.100Z",
        "9999-12-31T23:59:59.999Z, 9999-12-31T23:59:59.999Z",
        "+10000-01-01T00:00:00Z, +10000-01-01T00:00:00.000Z"
    })
    void textHasThreeDecimals(Instant time, String text) {
        assertThat(Timestamps.text(time)).isEqualTo(text);
    }
}
