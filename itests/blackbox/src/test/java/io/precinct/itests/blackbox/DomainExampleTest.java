package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.blackbox.LendingLibrary.Said;
import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests what {@code docs/plugins.md} states about domains, with a domain that is independent of this repository: a
 * separate Maven builds {@code authors/domain} against the published API, and the program deploys the jar into a
 * running service.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@SuppressWarnings("unchecked") // plain data
class DomainExampleTest {
    private static final String BUNDLE = LendingLibrary.BUNDLE;
    private static final String TOOLS = LendingLibrary.TOOLS;
    private static final Pattern NEXT = Pattern.compile("<(.*)>; rel=\"next\"");

    @TempDir
    private static Path folder;

    private static LendingLibrary library;
    private static Service service;

    @BeforeAll
    static void buildAndDeploy() throws IOException {
        library = LendingLibrary.built(folder);
        service = library.service;
        assertThat(service.http.get(TOOLS).status()).as("before it is deployed").isEqualTo(404);
        library.deploy();
    }

    @AfterAll
    static void stop() {
        if (library != null) {
            library.close();
        }
    }

    private static List<String> namesOf(String target) {
        List<String> names = new ArrayList<>();
        String next = target;
        while (next != null) {
            Http.Answer page = service.http.get(next);
            assertThat(page.status()).as(page.text()).isEqualTo(200);
            ((List<Map<String, Object>>) Objects.requireNonNull(page.data()))
                    .forEach(tool -> names.add(String.valueOf(tool.get("name"))));
            Matcher link = NEXT.matcher(Objects.requireNonNullElse(page.header("Link"), ""));
            next = link.find() ? link.group(1) : null;
        }
        return names;
    }

    @Test
    void toolsAreBorrowedListedAndReturned() {
        String saw = library.added("Saw A");
        String drill = library.added("Saw B");
        String ladder = library.added("Saw C");

        Http.Answer lent = library.borrow(saw, "kim");
        assertThat(lent.json()).containsEntry("borrower", "kim").containsEntry("version", 2);
        assertThat(lent.header("ETag")).isEqualTo("\"v2\"");
        assertThat(lent.header("X-Service-Seal")).hasSize(64);
        assertThat(lent.text()).doesNotContain("_seal");
        assertThat(service.http.get(TOOLS + "/" + saw).json()).isEqualTo(lent.json());
        assertThat(library.borrow(saw, "eve").json()).containsEntry("code", "tool_lent");
        assertThat(library.borrow(drill, "kim").status()).isEqualTo(200);
        Http.Answer third = library.borrow(ladder, "kim");
        assertThat(third.status()).isEqualTo(409);
        assertThat(third.json()).containsEntry("code", "too_many_loans").containsEntry("most", 2);

        assertThat(namesOf(TOOLS + "?limit=1").stream().filter(name -> name.startsWith("Saw")))
                .containsExactly("Saw A", "Saw B", "Saw C");
        assertThat(namesOf(TOOLS + "?limit=1&sort=-name&in_place=false").stream()
                        .filter(name -> name.startsWith("Saw")))
                .containsExactly("Saw B", "Saw A");

        String stale = TOOLS + "/" + saw + "/return";
        assertThat(service.http.post(stale, "{}", "If-Match", "\"v1\"").status())
                .isEqualTo(412);
        assertThat(library.giveBack(saw).json()).containsEntry("borrower", null).containsEntry("version", 3);
        assertThat(library.giveBack(saw).json()).containsEntry("code", "tool_not_lent");
        assertThat(library.borrow(ladder, "kim").status()).isEqualTo(200);
    }

    @Test
    void aRepeatedRequestLendsOnce() {
        String target = TOOLS + "/" + library.added("Trowel") + "/borrow";
        String[] headers = {"X-Detective", "lou", "Idempotency-Key", "once"};

        assertThat(service.http.post(target, "{}", headers).status()).isEqualTo(200);
        Http.Answer again = service.http.post(target, "{}", headers);
        assertThat(again.status()).as(again.text()).isEqualTo(200);
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(again.json()).containsEntry("version", 2);
    }

