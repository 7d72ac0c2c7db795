package io.precinct.source.git;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.util.io.resource.PathResource;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.eclipse.jgit.errors.TransportException;
import org.eclipse.jgit.transport.URIish;
import org.jspecify.annotations.Nullable;

/**
 * A private key in a file. It is read here before each connection, since the client silently skips a key that it cannot
 * read, and then reports only that the server refused.
 *
 * @param passphrase that protects it, or null
 */
record PrivateKey(Path file, @Nullable String passphrase) {
    /**
     * Reads it.
     *
     * @param remote that it is used for
     * @return at least one pair
     * @throws TransportException naming what is wrong with the file or the passphrase
     */
    List<KeyPair> read(URIish remote) throws TransportException {
        var isProtected = new AtomicBoolean();
        FilePasswordProvider asked = (_, _, _) -> {
            isProtected.set(true);
            return passphrase;
        };
        var pairs = new ArrayList<KeyPair>();
        try (InputStream in = Files.newInputStream(file)) {
            Iterable<KeyPair> found = SecurityUtils.loadKeyPairIdentities(null, new PathResource(file), in, asked);
            if (found != null) {
                found.forEach(pairs::add);
            }
        } catch (NoSuchFileException e) {
            throw new TransportException(remote, "there is no private key " + file, e);
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw new TransportException(remote, why(isProtected.get(), e), e);
        }
        if (pairs.isEmpty()) {
            throw new TransportException(remote, why(isProtected.get(), null));
        }
        return pairs;
    }

    private String why(boolean isProtected, @Nullable Exception failure) {
        if (isProtected) {
            return passphrase == null
                    ? "the private key " + file + " is protected: its passphrase is missing beside ssh_key"
                    : "the passphrase is not that of the private key " + file;
        }
        return "the private key " + file + " cannot be read" + (failure == null ? ": it holds none" : "");
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
