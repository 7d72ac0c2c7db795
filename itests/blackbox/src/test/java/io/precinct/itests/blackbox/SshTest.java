package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyEncryptionContext;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests remotes that the packaged product reaches by SSH: every kind of key and of known hosts works, and each failure
 * has its own reason.
 */
@Timeout(120)
class SshTest {
    private static final String PASSPHRASE = "open sesame";
    private static final List<String> SILENT = List.of("stalled", "mute");

    @TempDir
    private static Path folder;

    private static final List<AutoCloseable> OPEN = new ArrayList<>();
    private static GitFolder work;
    private static Http http;
    private static Service service;

    @BeforeAll
    static void serve() throws Exception {
        work = GitFolder.init(folder.resolve("work")).write("a.py", "def reached(): pass\n");
        work.commit("first");
        var longIds = new GitFolder(Files.createDirectory(folder.resolve("sha256")));
        longIds.git("init", "-q", "-b", "main", "--object-format=sha256");
        longIds.write("a.py", "def unreached(): pass\n").commit("first");
        KeyPair ed25519 = ed25519();
        KeyPair rsa = pair("RSA", 3072);
        KeyPair ecdsa = ecdsa();
        KeyPair host = ed25519();
        var server = opened(new GitServer(host, List.of(ed25519, rsa, ecdsa)));
        var old = opened(new GitServer(pair("RSA", 3072), List.of(ed25519)));
        var refusing = opened(refusing());
        var closing = opened(saying(""));
        var another = opened(saying("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"));
        var silent = opened(new ServerSocket(0, 5, InetAddress.getLoopbackAddress()));
        written("ed25519", ed25519, null);
        written("rsa", rsa, null);
        written("ecdsa", ecdsa, null);
        written("protected", ed25519, PASSPHRASE);
        written("stranger", ed25519(), null);
        Files.writeString(folder.resolve("damaged"), "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n");
        server.knownHosts(folder.resolve("known"), host);
        server.hashedKnownHosts(folder.resolve("hashed"));
        server.knownHosts(folder.resolve("another"), ed25519());
        old.hashedKnownHosts(folder.resolve("old"));
        Files.writeString(folder.resolve("empty"), "");

        String url = server.url(work.path());
        String yaml = repository("ed25519", url, "ssh_key: ../ed25519, known_hosts: ../known")
                + repository("rsa", url, "ssh_key: ../rsa, known_hosts: ../hashed")
                + repository("ecdsa", url, "ssh_key: ../ecdsa, known_hosts: ../known")
                + repository("rsa_host", old.url(work.path()), "ssh_key: ../ed25519, known_hosts: ../old")
                + repository(
                        "protected",
                        url,
                        "ssh_key: ../protected, known_hosts: ../known, passphrase: \"" + PASSPHRASE + "\"")
                + repository("no_passphrase", url, "ssh_key: ../protected, known_hosts: ../known")
                + repository(
                        "wrong_passphrase",
                        url,
                        "ssh_key: ../protected, known_hosts: ../known, passphrase: hidden-word")
                + repository("damaged_key", url, "ssh_key: ../damaged, known_hosts: ../known")
                + repository("missing_key", url, "ssh_key: ../nowhere-key, known_hosts: ../known")
                + repository("sha256", server.url(longIds.path()), "ssh_key: ../ed25519, known_hosts: ../known")
                + repository("wrong_host_key", url, "ssh_key: ../ed25519, known_hosts: ../another")
                + repository("unknown_host", url, "ssh_key: ../ed25519, known_hosts: ../empty")
                + repository("wrong_key", url, "ssh_key: ../stranger, known_hosts: ../known")
                + repository(
                        "missing", server.url(folder.resolve("nowhere")), "ssh_key: ../ed25519, known_hosts: ../known")
                + repository(
                        "stalled",
                        "ssh://git@127.0.0.1:" + silent.getLocalPort() + "/r.git",
                        "ssh_key: ../ed25519, known_hosts: ../known")
                + repository("mute", server.url(Path.of(GitServer.MUTE)), "ssh_key: ../ed25519, known_hosts: ../known")
                + repository(
                        "nobody",
                        "ssh://git@127.0.0.1:" + refusing.getLocalPort() + "/r.git",
                        "ssh_key: ../ed25519, known_hosts: ../known")
                + repository(
                        "closing",
                        "ssh://git@127.0.0.1:" + closing.getLocalPort() + "/r.git",
                        "ssh_key: ../ed25519, known_hosts: ../known")
                + repository(
                        "another",
                        "ssh://git@127.0.0.1:" + another.getLocalPort() + "/r.git",
                        "ssh_key: ../ed25519, known_hosts: ../known");
        service = opened(Service.withSource(folder, "repos:\n" + yaml));
        http = service.http;
        Eventually.until(
                () -> "the source is ready: " + http.get("/repos").text() + service.server.transcript(),
                () -> http.get("/ready/source").status() == 200);
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable each : OPEN.reversed()) {
            each.close();
        }
    }

    private static <T extends AutoCloseable> T opened(T resource) {
        OPEN.add(resource);
        return resource;
    }

    private static String repository(String name, String url, String credentials) {
        int timeout = SILENT.contains(name) ? 3 : 60;
        return "  %s: {url: \"%s\", refresh: 0, timeout: %d, credentials: {%s}}\n"
                .formatted(name, url, timeout, credentials);
    }

    private static KeyPair ed25519() throws GeneralSecurityException {
        return KeyPairGenerator.getInstance("Ed25519", new BouncyCastleProvider())
                .generateKeyPair();
    }

    private static KeyPair pair(String algorithm, int bits) throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance(algorithm);
        generator.initialize(bits);
        return generator.generateKeyPair();
    }

    private static KeyPair ecdsa() throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    /** Writes a key pair as ssh-keygen does. */
    private static void written(String name, KeyPair pair, @Nullable String passphrase)
            throws IOException, GeneralSecurityException {
        OpenSSHKeyEncryptionContext encryption = null;
        if (passphrase != null) {
            encryption = new OpenSSHKeyEncryptionContext();
            encryption.setPassword(passphrase);
            encryption.setCipherType("256");
        }
        try (OutputStream out = Files.newOutputStream(folder.resolve(name))) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(pair, "test", encryption, out);
        }
    }

    /** A port that refuses every connection: the open socket keeps the port, but does not listen. */
    private static Socket refusing() throws IOException {
        var socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }

    /** Sends each client these bytes, then closes the connection. */
    private static ServerSocket saying(String greeting) throws IOException {
        var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("greeting " + server.getLocalPort()).start(() -> {
            while (!server.isClosed()) {
                try (Socket client = server.accept()) {
                    client.getOutputStream().write(greeting.getBytes(StandardCharsets.US_ASCII));
                    client.shutdownOutput();
                    client.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException ignored) {
                    // The client is gone, or the server is closed.
                }
            }
        });
        return server;
    }

    @SuppressWarnings("unchecked") // plain data
    private static Map<String, Map<String, Object>> repositories() {
        var items =
                (List<Map<String, Object>>) (List<?>) http.get("/repos").json().get("items");
        return items.stream().collect(Collectors.toMap(item -> String.valueOf(item.get("name")), Function.identity()));
    }

    @Test
    void everyKindOfKeyAndOfKnownHostsReachesTheRepository() {
        var all = repositories();
        for (String name : List.of("ed25519", "rsa", "ecdsa", "rsa_host", "protected")) {
            assertThat(all.get(name).get("last_error")).as(name).isNull();
            assertThat(http.get("/repos/" + name + "/files/a.py").text())
                    .as(name)
                    .contains("def reached()");
        }
    }

    @Test
    void whatIsPushedIsFetched() {
        String moved = work.write("b.py", "def moved(): pass\n").commit("second");
        var refreshed = http.post("/repos/ed25519/refresh?wait=true", "");
        assertThat(refreshed.status()).as(refreshed.text()).isEqualTo(200);
        assertThat(refreshed.json()).containsEntry("to_commit", moved);
    }

    @Test
    void eachFailureHasAReasonOfItsOwn() {
        Map<String, List<String>> reasons = Map.ofEntries(
                Map.entry("no_passphrase", List.of("protected", "is protected", "passphrase is missing")),
                Map.entry("wrong_passphrase", List.of("protected", "the passphrase is not that of the private key")),
                Map.entry("damaged_key", List.of("the private key", "damaged", "cannot be read")),
                Map.entry("missing_key", List.of("there is no private key", "nowhere-key")),
                Map.entry("sha256", List.of("by SHA-256", "not supported")),
                Map.entry("wrong_host_key", List.of("shows the key ssh-ed25519 SHA256:", "another", "it was replaced")),
                Map.entry(
                        "unknown_host", List.of("is not known", "shows the key ssh-ed25519 SHA256:", "no line for it")),
                Map.entry("wrong_key", List.of("does not let git in", "stranger (ssh-ed25519 SHA256:")),
                Map.entry("missing", List.of("nowhere", "does not appear to be a git repository")),
                Map.entry("stalled", List.of("said nothing of use within 3 s")),
                Map.entry("mute", List.of("timed out")),
                Map.entry("nobody", List.of("cannot be reached", "refused")),
                Map.entry("closing", List.of("closed the connection", "is it an SSH server?")),
                Map.entry("another", List.of("closed the connection", "is it an SSH server?")));
        reasons.forEach((name, parts) -> {
            // A failed repository is tried again from time to time. On a busy machine, an attempt may end at its time
            // limit before it comes to the failure.
            Eventually.untilAsserted(name + " has failed", () -> {
                Map<String, Object> repository = repositories().get(name);
                assertThat(repository).containsEntry("state", "failed");
                assertThat(String.valueOf(repository.get("last_error"))).contains(parts);
            });
        });
        assertThat(http.get("/repos").text() + service.server.transcript()).doesNotContain("hidden-word", PASSPHRASE);
    }
}
