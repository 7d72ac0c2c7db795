package io.precinct.itests.blackbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.shell.ProcessShellFactory;

/** An SSH server on loopback that runs git's own {@code upload-pack}, for the owners of some keys and the user git. */
final class GitServer implements AutoCloseable {
    static final String HOST = "127.0.0.1";
    /** A path at which the server takes the command and never answers. */
    static final String MUTE = "/mute";

    private final SshServer server = SshServer.setUpDefaultServer();
    private final KeyPair host;

    GitServer(KeyPair host, List<KeyPair> clients) {
        this.host = host;
        server.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        server.setPort(0);
        server.setKeyPairProvider(KeyPairProvider.wrap(host));
        server.setPublickeyAuthenticator((user, key, _) -> user.equals("git")
                && clients.stream().anyMatch(client -> KeyUtils.compareKeys(key, client.getPublic())));
        // The command that git sends: git-upload-pack '/path'.
        server.setCommandFactory((channel, command) -> {
            String path = command.replaceAll("^git-upload-pack '(.*)'$", "$1");
            List<String> run = path.equals(MUTE) ? List.of("cat") : List.of("git", "upload-pack", path);
            return new ProcessShellFactory(String.join(" ", run), run).createShell(channel);
        });
        try {
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return server.getPort();
    }

    String url(Path repository) {
        return "ssh://git@" + HOST + ":" + port() + repository.toAbsolutePath();
    }

    /** Writes a file of known hosts that gives this server this key. */
    Path knownHosts(Path file, KeyPair key) throws IOException {
        return Files.writeString(
                file, "[" + HOST + "]:" + port() + " " + PublicKeyEntry.toString(key.getPublic()) + "\n");
    }

    /** The same without the name of the host, as {@code HashKnownHosts yes} writes it. */
    Path hashedKnownHosts(Path file) throws IOException, GeneralSecurityException {
        byte[] salt = new byte[20];
        new java.util.Random(port()).nextBytes(salt);
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(salt, "HmacSHA1"));
        byte[] name = mac.doFinal(("[" + HOST + "]:" + port()).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        var base64 = Base64.getEncoder();
        return Files.writeString(
                file,
                "|1|" + base64.encodeToString(salt) + "|" + base64.encodeToString(name) + " "
                        + PublicKeyEntry.toString(host.getPublic()) + "\n");
    }

    @Override
    public void close() {
        try {
            server.stop(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
