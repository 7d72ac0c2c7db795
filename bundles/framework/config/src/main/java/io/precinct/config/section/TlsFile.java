package io.precinct.config.section;

import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A kind of file in {@code gateway.tls}, and its check. The gateway checks whether key and certificate match. */
@SuppressWarnings("ImmutableEnumChecker") // a setting does not change
enum TlsFile {
    KEYSTORE(
            "The keystore, PKCS #12 or JKS; read again when it is renewed.",
            "a keystore that this password opens",
            "give its password as password: !Env {name: KEYSTORE_PASSWORD}"),
    CERTIFICATE(
            "The certificate chain in PEM; read again when it is renewed.",
            "a certificate in PEM",
            "its text has a line -----BEGIN CERTIFICATE-----"),
    KEY(
            "The private key in PEM (PKCS #8); read again when it is renewed.",
            "a private key in PEM",
            "convert it: openssl pkcs8 -topk8 -nodes -in OLD -out NEW");

    private final Setting<Path> setting;
    private final String expected;
    private final String hint;

    TlsFile(String description, String expected, String hint) {
        this.setting = Setting.path(name().toLowerCase(Locale.ROOT)).describedAs(description);
        this.expected = expected;
        this.hint = hint;
    }

    Setting<Path> setting() {
        return setting;
    }

    /** Reports a file that is not of this kind. */
    void check(Settings tls, Path file, String password) {
        if (!Files.isRegularFile(file)) {
            tls.error(setting, tls.name(setting) + ": there is no file " + file, expected);
            return;
        }
        String fault = fault(file, password);
        if (fault != null) {
            tls.error(setting, tls.name(setting) + ": " + file + " is not " + expected + fault, hint);
        }
    }

    private @Nullable String fault(Path file, String password) {
        try {
            return switch (this) {
                case KEYSTORE -> {
                    KeyStore.getInstance(file.toFile(), password.toCharArray());
                    yield null;
                }
                case CERTIFICATE -> text(file).contains("CERTIFICATE-----") ? null : "";
                // Keys in older formats than PKCS #8 name their algorithm in this line.
                case KEY ->
                    text(file).contains("BEGIN PRIVATE KEY-----")
                                    || text(file).contains("BEGIN ENCRYPTED PRIVATE KEY-----")
                            ? null
                            : "";
            };
        } catch (IOException | GeneralSecurityException e) {
            return " (" + e.getMessage() + ")";
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }
}
