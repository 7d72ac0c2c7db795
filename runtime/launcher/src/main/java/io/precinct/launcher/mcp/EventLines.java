package io.precinct.launcher.mcp;

import io.precinct.launcher.Failure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Prints the events of a stream, and opens the stream again when it ends, until its thread is interrupted. */
final class EventLines {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final String ID = "id: ";
    private static final String DATA = "data: ";

    private final Endpoint endpoint;
    private final @Nullable Message subscription;
    private final Output output;
    private @Nullable String last;
    private Duration pause = FIRST_PAUSE;

    /** @param subscription the request for the stream, or null for the stream that needs no request */
    EventLines(Endpoint endpoint, @Nullable Message subscription, Output output) {
        this.endpoint = endpoint;
        this.subscription = subscription;
        this.output = output;
    }

    /** Returns when the instance refuses the stream, so that a retry is useless. */
    void follow() throws InterruptedException {
        while (followOnce()) {
            Thread.sleep(pause);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    /** Reads a stream to its end; false if a retry is useless. */
    private boolean followOnce() {
        try (InputStream stream = endpoint.events(subscription, last)) {
            if (stream == null) {
                return false;
            }
            pause = FIRST_PAUSE;
            print(new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8)));
        } catch (IOException | Failure e) {
            // the instance does not respond, which the client learns by its next request: try again
        }
        return true;
    }

    private void print(BufferedReader events) throws IOException {
        // the first event of a renewed subscription was already printed
        boolean known = last != null && subscription != null;
        for (String line = events.readLine(); line != null; line = events.readLine()) {
            if (line.startsWith(ID)) {
                last = line.substring(ID.length());
            } else if (line.startsWith(DATA) && line.length() > DATA.length()) {
                if (!known) {
                    output.say(line.substring(DATA.length()));
                }
                known = false;
            }
        }
    }
}
