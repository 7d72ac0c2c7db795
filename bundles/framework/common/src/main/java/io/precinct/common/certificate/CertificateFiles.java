package io.precinct.common.certificate;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a certificate and its key: a keystore, or a certificate and a key in PEM.
 *
 * @param keystore PKCS #12 or JKS, or null
 * @param certificate chain in PEM, or null
 * @param key private key in PEM, or null
 * @param password of the keystore or of the key; empty if there is none
 */
public record CertificateFiles(
        @Nullable Path keystore,
        @Nullable Path certificate,
        @Nullable Path key,
        String password) {
    /** Whether they are a keystore, or a certificate and its key, and not both. */
    public boolean isComplete() {
        return keystore == null ? certificate != null && key != null : certificate == null && key == null;
    }

    /** The files themselves. */
    public List<Path> paths() {
        return Stream.of(keystore, certificate, key).filter(Objects::nonNull).toList();
    }

    /** Names the files, but never the password. */
    @Override
    public String toString() {
        return String.join(" and ", paths().stream().map(Path::toString).toList());
    }
}
