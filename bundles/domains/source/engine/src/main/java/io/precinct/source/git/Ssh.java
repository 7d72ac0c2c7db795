package io.precinct.source.git;

import io.precinct.source.settings.Credentials;
import java.io.File;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.KeyPair;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.SshException;
import org.eclipse.jgit.errors.TransportException;
import org.eclipse.jgit.transport.CredentialsProvider;
import org.eclipse.jgit.transport.RemoteSession;
import org.eclipse.jgit.transport.SshSessionFactory;
import org.eclipse.jgit.transport.URIish;
import org.eclipse.jgit.util.FS;
import org.jspecify.annotations.Nullable;

/**
 * Connects to a remote by SSH, one connection at a time, and gives each kind of failure its own reason. Closing it ends
 * every session.
 */
final class Ssh extends SshSessionFactory implements AutoCloseable {
    /** Of this process, since a server counts the connections of all its repositories. */
    private static final PendingConnections PENDING = new PendingConnections();

    private final Credentials credentials;
    private final SshClient client;

    Ssh(Credentials credentials, File home) {
        this.credentials = credentials;
        this.client = new SshClient(credentials, home);
    }

    @Override
    public String getType() {
        return "sshd";
    }

    @Override
    public RemoteSession getSession(URIish uri, @Nullable CredentialsProvider given, @Nullable FS fs, int millis)
            throws TransportException {
        var key = credentials.sshKey();
        List<KeyPair> keys = key == null ? null : new PrivateKey(key, credentials.passphrase()).read(uri);
        try (PendingConnections.Place _ = PENDING.enter(uri.getHost(), uri.getPort())) {
            return connected(uri, given, fs, millis, keys);
        } catch (InterruptedIOException e) {
            throw new TransportException(uri, e.getMessage(), e);
        }
    }

    private RemoteSession connected(
            URIish uri, @Nullable CredentialsProvider given, @Nullable FS fs, int millis, @Nullable List<KeyPair> keys)
            throws TransportException {
        client.begin(keys);
        var connected = new CompletableFuture<RemoteSession>();
        // The client waits for the server's answers much longer than for the connection, whatever it is configured to.
        // An abandoned connection is cut off, and ended if it is established anyway.
        Thread connecting = Thread.ofPlatform()
                .daemon()
                .name("precinct-source-ssh-" + uri.getHost())
                .start(() -> connect(connected, uri, given, fs, millis));
        try {
            return connected.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw givenUp(
                    connected,
                    connecting,
                    new TransportException(
                            uri, "the server was reached and said nothing of use within " + millis / 1000 + " s", e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw givenUp(connected, connecting, new TransportException(uri, "the connection was given up", e));
        } catch (ExecutionException e) {
            throw explained(uri, e.getCause() == null ? e : e.getCause(), keys);
        }
    }

    private void connect(
            CompletableFuture<RemoteSession> connected,
            URIish uri,
            @Nullable CredentialsProvider given,
            @Nullable FS fs,
            int millis) {
        try {
            RemoteSession session = client.getSession(uri, given, fs, millis);
            if (!connected.complete(session)) {
                session.disconnect();
            }
        } catch (Throwable e) { // anything, since somebody waits for it
            connected.completeExceptionally(e);
        }
    }

    private static TransportException givenUp(
            CompletableFuture<RemoteSession> connected, Thread connecting, TransportException why) {
        if (!connected.completeExceptionally(why) && !connected.isCompletedExceptionally()) {
            connected.join().disconnect();
        }
        connecting.interrupt();
        return why;
    }

    private TransportException explained(URIish uri, Throwable failure, @Nullable List<KeyPair> keys) {
        String objection = client.objection();
        String why = objection == null ? why(uri, failure, keys) : objection;
        if (why != null) {
            var explained = new TransportException(uri, why);
            explained.addSuppressed(failure);
            return explained;
        }
        return failure instanceof TransportException told
                ? told
                : new TransportException(uri, String.valueOf(failure), failure);
    }

    private @Nullable String why(URIish uri, Throwable failure, @Nullable List<KeyPair> keys) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException || cause instanceof SocketException) {
                return "the server cannot be reached: " + cause.getMessage();
            }
            if (cause instanceof UnknownHostException) {
                return "there is no host " + uri.getHost();
            }
            if (cause instanceof SshException ended
                    && ended.getDisconnectCode() == SshConstants.SSH2_DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE) {
                return "the server does not let " + uri.getUser() + " in with "
                        + (keys == null
                                ? "the keys in ~/.ssh"
                                : "the key " + credentials.sshKey() + " ("
                                        + SshClient.named(keys.getFirst().getPublic()) + ")")
                        + (credentials.password() == null ? "" : " or the password");
            }
            if (String.valueOf(cause.getMessage()).contains("Session is being closed")) {
                return "the server closed the connection before it let git in: is it an SSH server?";
            }
            if (String.valueOf(cause.getMessage()).contains("SSH authentication canceled")) {
                return "a key in ~/.ssh is protected by a passphrase: name it as ssh_key, beside its passphrase";
            }
        }
        return null;
    }

    @Override
    public void close() {
        client.close();
    }
}
