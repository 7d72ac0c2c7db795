package io.precinct.boundary.seal.proof;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An answer as a client saved it: the body alone, or the message with its head as {@code curl -i} prints it.
 *
 * @param status status of the message, or 0 if there is only the body
 * @param contentType its header {@code Content-Type}, or null
 * @param root its header {@code X-Service-Seal}, or null
 * @param body its body, decoded
 */
@SuppressWarnings("ArrayRecordComponent") // read once; never compared
public record SavedAnswer(
        int status, @Nullable String contentType, @Nullable String root, byte[] body) {
    private static final Pattern STATUS = Pattern.compile("HTTP/[0-9.]+ ([1-5][0-9]{2})(?: .*)?");
    private static final int INTERIM = 200;

    /** Reads a saved answer. */
    public static SavedAnswer of(byte[] saved) {
        byte[] rest = saved;
        while (true) {
            int end = headEnd(rest);
            String[] lines = new String(rest, 0, end, StandardCharsets.ISO_8859_1).split("\r?\n");
            Matcher status = STATUS.matcher(lines[0]);
            if (!status.matches()) {
                return new SavedAnswer(0, null, null, rest);
            }
            int code = Integer.parseInt(status.group(1));
            byte[] body = Arrays.copyOfRange(rest, end, rest.length);
            if (code >= INTERIM) {
                return new SavedAnswer(code, header(lines, "content-type"), header(lines, "x-service-seal"), body);
            }
            // a 100 or 103 comes before the answer
            rest = body;
        }
    }

    /** Whether the body must be read as JSON. */
    boolean json() {
        if (contentType == null) {
            return status == 0;
        }
        String essence = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        return essence.equals("application/json") || essence.endsWith("+json");
    }

    /** The offset after the first empty line; the end if there is none. */
    private static int headEnd(byte[] message) {
        for (int i = 0; i + 1 < message.length; i++) {
            if (message[i] == '\n') {
                int next = message[i + 1] == '\r' ? i + 2 : i + 1;
                if (next < message.length && message[next] == '\n') {
                    return next + 1;
                }
            }
        }
        return message.length;
    }

    private static @Nullable String header(String[] lines, String name) {
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon > 0 && line.substring(0, colon).strip().equalsIgnoreCase(name)) {
                return line.substring(colon + 1).strip();
            }
        }
        return null;
    }
}
