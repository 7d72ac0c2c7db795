package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests live source over a real repository with ordinary and unusual files. */
@Timeout(120)
class SourceTest {
    private static final String SECRET = "correct horse";
    private static final String SHAPES = """
            package demo;

            /** Shapes. @req:shape-area */
            public class Shapes {
                // @req:shape-circle
                double circle(double radius) {
                    return Math.PI * radius * radius; // größer
                }

                double square(double side) {
                    return side * side;
                }
            }
            """;

    /** Source with a syntax error that also affects a part of the file after it. */
    private static final String BROKEN = """
            interface H {
             <P>(a: P): X<P>

             <Q>(b: Q): Y<Q>
            }
            """;

    private static final List<String> NAMES = List.of("back\\slash.py", "d\\e/f.py", "new\nline.py", "tab\tbed.py");

    @TempDir
    private static Path folder;

    private static GitFolder work;
    private static GitFolder names;
    private static String first;
    private static int ownPort;
    private static Service service;
    private static Http http;

    @BeforeAll
    static void serve() throws IOException {
        work = GitFolder.init(folder.resolve("work"))
                .write("src/demo/Shapes.java", SHAPES)
                .write("src/tool.py", "# @req:tool-run\ndef run(x):\n    return x\n")
                .write("100% sure/a b.txt", "percent\n")
                .write("windows.txt", "one\r\ntwo\r\n")
                .write("latin.txt", "gr\u00fc\u00dfe\n".getBytes(StandardCharsets.ISO_8859_1))
                .write("picture.bin", new byte[] {(byte) 0x89, 'P', 0, 1, 2, 3})
                .write("large.txt", "0123456789\n".repeat(2000))
                .write("empty.txt", "")
                .write("plain/main.c", "int main(void) { return 0; }\n")
                .write("plain/both.h", "struct Plain { int a; };\n")
                .write("plus/main.cc", "int main() { return 0; }\n")
                .write("plus/include/both.h", "namespace shop { template <class T> class Basket { T first; }; }\n")
                .write("Dockerfile", "# Builds it. @line:image\nFROM scratch\n")
                .write("db/tables.sql", "CREATE TABLE t (\n  id int -- @line:column\n);\n")
                .write("page.html", "<script>\n// @line:script\nrun();\n</script>\n")
                .write("bin/start", "#!/usr/bin/env python3\n# @line:start\ndef start(): pass\n")
                .write("old/shop.c", "int total;\nchar *names[3];\nint (*callback)(void);\n")
                .write("old/shop.cpp", "struct A {\n  operator bool();\n};\ntemplate <>\nvoid swap<A>() {}\n")
                .write("drawing.sketch", "def draw(): pass\n")
                .write("odd.weird", "@line:odd\n")
                .write("broken.ts", BROKEN + "\n// @hidden:after\nexport class After {\n  one(): void {}\n}\n");
        first = work.commit("first");
        GitFolder.init(folder.resolve("empty"));
        names = GitFolder.init(folder.resolve("names"));
        NAMES.forEach(name -> names.write(name, "# @name:odd\ndef named(): pass\n" + "#".repeat(name.length())));
        names.commit("odd names");
        for (String branch : List.of("release/1", "topic")) {
            names.git("branch", branch);
        }
        names.git("tag", "v1");
        ownPort = Service.freePort();
        service = Service.withSource(folder, """
                repos:
                  demo: {url: ../work, refresh: 0, webhook_secret: "%s"}
                  gone: {url: ../nowhere, refresh: 0}
                  empty: {url: ../empty, refresh: 0}
                  names: {url: ../names, refresh: 0, branches: ["release/*"]}
                  keyless: {url: "ssh://git@127.0.0.1:1/r", refresh: 0, credentials: {ssh_key: ../no-key}}
                limits: {inline_bytes: 10000}
                grammars: {extensions: {sketch: python}}
                port: %d
                """.formatted(SECRET, ownPort));
        http = service.http;
        Eventually.until(
                () -> "demo is served: " + http.get("/repos").text() + service.server.transcript(),
                () -> http.get("/repos/demo/tree").status() == 200);
        service.awaitParsed("demo");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Map<String, Object>> items(Http.Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return (List<Map<String, Object>>) answer.json().get("items");
    }

    @Test
    void everyRepositorySaysHowItIs() {
        Eventually.until(
                () -> "a repository has failed: " + http.get("/repos").text(),
                () -> http.get("/repos").text().contains("\"state\":\"failed\""));
        assertThat(items(http.get("/repos"))).extracting(r -> r.get("name")).containsSubsequence("demo", "gone");
        assertThat(http.get("/repos/gone/tree").status()).isEqualTo(503);
        assertThat(http.get("/repos/none/tree").json())
                .containsEntry("code", "unknown_repo")
                .extracting("available")
                .asString()
                .contains("demo", "gone");
        Eventually.until(
                () -> "the source is ready: " + http.get("/ready/source").text(),
                () -> http.get("/ready/source").status() == 200);
    }

    // @req:source-odd-repositories
    @Test
    void anEmptyRepositoryIsServedAndSoIsItsFirstCommit() throws IOException {
        Eventually.until(
                () -> "empty is ready: " + http.get("/repos").text(),
                () -> repository("empty").get("state").equals("ready"));
        assertThat(repository("empty")).containsEntry("commit", null).containsEntry("last_error", null);
        for (String list : List.of("/tree", "/tree?recursive=true", "/symbols", "/annotations?pattern=@*:*")) {
            var answer = http.get("/repos/empty" + list);
            assertThat(items(answer)).as(list).isEmpty();
            assertThat(answer.json()).as(list).containsEntry("commit", null).containsEntry("next_cursor", null);
            assertThat(http.get("/repos/empty" + list, "Accept", "text/html").status())
                    .as(list)
                    .isEqualTo(200);
        }
        assertThat(items(http.post("/repos/empty/query", "{\"lang\":\"java\",\"query\":\"(class_declaration) @c\"}")))
                .isEmpty();
        assertThat(http.get("/repos/empty/files/a.py").json()).containsEntry("code", "unknown_path");

        String commit = new GitFolder(folder.resolve("empty"))
                .write("a.py", "def first(): pass\n")
                .commit("first");
        var refreshed = http.post("/repos/empty/refresh?wait=true", "");
        assertThat(refreshed.json()).containsEntry("from_commit", null).containsEntry("to_commit", commit);
        service.awaitParsed("empty");
        assertThat(items(http.get("/repos/empty/symbols?name=first"))).hasSize(1);
    }

    @Test
    void aKeyThatIsNotThereFailsItsRepositoryOnly() {
        Eventually.until(
                () -> "keyless has failed: " + http.get("/repos").text(),
                () -> repository("keyless").get("state").equals("failed"));
        assertThat(String.valueOf(repository("keyless").get("last_error")))
                .contains("there is no private key " + folder.resolve("no-key"));
        assertThat(http.get("/repos/demo/tree").status()).isEqualTo(200);
    }

    // @req:source-branches
    @Test
    void anUnknownRefNamesTheBranchesThatAreFetchedAndTheTags() {
        awaitNames();
        assertThat(http.get("/repos/names/tree?ref=topic").json())
                .containsEntry("code", "unknown_ref")
                .containsEntry("available", List.of("main", "release/1", "v1"));
        assertThat(http.get("/repos/names/tree?ref=release/1").status()).isEqualTo(200);
    }

    @Test
    void whatIsListedCanBeOpenedWhateverItIsCalled() {
        awaitNames();
        service.awaitParsed("names");
        assertThat(items(http.get("/repos/names/tree?recursive=true")))
                .extracting(entry -> entry.get("path"))
                .containsExactlyElementsOf(NAMES);
        for (var item : items(http.get("/repos/names/annotations?pattern=@name:odd"))) {
            var file = http.get(String.valueOf(item.get("permalink")));
            assertThat(file.json()).containsEntry("path", item.get("path")).containsEntry("lang", "python");
        }
        for (String path : List.of("back%5Cslash.py", "d%5Ce/f.py", "new%0Aline.py", "tab%09bed.py")) {
            String file = "/repos/names/files/" + path;
            assertThat(http.get(file).json()).as(path).containsKey("blob");
            assertThat(http.get(file, "Accept", "text/html").text()).as(path).contains("named</a>");
        }
        String page = http.get("/repos/names/tree?recursive=true", "Accept", "text/html")
                .text();
        assertThat(page).contains("/files/back%5Cslash.py", "/files/new%0Aline.py", "/files/tab%09bed.py");
    }

    @Test
    void countersOfTheCacheCount() throws IOException {
        awaitNames();
        Eventually.until(
                () -> "all files are parsed: " + repository("names"),
                () -> cache().get("entries").equals(4) && cache().get("misses").equals(4));
        int hits = (int) cache().get("hits");
        names.write("more.py", "def more(): pass\n").commit("more");
        http.post("/repos/names/refresh?wait=true", "");
        Eventually.until(
                () -> "one file more is parsed and the others are known: " + repository("names"),
                () -> cache().equals(Map.of("entries", 5, "hits", hits + 4, "misses", 5)));
        names.git("rm", "-q", "more.py");
        names.commit("less");
        http.post("/repos/names/refresh?wait=true", "");
        Eventually.until(
                () -> "it is gone: " + repository("names"),
                () -> cache().equals(Map.of("entries", 4, "hits", hits + 8, "misses", 5)));
    }

    private static void awaitNames() {
        Eventually.until(
                () -> "names is served: " + http.get("/repos").text(),
                () -> repository("names").get("state").equals("ready"));
    }

    @SuppressWarnings("unchecked") // plain data
    private static Map<String, Object> cache() {
        return (Map<String, Object>) repository("names").get("cache");
    }

    private static Map<String, Object> repository(String name) {
        return items(http.get("/repos")).stream()
                .filter(item -> name.equals(item.get("name")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPortOfItsOwnServesTheRoutesOfLiveSourceAlone() {
        var own = new Http(URI.create("http://127.0.0.1:" + ownPort));
        assertThat(own.get("/repos/demo/tree").text())
                .isEqualTo(http.get("/repos/demo/tree").text());
        // On a busy machine, a check may not answer in time.
        Eventually.untilAsserted(
                "health tells of the port",
                () -> assertThat(own.get("/health").json().toString()).contains("source_port"));
        for (String elsewhere : List.of("/api/tasks", "/inspect/routes", "/admin/status", "/echo/x", "/nowhere")) {
            assertThat(own.get(elsewhere).json()).as(elsewhere).containsEntry("code", "elsewhere");
        }
        assertThat(http.get("/metrics").text()).contains("precinct_source_port_requests");
    }

    @Test
    void filesComeWholeInLinesAndAsBytes() {
        var whole = http.get("/repos/demo/files/src/demo/Shapes.java");
        assertThat(whole.json()).containsEntry("content", SHAPES).containsEntry("commit", first);
        assertThat(http.get("/repos/demo/files/src/demo/Shapes.java?from=4&to=5")
                        .json()
                        .get("content"))
                .isEqualTo("public class Shapes {\n    // @req:shape-circle\n");
        assertThat(http.get("/repos/demo/files/windows.txt").json())
                .containsEntry("newline", "crlf")
                .containsEntry("content", "one\r\ntwo\r\n");
        assertThat(http.get("/repos/demo/files/latin.txt").json()).containsEntry("content", "gr\u00fc\u00dfe\n");
        assertThat(http.get("/repos/demo/files/picture.bin").json()).containsEntry("content_base64", "iVAAAQID");
        assertThat(http.get("/repos/demo/files/picture.bin?from=1").status()).isEqualTo(415);
        assertThat(http.get("/repos/demo/files/picture.bin?from=1", "Accept", "application/octet-stream")
                        .status())
                .isEqualTo(415);
        assertThat(http.get("/repos/demo/files/picture.bin").json().get("skipped"))
                .isEqualTo(Map.of("reason", "binary"));
        assertThat(http.get("/repos/demo/files/large.txt").status()).isEqualTo(413);
        assertThat(http.get("/repos/demo/files/large.txt", "Accept", "text/plain")
                        .text())
                .hasSize(22_000);
        assertThat(http.get("/repos/demo/files/large.txt?from=2000", "Accept", "text/plain")
                        .text())
                .isEqualTo("0123456789\n");
        assertThat(http.get("/repos/demo/files/src/tool.py?from=4").status()).isEqualTo(416);
        assertThat(http.get("/repos/demo/files/100%25%20sure/a%20b.txt").json()).containsEntry("content", "percent\n");
        assertThat(http.get("/repos/demo/files/empty.txt").json()).containsEntry("content", "");
    }

    @Test
    void ofAFileAnyRangeOfBytesCanBeHad() {
        String large = "/repos/demo/files/large.txt";
        var part = http.get(large, "Accept", "text/plain", "Range", "bytes=21995-");
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.text()).isEqualTo("6789\n");
        assertThat(part.header("Content-Range")).isEqualTo("bytes 21995-21999/22000");
        var end = http.get(large, "Accept", "text/plain", "Range", "bytes=-5");
        assertThat(end.status()).isEqualTo(206);
        assertThat(end.text()).isEqualTo("6789\n");
        assertThat(end.header("Content-Range")).isEqualTo("bytes 21995-21999/22000");
        assertThat(end.header("Content-Length")).isEqualTo("5");
        assertThat(http.get(large, "Accept", "text/plain", "Range", "bytes=0-3").header("Content-Range"))
                .isEqualTo("bytes 0-3/22000");
        for (String beyond : List.of("bytes=22000-", "bytes=99999999999999999999-", "bytes=-0")) {
            var none = http.get(large, "Accept", "text/plain", "Range", beyond);
            assertThat(none.status()).as(beyond).isEqualTo(416);
            assertThat(none.header("Content-Range")).as(beyond).isEqualTo("bytes */22000");
        }
        for (String ignored : List.of("lines=1-2", "bytes=0-1,5-6", "bytes=5-1", "bytes=")) {
            var whole = http.get(large, "Accept", "text/plain", "Range", ignored);
            assertThat(whole.status()).as(ignored).isEqualTo(200);
            assertThat(whole.text()).as(ignored).hasSize(22_000);
        }
    }

    @Test
    void thePageOfTheRepositoriesLeadsToTheirFiles() {
        String page = http.get("/repos", "Accept", "text/html").text();
        assertThat(page).contains("href=\"/repos/demo/tree\"");
        String tree = http.get("/repos/demo/tree", "Accept", "text/html").text();
        assertThat(tree).contains("href=\"/repos/demo/files/empty.txt");
    }

    @Test
    void anUnchangedAnswerIsNotSentAgain() {
        for (String target :
                List.of("/repos/demo/files/src/tool.py", "/repos/demo/tree?recursive=true", "/repos/demo/symbols")) {
            var whole = http.get(target);
            var same = http.get(target, "If-None-Match", whole.header("ETag"));
            assertThat(same.status()).as(target).isEqualTo(304);
            assertThat(same.header("Content-Length")).as(target).isNull();
            assertThat(same.header("Cache-Control")).as(target).isEqualTo(whole.header("Cache-Control"));
        }
        for (String accept : List.of("text/markdown", "text/html")) {
            String data = http.get("/repos/demo/symbols").header("ETag");
            var other = http.get("/repos/demo/symbols", "Accept", accept, "If-None-Match", data);
            assertThat(other.status()).as(accept).isEqualTo(200);
            assertThat(http.get("/repos/demo/symbols", "Accept", accept, "If-None-Match", other.header("ETag"))
                            .status())
                    .as(accept)
                    .isEqualTo(304);
        }
        String file = "/repos/demo/files/src/tool.py?ref=" + first;
        assertThat(http.get(file).header("Cache-Control")).contains("immutable");
        assertThat(http.get(file, "Accept", "text/html").header("Cache-Control"))
                .isEqualTo("no-cache");
    }

    @Test
    void aHeaderIsInTheLanguageOfTheFilesAroundIt() {
        Http.Answer plain = http.get("/repos/demo/symbols?path=plain/both.h");
        assertThat(items(plain))
                .as(plain.text())
                .extracting(item -> item.get("lang"))
                .containsOnly("c");
        assertThat(items(http.get("/repos/demo/symbols?name=Basket")))
                .singleElement()
                .satisfies(basket ->
                        assertThat(basket).containsEntry("lang", "cpp").containsEntry("container", "shop"));
        assertThat(items(http.get("/repos/demo/tree?path=plus/include")))
                .extracting(item -> item.get("lang"))
                .containsExactly("cpp");
    }

    @Test
    void symbolsAnnotationsAndQueriesFindTheCode() {
        var circle =
                items(http.get("/repos/demo/symbols?name=circle&kind=method")).getFirst();
        assertThat(circle)
                .containsEntry("container", "Shapes")
                .containsEntry("name_path", "Shapes/circle")
                .containsEntry("has_error", false);
        assertThat(http.get(String.valueOf(circle.get("permalink"))).json().get("content"))
                .asString()
                .startsWith("    double circle");
        assertThat(items(http.get("/repos/demo/annotations?pattern=@req:*")))
                .extracting(item -> item.get("path") + " " + item.get("name"))
                .contains("src/demo/Shapes.java Shapes", "src/demo/Shapes.java circle", "src/tool.py run");
        var found = http.post(
                "/repos/demo/query",
                "{\"path\":\"src/tool.py\",\"lang\":\"python\","
                        + "\"query\":\"(function_definition name: (identifier) @name)\"}");
        assertThat(items(found).getFirst().get("captures").toString()).contains("name=name", "text=run", "lines=");
        assertThat(http.post("/repos/demo/query", "{\"lang\":\"java\",\"query\":\"(clas) @x\"}")
                        .json())
                .containsEntry("code", "bad_query");
        assertThat(http.get("/repos/demo/symbols?kind=nonsense").status()).isEqualTo(422);
        var explosive = http.post(
                "/repos/demo/query",
                "{\"lang\":\"java\",\"query\":\"((identifier) @n (#match? @n \\\"(((f{1000}){1000}){1000})\\\"))\"}");
        assertThat(explosive.status()).as(explosive.text()).isEqualTo(422);
        assertThat(explosive.json()).containsEntry("code", "bad_query");
        assertThat(explosive.text()).contains("repetitions are written out");
        assertThat(items(http.get("/symbols?name=run")))
                .extracting(s -> s.get("repo"))
                .containsExactly("demo");
    }

    // @req:source-languages
    @Test
    void configurationSaysInWhichLanguageFilesAre() {
        assertThat(items(http.get("/repos/demo/symbols?path=drawing.sketch&fields=lang,kind,name")))
                .containsExactly(Map.of("lang", "python", "kind", "function", "name", "draw"));
    }

    // @req:source-fields
    @Test
    void variablesConversionsAndSpecialisationsAreSymbolsOfWhichSomeFieldsCanBeAskedFor() {
        assertThat(items(http.get("/repos/demo/symbols?path=old&fields=kind,name_path")))
                .containsExactly(
                        Map.of("kind", "field", "name_path", "total"),
                        Map.of("kind", "field", "name_path", "names"),
                        Map.of("kind", "field", "name_path", "callback"),
                        Map.of("kind", "struct", "name_path", "A"),
                        Map.of("kind", "method", "name_path", "A/operator bool"),
                        Map.of("kind", "function", "name_path", "swap"));
        var unknown = http.get("/symbols?fields=kind,txt");
        assertThat(unknown.status()).as(unknown.text()).isEqualTo(400);
        assertThat(unknown.text()).contains("no member 'txt', did you mean text?");
    }

    // @req:source-incomplete
    @Test
    void whatStandsBehindAnErrorOfSyntaxIsFoundAndTheErrorIsNamed() {
        String named = "{\"path\":\"broken.ts\",\"reason\":\"syntax_error\",\"from\":4,\"to\":5}";
        var symbols = http.get("/repos/demo/symbols?name=After");
        assertThat(items(symbols)).extracting(item -> item.get("path")).containsExactly("broken.ts");
        assertThat(symbols.text()).contains("\"incomplete\":[" + named);
        assertThat(http.get("/repos/demo/symbols?name=run&path=src").text()).contains("\"incomplete\":[]");
        var annotations = http.get("/repos/demo/annotations?pattern=@hidden:*");
        assertThat(items(annotations)).extracting(item -> item.get("name")).containsExactly("After");
        assertThat(annotations.text()).contains(named);
        assertThat(http.get("/symbols?name=After").text()).contains("\"repo\":\"demo\"," + named.substring(1));
        assertThat(http.get("/traces/coverage?tag=hidden").text()).contains(named.substring(1));
        assertThat(http.post("/repos/demo/query", "{\"lang\":\"typescript\",\"query\":\"(class_declaration) @c\"}")
                        .text())
                .contains("\"incomplete\":[{\"path\":\"broken.ts\"");
        assertThat(http.get("/repos/demo/tree").json()).doesNotContainKey("incomplete");
        assertThat(http.get("/repos/demo/symbols?name=After", "Accept", "text/html")
                        .text())
                .contains("hidden by errors of syntax", "broken.ts 4 to 5");
    }

    // @req:source-lines
    @Test
    void filesWithoutGrammarAreSearchedLineByLineOrNamed() {
        var answer = http.get("/repos/demo/annotations?pattern=@line:*");
        assertThat(items(answer))
                .extracting(item -> item.get("path") + " " + item.get("association") + " " + item.get("lang") + " "
                        + item.get("kind") + " " + item.get("text"))
                .containsExactly(
                        "Dockerfile line dockerfile null FROM scratch",
                        "bin/start next python function def start(): pass",
                        "db/tables.sql line sql null id int -- @line:column",
                        "page.html line html null run();");
        assertThat(answer.json().get("skipped").toString()).contains("odd.weird", "no_grammar");
        assertThat(http.get("/traces/coverage?tag=line").text())
                .contains("\"id\":\"column\"", "\"path\":\"odd.weird\",\"reason\":\"no_grammar\"");
        assertThat(items(http.get("/repos/demo/tree?path=bin")))
                .extracting(entry -> entry.get("lang"))
                .containsExactly("python");
    }

    // @req:source-unknown-path
    @Test
    void aPathThatIsNotThereIsNamedInsteadOfAnEmptyList() {
        String detail = "demo has nothing there in main";
        String query = "{\"query\":\"(class_declaration) @c\",\"path\":\"typo.txt\"}";
        for (var answer : List.of(
                http.get("/repos/demo/search?q=x&path=typo.txt"),
                http.get("/repos/demo/symbols?path=typo.txt"),
                http.get("/repos/demo/annotations?pattern=@*:*&path=typo.txt"),
                http.get("/repos/demo/references?name=x&path=typo.txt"),
                http.post("/repos/demo/query", query))) {
            assertThat(items(answer)).isEmpty();
            assertThat(answer.json())
                    .containsEntry(
                            "skipped", List.of(Map.of("path", "typo.txt", "reason", "unknown_path", "detail", detail)));
        }
        assertThat(http.get("/repos/demo/search?q=x&path=src/**/*.pyc").text())
                .contains("unknown_path", "no file that matches it");
        assertThat(http.get("/repos/demo/search?q=nowhere-at-all&path=src").json())
                .containsEntry("skipped", List.of());
        for (String list : List.of("search?q=x&", "symbols?")) {
            assertThat(http.get("/repos/demo/" + list + "path=typo.txt", "Accept", "text/html")
                            .text())
                    .contains("Nothing is at typo.txt: " + detail + ".")
                    .doesNotContain("Nothing matches");
        }
    }

    // @req:source-unknown-path
    @Test
    void aListOverSeveralRepositoriesSaysThatAPathIsNotThereOnlyIfNoneHasIt() {
        var nowhere = Map.of(
                "path",
                "typo.txt",
                "reason",
                "unknown_path",
                "detail",
                "no repository that could be read has anything there");
        for (String list : List.of("search?q=x&", "symbols?", "annotations?pattern=@*:*&", "references?name=x&")) {
            assertThat(http.get("/" + list + "path=typo.txt").json().get("skipped"))
                    .asInstanceOf(InstanceOfAssertFactories.LIST)
                    .as(list)
                    .containsOnlyOnce(nowhere)
                    .filteredOn(each -> each.toString().contains("unknown_path"))
                    .hasSize(1);
        }
        assertThat(http.get("/search?q=nowhere-at-all&path=src").text()).doesNotContain("unknown_path");
        Object cursor = null;
        do {
            String next = cursor == null ? "" : "&cursor=" + cursor;
            var page = http.get("/symbols?path=src&limit=1" + next);
            assertThat(page.text()).contains("\"items\":[").doesNotContain("unknown_path");
            cursor = page.json().get("next_cursor");
        } while (cursor != null);
        assertThat(http.get("/search?q=x&path=typo.txt", "Accept", "text/html").text())
                .contains("Nothing is at typo.txt: no repository that could be read has anything there.");
    }

    @Test
    void pagesAreHtmlWithoutAnythingFromElsewhere() {
        var page = http.get("/repos/demo/files/src/demo/Shapes.java", "Accept", "text/html");

        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.header("Content-Security-Policy")).contains("default-src 'none'");
        assertThat(page.text())
                .contains("id=\"L6\"", "href=\"#L6\">circle</a>", "<span class=\"k\">return</span>")
                .doesNotContain("<script", "src=\"");
        assertThat(http.get("/traces/coverage", "Accept", "text/html").text()).contains("shape-circle");
    }

    @Test
    void aRefreshAndAWebhookBringWhatIsNew() throws Exception {
        var branch = GitFolder.init(folder.resolve("moving")).write("a.py", "def before(): pass\n");
        branch.commit("before");
        String yaml = java.nio.file.Files.readString(service.config.resolve("source.yml"));
        Service.write(
                service.config.resolve("source.yml"),
                yaml.replace(
                        "repos:\n",
                        "repos:\n  moving: {url: ../moving, refresh: 0, webhook_secret: \"%s\"}\n".formatted(SECRET)));
        Eventually.until(
                () -> "moving is served: " + http.get("/repos").text(),
                () -> http.get("/repos/moving/tree").status() == 200);
        String after = branch.write("a.py", "def after(): pass\n").commit("after");

        var refreshed = http.post("/repos/moving/refresh?wait=true", "");
        assertThat(refreshed.status()).as(refreshed.text()).isEqualTo(200);
        assertThat(refreshed.json()).containsEntry("to_commit", after).containsEntry("changed", List.of("a.py"));
        service.awaitParsed("moving");
        assertThat(items(http.get("/repos/moving/symbols?name=after"))).hasSize(1);

        String pushed = branch.write("b.py", "def pushed(): pass\n").commit("pushed");
        String body = "{\"ref\": \"refs/heads/main\"}";
        assertThat(http.post("/repos/moving/webhook", body, "X-Hub-Signature-256", "sha256=" + "0".repeat(64))
                        .status())
                .isEqualTo(403);
        var delivered = http.post("/repos/moving/webhook", body, "X-Hub-Signature-256", signature(body));
        assertThat(delivered.status()).as(delivered.text()).isEqualTo(202);
        String href = delivered.header("Location");
        Eventually.until(
                () -> "the refresh is done: " + http.get(href).text(),
                () -> http.get(href).text().contains("\"state\":\"done\""));
        assertThat(http.get("/repos/moving/tree").json()).containsEntry("commit", pushed);
        assertThat(http.post("/repos/gone/refresh?wait=true", "").json()).containsEntry("code", "fetch_failed");
    }

    private static String signature(String body) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void tracesResolveOneByOne() {
        var answer = http.post("/traces/resolve", """
                {"traces": [
                  {"repo": "demo", "query": {"kind": "method", "name": "circle", "path": "src/demo/Shapes.java"}},
                  {"repo": "demo", "query": {"annotation": "@req:tool-run"}},
                  {"repo": "demo", "query": {"s_expr": "(method_declaration) @m", "path": "src", "lang": "java"}},
                  {"repo": "demo", "query": {"name": "nothing"}},
                  {"repo": "gone", "query": {"name": "nothing"}},
                  {"repo": "none", "query": {"name": "nothing"}}]}
                """);

        assertThat(items(answer))
                .extracting(item -> item.get("status"))
                .containsExactly("ok", "ok", "ambiguous", "not_found", "unavailable", "invalid");
    }

    /** Every spelling of a path out of the repository must be refused. */
    @TestFactory
    List<DynamicTest> noPathLeadsOutOfTheRepository() {
        List<String> paths = List.of(
                "../secret.txt",
                "src/../../secret.txt",
                "..%2fsecret.txt",
                "src%2f..%2f..%2fsecret.txt",
                "%2e%2e/secret.txt",
                "%2e%2e%2fsecret.txt",
                "..%5csecret.txt",
                "..\\secret.txt",
                "src%5c..%5c..%5csecret.txt",
                "%2fetc/passwd",
                "/etc/passwd",
                "%2Fetc%2Fpasswd",
                "C:%5cWindows%5cwin.ini",
                "src/%00",
                "src/tool.py%00.txt",
                "%252e%252e/secret.txt",
                ".git/config",
                ".GIT/config",
                "%2egit/config",
                ".git%2fconfig",
                ".git::$INDEX_ALLOCATION/config",
                ".git%20/config",
                ".git./config",
                "GIT~1/config",
                ".g%E2%80%8Cit/config",
                "%EF%BC%8E%EF%BC%8E/secret.txt",
                "%C0%AE%C0%AE/secret.txt",
                "./src/tool.py",
                "src/./tool.py",
                "src//tool.py",
                "~/.ssh/id_rsa",
                "file:///etc/passwd",
                "src/tool.py/..");
        Service.write(folder.resolve("secret.txt"), "a secret beside the repository");
        return paths.stream()
                .map(path -> DynamicTest.dynamicTest(path, () -> {
                    Reply file = raw("/repos/demo/files/" + path);
                    assertThat(file.status).as(file.body).isIn(400, 404);
                    assertThat(file.body).doesNotContain("a secret beside", "[core]", "root:");
                    Reply tree = raw("/repos/demo/tree?path=" + path.replace("\\", "%5c"));
                    assertThat(tree.status).as(tree.body).isIn(400, 404);
                }))
                .toList();
    }

    private record Reply(int status, String body) {}

    /** Sends the target exactly as written; a client library would normalise the path. */
    private static Reply raw(String target) throws IOException {
        var url = service.server.url();
        try (var socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(30_000);
            String request = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new Reply(Integer.parseInt(answer.substring(9, 12)), answer);
        }
    }
}
