package io.precinct.source.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.UploadPack;
import org.jspecify.annotations.Nullable;

/** Git's protocol over SSH on loopback, for the owner of one key. */
public final class GitOverSsh implements AutoCloseable {
    private final SshServer server;
    private final KeyPair host;

    public GitOverSsh(Repository repository, KeyPair client) throws IOException, GeneralSecurityException {
        host = pair();
        server = SshServer.setUpDefaultServer();
        server.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        server.setPort(0);
        server.setKeyPairProvider(KeyPairProvider.wrap(host));
        server.setPublickeyAuthenticator(
                (user, key, _) -> user.equals("git") && KeyUtils.compareKeys(key, client.getPublic()));
        server.setCommandFactory((_, _) -> new Upload(repository));
        server.start();
    }

    /** A key pair of the kind most people have. */
    public static KeyPair pair() throws GeneralSecurityException {
        return KeyPairGenerator.getInstance("Ed25519", "BC").generateKeyPair();
    }

    /** Writes a private key as ssh-keygen does. */
    public static Path written(KeyPair pair, Path file) throws IOException, GeneralSecurityException {
        try (OutputStream out = Files.newOutputStream(file)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(pair, "test", null, out);
        }
        return file;
    }

    public String url() {
        return "ssh://git@127.0.0.1:" + server.getPort() + "/repo.git";
    }

    /** A file of known hosts that says this server has this key. */
    public Path knownHosts(Path file, KeyPair key) throws IOException {
        return Files.writeString(
                file, "[127.0.0.1]:" + server.getPort() + " " + PublicKeyEntry.toString(key.getPublic()) + "\n");
    }

    public KeyPair host() {
        return host;
    }

    @Override
    public void close() throws IOException {
        server.stop(true);
    }

    private static final class Upload implements Command {
        private final Repository repository;
        private @Nullable InputStream in;
        private @Nullable OutputStream out;
        private @Nullable OutputStream err;
        private @Nullable ExitCallback exit;

        Upload(Repository repository) {
            this.repository = repository;
        }

        @Override
        public void setInputStream(InputStream stream) {
            in = stream;
        }

        @Override
        public void setOutputStream(OutputStream stream) {
            out = stream;
        }

        @Override
        public void setErrorStream(OutputStream stream) {
            err = stream;
        }

        @Override
        public void setExitCallback(ExitCallback callback) {
            exit = callback;
        }

        @Override
        public void start(ChannelSession channel, Environment environment) {
            Thread.ofVirtual().start(() -> {
                int code = 0;
                try {
                    new UploadPack(repository).upload(in, out, err);
                } catch (IOException e) {
                    code = 1;
                }
                if (exit != null) {
                    exit.onExit(code);
                }
            });
        }

        @Override
        public void destroy(ChannelSession channel) {
            // Ends with its streams.
        }
    }
}
