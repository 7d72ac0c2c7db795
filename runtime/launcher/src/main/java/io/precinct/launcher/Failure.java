package io.precinct.launcher;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Thrown if a command fails. The message states what failed, why, and what to do. */
public final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    /** The kind of the failure; each kind has its own exit code. */
    private final Kind kind;

    /** The kinds of failures that scripts can distinguish. */
    public enum Kind {
        /** Any failure that is not of another kind. */
        FAILED(1),
        /** The certificate of the server is not trusted; nothing was sent. */
        UNTRUSTED(4),
        /** The server does not accept the user with this password, or the token. */
        UNAUTHENTICATED(5),
        /** The server has authenticated the user, who may not do this. */
        FORBIDDEN(6),
        /** The server that answers is no Precinct, or does not expose its administration. */
        NO_PRECINCT(7),
        /** The connection broke before the answer. */
        CUT(8);

        private final int exitCode;

        Kind(int exitCode) {
            this.exitCode = exitCode;
        }

        public int exitCode() {
            return exitCode;
        }
    }

    public Failure(String message) {
        this(Kind.FAILED, message);
    }

    public Failure(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Failure(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    public Failure(String message, Throwable cause) {
        this(Kind.FAILED, message, cause);
    }

    /** A failure of a file operation: {@code message}, and the reason in words. */
    public static Failure of(String message, IOException cause) {
        return new Failure(message + ": " + reason(cause), cause);
    }

    private static String reason(IOException cause) {
        return switch (cause) {
            case AccessDeniedException e -> "permission denied for " + e.getFile();
            case NoSuchFileException e -> "no such file: " + e.getFile();
            case FileSystemException e when e.getReason() != null -> e.getReason() + ": " + e.getFile();
            default -> cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        };
    }
}
