package io.precinct.formatter.html;

import static io.precinct.formatter.html.RenderedPages.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import java.math.BigDecimal;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FrameworkMembersTest {
    private static final Map<String, @Nullable Object> PASSED =
            Data.map("name", "greets", "description", "says hello", "passed", true, "failures", Data.list());

    @Test
    void showsPassedScenariosInGreen() {
        Document page = ok(Data.map("id", 7, "_verify", Data.list(PASSED)));

        assertThat(page.select("#verification h2").text()).isEqualTo("Verification 1 passed");
        Element result = page.expectFirst("#verification li.passed");
        assertThat(result.select("h3").text()).isEqualTo("✓ greets passed");
        assertThat(result.select("p").text()).isEqualTo("says hello");
        assertThat(page.select("header a.good[href=#verification]").text()).isEqualTo("✓ 1 passed");
    }

    @Test
    void showsFailedScenariosInRedWithWhatWasExpectedAndGot() {
        var failed = Data.map(
                "name",
                "late",
                "passed",
                false,
                "failures",
                Data.list("items[0].name: expected {\"matches\":\"^h\"}, got \"bye\""));

        Document page =
                RenderedPages.error(422, Data.map("error", "scenario mismatch", "scenarios", Data.list(failed)));

        assertThat(page.select("#verification h2").text()).isEqualTo("Scenarios 1 failed");
        assertThat(page.select("li.failed table.failures tbody tr > *").eachText())
                .containsExactly("items[0].name", "{\"matches\":\"^h\"}", "\"bye\"");
        assertThat(page.select("li.failed table.failures thead th[scope=col]").eachText())
                .containsExactly("Field", "Expected", "Got");
    }

    @Test
    void doesNotGuessWhereAFailureCanBeReadInTwoWays() {
        var failed = Data.map(
                "name",
                "odd",
                "passed",
                false,
                "failures",
                Data.list("a: expected \"x, got y\", got \"z\"", "not inspectable", 7));

        Document page =
                RenderedPages.error(422, Data.map("error", "scenario mismatch", "scenarios", Data.list(failed)));

        assertThat(page.select("table.failures td[colspan=3]").eachText())
                .containsExactly("a: expected \"x, got y\", got \"z\"", "not inspectable", "7");
    }

    @Test
    void showsATraceAsAWaterfall() {
        Document page = ok(Data.map(
                "_trace",
                Data.map(
                        "traceparent",
                        "00-4bf9-00f0-01",
                        "total_us",
                        2000,
                        "crossings",
                        Data.list(
                                crossing("load", "ok", 500, 1000),
                                Data.mapBuilder()
                                        .putAll(crossing("verify_route", "skipped", 1500.5, 7.25))
                                        .put("reason", "the request was halted")
                                        .put("verify", Data.map("passed", 1, "failed", 2))
                                        .build()))));

        assertThat(page.select("header a[href=#trace]").text()).isEqualTo("2 ms");
        Element load = page.select("#trace tbody tr").get(0);
        Element bar = load.expectFirst("svg.bar rect.ok");
        assertThat(bar.attr("x")).isEqualTo("25.00%");
        assertThat(bar.attr("width")).isEqualTo("50.00%");
        assertThat(load.expectFirst("svg").attr("aria-label")).isEqualTo("from 500 µs, for 1 ms");
        assertThat(load.select("th[scope=row]").text()).isEqualTo("load user · terminal · org.example 1.0.0");
        assertThat(load.select(".keys").text()).isEqualTo("reads params identity writes note");
        Element verify = page.select("#trace tbody tr").get(1);
        assertThat(verify.text())
                .contains("verify_route skipped", "the request was halted", "1 passed, 2 failed", "7.25 µs");
        assertThat(verify.expectFirst("rect").className()).isEqualTo("skipped");
        assertThat(page.select("#trace .scale").text()).isEqualTo("0 µs500 µs1 ms1.5 ms2 ms");
        assertThat(page.select("#trace > p code").text()).isEqualTo("00-4bf9-00f0-01");
    }

    @Test
    void keepsBarsVisibleAndInsideWhateverTheNumbersSay() {
        var mad = Data.list(
                crossing("a", "ok", -5, 0),
                crossing("b", "error\" onload=\"x", new BigDecimal("1E+999999"), 1e308),
                crossing("c", "halted", 1e308, "long"));

        Document page = ok(Data.map("_trace", Data.map("total_us", "soon", "crossings", mad)));

        assertThat(page.select("rect")).hasSize(3).allSatisfy(bar -> {
            double x = percent(bar.attr("x"));
            double width = percent(bar.attr("width"));
            assertThat(x).isBetween(0.0, 100.0);
            assertThat(width).isBetween(0.5, 100.0);
            assertThat(x + width).isBetween(0.5, 100.01);
        });
        assertThat(page.select("rect").eachAttr("class")).containsExactly("ok", "ok", "halted");
    }

    @Test
    void showsASealWithItsRootAndTheLeavesFolded() {
        Document page = ok(Data.map(
                "_seal",
                Data.map(
                        "alg",
                        "sha256",
                        "size",
                        1,
                        "root",
                        "5feceb66",
                        "leaves",
                        Data.list(Data.map("seq", 0, "hash", "e3b0c442")))));

        assertThat(page.select("#seal code.root").text()).isEqualTo("5feceb66");
        assertThat(page.select("#seal > table th").eachText()).containsExactly("alg", "size", "root");
        assertThat(page.select("#seal details summary").text()).isEqualTo("1 leaf");
        assertThat(page.select("#seal details table.records td").eachText()).containsExactly("0", "e3b0c442");
    }

    @Test
    void showsVerificationTraceAndSealBehindThePayload() {
        Document page = ok(Data.map(
                "_seal",
                Data.map("root", "00"),
                "_trace",
                Data.map("crossings", Data.list(crossing("a", "ok", 0, 1))),
                "_verify",
                Data.list(PASSED),
                "note",
                Data.map("id", 7)));

        assertThat(page.select("main h2").eachText())
                .containsExactly("note", "Verification 1 passed", "Trace 1", "Seal");
    }

    @Test
    void showsMembersOfThoseNamesButAnotherFormAsWhatTheyAre() {
        Document page = ok(Data.map(
                "_verify",
                Data.list(Data.map("name", 1, "passed", true)),
                "_trace",
                Data.map("crossings", Data.list(1)),
                "_seal",
                "none"));

        assertThat(page.select("main h2").eachText()).containsExactly("_verify 1", "_trace");
        assertThat(page.select("main th[scope=row]").eachText()).contains("_seal");
        assertThat(page.select("#verification, #trace, #seal")).isEmpty();
    }

    private static Map<String, @Nullable Object> crossing(
            String boundary, String status, Object start, Object duration) {
        return Data.map(
                "seq",
                0,
                "boundary",
                boundary,
                "slot",
                "user",
                "kind",
                "terminal",
                "status",
                status,
                "start_us",
                start,
                "duration_us",
                duration,
                "reads",
                Data.list("params", "identity"),
                "writes",
                Data.list("note"),
                "bundle",
                "org.example",
                "version",
                "1.0.0");
    }

    private static double percent(String text) {
        assertThat(text).endsWith("%");
        return Double.parseDouble(text.substring(0, text.length() - 1));
    }
}
