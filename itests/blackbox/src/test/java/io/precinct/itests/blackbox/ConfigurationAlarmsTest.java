package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.blackbox.SchemaKeys.Key;
import io.precinct.itests.support.Distribution;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Breaks the configuration files of the running distribution: each mistake is an alarm within five seconds, told alike in
 * all places, and ends within five seconds after it is mended.
 */
@Timeout(300)
class ConfigurationAlarmsTest {
    private static final Duration PROMISED = Duration.ofSeconds(5);
    private static final List<String> FILES = List.of("service", "cases", "source", "dependencies");

    @TempDir
    private static Path folder;

    private static Service service;

    @BeforeAll
    static void start() {
        Service.initializeDatabase(folder);
        FILES.forEach(name -> write(folder.resolve("config"), name, good(name)));
        service = Service.on(folder, good("service"), "--features", "framework,cases,source,dependencies");
        Eventually.untilAsserted(
                "everything is up",
                () -> assertThat(service.http.get("/health").json()).containsEntry("status", "up"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @AfterEach
    void mend() {
        FILES.forEach(name -> write(service.config, name, good(name)));
        Eventually.untilAsserted(
                "it is mended", () -> assertThat(check("configuration")).containsEntry("status", "up"));
    }

    private static String good(String name) {
        return name.equals("service") ? "access_log: false\n" : "# nothing\n";
    }

    /** A file in which one key is broken, in its last line. */
    private static String broken(String name, Key key) {
        boolean same = key.path().getFirst().equals("access_log");
        return (name.equals("service") && !same ? good(name) : "# one key\n") + key.broken();
    }

    private static void write(Path config, String name, String text) {
        Service.write(config.resolve(name + ".yml"), text);
    }

    private static Map<String, Object> check(String subject) {
        return HealthChecks.of(service.http, subject);
    }

    /** The places that health names, as {@code file:line}. */
    private static List<String> places() {
        return check("configuration").get("facts") instanceof Map<?, ?> facts
                        && facts.get("problems") instanceof List<?> problems
                ? problems.stream()
                        .map(problem -> (Map<?, ?>) problem)
                        .map(problem -> Path.of((String) problem.get("file")).getFileName() + ":" + problem.get("line"))
                        .toList()
                : List.of();
    }

    private static double metric(String name, String file) {
        String label = Pattern.quote("{file=\"" + file + "\"} ");
        Matcher line = Pattern.compile("^" + name + label + "(\\S+)$", Pattern.MULTILINE)
                .matcher(service.http.get("/metrics").text());
        assertThat(line.find()).as(name + " of " + file).isTrue();
        return Double.parseDouble(line.group(1));
    }

    /** One key of each file at a time, because the files are watched independently of each other. */
    @Test
    void everyKeyOfEveryFileThatIsBrokenIsToldWithFileAndLineUntilItIsMended() {
        Map<String, List<Key>> keys = new LinkedHashMap<>();
        FILES.forEach(name -> keys.put(name, SchemaKeys.of(name)));
        assertThat(keys.values()).allSatisfy(some -> assertThat(some).hasSizeGreaterThan(5));
        int most = keys.values().stream().mapToInt(List::size).max().orElseThrow();
        for (int i = 0; i < most; i++) {
            var places = new ArrayList<String>();
            var now = new ArrayList<String>();
            for (var some : keys.entrySet()) {
                if (i < some.getValue().size()) {
                    Key key = some.getValue().get(i);
                    String text = broken(some.getKey(), key);
                    now.add(some.getKey() + ".yml " + key);
                    places.add(some.getKey() + ".yml:" + text.lines().count());
                    write(service.config, some.getKey(), text);
                }
            }
            within("broken: " + now, () -> assertThat(places()).containsAll(places));
            assertThat(check("configuration")).containsEntry("status", "degraded");
            FILES.forEach(name -> write(service.config, name, good(name)));
            within("mended: " + now, () -> assertThat(check("configuration")).containsEntry("status", "up"));
        }
    }

    private static void within(String what, Runnable assertion) {
        long began = System.nanoTime();
        Eventually.untilAsserted(what, assertion::run);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).as(what).isLessThan(PROMISED);
    }

    @Test
    void allPlacesTellTheSameStoryOfARefusedFile() throws Exception {
        for (String name : FILES) {
            String file = name + ".yml";
            double before = metric("precinct_config_last_reload_seconds", file);
            assertThat(metric("precinct_config_last_reload_successful", file)).isOne();
            write(service.config, name, good(name) + "nonsense: 1\n");
            String line = service.config.resolve(file) + ":2: unknown key \"nonsense\"";
            Eventually.untilAsserted(
                    file,
                    () -> assertThat(check("configuration"))
                            .containsEntry("status", "degraded")
                            .hasEntrySatisfying(
                                    "detail",
                                    detail -> assertThat((String) detail)
                                            .contains(line, "what was read from " + file + " before stays in use")));
            Map<?, ?> facts = (Map<?, ?>) check("configuration").get("facts");
            assertThat(Instant.parse((String) facts.get("since")))
                    .isBetween(Instant.now().minusSeconds(60), Instant.now());
            assertThat(service.http.get("/ready").status()).isEqualTo(200);
            assertThat(service.http.get("/inspect/config").text()).contains("unknown key \\\"nonsense\\\"");
            assertThat(status()).contains("configuration is degraded", line);
            assertThat(Files.readString(service.data.resolve("logs/precinct.log")))
                    .contains(file + ":2: unknown key");
            assertThat(metric("precinct_config_last_reload_successful", file)).isZero();
            assertThat(metric("precinct_config_last_reload_seconds", file)).isEqualTo(before);

            write(service.config, name, good(name));
            Eventually.untilAsserted(
                    "it is mended", () -> assertThat(check("configuration")).containsEntry("status", "up"));
            assertThat(metric("precinct_config_last_reload_successful", file)).isOne();
            assertThat(metric("precinct_config_last_reload_seconds", file)).isGreaterThan(before);
            assertThat(status()).doesNotContain("is degraded");
        }
    }

    private static String status() throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(Distribution.built().command("status", "--data", service.data.toString())).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }

    @Test
    void aRepositoryThatFailsIsAnAlarmUntilItIsFetched() throws Exception {
        Path late = folder.resolve("late");
        write(service.config, "source", """
                repos:
                  late: {url: %s, refresh: 1}
                """.formatted(late));
        Eventually.untilAsserted(
                "it has failed",
                () -> assertThat(check("source"))
                        .containsEntry("status", "degraded")
                        .hasEntrySatisfying(
                                "detail",
                                detail -> assertThat((String) detail)
                                        .contains("0 repositories were fetched, 1 could not be: late (")));
        assertThat(String.valueOf(check("source").get("facts"))).contains("since=", "errors={late=");
        assertThat(service.http.get("/ready").status()).isEqualTo(200);
        assertThat(service.http.get("/metrics").text())
                .contains("precinct_source_last_fetch_successful{repository=\"late\"} 0");
        GitFolder.init(folder.resolve("made")).write("README", "late").commit("first");
        Files.move(folder.resolve("made"), late);
        Eventually.untilAsserted(
                "it is fetched", () -> assertThat(check("source")).containsEntry("status", "up"));
        assertThat(service.http.get("/metrics").text())
                .contains("precinct_source_last_fetch_successful{repository=\"late\"} 1");
    }
}
