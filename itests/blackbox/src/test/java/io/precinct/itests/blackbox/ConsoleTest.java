package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http.Answer;
import io.precinct.itests.support.ServerProcess;
import io.precinct.testing.Eventually;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the console of the packaged distribution without a browser: its page, its scripts, its views. */
@Timeout(120)
class ConsoleTest {
    private static final Pattern SCRIPT = Pattern.compile("<script type=\"module\" src=\"([^\"]+)\"></script>");
    private static final Pattern STYLE = Pattern.compile("<style>(.*?)</style>", Pattern.DOTALL);

    @TempDir
    private static Path folder;

    private static Service service;

    @BeforeAll
    static void serve() {
        service = Service.on(folder, "service: console\nstrict_input: true\n", "--features", "framework,console");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void thePageRunsItsOwnScriptAndNoOther() throws Exception {
        Answer page = service.http.get("/console", "Accept", "text/html");

        assertThat(page.status()).isEqualTo(200);
        Matcher style = STYLE.matcher(page.text());
        assertThat(style.find()).isTrue();
        String digest = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256")
                        .digest(style.group(1).getBytes(StandardCharsets.UTF_8)));
        assertThat(page.header("Content-Security-Policy"))
                .contains("default-src 'none'", "style-src 'sha256-" + digest + "'", "script-src 'self'")
                .doesNotContain("unsafe");
        Matcher script = SCRIPT.matcher(page.text());
        assertThat(script.results()).hasSize(1);
        script.reset().find();
        assertThat(service.http
                        .get("/console/runtime/bundles", "Accept", "text/html")
                        .text())
                .isEqualTo(page.text());
        assertKeptForEver(script.group(1));
    }

    @Test
    void aViewIsThereAsLongAsItsBundleServes() {
        assertThat(titles()).containsExactly("Runtime", "Probe");
        views().forEach(view -> assertKeptForEver(Objects.toString(view.get("module"))));

        precinct("disable");
        Eventually.until("the view has gone", () -> titles().equals(List.of("Probe")));

        precinct("enable");
        Eventually.until("the view is back", () -> titles().equals(List.of("Runtime", "Probe")));
    }

    @Test
    void aScriptThatIsNotThereIs404() {
        assertThat(service.http
                        .get("/console/assets/console-0000000000000000.js")
                        .status())
                .isEqualTo(404);
    }

    private static void precinct(String change) {
        ServerProcess process = ServerProcess.launch(
                Distribution.built()
                        .command(
                                change,
                                "io.precinct.console.runtime",
                                "--data",
                                folder.resolve("data").toString()),
                Map.of());

        assertThat(process.exited(Duration.ofSeconds(60)))
                .as(process.transcript())
                .isTrue();
        assertThat(process.process().exitValue()).as(process.transcript()).isZero();
    }

    private static void assertKeptForEver(String script) {
        Answer plain = service.http.get(script);
        Answer packed = service.http.get(script, "Accept-Encoding", "gzip");

        assertThat(plain.ok().header("Content-Type")).isEqualTo("text/javascript; charset=utf-8");
        assertThat(plain.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
        assertThat(packed.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(plain.header("Content-Encoding")).isNull();
        assertThat(Long.parseLong(Objects.requireNonNull(packed.header("Content-Length"))))
                .isLessThan(Long.parseLong(Objects.requireNonNull(plain.header("Content-Length"))) / 2);
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Map<String, Object>> views() {
        return (List<Map<String, Object>>)
                Objects.requireNonNull(service.http.get("/console").json().get("views"));
    }

    private static List<String> titles() {
        return views().stream().map(view -> Objects.toString(view.get("title"))).toList();
    }
}