    @Test
    void whatHappensIsToldAsEvents() {
        String id = library.added("Wrench");
        try (var stream = EventStream.at(service.server.url().resolve("/lending/events"), "Last-Event-ID", "0")) {
            assertThat(library.borrow(id, "nat").status()).isEqualTo(200);
            assertThat(library.borrow(id, "eve").status())
                    .as("refused, so not told")
                    .isEqualTo(409);
            assertThat(library.giveBack(id).status()).isEqualTo(200);

            stream.await("returned", event -> tells(event, "returned", id));
            assertThat(stream.events()).anyMatch(event -> tells(event, "borrowed", id));
            assertThat(stream.events().stream().filter(event -> event.toString().contains(id)))
                    .hasSize(2)
                    .allMatch(event -> "nat".equals(event.get("borrower")));
        }
    }

    private static boolean tells(Map<?, ?> event, String type, String id) {
        return type.equals(event.get("type"))
                && event.get("tool") instanceof Map<?, ?> tool
                && id.equals(tool.get("id"));
    }

    @Test
    void theServiceKnowsItLikeADomainOfItsOwn() {
        assertThat(library.borrow(library.added("Hammer"), "pat").status()).isEqualTo(200);

        Http.Answer document = service.http.get("/inspect/openapi.json");
        assertThat((Map<String, Object>) document.json().get("paths"))
                .containsKeys(TOOLS, TOOLS + "/{id}", TOOLS + "/{id}/borrow", "/lending/box");
        assertThat(document.text()).contains("#/components/schemas/LendingTool");
        // On a busy machine, a check or a source of metrics may not answer in time.
        Eventually.untilAsserted(
                "health tells of it",
                () -> assertThat(service.http.get("/health").text())
                        .contains("\"subject\":\"lending\"")
                        .contains("tools that are overdue: 0"));
        Eventually.untilAsserted(
                "metrics tell of it",
                () -> assertThat(service.http.get("/metrics").text())
                        .containsPattern("(?m)^lending_loans_total\\S* [1-9]"));
        assertThat(library.precinct("explain", "lending.borrow").out())
                .contains("Route lending.borrow (POST " + TOOLS + "/:id/borrow")
                .contains("works: lending.borrow of " + BUNDLE + " 1.0.0 answers");
        assertThat(library.precinct("explain", BUNDLE).out()).contains("Bundle " + BUNDLE + " 1.0.0 works");
    }

    @Test
    void aMistakeInItsSettingsIsFoundByTheCheck() {
        Path config = folder.resolve("mistaken");
        Service.write(config.resolve("service.yml"), "service: mistaken\n");
        Service.write(config.resolve("lending.yml"), LendingLibrary.settings(14));
        String[] check = {"check", "--config", config.toString(), "--features", "framework,cases"};
        Said good = library.precinct(check);
        assertThat(good.code()).as(good.all()).isZero();

        Service.write(config.resolve("lending.yml"), """
                lending:
                  loan_days: none
                  most_loan: 3
                  box_secret: tooeasy
                """);
        Said bad = library.precinct(check);
        assertThat(bad.code()).as(bad.all()).isEqualTo(1);
        assertThat(bad.out())
                .contains("lending.yml:2: lending.loan_days takes a whole number from 1 to 365")
                .containsPattern("lending.yml:3: unknown key \"most_loan\" in lending .*most_loans")
                .contains("lending.yml:4: lending.box_secret takes 16 characters or more")
                .doesNotContain("tooeasy");
    }

    @Test
    void aChangeOfItsSettingsIsTakenWhileItServes() {
        String id = library.added("Plane");
        Path file = service.config.resolve("lending.yml");
        assertThat(library.loanDays(id)).isBetween(14L, 15L);
        try {
            Service.write(file, LendingLibrary.settings(7));
            Eventually.until(() -> "a week: " + service.server.transcript(), () -> library.loanDays(id) < 10);

            Service.write(file, LendingLibrary.settings(0));
            Eventually.until(
                    () -> "the log tells: " + service.server.transcript(),
                    () -> service.server.transcript().contains("what was read before stays in use"));
            assertThat(library.loanDays(id)).isBetween(7L, 8L);
        } finally {
            Service.write(file, LendingLibrary.settings(14));
        }
        Eventually.until(() -> "as before: " + service.server.transcript(), () -> library.loanDays(id) > 10);
    }

