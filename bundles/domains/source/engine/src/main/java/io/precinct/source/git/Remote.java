package io.precinct.source.git;

import io.precinct.source.settings.Credentials;
import io.precinct.source.settings.RepositorySettings;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import org.eclipse.jgit.errors.NotSupportedException;
import org.eclipse.jgit.errors.TransportException;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.RepositoryCache;
import org.eclipse.jgit.transport.CredentialItem;
import org.eclipse.jgit.transport.CredentialsProvider;
import org.eclipse.jgit.transport.SshTransport;
import org.eclipse.jgit.transport.Transport;
import org.eclipse.jgit.transport.URIish;
import org.eclipse.jgit.util.FS;
import org.jspecify.annotations.Nullable;

/**
 * The remote of a repository. Host keys are always checked; credentials go to the configured host only, and into no
 * message. Thread-safe.
 */
final class Remote implements AutoCloseable {
    private static final String HIDDEN = "***";

    private final URIish uri;
    private final Credentials credentials;
    private final int timeout;
    private final @Nullable Ssh ssh;

    Remote(RepositorySettings settings, Path home) {
        IsolatedGitSystem.install();
        credentials = settings.credentials();
        timeout = (int) settings.timeout().toSeconds();
        try {
            var configured = new URIish(settings.url());
            uri = configured.isRemote() && configured.getUser() == null && isSsh(configured)
                    ? configured.setUser(credentials.username())
                    : configured;
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the settings are checked before, and this is no url", e);
        }
        ssh = isSsh(uri) ? new Ssh(credentials, home.toFile()) : null;
    }

    private static boolean isSsh(URIish uri) {
        // A remote without a scheme has the form user@host:path.
        return uri.isRemote() && (uri.getScheme() == null || uri.getScheme().contains("ssh"));
    }

    /** Whether it is a folder of this machine. */
    boolean isLocal() {
        return !uri.isRemote();
    }

    /**
     * Whether its history is known to go on where that of a clone ends. Of a repository elsewhere, that is not known.
     */
    boolean isDeeperThan(Repository clone) throws IOException {
        return isLocal() && new HistoryEnds(clone).areInside(gitDir());
    }

    /** Opens a transport that fetches into a repository. */
    Transport open(Repository into) throws NotSupportedException, TransportException {
        Transport transport = isLocal() ? new LocalTransport(into, uri, gitDir()) : Transport.open(into, uri);
        transport.setTimeout(timeout);
        transport.setCredentialsProvider(new Given());
        if (transport instanceof SshTransport overSsh) {
            overSsh.setSshSessionFactory(ssh);
        }
        return transport;
    }

    /** The git folder: for a working copy it is below the path, for a linked one elsewhere. */
    private File gitDir() throws TransportException {
        File found = RepositoryCache.FileKey.resolve(new File(uri.getPath()), FS.DETECTED);
        if (found == null) {
            throw new TransportException("there is no git repository at " + uri.getPath());
        }
        if (LocalConfig.of(found).isSha256()) {
            throw new TransportException(Unsupported.SHA256);
        }
        return found;
    }

    /** Why something failed, including its causes, without credentials. */
    String reason(Throwable failure) {
        var reasons = new ArrayList<String>();
        for (Throwable cause = failure; cause != null && reasons.size() < 4; cause = cause.getCause()) {
            String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
            String first = message.strip().lines().findFirst().orElse("");
            boolean told = reasons.stream().anyMatch(reason -> reason.contains(first));
            if (!told) {
                reasons.add(first);
            }
        }
        return scrubbed(String.join(": ", reasons));
    }

    private String scrubbed(String text) {
        String scrubbed = text.replaceAll("//[^/@\\s]*@", "//");
        for (String secret : new String[] {credentials.password(), credentials.passphrase()}) {
            if (secret != null && !secret.isEmpty()) {
                scrubbed = scrubbed.replace(secret, HIDDEN)
                        .replace(URLEncoder.encode(secret, StandardCharsets.UTF_8), HIDDEN);
            }
        }
        return scrubbed;
    }

    @Override
    public void close() {
        if (ssh != null) {
            ssh.close();
        }
    }

    /** Gives the configured name and password to the configured host, and agrees to nothing else. */
    private final class Given extends CredentialsProvider {
        @Override
        public boolean isInteractive() {
            return false;
        }

        @Override
        public boolean supports(CredentialItem... items) {
            return Arrays.stream(items).allMatch(item -> item instanceof CredentialItem.Username || isPassword(item));
        }

        @Override
        public boolean get(URIish asking, CredentialItem... items) {
            String password = credentials.password();
            if (password == null || !isConfigured(asking) || !supports(items)) {
                return false;
            }
            for (CredentialItem item : items) {
                switch (item) {
                    case CredentialItem.Username name
                    when credentials.username() != null -> name.setValue(credentials.username());
                    case CredentialItem.Password secret -> secret.setValue(password.toCharArray());
                    case CredentialItem.StringType text -> text.setValue(password);
                    default -> {
                        return false;
                    }
                }
            }
            return true;
        }

        private static boolean isPassword(CredentialItem item) {
            return item instanceof CredentialItem.Password
                    || item.getClass() == CredentialItem.StringType.class && item.isValueSecure();
        }

        /** Whether the host that asks is the configured one: a redirect must not lead the password elsewhere. */
        private boolean isConfigured(URIish asking) {
            return String.valueOf(asking.getHost()).equalsIgnoreCase(uri.getHost())
                    && (asking.getScheme() == null
                            || uri.getScheme() == null
                            || asking.getScheme().toLowerCase(Locale.ROOT).equals(uri.getScheme()))
                    && (asking.getPort() == uri.getPort() || isSsh(uri));
        }
    }
}
