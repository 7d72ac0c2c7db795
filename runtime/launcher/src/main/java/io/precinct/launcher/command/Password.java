package io.precinct.launcher.command;

import io.precinct.http.users.PasswordHash;
import io.precinct.http.users.User;
import io.precinct.launcher.Console;
import io.precinct.launcher.Failure;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a password from the first line of standard input. A password is never an argument, because all users of the
 * machine could see it. At a terminal, the user is prompted for it twice, without echo.
 */
final class Password {
    private static final int MOST_BYTES = 8192;

    private Password() {}

    /**
     * Reads a password and hashes it.
     *
     * @throws Failure if there is no password, or if it could not be sent in a request
     */
    static PasswordHash read(Console console) throws Failure, IOException {
        java.io.Console terminal = System.console();
        String password = terminal != null && terminal.isTerminal() && console.in() instanceof FileInputStream
                ? ask(terminal)
                : line(console);
        try {
            User.requirePassword(password);
        } catch (IllegalArgumentException e) {
            throw new Failure(e.getMessage() + "; it is the first line of standard input", e);
        }
        return PasswordHash.of(password);
    }

    private static String ask(java.io.Console terminal) throws Failure {
        char[] first = terminal.readPassword("Password: ");
        char[] second = terminal.readPassword("Again: ");
        if (first == null || !Arrays.equals(first, second)) {
            throw new Failure("the two passwords differ");
        }
        return new String(first);
    }

    private static String line(Console console) throws Failure, IOException {
        var bytes = new ByteArrayOutputStream();
        for (int b = console.in().read(); b >= 0 && b != '\n'; b = console.in().read()) {
            if (bytes.size() == MOST_BYTES) {
                throw new Failure("the password is longer than " + MOST_BYTES + " bytes");
            }
            bytes.write(b);
        }
        try {
            String line = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
            return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        } catch (CharacterCodingException e) {
            throw new Failure("the password is not UTF-8", e);
        }
    }
}
