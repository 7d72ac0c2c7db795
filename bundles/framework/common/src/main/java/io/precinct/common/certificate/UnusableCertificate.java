package io.precinct.common.certificate;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Thrown if files hold no certificate with its key. The message names the file and reveals nothing of the key. */
public final class UnusableCertificate extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final @Nullable String hint;

    UnusableCertificate(Path file, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(message, cause);
        this.file = file;
        this.hint = hint;
    }

    /** The file that is at fault. */
    public Path file() {
        return file;
    }

    /** What to do, or null. */
    public @Nullable String hint() {
        return hint;
    }

    /** The message, with what to do if that is known. */
    public String advice() {
        return getMessage() + (hint == null ? "" : " (" + hint + ")");
    }
}
