package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests local parameter stores of the packaged distribution. */
@Timeout(240)
@SuppressWarnings("unchecked") // plain data
class ParameterStoresTest {
    private static final String HIDDEN = "hunter2";
    /** A value that was no secret at first. */
    private static final String READABLE = "correct-horse";

    @RegisterExtension
    static final SharedService<Service> SHARED = SharedService.source();

    @TempDir
    private static Path folder;

    private static Service service;
    private static Http http;

    @BeforeAll
    static void serve() throws IOException {
        Service.write(folder.resolve("store/app.yaml"), "port: 8080\n");
        Service.write(folder.resolve("store/api_key"), HIDDEN);
        Service.write(folder.resolve("store/db/url"), HIDDEN);
        Service.write(folder.resolve("store/db_password/current"), HIDDEN);
        Service.write(folder.resolve("store/home/.pgpass"), HIDDEN);
        Files.createSymbolicLink(folder.resolve("store/linked"), Path.of("api_key"));
        params("port: 8080, name: demo, password: " + HIDDEN + ", licence: !secret " + HIDDEN);
        service = SHARED.get();
        SharedService.serve(
                service,
                "params: {provider: yaml, url: " + folder.resolve("params.yaml") + ", refresh: 0}",
                "mounted: {provider: directory, url: " + folder.resolve("store")
                        + ", refresh: 0, secrets: [\"db/**\"]}",
                "remote: {provider: nowhere, url: \"https://store.example.org/app\"}");
        http = service.http;
        for (String repository : List.of("params", "mounted")) {
            Eventually.until(
                    repository + " serves",
                    () -> http.get("/repos/" + repository + "/tree").status() == 200);
        }
    }

    private static void params(String members) {
        Service.write(folder.resolve("params.yaml"), "app: {" + members + "}\n");
    }

    private static String compared(String selector) {
        return "{\"selector\": " + selector
                + ", \"envs\": [{\"name\": \"a\", \"repo\": \"params\"}, {\"name\": \"b\", \"repo\": \"mounted\"}]}";
    }

    private static Http.Answer refreshed(String repository) {
        return http.post("/repos/" + repository + "/refresh?wait=true", "");
    }

    private static String raw(String path) {
        return http.get(path, "Accept", "text/plain").ok().text();
    }

    private static List<Object> paths(String target) {
        return ((List<Map<String, Object>>)
                        (List<?>) http.get(target).ok().json().get("items"))
                .stream().map(item -> item.get("path")).toList();
    }

