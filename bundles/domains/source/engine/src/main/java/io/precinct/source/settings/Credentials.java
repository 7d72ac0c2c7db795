package io.precinct.source.settings;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a remote is reached with. Its text never shows a secret.
 *
 * @param sshKey absolute path of a private key
 * @param knownHosts absolute path of the file of host keys; null for the one of whoever runs the service
 * @param username for HTTP, or for SSH beside a key or a password
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
    /** None at all. */
    public static final Credentials NONE = new Credentials(null, null, null, null, null, null);

    /** Those of a git remote. */
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
