package io.precinct.source.git;

import io.precinct.source.settings.Credentials;
import java.io.File;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.List;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.digest.BuiltinDigests;
import org.eclipse.jgit.transport.CredentialsProvider;
import org.eclipse.jgit.transport.SshConfigStore;
import org.eclipse.jgit.transport.sshd.ServerKeyDatabase;
import org.eclipse.jgit.transport.sshd.SshdSessionFactory;
import org.eclipse.jgit.transport.sshd.agent.ConnectorFactory;
import org.jspecify.annotations.Nullable;

/** JGit's client, with nothing of the user who runs the process except keys and known hosts if none are configured. */
final class SshClient extends SshdSessionFactory {
    private final boolean password;
    private final Path knownHosts;
    private volatile @Nullable List<KeyPair> keys;
    private volatile @Nullable String objection;

    /** @param home a folder without files of the user */
    SshClient(Credentials credentials, File home) {
        super(null, null);
        File user = new File(System.getProperty("user.home"));
        password = credentials.password() != null;
        knownHosts = credentials.knownHosts() == null
                ? user.toPath().resolve(".ssh").resolve("known_hosts")
                : credentials.knownHosts();
        setHomeDirectory(credentials.sshKey() == null ? user : home);
        setSshDirectory(credentials.sshKey() == null ? new File(user, ".ssh") : home);
    }

    /**
     * Prepares each connection.
     *
     * @param keys to offer; null for those in {@code ~/.ssh}
     */
    void begin(@Nullable List<KeyPair> keys) {
        this.keys = keys;
        objection = null;
    }

    /** Why the server was not trusted, or null. */
    @Nullable
    String objection() {
        return objection;
    }

    /** A key in the form in which people compare it. */
    static String named(PublicKey key) {
        return KeyUtils.getKeyType(key) + " " + KeyUtils.getFingerPrint(BuiltinDigests.sha256, key);
    }

    /** Ignores {@code ~/.ssh/config}, which could turn off the check of host keys. */
    @Override
    protected @Nullable SshConfigStore createSshConfigStore(
            File homeDir, @Nullable File configFile, @Nullable String user) {
        return null;
    }

    @Override
    protected @Nullable ConnectorFactory getConnectorFactory() {
        return null;
    }

    @Override
    protected List<Path> getDefaultKnownHostsFiles(File sshDir) {
        return List.of(knownHosts);
    }

    @Override
    protected Iterable<KeyPair> getDefaultKeys(File sshDir) {
        List<KeyPair> given = keys;
        return given == null ? super.getDefaultKeys(sshDir) : given;
    }

    @Override
    protected String getDefaultPreferredAuthentications() {
        return password ? "publickey,password" : "publickey";
    }

    @Override
    protected ServerKeyDatabase createServerKeyDatabase(File homeDir, File sshDir) {
        return new Told(super.createServerKeyDatabase(homeDir, sshDir));
    }

    /** Remembers why a server was not trusted: the client reports only that its key did not validate. */
    private final class Told implements ServerKeyDatabase {
        private final ServerKeyDatabase known;

        Told(ServerKeyDatabase known) {
            this.known = known;
        }

        @Override
        public List<PublicKey> lookup(String address, InetSocketAddress remote, Configuration configuration) {
            return known.lookup(address, remote, configuration);
        }

        @Override
        public boolean accept(
                String address,
                InetSocketAddress remote,
                PublicKey key,
                Configuration configuration,
                @Nullable CredentialsProvider provider) {
            boolean accepted = known.accept(address, remote, key, configuration, provider);
            if (!accepted) {
                objection = lookup(address, remote, configuration).isEmpty()
                        ? "the host " + address + " is not known: it shows the key " + named(key) + ", and "
                                + knownHosts + " has no line for it"
                        : "the host " + address + " shows the key " + named(key) + ", which is not what " + knownHosts
                                + " has for it: it was replaced, or somebody answers in its place";
            }
            return accepted;
        }
    }
}
