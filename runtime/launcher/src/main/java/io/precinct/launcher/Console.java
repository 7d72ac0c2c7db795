package io.precinct.launcher;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The streams that a command reads from and writes to.
 *
 * @param in standard input
 * @param out the result of the command, and nothing else
 * @param err progress and errors
 */
public record Console(InputStream in, PrintStream out, PrintStream err) {
    /** The streams of this process; text is UTF-8 in any locale. */
    public static Console ofThisProcess() {
        return new Console(
                new FileInputStream(FileDescriptor.in),
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
    }

    /** Prints a line about the progress to stderr. */
    public void progress(String message) {
        err.println("precinct: " + message);
    }
}
