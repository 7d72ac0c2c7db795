package io.precinct.source.settings;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The credentials for a remote. Its text never shows a secret.
 *
 * @param sshKey absolute path of a private key
 * @param knownHosts absolute path of the file of host keys; null for that of the user who runs the service
 * @param username for HTTP, or for SSH with a key or a password
 * @param password for HTTP or SSH
 * @param passphrase of the private key
 * @param token of a parameter store
 */
// @req:source-credentials
public record Credentials(
        @Nullable Path sshKey,
        @Nullable Path knownHosts,
        @Nullable String username,
        @Nullable String password,
        @Nullable String passphrase,
        @Nullable String token) {
    /** No credentials. */
    public static final Credentials NONE = new Credentials(null, null, null, null, null, null);

    /** Credentials of a git remote. */
    public Credentials(
            @Nullable Path sshKey,
            @Nullable Path knownHosts,
            @Nullable String username,
            @Nullable String password,
            @Nullable String passphrase) {
        this(sshKey, knownHosts, username, password, passphrase, null);
    }

    @Override
    public String toString() {
        return this.equals(NONE) ? "no credentials" : "credentials";
    }
}
