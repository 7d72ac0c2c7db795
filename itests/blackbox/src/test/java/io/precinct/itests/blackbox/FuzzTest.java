package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends hostile requests over a raw socket. Whatever is sent, the service must answer without a 500 or close the
 * connection, and continue to serve. Seeds are fixed, so that a failure can be repeated.
 */
@Timeout(120)
class FuzzTest {
    private static final String SECRET = "the content of a file outside the fixtures";
    private static final List<String> HEADERS = List.of(
            "X-Service-Verify",
            "X-Service-Trace",
            "X-Service-Seal",
            "Prefer",
            "Accept",
            "Content-Type",
            "traceparent",
            "If-None-Match",
            "Range",
            "Cookie",
            "X-Anything");
    private static final List<String> PIECES = List.of(
            "route",
            "record:../../x",
            "good",
            "*/*",
            "text/html;q=",
            "q=1;q=2",
            "application/json",
            "verify=",
            "\"",
            "%00",
            "%2e%2e%2f",
            "../",
            "\u00e9",
            "{}",
            "[",
            "a".repeat(300),
            ",,,,",
            ";;;",
            "=",
            "1",
            "-1",
            "\t",
            "NaN");

    @TempDir
    private static Path folder;

    private static Service service;

    @BeforeAll
    static void start() {
        Service.write(folder.resolve("config/secret.yml"), "expected: {x: \"" + SECRET + "\"}\n");
        Service.write(folder.resolve("config/fixtures/good.yml"), "expected: {echoed: true}\n");
        service = Service.on(folder, """
                service: fuzzed
                routes:
                  /echo: {method: post, boundary: echo, name: echo.post}
                  /echo/:message: {method: get, boundary: echo, name: echo}
                  /rest/*rest: {method: get, boundary: echo, name: rest}
                scenarios:
                  echo:
                    good: !Fixture good
                    slow: {expected: {echoed: {message: {matches: '^(.*a){20}$'}}}}
                """);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @RepeatedTest(8)
    void whateverIsSentIsAnsweredWithoutAFault(RepetitionInfo repetition) throws IOException {
        long seed = 20_260_101L + repetition.getCurrentRepetition();
        var random = new Random(seed);
        for (int i = 0; i < 250; i++) {
            byte[] request = request(random);
            String answer = answer(request);
            assertThat(answer)
                    .as("seed %d, request %d:%n%s", seed, i, new String(request, StandardCharsets.ISO_8859_1))
                    .doesNotContain("HTTP/1.1 500", "Exception", "\tat ", SECRET);
        }
        assertThat(service.http.get("/echo/alive").status()).isEqualTo(200);
    }

    @Test
    void aCatastrophicPatternCostsNoMoreThanAPlainOne() {
        String hostile = "a".repeat(2000) + "b";

        var answer = service.http.get("/echo/" + hostile, "X-Service-Verify", "slow");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json()).containsEntry("error", "scenario mismatch");
    }

    @Test
    void recordingCannotBeReachedWithoutTheToken() {
        var answer = service.http.get("/echo/x", "X-Service-Verify", "record:../../../etc/passwd");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(Files.exists(folder.resolve("etc/passwd"))).isFalse();
    }

    private static byte[] request(Random random) {
        var text = new StringBuilder();
        text.append(pick(random, List.of("GET", "POST", "HEAD", "OPTIONS", "PUT", "get", "BREW")))
                .append(' ');
        text.append(
                pick(random, List.of("/echo", "/echo/", "/rest/", "/inspect/boundary/", "/inspect/seal/", "/", "*")));
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(pick(random, PIECES).replace(" ", "%20").replace("\t", "%09"))
                    .append(random.nextBoolean() ? "/" : "");
        }
        if (random.nextBoolean()) {
            text.append("?_verify=")
                    .append(pick(random, PIECES).replace("\t", "%09"))
                    .append("&")
                    .append(pick(random, PIECES).replace("\t", "%09"));
        }
        text.append(" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(pick(random, HEADERS))
                    .append(": ")
                    .append(pick(random, PIECES))
                    .append(pick(random, PIECES))
                    .append("\r\n");
        }
        byte[] body = body(random);
        if (body.length > 0) {
            text.append("Content-Type: application/json\r\nContent-Length: ")
                    .append(body.length)
                    .append("\r\n");
        }
        text.append("\r\n");
        byte[] head = text.toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = java.util.Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, whole, head.length, body.length);
        return whole;
    }

    private static byte[] body(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> ("[".repeat(random.nextInt(5000))).getBytes(StandardCharsets.UTF_8);
            case 1 -> "{\"a\":1e400}".getBytes(StandardCharsets.UTF_8);
            case 2 -> {
                byte[] noise = new byte[random.nextInt(200)];
                random.nextBytes(noise);
                yield noise;
            }
            case 3 ->
                ("{\"" + pick(random, PIECES).replace("\"", "") + "\":" + random.nextLong() + "}")
                        .getBytes(StandardCharsets.UTF_8);
            default -> new byte[0];
        };
    }

    private static String pick(Random random, List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static String answer(byte[] request) throws IOException {
        URI url = service.server.url();
        try (var socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(20_000);
            try {
                socket.getOutputStream().write(request);
                InputStream in = socket.getInputStream();
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (java.net.SocketException e) {
                return ""; // refused while the request was being sent: this counts as an answer
            }
        }
    }
}
