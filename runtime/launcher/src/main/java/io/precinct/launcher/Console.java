package io.precinct.launcher;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Where a command reads from and writes to.
 *
 * @param in standard input
 * @param out what was asked for, and nothing else
 * @param err progress and complaints
 */
public record Console(InputStream in, PrintStream out, PrintStream err) {
    /** The process's own streams; text is UTF-8 whatever the locale says. */
    public static Console ofThisProcess() {
        return new Console(
                new FileInputStream(FileDescriptor.in),
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
    }

    /** Says on stderr how things go, in one line. */
    public void progress(String message) {
        err.println("precinct: " + message);
    }
}