    @Test
    void aChangeOfTheFileIsANewCommit() {
        params("port: 8080, name: demo");
        Object before = refreshed("params").ok().json().get("to_commit");
        params("port: 9090, password: " + HIDDEN);
        Http.Answer change = refreshed("params").ok();
        assertThat(change.json()).containsEntry("from_commit", before);
        assertThat(change.json().get("changed"))
                .isEqualTo(List.of("app/name", "app/password", "app/port", "parameters.json"));
        Object commit = change.json().get("to_commit");

        assertThat(raw("/repos/params/files/app/port")).isEqualTo("9090");
        assertThat(http.get("/repos/params/files/app/name").status()).isEqualTo(404);
        assertThat(raw("/repos/params/files/app/port?ref=" + before)).isEqualTo("8080");
        Http.Answer file =
                http.get("/repos/params/files/app/port?ref=" + commit).ok();
        assertThat(file.header("Cache-Control")).contains("immutable");
        assertThat(file.json()).containsEntry("content", "9090").containsEntry("ref", commit);
        Http.Answer unknown = http.get("/repos/params/tree?ref=main");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.json()).containsEntry("code", "unknown_ref");
    }

    @Test
    void everySelectorAnswersOverAStore() {
        assertThat(paths("/repos/mounted/tree?recursive=true"))
                .containsExactly(
                        "api_key",
                        "app.yaml",
                        "db/url",
                        "db_password/current",
                        "home/.pgpass",
                        "linked",
                        "parameters.json");
        assertThat(paths("/repos/mounted/tree"))
                .containsExactly("api_key", "app.yaml", "db", "db_password", "home", "linked", "parameters.json");
        assertThat(http.get("/repos/mounted/config?path=app.yaml&query=port")
                        .ok()
                        .json()
                        .get("items")
                        .toString())
                .contains("value=8080");
        assertThat(http.get("/repos/mounted/annotations?pattern=@req:*").ok().json())
                .containsEntry("items", List.of());
        assertThat(http.get("/repos/mounted/symbols?name=nothing").ok().json()).containsEntry("items", List.of());
        assertThat(http.get("/repos/mounted/files/app.yaml", "Accept", "text/html")
                        .ok()
                        .text())
                .contains("8080");
        assertThat(http.get("/annotations?pattern=@req:*")
                        .ok()
                        .json()
                        .get("repositories")
                        .toString())
                .contains("params", "mounted");
    }

    @Test
    void secretsAreNowhere() throws IOException {
        params("pin: " + READABLE);
        Object before = refreshed("params").ok().json().get("to_commit");
        assertThat(raw("/repos/params/files/app/pin?ref=" + before)).isEqualTo(READABLE);
        assertThat(http.get("/repos/params/search?q=" + READABLE + "&ref=" + before)
                        .ok()
                        .text())
                .contains("app/pin");
        params("password: &p " + HIDDEN + ", licence: !secret {a: &a " + HIDDEN + "}, copy: *p, alias: *a,"
                + " base: &m {db_pass: [" + HIDDEN + "], x: 1}, merged: {<<: *m}, again: {<<: !secret {b: " + HIDDEN
                + "}}, creds: {url: &u " + HIDDEN + "}, place: *u, address: \"postgres://app:" + HIDDEN + "@db/x\","
                + " pin: !secret " + READABLE + ", callback: \"https://example.org/?access_token=" + HIDDEN
                + "&page=2\"");
        String changed = refreshed("params").text();
        String target = "/repos/mounted/config?path=parameters.json&query=@";
        Stream.of(
                        changed,
                        raw("/repos/params/files/app/password"),
                        raw("/repos/params/files/app/licence/a"),
                        raw("/repos/params/files/app/copy"),
                        raw("/repos/params/files/app/alias"),
                        raw("/repos/params/files/app/merged/db_pass/0"),
                        raw("/repos/params/files/app/again/b"),
                        raw("/repos/params/files/app/place"),
                        raw("/repos/params/files/app/address"),
                        raw("/repos/params/files/app/callback"),
                        raw("/repos/params/files/parameters.json?ref=" + before),
                        raw("/repos/params/files/app/pin?ref=" + before),
                        http.get("/repos/params/config?path=parameters.json&query=app.pin&ref=" + before)
                                .ok()
                                .text(),
                        http.get("/repos/params/search?q=" + HIDDEN).ok().text(),
                        http.get("/repos/mounted/search?q=" + HIDDEN).ok().text(),
                        http.get("/repos/params/search?q=" + READABLE + "&ref=" + before)
                                .ok()
                                .text(),
                        http.get("/repos/params/files/parameters.json", "Accept", "text/html")
                                .ok()
                                .text(),
                        http.post("/compare", compared("{\"path\": \"parameters.json\"}"))
                                .ok()
                                .text(),
                        http.post("/compare", compared("{\"path\": \"parameters.json\", \"query\": \"@\"}"))
                                .ok()
                                .text(),
                        http.get("/repos/mounted/export?format=tags").ok().text() + " ",
                        http.get("/search?q=" + HIDDEN).ok().text(),
                        http.get("/repos/mounted/tree", "Accept", "text/html")
                                .ok()
                                .text(),
                        raw("/repos/mounted/files/linked"),
                        raw("/repos/mounted/files/db_password/current"),
                        raw("/repos/mounted/files/home/.pgpass"),
                        raw("/repos/mounted/files/db/url"),
                        raw("/repos/mounted/files/api_key"),
                        raw("/repos/params/files/parameters.json"),
                        http.get(target).ok().text(),
                        http.get(target, "X-Service-Trace", "true").text(),
                        http.get("/repos/mounted/tree?recursive=true").ok().text(),
                        http.get("/repos/mounted/files/db/url", "Accept", "text/html")
                                .ok()
                                .text(),
                        http.get("/repos").ok().text())
                .map(answer -> answer.replaceAll("search\\?q=[a-z0-9-]*", ""))
                .forEach(answer -> assertThat(answer).isNotEmpty().doesNotContain(HIDDEN, READABLE));
        assertThat(raw("/repos/mounted/files/db/url")).isEqualTo("***");
        assertThat(raw("/repos/params/files/app/base/x")).isEqualTo("1");
        assertThat(raw("/repos/params/files/app/address")).isEqualTo("postgres://app:***@db/x");
        assertThat(raw("/repos/params/files/app/callback")).isEqualTo("https://example.org/?access_token=***&page=2");

        Service.write(folder.resolve("params.yaml"), "password: " + HIDDEN + "\n'" + HIDDEN);
        Http.Answer bad = refreshed("params");
        assertThat(bad.status()).isEqualTo(502);
        assertThat(bad.text()).contains("params.yaml:").doesNotContain(HIDDEN);
        assertThat(http.get("/repos/params/tree").ok().json()).containsEntry("stale", true);

        assertThat(service.server.transcript()).doesNotContain(HIDDEN);
        Eventually.until("no file went away while all were read", ParameterStoresTest::isNoSecretInFiles);
    }

    /**
     * Checks that no file contains a secret. False if a file disappeared meanwhile: the text index merges its files.
     */
    private static boolean isNoSecretInFiles() throws IOException {
        try (Stream<Path> files = Files.walk(service.data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                assertThat(content).as("%s", file).doesNotContain(HIDDEN);
            }
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return false;
            }
            throw e;
        }
    }

    @Test
    void aStoreWithoutItsProviderFailsAloneAndSaysSo() {
        Eventually.until("it failed", () -> http.get("/repos").text().contains("the provider nowhere is not deployed"));
        Http.Answer failed = http.get("/repos/remote/tree");
        assertThat(failed.status()).isEqualTo(503);
        assertThat(failed.json().get("detail").toString())
                .endsWith("the provider nowhere is not deployed; those that are: consul, directory, etcd, ssm, vault,"
                        + " yaml");
        assertThat(http.get("/ready/source").status()).isEqualTo(200);
    }
}
