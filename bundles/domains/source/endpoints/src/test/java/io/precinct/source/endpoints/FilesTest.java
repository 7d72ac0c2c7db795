package io.precinct.source.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.testkit.TestAnswer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FilesTest {
    private static final String TEXT = "class A\nclass B\r\nclass C";

    private final TestEndpoints endpoints = new TestEndpoints();
    private String commit;

    @BeforeEach
    void fill() {
        commit = endpoints
                .sources
                .testRepository("one")
                .file("a.toy", TEXT)
                .file("100% sure.toy", "def p\n")
                .file("a&b <i>.toy", "class Évil # </pre><script>alert(1)</script> \u202E \"q\"\nclass User A\n")
                .file("b.bin", new byte[] {1, 0, 2})
                .file("large.toy", "def line\n".repeat(200))
                .file("large.bin", new byte[2000])
                .file("cr.toy", "class A\rclass B\r")
                .file("wide.toy", "\uFEFFclass A\nclass Ü\n".getBytes(StandardCharsets.UTF_16LE))
                .file("empty.toy", "")
                .commit();
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    private TestAnswer raw(String target, String accept) {
        return endpoints.request("GET", target).accept(accept).send();
    }

    @Test
    void aFileIsDataWithItsLines() {
        TestAnswer whole = endpoints.get("/repos/one/files/a.toy");

        assertThat(whole.status()).as(whole.text()).isEqualTo(200);
        assertThat(whole.json())
                .containsEntry("path", "a.toy")
                .containsEntry("content", TEXT)
                .containsEntry("encoding", "UTF-8")
                .containsEntry("lines", Map.of("from", 1, "to", 3, "total", 3))
                .containsEntry("permalink", "/repos/one/files/a.toy?ref=" + commit)
                .containsKeys("repo", "ref", "commit", "fetched_at", "stale", "newline", "size", "blob");
    }

    @Test
    void aLargeFileIsReadIfThereIsPlaceForIt() {
        endpoints.sources.inlineBytes = 4 << 20;
        endpoints
                .sources
                .testRepository("one")
                .file("huge.toy", "x\n".repeat(1 << 20))
                .commit();
        var busy = new Admission.Cost(6, "one", "somebody");
        for (String accepted : List.of("application/json", "text/html")) {
            TestAnswer refused = endpoints.places.during(busy, () -> raw("/repos/one/files/huge.toy", accepted));
            assertThat(refused.status()).as(refused.text()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(endpoints
                            .places
                            .during(busy, () -> raw("/repos/one/files/a.toy", accepted))
                            .status())
                    .isEqualTo(200);
            assertThat(raw("/repos/one/files/huge.toy", accepted).status()).isEqualTo(200);
        }
        assertThat(endpoints
                        .places
                        .during(busy, () -> raw("/repos/one/files/huge.toy", "text/plain"))
                        .status())
                .as("streamed")
                .isEqualTo(200);
    }

    @Test
    void aRangeIsInclusiveAndClamped() {
        assertThat(endpoints.get("/repos/one/files/a.toy?from=2&to=2").json())
                .containsEntry("content", "class B\r\n")
                .containsEntry("lines", Map.of("from", 2, "to", 2, "total", 3));
        assertThat(endpoints.get("/repos/one/files/a.toy?from=2&to=99").json())
                .containsEntry("content", "class B\r\nclass C");
        assertThat(endpoints.get("/repos/one/files/a.toy?to=1").json()).containsEntry("content", "class A\n");
        TestAnswer past = endpoints.get("/repos/one/files/a.toy?from=4");
        assertThat(past.status()).isEqualTo(416);
        assertThat(past.json()).containsEntry("total", 3);
        assertThat(endpoints.get("/repos/one/files/a.toy?from=99999999999").status())
                .isEqualTo(416);
        assertThat(endpoints.get("/repos/one/files/a.toy?from=3&to=99999999999").json())
                .containsEntry("content", "class C");
        assertThat(endpoints.page("/repos/one/files/a.toy?from=4").status()).isEqualTo(416);
        assertThat(endpoints.get("/repos/one/files/a.toy?from=3&to=2").status()).isEqualTo(400);
        assertThat(endpoints.get("/repos/one/files/a.toy?from=0").status()).isEqualTo(400);
        assertThat(endpoints.get("/repos/one/files/empty.toy?to=5").json())
                .containsEntry("content", "")
                .containsEntry("permalink", "/repos/one/files/empty.toy?ref=" + commit);
    }

    @Test
    void textAndBytesComeAsTheyAre() {
        TestAnswer text = raw("/repos/one/files/a.toy", "text/plain");
        assertThat(text.text()).isEqualTo(TEXT);
        assertThat(text.mediaType()).isEqualTo("text/plain; charset=UTF-8");
        assertThat(text.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(raw("/repos/one/files/a.toy?from=2&to=2", "text/plain").text())
                .isEqualTo("class B\r\n");
        assertThat(raw("/repos/one/files/large.toy", "application/octet-stream").text())
                .hasSize(1800);
        assertThat(raw("/repos/one/files/large.toy?from=3&to=4", "text/plain").text())
                .isEqualTo("def line\ndef line\n");
        assertThat(raw("/repos/one/files/large.toy?from=201", "text/plain").status())
                .isEqualTo(416);
    }

    @Test
    void linesAreTheSameInEveryRepresentation() {
        assertThat(endpoints.get("/repos/one/files/cr.toy?from=2").json()).containsEntry("content", "class B\r");
        assertThat(raw("/repos/one/files/cr.toy?from=2", "application/octet-stream")
                        .text())
                .isEqualTo("class B\r");
        assertThat(raw("/repos/one/files/wide.toy?from=2", "application/octet-stream")
                        .content())
                .isEqualTo("class Ü\n".getBytes(StandardCharsets.UTF_16LE));
    }

    @Test
    void whatDoesNotFitSaysWhatWould() {
        TestAnswer large = endpoints.get("/repos/one/files/large.toy");
        assertThat(large.status()).isEqualTo(413);
        assertThat(large.json()).containsEntry("code", "too_large").containsEntry("limit", 1000L);
        assertThat(endpoints.get("/repos/one/files/b.bin").json()).containsEntry("content_base64", "AQAC");
        assertThat(endpoints.get("/repos/one/files/b.bin?from=1").status()).isEqualTo(415);
        assertThat(raw("/repos/one/files/b.bin", "text/plain").json()).containsEntry("code", "binary");
        assertThat(raw("/repos/one/files/large.bin", "text/plain").status()).isEqualTo(415);
        assertThat(raw("/repos/one/files/large.bin?from=1", "application/octet-stream")
                        .status())
                .isEqualTo(415);
        assertThat(raw("/repos/one/files/b.bin?from=1", "application/octet-stream")
                        .status())
                .isEqualTo(415);
        assertThat(raw("/repos/one/files/a.toy", "image/png").status()).isEqualTo(406);
    }

    @Test
    void aSegmentIsDecodedOnce() {
        assertThat(endpoints.get("/repos/one/files/100%25%20sure.toy").json()).containsEntry("path", "100% sure.toy");
        assertThat(endpoints.get("/repos/one/files/100%2525%20sure.toy").json()).containsEntry("code", "unknown_path");
        assertThat(endpoints.get("/repos/one/files/x%2F..%2Fa.toy").json()).containsEntry("code", "path_escape");
    }

    @Test
    void tagsTellRepresentationsApart() {
        String data = endpoints.get("/repos/one/files/a.toy").header("ETag");
        String text = raw("/repos/one/files/a.toy", "text/plain").header("ETag");
        String page = endpoints.page("/repos/one/files/a.toy").header("ETag");
        String lines = raw("/repos/one/files/a.toy?from=1", "text/plain").header("ETag");

        assertThat(java.util.Set.of(data, text, page, lines)).hasSize(4);
        assertThat(endpoints
                        .request("GET", "/repos/one/files/a.toy")
                        .accept("text/plain")
                        .header("If-None-Match", "\"x\", " + text)
                        .send()
                        .status())
                .isEqualTo(304);
        assertThat(endpoints.get("/repos/one/files/a.toy?ref=" + commit).header("Cache-Control"))
                .isEqualTo("max-age=31536000, immutable");
    }

    @Test
    void a304HasTheHeadersOfThe200AndABodyOfItsKind() {
        for (String accept : List.of("application/octet-stream", "text/plain", "text/html", "application/json")) {
            for (String target : List.of("/repos/one/files/a.toy", "/repos/one/files/a.toy?from=1&to=2")) {
                TestAnswer whole = raw(target, accept);
                TestAnswer same = endpoints
                        .request("GET", target)
                        .accept(accept)
                        .header("If-None-Match", whole.header("ETag"))
                        .send();

                assertThat(same.status()).as(accept + target).isEqualTo(304);
                for (String name : List.of("Cache-Control", "ETag", "Vary")) {
                    assertThat(same.header(name)).as(name + accept + target).isEqualTo(whole.header(name));
                }
            }
        }
    }

    @Test
    void anAnswerThatIsNoDataSaysInHeadersHowOldItIs() {
        Map<String, Object> data = endpoints.get("/repos/one/files/a.toy").json();
        for (String accept : List.of("application/octet-stream", "text/plain", "text/html")) {
            TestAnswer answer = raw("/repos/one/files/a.toy", accept);

            assertThat(answer.header("X-Commit")).as(accept).isEqualTo(data.get("commit"));
            assertThat(answer.header("X-Fetched-At")).as(accept).isEqualTo(data.get("fetched_at"));
            assertThat(answer.header("X-Stale")).as(accept).isEqualTo("false");
        }
    }

    @Test
    void aTextThatMayBeDecodedOtherwiseHasAnotherTagButItsBytesHaveNot() {
        String data = endpoints.get("/repos/one/files/a.toy").header("ETag");
        String range = endpoints.get("/repos/one/files/a.toy?from=1&to=2").header("ETag");
        String text = raw("/repos/one/files/a.toy", "text/plain").header("ETag");
        String lines = raw("/repos/one/files/a.toy?from=1", "text/plain").header("ETag");
        String bytes = raw("/repos/one/files/a.toy", "application/octet-stream").header("ETag");

        endpoints.sources.testRepository("one").decodedOtherwise();

        assertThat(endpoints.get("/repos/one/files/a.toy").header("ETag")).isNotEqualTo(data);
        assertThat(endpoints
                        .request("GET", "/repos/one/files/a.toy?from=1&to=2")
                        .header("If-None-Match", range)
                        .send()
                        .status())
                .isEqualTo(200);
        assertThat(raw("/repos/one/files/a.toy", "text/plain").header("ETag")).isNotEqualTo(text);
        assertThat(raw("/repos/one/files/a.toy?from=1", "text/plain").header("ETag"))
                .isNotEqualTo(lines);
        assertThat(raw("/repos/one/files/a.toy", "application/octet-stream").header("ETag"))
                .isEqualTo(bytes);
    }

    @Test
    void aPageShowsNumberedLinesAndEscapesThem() {
        TestAnswer answer = endpoints.page("/repos/one/files/a%26b%20%3Ci%3E.toy");

        assertThat(answer.mediaType()).isEqualTo("text/html; charset=utf-8");
        assertThat(answer.header("Content-Security-Policy")).contains("default-src 'none'", "style-src 'sha256-");
        assertThat(answer.text())
                .contains("id=\"L1\"", "href=\"#L2\"", "Permalink", "&lt;script&gt;alert(1)", "[U+202E]")
                .contains("<span class=\"k\">class</span> Évil <span class=\"c\"># &lt;/pre&gt;")
                .contains("<a href=\"/repos/one/references?ref=main&amp;name=User\">User</a>", "a&amp;b &lt;i&gt;.toy")
                .doesNotContain("<script", "\u202E", "https://", "src=");
    }

    @Test
    void aNameThatIsDeclaredElsewhereLeadsThere() {
        endpoints
                .sources
                .testRepository("one")
                .file("u.toy", "class Uses\n  A of Nobody\n")
                .file("v.toy", "class Apple\n");
        endpoints.sources.testRepository("one").file("w.toy", "class Basket\n Apple pear\n");
        endpoints.sources.testRepository("one").commit();

        assertThat(endpoints.page("/repos/one/files/w.toy").text())
                .contains("<a href=\"/repos/one/symbols?ref=main&amp;name=Apple\">Apple</a> pear");
    }

    @Test
    void aDeclarationLeadsToWhereItIsUsed() {
        endpoints
                .sources
                .testRepository("one")
                .file("twice.toy", "class Pear\n Pear\ndef Fig\nclass Fig\n Fig\n")
                .commit();
        String references = "href=\"/repos/one/references?ref=main&amp;name=Pear\"";
        String page = endpoints.page("/repos/one/files/twice.toy").text();

        assertThat(page)
                .contains(
                        references + ">uses</a>",
                        "</span> <a " + references + ">Pear</a>\n",
                        " <a href=\"#L1\">Pear</a>",
                        "</span> <a href=\"/repos/one/references?ref=main&amp;name=Fig\">Fig</a>\n",
                        " <a href=\"/repos/one/symbols?ref=main&amp;name=Fig&amp;path=twice.toy\">Fig</a>");
        assertThat(endpoints.page("/repos/one/files/twice.toy?from=2&to=2").text())
                .contains("<a href=\"/repos/one/files/twice.toy?ref=main#L1\">Pear</a>");
        assertThat(endpoints.page("/repos/one/symbols?name=Pear").text()).contains(references + ">References</a>");
        assertThat(endpoints.page("/symbols?name=Pear").text())
                .contains("href=\"/repos/one/references?name=Pear\">References</a>");
    }

    @Test
    void aNameOfTheSameFolderLeadsThereBeforeOthers() {
        endpoints
                .sources
                .testRepository("one")
                .file("far/Plum.toy", "class Plum\nclass Quince\n")
                .file("near/Plum.toy", "class Plum\n")
                .file("near/use.toy", "class Use\n Plum of Quince\n")
                .commit();

        assertThat(endpoints.page("/repos/one/files/near/use.toy").text())
                .contains(
                        "<a href=\"/repos/one/symbols?ref=main&amp;name=Plum&amp;path=near\">Plum</a>",
                        "<a href=\"/repos/one/symbols?ref=main&amp;name=Quince\">Quince</a>");
    }

    @Test
    void aPageOfSomeLinesLeadsToTheWholeFile() {
        String page = endpoints.page("/repos/one/files/a.toy?from=2&to=2").text();

        assertThat(page).contains("id=\"L2\"", "The whole file").doesNotContain("id=\"L1\"", "id=\"L3\"");
        assertThat(page).contains("?ref=" + commit + "&amp;from=2&amp;to=2");
    }

    @Test
    void aLineLeadsToTheSameLineOfTheBlamePage() {
        assertThat(endpoints.page("/repos/one/files/a.toy").text())
                .contains("data-n=\"2\"></a><a class=\"to\" href=\"/repos/one/blame/a.toy?ref=main#L2\"");
        assertThat(endpoints.page("/repos/one/files/a.toy?from=2&to=2").text())
                .contains(
                        "href=\"/repos/one/blame/a.toy?ref=main&amp;from=2&amp;to=2\">Blame",
                        "href=\"/repos/one/blame/a.toy?ref=main#L2\"");
        String crowded = "\n".repeat(5000);
        endpoints.sources.inlineBytes = 1 << 20;
        endpoints
                .sources
                .testRepository("one")
                .file("crowded.toy", crowded + "x\n")
                .commit();
        assertThat(endpoints.page("/repos/one/files/crowded.toy").text())
                .contains("id=\"L1\"")
                .doesNotContain("class=\"to\"");
    }

    @Test
    void whatIsProbedIsAnsweredAsData() {
        TestAnswer answer = endpoints
                .request("GET", "/repos/one/files/a.toy")
                .accept("text/html, application/json;q=0.5")
                .trace()
                .send();

        assertThat(answer.payload().toString()).contains("path=a.toy");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void rawBytesComeWhateverIsAccepted() {
        TestAnswer text = endpoints.page("/repos/one/files/a%26b%20%3Ci%3E.toy?raw=true");
        assertThat(text.status()).isEqualTo(200);
        assertThat(text.mediaType()).isEqualTo("text/plain; charset=UTF-8");
        assertThat(text.text()).startsWith("class Évil # </pre><script>");
        assertThat(text.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(endpoints.page("/repos/one/files/b.bin?raw=true").mediaType())
                .isEqualTo("application/octet-stream");
        endpoints.sources.testRepository("pictures").file("a.SVG", "<svg/>\n").commit();
        TestAnswer picture = endpoints.page("/repos/pictures/files/a.SVG?raw=true");
        assertThat(picture.mediaType()).isEqualTo("image/svg+xml");
        assertThat(picture.header("Content-Security-Policy")).contains("default-src 'none'", "sandbox");
        assertThat(endpoints.page("/repos/pictures/files/a.SVG?raw=true&from=1").mediaType())
                .startsWith("text/plain");
        assertThat(endpoints.page("/repos/one/files/nowhere?raw=true").status()).isEqualTo(404);
    }
}
