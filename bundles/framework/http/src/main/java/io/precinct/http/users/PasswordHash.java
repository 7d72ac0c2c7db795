package io.precinct.http.users;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A stored password: PBKDF2 with HMAC-SHA-256 (RFC 8018 §5.2), its salt and its number of iterations. Compared in
 * constant time. Immutable; computing one costs a third of a second of CPU, by intent.
 */
public final class PasswordHash {
    /** Iterations of new hashes: what OWASP recommends for this function (Password Storage Cheat Sheet, 2023). */
    public static final int ITERATIONS = 600_000;

    /** The fewest iterations that are accepted: earlier versions wrote this many. */
    static final int LEAST_ITERATIONS = 210_000;

    /** The most iterations that are accepted; with more, a file could stop the service. */
    static final int MOST_ITERATIONS = 10_000_000;

    private static final String NAME = "pbkdf2-sha256";
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final int HASH_BITS = HASH_BYTES * 8;

    /** Replaces an empty password. No password is empty or has a control character, so no user has this one. */
    private static final String INSTEAD_OF_EMPTY = "\u0000";

    private static final SecureRandom RANDOM = new SecureRandom();

    private final int iterations;
    private final byte[] salt;
    private final byte[] hash;

    private PasswordHash(int iterations, byte[] salt, byte[] hash) {
        this.iterations = iterations;
        this.salt = salt;
        this.hash = hash;
    }

    /** A hash of {@code password} with a salt of its own. */
    public static PasswordHash of(String password) {
        byte[] salt = new byte[SALT_BYTES];
        RANDOM.nextBytes(salt);
        return new PasswordHash(ITERATIONS, salt, derive(password, salt, ITERATIONS));
    }

    /**
     * A hash that no password matches; checking against it costs as much as against any other with this many
     * iterations.
     */
    public static PasswordHash ofNobody(int iterations) {
        byte[] salt = new byte[SALT_BYTES];
        byte[] hash = new byte[HASH_BYTES];
        RANDOM.nextBytes(salt);
        RANDOM.nextBytes(hash);
        return new PasswordHash(iterations, salt, hash);
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws IllegalArgumentException if it is something else; the message does not repeat it
     */
    static PasswordHash parse(String text) {
        String[] parts = text.split("\\$", -1);
        if (parts.length != 4 || !parts[0].equals(NAME)) {
            throw new IllegalArgumentException("the hash is not " + NAME + "$ITERATIONS$SALT$HASH");
        }
        int iterations = parts[1].matches("[0-9]{1,9}") ? Integer.parseInt(parts[1]) : 0;
        if (iterations < LEAST_ITERATIONS || iterations > MOST_ITERATIONS) {
            throw new IllegalArgumentException("a hash takes from " + LEAST_ITERATIONS + " to " + MOST_ITERATIONS
                    + " iterations, not " + parts[1]);
        }
        byte[] salt = Base64.getDecoder().decode(parts[2]);
        byte[] hash = Base64.getDecoder().decode(parts[3]);
        if (salt.length < SALT_BYTES || hash.length != HASH_BYTES) {
            throw new IllegalArgumentException("the salt or the hash is too short");
        }
        return new PasswordHash(iterations, salt, hash);
    }

    /** How many iterations it has. */
    public int iterations() {
        return iterations;
    }

    /** Whether it has fewer iterations than a new one, so that it must be replaced once the password is known. */
    public boolean outdated() {
        return iterations < ITERATIONS;
    }

    /**
     * Whether {@code password} is the right one.
     *
     * @param cost iterations that this always takes, so that old and new hashes take equally long
     */
    public boolean matches(String password, int cost) {
        boolean same = MessageDigest.isEqual(hash, derive(password, salt, iterations));
        if (cost > iterations) {
            Objects.requireNonNull(derive(password, salt, cost - iterations));
        }
        return same;
    }

    /** Derives a key. Normalises the password: keyboards differ in the Unicode form that they send (RFC 8265 §4.2). */
    private static byte[] derive(String password, byte[] salt, int iterations) {
        String normal = Normalizer.normalize(password, Normalizer.Form.NFC);
        char[] characters = (normal.isEmpty() ? INSTEAD_OF_EMPTY : normal).toCharArray();
        var spec = new PBEKeySpec(characters, salt, iterations, HASH_BITS);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no PBKDF2 with HMAC-SHA-256", e);
        } finally {
            spec.clearPassword();
        }
    }

    /** The text in the file. */
    String text() {
        Base64.Encoder base64 = Base64.getEncoder();
        return NAME + "$" + iterations + "$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PasswordHash that
                && iterations == that.iterations
                && MessageDigest.isEqual(salt, that.salt)
                && MessageDigest.isEqual(hash, that.hash);
    }

    @Override
    public int hashCode() {
        return Objects.hash(iterations, Arrays.hashCode(salt));
    }

    /** Hides the hash: the text may end up in a log. */
    @Override
    public String toString() {
        return NAME + ", " + iterations + " iterations, salt " + HexFormat.of().formatHex(salt, 0, 2) + "…";
    }
}
