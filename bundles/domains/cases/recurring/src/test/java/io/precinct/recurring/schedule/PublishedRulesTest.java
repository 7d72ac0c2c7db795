package io.precinct.recurring.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.recurring.schedule.Schedule.Kind;
import io.precinct.recurring.schedule.Schedule.MonthEnd;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Published examples of recurrence rules, stored as data beside this class. */
class PublishedRulesTest {
    private static final int RFC_5545 = 38;
    private static final int DATEUTIL = 93;

    record Vector(String rule, String start, List<String> occurrences, boolean goesOn) {}

    static Stream<Vector> rfc5545() throws IOException {
        return read("rfc5545.txt");
    }

    static Stream<Vector> dateutil() throws IOException {
        return read("dateutil.txt");
    }

    @Test
    void noneOfThemIsMissing() throws IOException {
        assertThat(rfc5545()).hasSize(RFC_5545);
        assertThat(dateutil()).hasSize(DATEUTIL);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void rfc5545(Vector vector) throws BadRule {
        holds(vector, "America/New_York");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void dateutil(Vector vector) throws BadRule {
        holds(vector, "UTC");
    }

    private static void holds(Vector vector, String zone) throws BadRule {
        Schedule schedule = TestSchedules.of(Kind.RRULE, vector.rule, vector.start, zone, MonthEnd.SKIP);
        List<String> found = new ArrayList<>();
        Iterator<Days.Day> days = schedule.days().from(schedule.dtstart().toLocalDate());
        int enough = vector.goesOn ? vector.occurrences.size() : Integer.MAX_VALUE;
        while (days.hasNext() && found.size() < enough) {
            Days.Day day = days.next();
            day.times().forEach(time -> found.add(day.date().atTime(time).toString()));
        }
        assertThat(found)
                .isEqualTo(vector.occurrences.stream()
                        .map(text -> LocalDateTime.parse(text).toString())
                        .toList());
    }

    private static Stream<Vector> read(String file) throws IOException {
        try (InputStream in = Objects.requireNonNull(PublishedRulesTest.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines().filter(line -> !line.startsWith("#")).map(PublishedRulesTest::vector).toList().stream();
        }
    }

    private static Vector vector(String line) {
        String[] parts = line.split(" \\| ", -1);
        boolean goesOn = parts[2].endsWith(" ...");
        String occurrences = parts[2].replace(" ...", "").strip();
        return new Vector(
                parts[0],
                parts[1].strip(),
                occurrences.isEmpty() ? List.of() : Arrays.asList(occurrences.split(" ")),
                goesOn);
    }
}
