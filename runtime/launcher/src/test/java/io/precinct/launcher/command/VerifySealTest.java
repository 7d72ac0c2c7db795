package io.precinct.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.launcher.Installation;
import io.precinct.launcher.RecordingConsole;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code seal verify} with seals that are computed here from RFC 9162 §2.1, not by the classes under test. */
class VerifySealTest {
    @TempDir
    private Path folder;

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] sha256(int prefix, byte[]... parts) throws Exception {
        var input = new ByteArrayOutputStream();
        input.write(prefix);
        for (byte[] part : parts) {
            input.write(part);
        }
        return MessageDigest.getInstance("SHA-256").digest(input.toByteArray());
    }

    private record Sealed(String document, String root) {}

    private static Sealed sealed(String message) throws Exception {
        String body = hex(Json.digest(Data.map("echoed", Data.map("message", message))));
        String in = hex(Json.digest(Data.map()));
        Map<String, Object> echo =
                Data.map("seq", 0, "boundary", "echo", "type_addr", null, "in", in, "out", body, "status", "ok");
        Map<String, Object> format =
                Data.map("seq", 1, "boundary", "format", "type_addr", null, "in", body, "out", body, "status", "ok");
        byte[] left = sha256(0, Json.canonical(echo));
        byte[] right = sha256(0, Json.canonical(format));
        String root = hex(sha256(1, left, right));
        var document = Data.map(
                "echoed", Data.map("message", message),
                "_seal",
                        Data.map(
                                "alg",
                                "sha256",
                                "size",
                                2,
                                "root",
                                root,
                                "leaves",
                                List.of(leaf(echo, left), leaf(format, right))));
        return new Sealed(Json.compact(document), root);
    }

    private static Map<String, Object> leaf(Map<String, Object> members, byte[] hash) {
        return Data.mapBuilder().putAll(members).put("hash", hex(hash)).build();
    }

    private int execute(RecordingConsole console, String... words) {
        return new CommandLine(console.console(), new Installation(folder, folder, folder, "1")).execute(words);
    }

    @Test
    void anAnswerSavedWithItsLeavesIsVerified() throws Exception {
        Sealed sealed = sealed("hello");
        Path file = Files.writeString(folder.resolve("answer.json"), sealed.document);
        var console = new RecordingConsole();

        assertThat(execute(console, "seal", "verify", file.toString())).isZero();
        assertThat(console.out()).isEqualTo("leaf 0  echo\nleaf 1  format\nseal holds: root " + sealed.root + "\n");
    }

    @Test
    void standardInputIsReadForADash() throws Exception {
        var console = new RecordingConsole(sealed("hello").document);

        assertThat(execute(console, "seal", "verify", "-")).isZero();
        assertThat(console.out()).contains("seal holds");
    }

    @Test
    void aChangedAnswerIsFoundOut() throws Exception {
        var console = new RecordingConsole(sealed("hello").document.replace("\"hello\"", "\"hullo\""));

        assertThat(execute(console, "seal", "verify", "-")).isEqualTo(1);
        assertThat(console.out())
                .contains("the body is not the one that was sealed")
                .contains("seal does not hold");
    }

    @Test
    void aGoodSealOfAnotherAnswerIsFoundOutByItsRoot() throws Exception {
        var console = new RecordingConsole(sealed("hello").document);

        assertThat(execute(console, "seal", "verify", "--root", sealed("other").root, "-"))
                .isEqualTo(1);
        assertThat(console.out()).contains("expected the root " + sealed("other").root);
    }

    /**
     * Saves an answer as {@code curl -i} prints it, with the seal in its header, and a file with the leaves beside it.
     */
    private Path savedWithHeader(Sealed sealed) throws Exception {
        int seal = sealed.document.indexOf(",\"_seal\":");
        String leaves = sealed.document.substring(seal + ",\"_seal\":".length(), sealed.document.length() - 1);
        Files.writeString(folder.resolve("seal.json"), leaves);
        return Files.writeString(
                folder.resolve("answer.txt"),
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Service-Seal: " + sealed.root + "\r\n\r\n"
                        + sealed.document.substring(0, seal) + "}");
    }

    @Test
    void anAnswerSealedInItsHeaderIsVerifiedByLeavesInAFile() throws Exception {
        Sealed sealed = sealed("hello");
        String answer = savedWithHeader(sealed).toString();
        String proofs = folder.resolve("seal.json").toString();
        var console = new RecordingConsole();
        assertThat(execute(console, "seal", "verify", answer, "--proofs", proofs))
                .isZero();
        assertThat(console.out()).isEqualTo("leaf 0  echo\nleaf 1  format\nseal holds: root " + sealed.root + "\n");

        var without = new RecordingConsole();
        assertThat(execute(without, "seal", "verify", answer)).isEqualTo(3);
        assertThat(without.out())
                .contains("GET /inspect/seal/" + sealed.root + " tells them", "seal cannot be checked here");

        Files.writeString(
                folder.resolve("answer.txt"),
                Files.readString(folder.resolve("answer.txt")).replace("hello", "hullo"));
        var changed = new RecordingConsole();
        assertThat(execute(changed, "seal", "verify", answer, "--proofs", proofs))
                .isEqualTo(1);
        assertThat(changed.out()).contains("the body is not the one that was sealed");
    }

    @Test
    void theInstanceIsAskedForTheLeavesWhereItIsNamed() throws Exception {
        Sealed sealed = sealed("hello");
        String answer = savedWithHeader(sealed).toString();
        var asked = new ArrayList<String>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/inspect/seal/", exchange -> {
            asked.add(exchange.getRequestURI().getPath()
                    + exchange.getRequestHeaders().get("Authorization"));
            byte[] told = Files.readAllBytes(folder.resolve("seal.json"));
            exchange.sendResponseHeaders(200, told.length);
            exchange.getResponseBody().write(told);
            exchange.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            var console = new RecordingConsole();
            assertThat(execute(console, "seal", "verify", answer, "--url", url)).isZero();
            assertThat(console.out()).contains("seal holds: root " + sealed.root);
            assertThat(asked).containsExactly("/inspect/seal/" + sealed.root + "null");

            var nobody = new RecordingConsole("{}");
            assertThat(execute(nobody, "seal", "verify", "-", "--url", url)).isEqualTo(3);
            assertThat(nobody.err()).contains("the answer says no root to ask for");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void whatIsNoJsonOrNotThereCannotBeChecked() {
        var garbage = new RecordingConsole("<html>");
        assertThat(execute(garbage, "seal", "verify", "-")).isEqualTo(3);
        assertThat(garbage.err()).startsWith("precinct: standard input is no JSON that could be checked: line 1");

        var nothing = new RecordingConsole();
        assertThat(execute(nothing, "seal", "verify", folder.resolve("gone").toString()))
                .isEqualTo(3);
        assertThat(nothing.err()).contains("cannot read " + folder.resolve("gone") + ": no such file");
    }
}
