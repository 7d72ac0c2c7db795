package io.precinct.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.precinct.launcher.Installation;
import io.precinct.launcher.RecordingConsole;
import io.precinct.launcher.data.DataFolder;
import io.precinct.launcher.data.RunFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientCommandsTest {
    private static final String HASH = "0123456789abcdef".repeat(4);

    @TempDir
    private Path data;

    private final RecordingConsole console = new RecordingConsole();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private int status = 200;
    private String answer = "{}";

    @BeforeEach
    void anInstanceThatAnswersAsATestSays() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        new RunFile(ProcessHandle.current().pid(), url(), "f00d", Instant.now(), "1.2.3").write(new DataFolder(data));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                        .orElse("nobody") + " "
                + Optional.ofNullable(exchange.getRequestHeaders().getFirst("Content-Type"))
                        .orElse("") + " " + body);
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private int execute(String... words) {
        return new CommandLine(console.console(), new Installation(data, data, data, "1.2.3")).execute(words);
    }

    @Test
    void statusIsAskedForWithTheTokenAndShownAligned() {
        answer = "{\"version\":\"1.2.3\",\"in_flight\":0,\"_seal\":{\"root\":\"" + HASH + "\"}}";

        assertThat(execute("status")).isZero();
        assertThat(requests).containsExactly("GET /admin/status Bearer f00d  ");
        assertThat(console.out()).isEqualTo("version    1.2.3\nin flight  0\n");
    }

    @Test
    void jsonIsHandedOnAsItIs() {
        answer = "{\"b\": 1,\n \"ü\": [ ]}";

        assertThat(execute("status", "--json")).isZero();
        assertThat(console.out()).isEqualTo(answer + "\n");
    }

    @Test
    void aDeploymentSendsTheFileAndSaysInOneSentenceWhatCameOfIt() throws IOException {
        Path jar = Files.writeString(data.resolve("my bundle+1.jar"), "PK");
        answer = "{\"result\":\"deployed\",\"bundle\":\"io.example.echo\",\"version\":\"1.1.0\",\"sha256\":\"" + HASH
                + "\",\"file\":\"my bundle+1.jar\",\"replaced\":\"1.0.0 " + HASH + "\",\"reasons\":[],\"millis\":312}";

        assertThat(execute("deploy", jar.toString())).isZero();
        assertThat(requests)
                .containsExactly("POST /admin/deploy?name=my%20bundle%2B1.jar Bearer f00d application/java-archive PK");
        assertThat(console.out())
                .isEqualTo("deployed io.example.echo 1.1.0 (sha256 0123456789ab),"
                        + " replacing 1.0.0 (sha256 0123456789ab), in 312 ms\n");
    }

    @Test
    void aDryRunIsAskedFor() throws IOException {
        Path jar = Files.writeString(data.resolve("a.jar"), "PK");
        answer = "{\"result\":\"would_deploy\",\"bundle\":\"a\",\"version\":\"1\"}";

        assertThat(execute("deploy", "--dry-run", jar.toString())).isZero();
        assertThat(requests.getFirst()).startsWith("POST /admin/deploy?name=a.jar&dry_run=true ");
        assertThat(console.out()).isEqualTo("would deploy a 1\n");
    }

    @Test
    void theNamesThatABundleIsToTakeAreAskedForOneByOneAndShown() throws IOException {
        Path jar = Files.writeString(data.resolve("a.jar"), "PK");
        answer = "{\"result\":\"would_deploy\",\"bundle\":\"a\",\"version\":\"1\",\"replaces\":[{\"name\":\"boundary"
                + " echo\",\"owner\":\"b.echo\",\"version\":\"2\"}],\"notes\":[\"all is well\"]}";

        assertThat(execute("deploy", "--dry-run", "--replace", "echo", "--replace=boundary hello", jar.toString()))
                .isZero();
        assertThat(requests.getFirst())
                .startsWith("POST /admin/deploy?name=a.jar&dry_run=true&replace=echo&replace=boundary%20hello ");
        assertThat(console.out())
                .isEqualTo("would deploy a 1\n  would take boundary echo of b.echo 2\n  all is well\n");
    }

    @Test
    void undeployDisableAndEnableAskForWhatTheyAreCalled() {
        answer = "{\"result\":\"disabled\",\"bundle\":\"a\",\"version\":\"1\",\"notes\":[]}";

        assertThat(execute("undeploy", "a")).isZero();
        assertThat(execute("disable", "a")).isZero();
        assertThat(execute("enable", "a")).isZero();
        assertThat(requests)
                .containsExactly(
                        "POST /admin/undeploy Bearer f00d application/json {\"bundle\":\"a\"}",
                        "POST /admin/disable Bearer f00d application/json {\"bundle\":\"a\"}",
                        "POST /admin/enable Bearer f00d application/json {\"bundle\":\"a\"}");
        assertThat(console.out()).startsWith("disabled a 1\n");
    }

    @Test
    void bundlesAreShownWithWhereTheyComeFromWhatTheyTakeAndWhetherTheyAreDisabled() {
        answer = """
            {"bundles": [
              {"id": 1, "bundle": "a", "version": "1", "state": "resolved", "source": "feature", "disabled": true,
               "replaces": [], "plugins": []},
              {"id": 2, "bundle": "b", "version": "2", "state": "active", "source": "folder", "disabled": false,
               "replaces": [{"name": "boundary echo", "owner": "c", "version": "3"}], "plugins": []}]}
            """;

        assertThat(execute("bundles")).isZero();
        assertThat(console.out().lines().filter(line -> line.contains(" a ")))
                .singleElement()
                .asString()
                .contains("disabled", "feature");
        assertThat(console.out().lines().filter(line -> line.contains(" b ")))
                .singleElement()
                .asString()
                .contains("active", "folder", "boundary echo of c 3");
    }

    @Test
    void aRefusedDeploymentFailsWithItsReasonsWhateverTheStatus() throws IOException {
        Path jar = Files.writeString(data.resolve("a.jar"), "PK");
        answer = "{\"result\":\"refused\",\"bundle\":null,\"file\":\"a.jar\",\"reasons\":[\"it is no zip file\"]}";

        assertThat(execute("deploy", jar.toString())).isEqualTo(1);
        assertThat(console.out()).isEqualTo("refused a.jar\n  it is no zip file\n");

        status = 422;
        answer = answer.replace("{", "{\"error\":\"refused, nothing changed: it is no zip file\",");
        assertThat(execute("deploy", jar.toString())).isEqualTo(1);
        assertThat(console.out()).isEqualTo("refused a.jar\n  it is no zip file\n".repeat(2));
        assertThat(console.err()).isEmpty();
    }

    @Test
    void aFileThatIsNotThereIsNamedBeforeAnythingIsSent() {
        assertThat(execute("deploy", data.resolve("gone.jar").toString())).isEqualTo(1);
        assertThat(console.err()).isEqualTo("precinct: there is no file " + data.resolve("gone.jar") + "\n");
        assertThat(requests).isEmpty();
    }

    @Test
    void rollbackReloadBundlesAndExplainAskForWhatTheyAreCalled() {
        execute("rollback", "io.example.echo");
        execute("reload");
        execute("bundles");
        execute("explain", "cases.show item");

        assertThat(requests)
                .containsExactly(
                        "POST /admin/rollback Bearer f00d application/json {\"bundle\":\"io.example.echo\"}",
                        "POST /admin/reload Bearer f00d application/json {}",
                        "GET /admin/bundles Bearer f00d  ",
                        "GET /admin/explain?what=cases.show%20item Bearer f00d  ");
    }

    @Test
    void theConsoleIsAnAddressWhoseFragmentHasTheToken() {
        answer = "{\"views\":[]}";
        assertThat(execute("console")).isZero();
        assertThat(console.out()).matches("http://127\\.0\\.0\\.1:[0-9]+/console#token=f00d\n");

        status = 404;
        answer = "{\"error\":\"no route for this path\"}";
        assertThat(execute("console")).isEqualTo(1);
        assertThat(console.err()).contains("run it with the feature console");
    }

    @Test
    void anExplanationIsOneSentenceAndBelowItTheFacts() {
        answer = "{\"what\":\"echo\",\"kind\":\"route\",\"works\":true,\"sentence\":\"It"
                + " works.\",\"facts\":{\"path\":\"/echo\"}}";

        assertThat(execute("explain", "echo")).isZero();
        assertThat(console.out()).isEqualTo("It works.\n\npath  /echo\n");
    }

    @Test
    void aReloadPrintsWhatIsWrongAsCheckDoes() {
        answer =
                "{\"loaded_at\":\"2026-01-02T03:04:05Z\",\"problems\":[],\"warnings\":[\"service.yml:7: warning: x\"]}";
        assertThat(execute("reload")).isZero();
        assertThat(console.out()).isEqualTo("service.yml:7: warning: x\nreloaded (1 warning)\n");

        status = 422;
        answer = "{\"error\":\"the configuration cannot serve\",\"problems\":[\"service.yml:3: bad (good)\"]}";
        assertThat(execute("reload")).isEqualTo(1);
        assertThat(console.out()).endsWith("service.yml:3: bad (good)\n");
        assertThat(console.err()).isEqualTo("precinct: the configuration cannot serve\n");
    }

    @Test
    void bundlesAreATableWithTheirPlugInsAndBelowItTheDeployments() {
        answer = """
            {"bundles":[
              {"id":1,"bundle":"io.a","version":"1.0.0","state":"active","origin":"feature","source":"feature","sha256":null,
               "plugins":["boundary echo"],"generations":[]},
              {"id":2,"bundle":"io.b","version":"1.0.0","state":"resolved","origin":"deployed","source":"command","sha256":null,
               "plugins":["boundary a","boundary b","formatter c","boundary d"],"generations":[{}]}],
             "outcomes":[
              {"at":"2026-01-02T03:04:05Z","result":"refused","bundle":null,"version":null,"sha256":null,
               "file":"x.jar","by":"ada","from":"10.0.0.7","replaced":null,"reasons":["no zip file"],"millis":1}],
             "lingering":{"io.b":2}}
            """;

        assertThat(execute("bundles")).isZero();
        assertThat(console.out()).isEqualTo("""
            id  bundle  version  state     source   sha256  plugins                  replaces
            1   io.a    1.0.0    active    feature  -       boundary echo            -
            2   io.b    1.0.0    resolved  command  -       3 boundary, 1 formatter  -

            deployments, the newest first:
              at                    result   bundle  version  sha256  file   by   from      reasons
              2026-01-02T03:04:05Z  refused  -       -        -       x.jar  ada  10.0.0.7  no zip file

            old generations still in memory:
              io.b  2
            """);
    }

    @Test
    void aScenarioThatDoesNotPassFails() {
        answer = "{\"route\":\"echo\",\"passed\":false}";

        assertThat(execute("scenario", "echo", "hello")).isEqualTo(1);
    }

    @Test
    void aScenarioTakesTextAndJsonAsParameters() {
        execute("scenario", "echo", "hello", "--param", "message=a=b", "--param=n:=[1,\"2\"]");

        assertThat(requests.getFirst())
                .startsWith("POST /admin/scenario Bearer f00d application/json {")
                .contains("\"route\":\"echo\"", "\"scenario\":\"hello\"")
                .contains("\"params\":{\"message\":\"a=b\",\"n\":[1,\"2\"]}");
    }

    @Test
    void levelsAreShownAndChanged() {
        answer = "{\"loggers\":[{\"name\":\"ROOT\",\"level\":\"info\"}]}";
        assertThat(execute("log")).isZero();
        assertThat(console.out()).isEqualTo("loggers:\n  name  level\n  ROOT  info\n");

        execute("log", "io.precinct.http", "debug");
        assertThat(requests.get(1))
                .isEqualTo("PUT /admin/loggers/io.precinct.http Bearer f00d application/json {\"level\":\"debug\"}");
    }

    @Test
    void anErrorOfTheInstanceIsShownInItsOwnWords() {
        status = 403;
        answer = "{\"error\":\"admin operations need the token\",\"code\":\"token\"}";

        assertThat(execute("status")).isEqualTo(6);
        assertThat(console.out()).isEmpty();
        assertThat(console.err()).isEqualTo("precinct: admin operations need the token\n  code  token\n");
    }

    @Test
    void whoeverListensThereButIsNoPrecinctIsRecognised() {
        answer = "<html>";

        assertThat(execute("status")).isEqualTo(7);
        assertThat(console.err()).contains("answered with status 200 and nothing that a Precinct says; is it one?");
    }

    @Test
    void whereNothingRunsItSaysHowToStart() throws IOException {
        Files.delete(new DataFolder(data).runFile());

        assertThat(execute("status")).isEqualTo(1);
        assertThat(console.err())
                .isEqualTo("precinct: no precinct runs on " + data + ": there is no " + data.resolve("run.json")
                        + ". Start it: precinct run --data '" + data + "'\n");
    }

    @Test
    void theTraceOfAKilledInstanceIsNotTakenForARunningOne() throws IOException {
        new RunFile(999_999_999, url(), "f00d", Instant.now(), "1").write(new DataFolder(data));

        assertThat(execute("status")).isEqualTo(1);
        assertThat(console.err()).contains("the process 999999999 of " + data.resolve("run.json") + " has ended");
        assertThat(requests).as("nobody else gets the token").isEmpty();
    }

    @Test
    void anAddressWhereNothingListensIsNotRunning() {
        server.stop(0);

        assertThat(execute("status")).isEqualTo(1);
        assertThat(console.err()).contains("nothing answers on " + url());
    }

    @Test
    void anotherAddressGetsNoTokenButTheOneThatIsGiven() {
        answer = "{}";
        String sameServerOtherName = "http://localhost:" + server.getAddress().getPort() + "/";
        execute("status", "--url", sameServerOtherName);
        execute("status", "--url", sameServerOtherName, "--token", "beef");
        execute("status", "--url", url().toString());

        assertThat(requests)
                .containsExactly(
                        "GET /admin/status nobody  ",
                        "GET /admin/status Bearer beef  ",
                        "GET /admin/status Bearer f00d  ");
    }

    @Test
    void aRunFileThatNamesAnotherMachineIsNotBelieved() throws IOException {
        new RunFile(ProcessHandle.current().pid(), URI.create("http://192.0.2.1:1"), "f00d", Instant.now(), "1")
                .write(new DataFolder(data));

        assertThat(execute("status")).isEqualTo(1);
        assertThat(console.err()).contains("http://192.0.2.1:1, which is not on this machine");
    }

    private static final Map<String, String> ADA =
            Map.of("PRECINCT_USER", "ada", "PRECINCT_PASSWORD", "a secret: of Æbeltoft");

    private int execute(Map<String, String> variables, String... words) {
        var installation = new Installation(data, data, data, "1.2.3", variables);
        return new CommandLine(console.console(), installation).execute(words);
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void atAnAddressTheUserOfTheEnvironmentAsks() {
        Map<String, String> variables = new HashMap<>(ADA);
        variables.put("PRECINCT_URL", url().toString());

        assertThat(execute(variables, "status")).isZero();
        assertThat(execute(ADA, "status", "--url", url().toString())).isZero();
        assertThat(execute(variables, "status", "--token", "beef")).isZero();
        assertThat(execute(variables, "status", "--data", data.toString())).isZero();
        assertThat(execute(ADA, "status")).isZero();
        String ada = "GET /admin/status " + basic("ada:a secret: of Æbeltoft") + "  ";
        String local = "GET /admin/status Bearer f00d  ";
        assertThat(requests).containsExactly(ada, ada, "GET /admin/status Bearer beef  ", local, local);
    }

    @Test
    void aUserWithoutPasswordAPasswordInClearTextAndAnAddressThatNamesSomebodyAreWrongUsage() {
        assertThat(execute(Map.of("PRECINCT_USER", "ada"), "status", "--url", url().toString()))
                .isEqualTo(2);
        assertThat(console.err()).contains("PRECINCT_PASSWORD is missing");
        assertThat(execute(ADA, "status", "--url", "http://example.org")).isEqualTo(2);
        assertThat(console.err()).contains("PRECINCT_PASSWORD is sent over https or to this machine only");
        assertThat(execute(Map.of("PRECINCT_URL", "https://ada:hunter2@example.org"), "status"))
                .isEqualTo(2);
        assertThat(execute(Map.of("PRECINCT_URL", "nowhere"), "status")).isEqualTo(2);
        assertThat(console.err())
                .contains("PRECINCT_URL names nobody", "PRECINCT_URL is an address")
                .doesNotContain("a secret", "hunter2");
        assertThat(requests).isEmpty();
    }

    @Test
    void beforeAFileIsSentTheGatewaySaysWhetherItLetsTheUserIn() throws IOException {
        Path jar = Files.writeString(data.resolve("a.jar"), "PK");
        status = 401;
        answer = "{\"error\":\"the name or the password is wrong\",\"code\":\"unauthenticated\"}";

        assertThat(execute(ADA, "deploy", "--url", url().toString(), jar.toString()))
                .isEqualTo(5);
        assertThat(requests).hasSize(1).first().asString().startsWith("GET /admin/status ");
        assertThat(console.err()).contains("the name or the password is wrong").doesNotContain("a secret");
    }

    @Test
    void aRedirectIsNotFollowedAndDataOfSomebodyElseIsNoOutcome() throws IOException {
        Path jar = Files.writeString(data.resolve("a.jar"), "PK");

        assertThat(execute("deploy", jar.toString())).isEqualTo(7);
        assertThat(console.err()).contains("answered with no outcome; is it a Precinct?");
        status = 302;
        assertThat(execute(ADA, "undeploy", "--url", url().toString(), "a")).isEqualTo(7);
        assertThat(console.err()).contains("redirect (status 302), which is not followed");
    }

    @Test
    void anUploadThatIsCutSaysSo() throws IOException {
        Path jar = Files.write(data.resolve("large.jar"), new byte[64 << 20]);
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> {
                try (Socket socket = listener.accept()) {
                    socket.getInputStream().readNBytes(1000);
                    socket.setSoLinger(true, 0); // closing resets it
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            String url = "http://127.0.0.1:" + listener.getLocalPort();

            assertThat(execute("deploy", "--url", url, jar.toString())).isEqualTo(8);
        }
        assertThat(console.err()).contains("broke before everything was sent", "nothing has changed");
    }
}
