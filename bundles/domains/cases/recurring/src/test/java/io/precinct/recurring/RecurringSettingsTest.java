package io.precinct.recurring;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.cases.day.ZoneSettings;
import io.precinct.itests.database.TestDatabase;
import io.precinct.recurring.templates.Templates;
import io.precinct.testing.Eventually;
import io.precinct.testkit.TestAnswer;
import io.precinct.testkit.TestChain;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecurringSettingsTest {
    private static final RecurringSettings.Values SAID =
            new RecurringSettings.Values(false, ZoneId.of("Europe/Berlin"), 30, Duration.ofSeconds(9));
    private static final String SAYS =
            "recurring: {enabled: false, timezone: Europe/Berlin, max_catch_up: 30, poll_seconds: 9}\n";

    @TempDir
    Path folder;

    @Test
    void aReloadChangesThem() {
        var configured = new ConfiguredRecurring(folder, "# nothing\n");
        assertThat(configured.settings().now()).isEqualTo(RecurringSettings.Values.DEFAULT);

        configured.write(SAYS);
        assertThat(configured.settings().now()).isEqualTo(SAID);

        configured.write("export: {auto: true}\nrecurring:\n");
        assertThat(configured.settings().now()).isEqualTo(RecurringSettings.Values.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 | recurring takes a map, got 3",
                "{enabled: 1} | recurring.enabled takes true or false, got 1",
                "{timezone: Nowhere} | recurring.timezone takes a name of the IANA time zone database, such as"
                        + " Europe/Berlin, got \"Nowhere\"",
                "{max_catch_up: 0} | recurring.max_catch_up takes a whole number from 1 to 1000, got 0",
                "{poll_seconds: 3601} | recurring.poll_seconds takes a whole number from 1 to 3600, got 3601",
                "{poll: 3} | unknown key \"poll\" in recurring",
                "[ | invalid YAML",
            })
    void aFileThatIsNotGoodLeavesThemAsTheyWere(String section, String problem) {
        var configured = new ConfiguredRecurring(folder, SAYS);

        assertThat(configured.write("recurring: " + section + "\n"))
                .singleElement()
                .satisfies(found -> assertThat(found.line()).contains("cases.yml:", problem));

        assertThat(configured.settings().now()).isEqualTo(SAID);
    }

    @Test
    void aScheduleThatDoesNotSayTakesTheDefaultsOfTheDay() {
        var configured = new ConfiguredRecurring(folder, SAYS);
        try (var database = TestDatabase.fresh()) {
            var domains = new DomainServices(new RowCases(database), null);
            var templates =
                    new Templates(database, domains, configured.settings(), new FakeClock("2026-11-20T10:00:00Z"));
            Eventually.until(
                    "the database is migrated",
                    () -> database.databases().pending().isEmpty());
            try (TestChain chain =
                    TestChain.empty().family("recurring", templates).start()) {
                Map<?, ?> made = schedule(chain);
                assertThat(made.get("timezone")).isEqualTo("Europe/Berlin");
                assertThat(made.get("max_catch_up")).isEqualTo(30);
                assertThat(made.get("dtstart")).as("now, there").isEqualTo("2026-11-20T11:00:00");

                configured.write("recurring: {}\n");
                assertThat(schedule(chain).get("timezone")).isEqualTo("UTC");
                assertThat(chain.get("/api/recurring-templates?sort=label")
                                .send()
                                .text())
                        .as("what is there stays")
                        .contains("Europe/Berlin");
            }
        }
    }

    @Test
    void aScheduleThatDoesNotSayTakesTheZoneOfTheCases() {
        var configured = new ConfiguredRecurring(folder, "timezone: Asia/Tokyo\n");
        var zone = new ZoneSettings(configured.files());
        try (var database = TestDatabase.fresh()) {
            var cases = new RowCases(database);
            var templates = new Templates(
                    database,
                    new DomainServices(cases, null),
                    configured.settings(),
                    new FakeClock("2026-11-20T10:00:00Z"));
            Eventually.until(
                    "the database is migrated",
                    () -> database.databases().pending().isEmpty());
            try (TestChain chain =
                    TestChain.empty().family("recurring", templates).start()) {
                cases.overdueIn(zone.now());
                assertThat(schedule(chain).get("timezone")).isEqualTo("Asia/Tokyo");
                assertThat(configured.write("timezone: Nowhere\n"))
                        .singleElement()
                        .satisfies(found -> assertThat(found.line()).contains("timezone takes a name of the IANA"));
                assertThat(zone.now().getId()).isEqualTo("Asia/Tokyo");
                configured.write("timezone: Asia/Tokyo\nrecurring: {timezone: Europe/Berlin}\n");
                assertThat(schedule(chain).get("timezone")).isEqualTo("Europe/Berlin");
                configured.write("");
                assertThat(zone.now()).isEqualTo(ZoneSettings.UTC);
            }
        }
    }

    private static Map<?, ?> schedule(TestChain chain) {
        TestAnswer answer = chain.post(
                        "/api/recurring-templates",
                        Map.of("label", "x", "schedule", Map.of("kind", "cron", "rule", "0 9 * * *")))
                .send();
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return (Map<?, ?>) answer.json().get("schedule");
    }
}