    @Test
    void usersReachItAtTheGatewayAndTheBoxOnlyWhereItIsListed() {
        String id = library.added("Level");
        String delivery = "{\"tool\": \"" + id + "\", \"version\": 2}";
        Path file = service.config.resolve("service.yml");
        assertThat(library.gateway.get(TOOLS).status()).isEqualTo(401);
        Http.Answer lent = library.asAda("POST", TOOLS + "/" + id + "/borrow", "{}");
        assertThat(lent.status()).as(lent.text()).isEqualTo(200);
        assertThat(lent.json()).containsEntry("borrower", "ada");
        assertThat(library.deliver(delivery, delivery).status()).isEqualTo(401);
        assertThat(library.asAda("POST", "/lending/box", delivery).status()).isEqualTo(404);
        try {
            Service.write(file, library.configuration("  expose: [" + TOOLS + ", \"" + TOOLS + "/*\", /lending/box]"));
            Eventually.until(
                    "the box is exposed",
                    () -> library.deliver(delivery, "another body").status() == 403);

            assertThat(service.http.get(TOOLS + "/" + id).json()).containsEntry("borrower", "ada");
            Http.Answer delivered = library.deliver(delivery, delivery);
            assertThat(delivered.status()).as(delivered.text()).isEqualTo(200);
            assertThat(delivered.json()).containsEntry("borrower", null);
            assertThat(library.borrow(id, "sam").status()).isEqualTo(200);
            assertThat(library.deliver(delivery, delivery).json())
                    .as("delivered once more, late")
                    .containsEntry("borrower", "sam");
            assertThat(library.gateway.get(TOOLS).status()).isEqualTo(401);
            assertThat(library.asAda("GET", TOOLS, "").status()).isEqualTo(200);
            assertThat(library.asAda("POST", TOOLS + "/" + id + "/return", "{}").status())
                    .as("not listed")
                    .isEqualTo(404);
        } finally {
            Service.write(file, library.configuration(""));
        }
        Eventually.until(
                "only users again", () -> library.deliver(delivery, delivery).status() == 401);
    }

    @Test
    void itGoesWithoutATraceAndFindsItsToolsWhenItComesBack() {
        String id = library.added("Anvil");
        String lent = library.borrow(id, "max").text();

        Said undeployed = library.precinct("undeploy", BUNDLE);
        assertThat(undeployed.code()).as(undeployed.all()).isZero();
        assertThat(service.http.get(TOOLS).status()).isEqualTo(404);
        assertThat(library.borrow(id, "max").status()).isEqualTo(404);
        assertThat(service.http.post("/lending/box", "{}").status()).isEqualTo(404);
        assertThat(service.http.get("/inspect/openapi.json").text()).doesNotContain("/lending/", "LendingTool");
        assertThat(service.http.get("/inspect/routes").text()).doesNotContain("/lending/");
        // Its checks and metrics go when the bundle has stopped, which it does after the answer to the command.
        Eventually.untilAsserted(
                "neither health nor metrics tell of it",
                () -> assertThat(service.http.get("/health").text()
                                + service.http.get("/metrics").text())
                        .doesNotContain("\"subject\":\"lending\"", "lending_loans"));
        Eventually.until(
                () -> "it is ready: " + service.http.get("/ready").text(),
                () -> service.http.get("/ready").status() == 200);
        assertThat(library.precinct("explain", "lending.borrow").all())
                .contains("nothing here is called lending.borrow");
        Eventually.until(() -> "no loader of it is alive: " + generations(), () -> {
            service.server.collectGarbage();
            return bundles().noneMatch(BUNDLE::equals)
                    && !Pattern.compile("\\{bundle=\"" + BUNDLE + "\"} [1-9]")
                            .matcher(generations())
                            .find();
        });

        library.deploy();
        assertThat(service.http.get(TOOLS + "/" + id).text()).isEqualTo(lent);
        assertThat(library.giveBack(id).status()).isEqualTo(200);
    }

    private static Stream<String> bundles() {
        var bundles = (List<Map<String, Object>>) Objects.requireNonNull(
                service.http.get("/inspect/bundles").json().get("bundles"));
        return bundles.stream().map(bundle -> String.valueOf(bundle.get("bundle")));
    }

    private static String generations() {
        return String.join(
                "\n",
                service.http
                        .get("/metrics")
                        .text()
                        .lines()
                        .filter(line -> line.startsWith("precinct_generations_alive"))
                        .toList());
    }
}
