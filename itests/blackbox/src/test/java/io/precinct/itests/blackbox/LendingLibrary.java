package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Builds {@code authors/domain} as its author would, and provides a service to deploy it into, and clients. */
final class LendingLibrary implements AutoCloseable {
    static final String BUNDLE = "org.example.lending";
    static final String TOOLS = "/lending/tools";

    private static final Path DOMAIN = Path.of(System.getProperty("precinct.root"), "authors", "domain");
    private static final String SECRET = "the-secret-of-the-box";

    final Service service;
    final Http gateway;
    private final int gatewayPort;
    private final Path jar;

    /** The result of a command. */
    record Said(int code, String out, String all) {}

    private LendingLibrary(Path folder, Path jar) throws IOException {
        this.jar = jar;
        gatewayPort = Service.freePort();
        Service.write(folder.resolve("config/lending.yml"), settings(14));
        Service.initializeDatabase(folder);
        service = Service.on(folder, configuration(""), "--features", "framework,cases");
        gateway = new Http(URI.create("http://127.0.0.1:" + gatewayPort));
    }

    /** Builds the domain, and runs a service with the user ada. */
    static LendingLibrary built(Path folder) throws IOException {
        Path project = Files.createDirectories(folder.resolve("lending"));
        for (String part : List.of("pom.xml", "bnd.bnd", "src")) {
            Distribution.copyTree(DOMAIN.resolve(part), project.resolve(part));
        }
        try (var maven = GuideMaven.withPrecinct(folder.resolve("maven"))) {
            maven.run(project, "verify");
        }
        var library = new LendingLibrary(folder.resolve("service"), project.resolve("target/lending-1.0.0.jar"));
        library.addAda();
        return library;
    }

    private void addAda() throws IOException {
        Process process = new ProcessBuilder(Distribution.built()
                        .command(
                                "user",
                                "add",
                                "ada",
                                "--config",
                                service.config.toString(),
                                "--data",
                                service.data.toString()))
                .redirectErrorStream(true)
                .start();
        try (var in = process.outputWriter()) {
            in.write("the password of ada\n");
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.onExit().join().exitValue()).as(said).isZero();
    }

    /**
     * The content of {@code service.yml}.
     *
     * @param exposed a line below {@code gateway}, or an empty text
     */
    String configuration(String exposed) {
        return """
                service: lending
                access_log: false
                verify_output: refuse
                strict_input: true
                gateway:
                  port: %d
                %s
                """.formatted(gatewayPort, exposed);
    }

    /** The content of {@code lending.yml}. */
    static String settings(int loanDays) {
        return """
                lending:
                  loan_days: %d
                  most_loans: 2
                  box_secret: %s
                """.formatted(loanDays, SECRET);
    }

    /** Runs a command of the program. */
    Said precinct(String... arguments) {
        var command = new ArrayList<>(Distribution.built().command(arguments));
        command.addAll(List.of("--data", service.data.toString()));
        ServerProcess process = ServerProcess.launch(command, Map.of());
        assertThat(process.exited(Duration.ofMinutes(2)))
                .as(process.transcript())
                .isTrue();
        return new Said(process.process().exitValue(), String.join("\n", process.out()), process.transcript());
    }

    void deploy() {
        Said deployed = precinct("deploy", jar.toString());
        assertThat(deployed.code()).as(deployed.all()).isZero();
        assertThat(deployed.out()).contains("deployed " + BUNDLE + " 1.0.0");
    }

    /** Adds a tool; returns its id. */
    String added(String name) {
        Http.Answer answer = service.http.post(TOOLS, "{\"name\": \"" + name + "\"}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        String id = (String) Objects.requireNonNull(answer.json().get("id"));
        assertThat(answer.header("Location")).isEqualTo(TOOLS + "/" + id);
        return id;
    }

    Http.Answer borrow(String id, String borrower) {
        return service.http.post(TOOLS + "/" + id + "/borrow", "{}", "X-Detective", borrower);
    }

    Http.Answer giveBack(String id) {
        return service.http.post(TOOLS + "/" + id + "/return", "{}");
    }

    /**
     * Borrows a tool, returns it at once, and returns for how many days it was lent; one more if midnight has just
     * passed.
     */
    long loanDays(String id) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        Http.Answer lent = borrow(id, "somebody in a hurry");
        assertThat(lent.status()).as(lent.text()).isEqualTo(200);
        assertThat(giveBack(id).status()).isEqualTo(200);
        String due = (String) Objects.requireNonNull(lent.json().get("due"));
        return LocalDate.parse(due).toEpochDay() - today.toEpochDay();
    }

    /** Sends a request of ada, who claims to be somebody else, to the gateway. */
    Http.Answer asAda(String method, String target, String body) {
        byte[] credentials = "ada:the password of ada".getBytes(StandardCharsets.UTF_8);
        return gateway.send(
                method,
                target,
                body,
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(credentials),
                "Content-Type",
                "application/json",
                "X-Detective",
                "somebody else");
    }

    /** Sends a request of the return box to the gateway, with the signature of {@code signed}. */
    Http.Answer deliver(String body, String signed) {
        return gateway.post("/lending/box", body, "X-Lending-Signature", signature(signed));
    }

    private static String signature(String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        service.close();
    }
}
