package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests remote deployment: the command line against the gateway of the packaged distribution, over TLS. */
@Timeout(240)
class GatewayDeploymentTest {
    private static final String KEYSTORE_PASSWORD = "keystore-password";

    @TempDir
    private static Path folder;

    private static Service service;
    private static String url;
    private static Path trusted;

    private record Ended(int code, String out, String err) {}

    @BeforeAll
    static void serve() throws Exception {
        int port = Service.freePort();
        url = "https://127.0.0.1:" + port;
        Service.addUser(folder, "ada", "operator");
        Service.addUser(folder, "bob", "reader");
        makeCertificate();
        trusted = PluginJar.answering("greet", "1.0.0", "one", 0).writeTo(folder.resolve("greet.jar"));
        Files.createDirectories(folder.resolve("config/fixtures"));
        service = Service.on(folder, """
                service: ci
                gateway:
                  port: %d
                  bind: 127.0.0.1
                  tls: {keystore: ../server.p12, password: %s}
                  admin: {role: operator}
                  expose: ["/echo/**"]
                verify: {record: true}
                routes:
                  /echo/:text: {method: get, boundary: echo, name: echo}
                deploy:
                  trust: {sha256: [%s]}
                """.formatted(port, KEYSTORE_PASSWORD, sha256(trusted)));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static String sha256(Path file) throws IOException, NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    private static void makeCertificate() throws Exception {
        String store = folder.resolve("server.p12").toString();
        TestKeys.keytool(
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                KEYSTORE_PASSWORD,
                "-keystore",
                store);
        TestKeys.keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                "server",
                "-storepass",
                KEYSTORE_PASSWORD,
                "-keystore",
                store,
                "-file",
                folder.resolve("ca.pem").toString());
    }

    private static Ended precinct(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(Distribution.built().command(arguments));
        builder.environment().putAll(environment);
        return ran(builder);
    }

