package io.precinct.launcher;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** A command has failed. The message says what failed, why, and what to do; the exit code is 1. */
public final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    public Failure(String message) {
        super(message);
    }

    public Failure(String message, Throwable cause) {
        super(message, cause);
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
