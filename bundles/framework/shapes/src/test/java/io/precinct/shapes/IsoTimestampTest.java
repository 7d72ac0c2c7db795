package io.precinct.shapes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.longRange;
import static org.quicktheories.generators.Generate.pick;
import static org.quicktheories.generators.Generate.range;

import io.precinct.testing.AnyText;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quicktheories.core.Gen;

class IsoTimestampTest {
    @ParameterizedTest
    @CsvSource({
        "2026-01-31,2026-01-31T00:00:00Z",
        "2024-02-29,2024-02-29T00:00:00Z",
        "2026-01-31T10:15,2026-01-31T10:15:00Z",
        "2026-01-31T10:15Z,2026-01-31T10:15:00Z",
        "2026-01-31T10:15:30,2026-01-31T10:15:30Z",
        "2026-01-31t10:15:30z,2026-01-31T10:15:30Z",
        "2026-01-31 10:15:30Z,2026-01-31T10:15:30Z",
        "2026-01-31T10:15:30.5Z,2026-01-31T10:15:30.5Z",
        "'2026-01-31T10:15:30,25Z',2026-01-31T10:15:30.25Z",
        "2026-01-31T10:15:30.1234567899Z,2026-01-31T10:15:30.123456789Z",
        "2026-01-31T10:15:30+02:00,2026-01-31T08:15:30Z",
        "2026-01-31T10:15:30-0530,2026-01-31T15:45:30Z",
        "2026-01-31T10:15:30+02,2026-01-31T08:15:30Z",
        "2026-01-31T24:00:00Z,2026-02-01T00:00:00Z",
        "2016-12-31T23:59:60Z,2017-01-01T00:00:00Z",
        "0000-01-01,0000-01-01T00:00:00Z"
    })
    void datesAndTimestampsOfTheExtendedFormAreRead(String text, Instant moment) {
        assertThat(IsoTimestamp.parse(text)).isEqualTo(moment);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026",
                "2026-01",
                "2026-1-31",
                "20260131",
                "2026-02-29",
                "2026-13-01",
                "2026-00-10",
                "2026-01-32",
                "2026-01-31T",
                "2026-01-31T10",
                "2026-01-31T10:15:",
                "2026-01-31T10:15:30.",
                "2026-01-31T25:00:00Z",
                "2026-01-31T24:00:01Z",
                "2026-01-31T10:60:00Z",
                "2026-01-31T10:15:61Z",
                "2026-01-31T10:15:30X",
                "2026-01-31T10:15:30+2",
                "2026-01-31T10:15:30+02:",
                "2026-01-31T10:15:30+24:00",
                "2026-01-31T10:15:30+02:60",
                "2026-01-31T10:15:30ZZ",
                "2026-01-31T10:15.5Z",
                "2026-01-31Z",
                "2026-01-31X10:15:30",
                " 2026-01-31",
                "2026-01-31 ",
                "-026-01-31",
                "২০২৬-০১-৩১",
                "later than that"
            })
    void anythingElseIsNoMomentAndNoError(String text) {
        assertThat(IsoTimestamp.parse(text)).isNull();
    }

    @Test
    void whatJavaWritesIsRead() {
        long first = Instant.parse("0000-01-02T00:00:00Z").getEpochSecond();
        long last = Instant.parse("9999-12-30T23:59:59Z").getEpochSecond();
        Gen<Long> seconds = longRange(first, last).mix(pick(List.of(0L, 1L, -1L, first, last)), 10);
        // Java writes as many digits as needed, in steps of three.
        Gen<Integer> nanos = range(0, 999_999_999)
                .mix(range(0, 999).map(millis -> millis * 1_000_000), 20)
                .mix(pick(List.of(0, 1, 999_999_999)), 10);
        Gen<Integer> minutes = range(-1_439, 1_439).mix(pick(List.of(0, 1, -1, -1_439, 1_439)), 10);
        qt().forAll(seconds, nanos, minutes).checkAssert((second, nano, minute) -> {
            ZoneOffset offset = ZoneOffset.ofTotalSeconds(minute * 60 * 3 / 4 / 60 * 60);
            OffsetDateTime written = Instant.ofEpochSecond(second, nano).atOffset(offset);

            assertThat(IsoTimestamp.parse(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(written)))
                    .isEqualTo(written.toInstant());
        });
    }

    @Test
    void noTextWhateverThrows() {
        qt().forAll(AnyText.upTo(255)).checkAssert(text -> {
            IsoTimestamp.parse(text);
            IsoTimestamp.parse("2026-01-31T10" + text);
        });
    }
}
