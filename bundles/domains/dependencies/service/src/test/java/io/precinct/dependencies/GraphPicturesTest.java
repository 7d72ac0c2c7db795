package io.precinct.dependencies;

import static io.precinct.dependencies.GraphFixture.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testing.ClassFixture;
import io.precinct.testkit.TestAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GraphPicturesTest {
    private static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

    @ClassFixture
    private static GraphFixture graph;

    @BeforeAll
    static void start() {
        add(List.of(
                event("p1", "assert", "service:shop", "client-of", "service:cart"),
                event("p2", "assert", "service:cart", "client-of", "service:stock"),
                event("p3", "assert", "service:stock", "depends-on", "library:<json>&\"co\""),
                event("p4", "assert", "service:stock", "client-of", "service:shop")));
    }

    private static void add(List<Map<String, @Nullable Object>> events) {
        TestAnswer answer = graph.add(events);
        assertThat(answer.status()).as(answer::toString).isEqualTo(200);
    }

    private static TestAnswer get(String target, String accept) {
        return graph.request("GET", target).header("Accept", accept).send();
    }

    // @req:dependency-picture
    @Test
    void aPartOfTheGraphIsAPicture() {
        for (String target : List.of(
                "/graph/impact?node=service:stock",
                "/graph/neighbours?node=service:stock",
                "/graph/path?from=service:shop&to=service:stock",
                "/graph/edges?to=service:stock")) {
            TestAnswer byName = graph.get(target + "&format=svg");
            TestAnswer byType = get(target, "image/svg+xml");
            assertThat(byName.status()).as(byName::toString).isEqualTo(200);
            assertThat(byName.header("Content-Security-Policy")).contains("default-src 'none'", "style-src 'sha256-");
            assertThat(byName.text())
                    .isEqualTo(byType.text())
                    .contains("<svg ", "service:cart client-of service:stock");
        }
        assertThat(graph.get("/graph/neighbours?node=service:stock&format=svg").text())
                .contains("&lt;json&gt;&amp;&quot;co&quot;", "node=library%3A%3Cjson%3E%26%22co%22");
    }

    @Test
    void aPictureThatTheClientHasIsNotSentAgain() {
        String target = "/graph/impact?node=service:stock&format=svg";
        String tag = graph.get(target).header("ETag");
        assertThat(tag).isNotNull();
        assertThat(graph.request("GET", target)
                        .header("If-None-Match", "\"other\", " + tag)
                        .send()
                        .status())
                .isEqualTo(304);
        assertThat(graph.request("GET", target)
                        .header("If-None-Match", "\"other\"")
                        .send()
                        .status())
                .isEqualTo(200);
        assertThat(graph.get(target + "&depth=1").header("ETag")).isNotEqualTo(tag);
    }

    @Test
    void theMostWantedFormatIsAnswered() {
        String target = "/graph/impact?node=service:stock";
        assertThat(get(target, "*/*").text()).startsWith("{");
        assertThat(get(target, "image/svg+xml;q=0.5, text/vnd.mermaid").text()).startsWith("flowchart");
        assertThat(get(target, "image/svg+xml;q=0, application/json").text()).startsWith("{");
        assertThat(graph.get(target + "&format=png").status()).isEqualTo(422);
    }

    // @req:dependency-pages
    @Test
    void aBrowserGetsAPageWithThePictureAFormAndTables() {
        TestAnswer page = get("/graph/impact?node=service:stock&depth=2&type=client-of&as_of=", BROWSER);
        assertThat(page.status()).as(page::toString).isEqualTo(200);
        assertThat(page.text()).startsWith("<!doctype html>");
        assertThat(page.header("Content-Security-Policy"))
                .contains("default-src 'none'", "form-action 'self'")
                .doesNotContain("unsafe");
        assertThat(page.text())
                .contains("<svg class=\"graph\"", "What depends on service:stock", "value=\"client-of\" checked")
                .contains("href=\"/graph/neighbours?node=service%3Acart&amp;type=client-of\"", "<tbody>");
        assertThat(get("/graph/neighbours?node=service:stock", BROWSER).text())
                .contains("<option selected>both</option>", "&lt;json&gt;&amp;&quot;co&quot;")
                .doesNotContain("<json>");
        assertThat(get("/graph/path?from=service:shop&to=service:stock&zoom=50", BROWSER)
                        .text())
                .contains("From service:shop to service:stock", "<b aria-current=\"true\">50%</b>");
        assertThat(get("/graph/path?from=library:%3Cjson%3E%26%22co%22&to=service:shop", BROWSER)
                        .text())
                .contains("There is no way");
    }

    @Test
    void aNodeThatIsNotThereIsLookedForByItsName() {
        TestAnswer page = get("/graph/impact?node=STOCK", BROWSER);
        assertThat(page.status()).isEqualTo(404);
        assertThat(page.text()).contains("Nothing was ever said of STOCK", "/graph/neighbours?node=service%3Astock");
        assertThat(graph.get("/graph/impact?node=STOCK").json()).containsEntry("code", "node_not_found");
    }

    @Test
    void theFrontPageSaysWhatThereIs() {
        assertThat(graph.get("/graph").text()).contains("\"kind\":\"service\"", "\"more\":false");
        assertThat(get("/graph?q=CART", BROWSER).text())
                .contains("<span>service</span>", "name=\"q\" type=\"search\" value=\"CART\"")
                .contains("<td><bdi><a href=\"/graph/neighbours?node=service%3Acart\">service:cart</a>");
        assertThat(get("/graph?q=nobody", BROWSER).text()).contains("No node has such a name");
    }

    @Test
    void whatIsTooLargeForAPictureHasAPageWithTheWayToNarrowIt() {
        List<Map<String, @Nullable Object>> events = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            events.add(event("big-" + i, "assert", "user:u" + i, "depends-on", "library:hub"));
        }
        add(events);
        TestAnswer refused = graph.get("/graph/impact?node=library:hub&format=svg");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text()).contains("1,001 nodes", "less depth");
        assertThat(get("/graph/impact?node=library:hub", BROWSER).text())
                .contains("No picture: this part of the graph has 1,001 nodes", "user%3Au999")
                .doesNotContain("<svg class=\"graph\"");
        assertThat(graph.get("/graph/impact?node=library:hub&depth=1&type=client-of&format=svg")
                        .status())
                .isEqualTo(200);
        assertThat(get("/graph", BROWSER).text()).contains("too large");
        assertThat(graph.get("/graph/edges?format=svg&limit=100").status()).isEqualTo(422);
    }

    /** After a change of the drawing, replace the image in docs/images by target/dependencies.svg. */
    @Test
    void thePictureOfTheReadmeIsWhatIsDrawn() throws Exception {
        Path images = Path.of(System.getProperty("precinct.root"), "docs/images");
        try (var fresh = new GraphFixture()) {
            TestAnswer added = fresh.request("POST", "/graph/events")
                    .body("application/x-ndjson", Files.readString(images.resolve("dependencies.ndjson")))
                    .send();
            assertThat(added.status()).as(added::toString).isEqualTo(200);
            String drawn = fresh.get("/graph/impact?node=library:maven/org.example/money&format=svg")
                    .text();
            Files.writeString(Path.of("target/dependencies.svg"), drawn);
            assertThat(drawn).isEqualTo(Files.readString(images.resolve("dependencies.svg")));
        }
    }

    @Test
    void theFrontPageFitsTheWholeGraphAndAnyOtherShowsItsPictureAsItIs() throws Exception {
        try (var fresh = new GraphFixture()) {
            fresh.add(event("f1", "assert", "service:a", "client-of", "service:b"));
            assertThat(fresh.request("GET", "/graph")
                            .header("Accept", BROWSER)
                            .send()
                            .text())
                    .contains("<section class=\"picture fit\"", "<b aria-current=\"true\">fit</b>");
        }
        assertThat(get("/graph/neighbours?node=service:cart", BROWSER).text())
                .contains("<section class=\"picture\"", "<b aria-current=\"true\">100%</b>");
        assertThat(get("/graph/neighbours?node=service:cart&zoom=0", BROWSER).text())
                .contains("<section class=\"picture fit\"");
    }
}