    private static Ended ran(ProcessBuilder builder) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        int code = builder.redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        return new Ended(code, Files.readString(out), Files.readString(err));
    }

    private static Ended as(String user, String... arguments) throws IOException, InterruptedException {
        var environment = new HashMap<String, String>();
        environment.put("PRECINCT_URL", url);
        environment.put("PRECINCT_USER", user);
        environment.put("PRECINCT_PASSWORD", "the password of " + user);
        var all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--cacert", folder.resolve("ca.pem").toString()));
        return precinct(environment, all.toArray(String[]::new));
    }

    private static Ended here(String... arguments) throws IOException, InterruptedException {
        return precinct(Map.of("PRECINCT_DATA", service.data.toString()), arguments);
    }

    private static List<?> outcomes() throws IOException, InterruptedException {
        Ended bundles = here("bundles", "--json");
        assertThat(bundles.code()).as(bundles.err()).isZero();
        return (List<?>) ((Map<?, ?>) Http.json(bundles.out())).get("outcomes");
    }

    private static void assertLast(String result, String by, @Nullable String from)
            throws IOException, InterruptedException {
        Map<?, ?> last = (Map<?, ?>) outcomes().getFirst();
        assertThat(last.get("result")).isEqualTo(result);
        assertThat(last.get("by")).isEqualTo(by);
        assertThat(last.get("from")).isEqualTo(from);
    }

    @Test
    void anExplanationSaysWhetherTheGatewayExposesARequestThatARouteTakes() throws Exception {
        assertThat(here("explain", "GET /health", "--json").out()).contains("\"exposed\":");
        assertThat(here("explain", "GET /nowhere", "--json").out())
                .contains("taken by no route")
                .doesNotContain("\"exposed\":true");
    }

    // @req:gateway-admin @req:deploy-audit
    @Test
    void aUserWithTheRoleDeploysAndIsNamed() throws Exception {
        int before = outcomes().size();
        Ended tried = as("ada", "deploy", "--dry-run", trusted.toString());
        assertThat(tried.code()).as(tried.err()).isZero();
        assertThat(tried.out()).contains("would deploy test.greet 1.0.0");
        assertThat(outcomes()).hasSize(before);

        Ended deployed = as("ada", "deploy", trusted.toString());
        assertThat(deployed.code()).as(deployed.err()).isZero();
        assertThat(deployed.out()).contains("deployed test.greet 1.0.0", ", by ada");
        assertLast("deployed", "ada", "127.0.0.1");
        assertThat(as("ada", "explain", "test.greet", "--json").out()).contains("\"by\":\"ada\"");

        assertThat(as("ada", "undeploy", "test.greet").code()).isZero();
        assertLast("removed", "ada", "127.0.0.1");
        assertThat(here("rollback", "test.greet").code()).isZero();
        assertLast("rolled_back", "local", null);
        assertThat(as("ada", "log", "io.precinct.http", "info").code()).isZero();

        String log = Files.readString(service.data.resolve("logs/precinct.log"));
        assertThat(log)
                .contains("deploying greet.jar by ada from 127.0.0.1: deployed test.greet 1.0.0 sha256 ")
                .contains("undeploy of test.greet by ada from 127.0.0.1: removed")
                .contains("rollback of test.greet by local: rolled_back")
                .contains("changing the level of the logger io.precinct.http by ada from 127.0.0.1: info");
        assertThat(log + Files.readString(service.data.resolve("logs/access.log")))
                .doesNotContain("the password of", KEYSTORE_PASSWORD);
    }

    // @req:gateway-trust
    @Test
    void whatIsNotTrustedIsRefusedHereAsWell() throws Exception {
        Path other = PluginJar.answering("stranger", "1.0.0", "two", 0).writeTo(folder.resolve("stranger.jar"));

        Ended refused = as("ada", "deploy", other.toString());

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out() + refused.err()).contains("refused test.stranger 1.0.0", "trust");
        assertThat(outcomes().stream().map(String::valueOf))
                .anyMatch(outcome ->
                        outcome.contains("refused") && outcome.contains("stranger.jar") && outcome.contains("by=ada"));
    }

    @Test
    void recordingNeedsThisMachineWhateverTheRole() throws Exception {
        String recording = "X-Service-Verify: record:taken";
        assertThat(curl("X-Unrelated: 1").out()).endsWith(" 200");
        assertThat(curl(recording).out()).contains(" 403", "admin_only");
        assertThat(service.config.resolve("fixtures/taken.yml")).doesNotExist();

        Map<?, ?> instance = (Map<?, ?>) Http.json(Files.readString(service.data.resolve("run.json")));
        Http.Answer here = service.http.get(
                "/echo/hello", "X-Service-Verify", "record:taken", "Authorization", "Bearer " + instance.get("token"));
        assertThat(here.status()).as(here.text()).isEqualTo(200);
        assertThat(service.config.resolve("fixtures/taken.yml")).exists();
    }

    private static Ended curl(String header) throws IOException, InterruptedException {
        return ran(new ProcessBuilder(
                "curl",
                "-s",
                "--cacert",
                folder.resolve("ca.pem").toString(),
                "-u",
                "ada:the password of ada",
                "-H",
                header,
                "-w",
                " %{http_code}",
                url + "/echo/hello"));
    }

    @Test
    void eachWayOfNotGettingInHasAMessageAndACode() throws Exception {
        Ended role = as("bob", "deploy", trusted.toString());
        assertThat(role.code()).isEqualTo(6);
        assertThat(role.err()).contains("needs the role operator");

        Map<String, String> wrong =
                Map.of("PRECINCT_URL", url, "PRECINCT_USER", "ada", "PRECINCT_PASSWORD", "not-hers");
        String authority = folder.resolve("ca.pem").toString();
        Ended password = precinct(wrong, "deploy", "--cacert", authority, trusted.toString());
        assertThat(password.code()).isEqualTo(5);
        assertThat(password.err()).contains("the name or the password is wrong").doesNotContain("not-hers");

        Ended untrusted = precinct(wrong, "deploy", trusted.toString());
        assertThat(untrusted.code()).isEqualTo(4);
        assertThat(untrusted.err()).contains("is not trusted", "--cacert");

        Ended absent = precinct(Map.of(), "status", "--url", url, "--cacert", authority);
        assertThat(absent.code()).isEqualTo(5);
    }
}
