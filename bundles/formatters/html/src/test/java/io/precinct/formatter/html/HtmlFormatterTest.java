package io.precinct.formatter.html;

import static io.precinct.formatter.html.RenderedPages.cell;
import static io.precinct.formatter.html.RenderedPages.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.data.Data;
import io.precinct.api.format.Formatter.Target;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlFormatterTest {
    @Test
    void isOnePageTitledByRouteAndPath() {
        Target target = new Target(Data.map("id", 7), 200, "text/html", "/notes/7", "notes.get");
        Document page = RenderedPages.page(target);

        assertThat(new HtmlFormatter().render(target).contentType()).isEqualTo("text/html; charset=utf-8");
        assertThat(RenderedPages.html(target))
                .startsWith("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
        assertThat(page.title()).isEqualTo("notes.get · /notes/7");
        assertThat(page.select("h1").eachText()).containsExactly("/notes/7");
        assertThat(page.select("header .route").text()).isEqualTo("Route notes.get");
        assertThat(page.select("header .pill.good").text()).isEqualTo("Status 200");
    }

    @Test
    void fetchesNothingAndRunsNothing() {
        Document page = ok(Data.map("link", "https://example.org/"));

        assertThat(page.select("script, iframe, object, embed, img, form, base, [src], [style]"))
                .isEmpty();
        assertThat(page.select("link").eachAttr("href")).allMatch(href -> href.startsWith("data:"));
        assertThat(page.expectFirst("style").data()).doesNotContain("url(").doesNotContain("@import");
    }

    @Test
    void allowsExactlyItsOwnStyleSheet() throws Exception {
        Document page = ok(Data.map());
        byte[] css = page.expectFirst("style").data().getBytes(StandardCharsets.UTF_8);
        String digest = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(css));

        assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
                .startsWith("default-src 'none'; style-src 'sha256-" + digest + "';");
    }

    @Test
    void showsMapsAsNestedTablesWithTheirKeysAsHeadsOfRows() {
        Element cell = cell(Data.map("street", "Main St", "geo", Data.map("lat", 48.5)));

        Element street = cell.expectFirst("> table.map > tbody > tr > th[scope=row]");
        assertThat(street.text()).isEqualTo("street");
        assertThat(cell.select("> table > tbody > tr > td > table > tbody > tr > td")
                        .text())
                .isEqualTo("48.5");
    }

    @Test
    void givesEachMemberWithMembersACardAndCollectsTheOthersInOrder() {
        Document page = ok(Data.map("a", 1, "b", 2, "deep", Data.map("x", 1), "c", 3));

        assertThat(page.select("main > section").eachText()).containsExactly("a 1 b 2", "deep x 1", "c 3");
        assertThat(page.select("main > section > h2").eachText()).containsExactly("deep");
    }

    @Test
    void keepsARowOfATableLowByFoldingUpWhatIsLongInIt() {
        Object step = Data.map("slot", "tail", "boundary", "seal");
        Document page = ok(Data.map(
                "routes",
                Data.list(
                        Data.map(
                                "chain",
                                Data.list(step, step, step),
                                "names",
                                Data.list("a", "b"),
                                "few",
                                Data.map("x", 1)),
                        Data.map(
                                "chain", Data.list(step), "names", Data.list("a", "b", "c", "d"), "few", Data.map()))));

        assertThat(page.select(".records details > summary").eachText())
                .containsExactly("3 chain entries", "4 names entries");
        assertThat(page.select(".records details table tbody tr")).hasSize(3);
        assertThat(page.select(".records details[open]")).isEmpty();
    }

    @Test
    void takesNoPlaceOfAFileForAPathOfTheSite() {
        Document page = ok(Data.map(
                "file", "/etc/precinct/service.yml",
                "said", "/etc/precinct/service.yml:12",
                "path", "/inspect/routes"));

        assertThat(page.select("main a").eachAttr("href")).containsExactly("/inspect/routes");
    }

    @Test
    void showsAListOfMapsAsOneTableWithHeadsOfColumns() {
        Document page = ok(Data.map(
                "notes",
                Data.list(
                        Data.map("id", 1, "title", "one", "by", "ann"),
                        Data.map("id", 22, "title", "two", "open", true))));

        Element table = page.expectFirst("main table.records");
        assertThat(table.select("thead th[scope=col]").eachText()).containsExactly("id", "title", "by", "open");
        assertThat(table.select("tbody tr").get(1).select("td"))
                .extracting(Element::text)
                .containsExactly("22", "two", "", "true");
        assertThat(table.select("tbody td.right").eachText()).containsExactly("1", "22");
        assertThat(page.expectFirst("h2 .count").text()).isEqualTo("2");
        Element region = table.parent();
        assertThat(region).isNotNull();
        assertThat(region.attr("tabindex") + region.attr("role") + region.attr("aria-label"))
                .isEqualTo("0groupnotes");
    }

    @Test
    void keepsAKeyInsideTheLabelItBecomes() {
        String key = "\" onfocus=\"alert(1)";

        Element region = ok(Data.map(key, Data.list(Data.map("a", 1)))).expectFirst("div.scroll");

        assertThat(region.attr("aria-label")).isEqualTo(key);
        assertThat(region.hasAttr("onfocus")).isFalse();
    }

    @Test
    void doesNotForceMapsThatHaveLittleInCommonIntoOneTable() {
        Document page = ok(Data.map(
                "things", Data.list(Data.map("a", 1, "b", 2), Data.map("c", 3, "d", 4), Data.map("e", 5, "f", 6))));

        assertThat(page.select("table.records")).isEmpty();
        assertThat(page.select("ol.items > li > table.map")).hasSize(3);
    }

    @Test
    void showsShortListsSideBySideAndOthersCountedFromZero() {
        assertThat(cell(Data.list("red", 7, null)).select("ul.chips > li").eachText())
                .containsExactly("red", "7", "null");

        Element items = cell(Data.list("x".repeat(41), Data.list())).expectFirst("ol.items");
        assertThat(items.attr("start")).isEqualTo("0");
        assertThat(items.select("> li")).hasSize(2);
    }

    @Test
    void tellsValuesOfDifferentTypesApart() {
        assertThat(cell(null).html()).isEqualTo("<span class=\"nil\">null</span>");
        assertThat(cell(true).html()).isEqualTo("<span class=\"bool\">true</span>");
        assertThat(cell(1e10).html()).isEqualTo("<span class=\"num\">10000000000</span>");
        assertThat(cell("plain").html()).isEqualTo("plain");
        assertThat(cell("true").html()).isEqualTo("<q>true</q>");
        assertThat(cell("01234").html()).isEqualTo("<q>01234</q>");
        assertThat(cell("").html()).isEqualTo("<q></q>");
        assertThat(cell(Data.map()).text()).isEqualTo("{}");
        assertThat(cell(Data.list()).text()).isEqualTo("[]");
        assertThat(cell("a\n  b").expectFirst("div.lines").wholeText()).isEqualTo("a\n  b");
    }

    @Test
    void showsAPayloadThatIsNoMap() {
        assertThat(ok("just text").select("main section.card").text()).isEqualTo("just text");
        assertThat(ok(Data.list(Data.map("a", 1))).select("table.records td").text())
                .isEqualTo("1");
        assertThat(ok(null).select("main section.card").text()).isEqualTo("null");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.org/a?b=c&d=%20#e",
                "http://127.0.0.1:3000/x",
                "HTTP://EXAMPLE.ORG",
                "/notes/7?after=1&limit=2"
            })
    void linksUrlsAndPathsOfThisSite(String url) {
        assertThat(cell(url).expectFirst("a").attr("href")).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "JaVaScRiPt:alert(1)",
                " https://example.org",
                "https://example.org/\u0009x",
                "https://",
                "http:/example.org",
                "https://example.org/a b",
                "https://example.org/\"onclick=x",
                "https://ex\u0430mple.org/",
                "data:text/html,x",
                "vbscript:x",
                "//evil.example",
                "/\\evil.example",
                "/\u0009/evil.example",
                "/notes/:id",
                "/files/*path",
                "/",
                "notes/7"
            })
    void linksNothingElse(String text) {
        assertThat(cell(text).select("a")).isEmpty();
        assertThat(cell(text).text()).isNotEmpty();
    }

    @Test
    void linksThePathOfARouteOnlyIfItOpens() {
        var opens = Data.map("method", "get", "path", "/opens", "opens", true);
        var needs = Data.map("method", "get", "path", "/needs", "opens", false);
        var posts = Data.map("method", "post", "path", "/posts");

        assertThat(ok(Data.map("routes", List.of(opens, needs, posts)))
                        .select("td a")
                        .eachText())
                .containsExactly("/opens");
        assertThat(ok(Data.map("one", opens, "other", needs)).select("td a").eachText())
                .containsExactly("/opens");
        assertThat(ok(Data.map("place", Data.map("what", "routes", "path", "/place")))
                        .select("td a")
                        .eachText())
                .containsExactly("/place");
    }

    @Test
    void showsControlCharactersAndTurnedTextAsSigns() {
        assertThat(cell("a\u0000b\u001b[31mc\rd\u007f").text()).isEqualTo("a␀b␛[31mc␍d␡");
        assertThat(cell("x\u009by\u202ez\u2066").text()).isEqualTo("x[U+009B]y[U+202E]z[U+2066]");
        assertThat(cell("x\uffff").text()).isEqualTo("x[U+FFFF]");
        assertThat(cell("\ud83dx\ude00😀").text()).isEqualTo("\ufffdx\ufffd😀");
    }

    @Test
    void showsAnErrorAsARedPageWithStatusAndText() {
        Document page = RenderedPages.error(404, Data.map("error", "no such <note>", "code", "missing"));

        assertThat(page.title()).isEqualTo("404 no such <note> · /notes/7");
        assertThat(page.select(".failure .number").text()).isEqualTo("404");
        assertThat(page.select("h1").eachText()).containsExactly("no such <note>");
        assertThat(page.select(".failure .path").text()).isEqualTo("/notes/7");
        assertThat(page.select("header .pill.bad").text()).isEqualTo("Status 404");
        assertThat(page.select("table.map th").eachText()).containsExactly("code");
    }

    @Test
    void showsAnErrorThatSaysNothing() {
        Document page = RenderedPages.error(500, "oops");

        assertThat(page.select("h1").eachText()).containsExactly("The request failed");
        assertThat(page.select("section.card").text()).isEqualTo("oops");
    }

    @Test
    void showsTheMemberErrorOfAnAnswerThatIsNone() {
        assertThat(ok(Data.map("error", "none")).select("table.map").text()).isEqualTo("error none");
    }

    @Test
    void writesWhatIsNestedDeeperThanAPageBearsAsJson() {
        Object deep = "bottom";
        for (int i = 0; i < 30; i++) {
            deep = Data.map("k", deep);
        }

        Document page = ok(deep);

        assertThat(page.select("table").size()).isLessThan(20);
        assertThat(page.select("code.deep").text()).startsWith("{\"k\":{\"k\":").contains("\"k\":\"bottom\"}");
    }

    @Test
    void dataAsDeepAsDataMayBeFitsOnTheStackOfAVirtualThread() throws Exception {
        Object deep = "bottom";
        for (int i = 0; i < 1000; i++) {
            deep = i % 2 == 0 ? Data.list(deep) : Data.map("k", deep);
        }
        Object payload = deep;
        var page = new CompletableFuture<String>();
        Thread.ofVirtual().start(() -> {
            try {
                page.complete(RenderedPages.html(new Target(payload, 200, "text/html", "/", null)));
            } catch (Throwable e) { // this test looks for a stack overflow
                page.completeExceptionally(e);
            }
        });

        assertThat(page.get()).contains("bottom").endsWith("</html>");
    }

    @Test
    void aHugePayloadMakesAPageOfBoundedSizeThatSaysWhatItLeavesOut() {
        var numbers = Data.listBuilder();
        var records = Data.listBuilder();
        for (int i = 0; i < 400_000; i++) {
            numbers.add("number " + i);
            records.add(Data.map("id", i));
        }
        for (Object payload : new @Nullable Object[] {
            Data.map("numbers", numbers.build()), Data.map("records", records.build(), "after", 1)
        }) {
            Document page = ok(payload);

            assertThat(page.outerHtml().length()).isLessThan(2 * HtmlDocument.BUDGET);
            assertThat(page.select(".more").text()).contains("more; this page is full");
        }
    }

    @Test
    void showsTheBeginningOfAnEndlessText() {
        Document page = ok(Data.map("text", "x".repeat(3_000_000)));

        assertThat(page.select(".more").text()).isEqualTo("… 2,900,000 characters more");
        assertThat(page.text().length()).isLessThan(101_000);
    }
}
