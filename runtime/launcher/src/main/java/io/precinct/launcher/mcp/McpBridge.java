package io.precinct.launcher.mcp;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.launcher.mcp.MessageLines.Line;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Sends each line of a stream to an instance as a message, and prints its answers and notifications, one per line. One
 * thread reads the lines. Each message has a virtual thread, since interrupting one closes the connection that it waits
 * for; so has each stream of events.
 */
public final class McpBridge implements AutoCloseable {
    /** Most messages that the instance works on at once; others wait. */
    private static final int MOST_AT_ONCE = 32;

    /** Most bytes of messages that are not answered yet; reading waits for them. */
    private static final int ROOM = 4 * MessageLines.LONGEST;

    /** The room that a message takes at least, so that it also limits the number of messages, to 1,024. */
    private static final int LEAST_ROOM = ROOM >> 10;

    /** How long calls may take after the end of the input: as long as the instance lets any tool take. */
    private static final Duration LAST_CALLS = Duration.ofMinutes(2);

    private final Endpoint endpoint;
    private final Output output;
    private final CallsInFlight calls = new CallsInFlight();
    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private final Semaphore room = new Semaphore(ROOM);
    private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    private final AtomicBoolean initialized = new AtomicBoolean();

    /** Opens when the latest message that keeps the order has been answered; used by the reading thread only. */
    private CountDownLatch turn = new CountDownLatch(0);

    private volatile @Nullable Thread notifications;

    /** A bridge to an instance. */
    public McpBridge(Endpoint endpoint, PrintStream out) {
        this.endpoint = endpoint;
        this.output = new Output(out, () -> over.complete(null));
    }

    /**
     * Handles all messages. Returns at the end of the input, when the calls in flight are answered, or earlier if
     * nobody reads the answers any more.
     *
     * @throws IOException if the input cannot be read
     */
    public void run(InputStream in) throws IOException {
        // A daemon, since nothing ends a read of standard input if the client has closed only the output.
        Thread.ofPlatform().daemon().name("precinct-mcp-input").start(() -> {
            try {
                read(new MessageLines(in));
                over.complete(null);
            } catch (Throwable e) {
                over.completeExceptionally(e);
            }
        });
        try {
            over.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException unreadable) {
                throw unreadable;
            }
            throw new IllegalStateException("messages can no longer be read", e.getCause());
        }
    }

    private void read(MessageLines lines) throws IOException, InterruptedException {
        for (Line line = lines.next(); line != null && !over.isDone(); line = lines.next()) {
            switch (line) {
                case Line.Whole(byte[] bytes) -> take(bytes);
                case Line.TooLong(List<Object> ids) ->
                    unreadable(
                            ids, "a message has at most " + MessageLines.LONGEST + " bytes (16 MB), got a longer line");
            }
        }
        if (!room.tryAcquire(ROOM, LAST_CALLS.toSeconds(), TimeUnit.SECONDS)) {
            giveUp("there was no answer within " + LAST_CALLS.toSeconds() + " s after the end of the input");
        }
    }

    private void take(byte[] line) throws IOException, InterruptedException {
        if (isBlank(line)) {
            return;
        }
        try {
            take(line, Json.read(line));
        } catch (MalformedJson e) {
            unreadable(
                    RequestIds.in(new ByteArrayInputStream(line)), "a message is one line of JSON: " + e.getMessage());
        }
    }

    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    private void take(byte[] line, @Nullable Object json) throws InterruptedException {
        switch (json) {
            case Map<?, ?> members -> {
                Object id = members.get("id");
                if (members.containsKey("id") && !Message.isResponse(members) && !Message.isId(id)) {
                    output.say(ErrorMessage.of(id, ErrorMessage.INVALID_REQUEST, "id is text or an integer"));
                } else {
                    take(Message.of(line, members));
                }
            }
            case List<?> batch -> refuse(batch);
            case null, default ->
                output.say(ErrorMessage.of(null, ErrorMessage.INVALID_REQUEST, "a message is a JSON object"));
        }
    }

    /** Refuses a batch, which only early revisions of the protocol have: each of its requests, or the whole. */
    private void refuse(List<?> batch) {
        List<Object> ids = new ArrayList<>();
        for (Object each : batch) {
            if (each instanceof Map<?, ?> members
                    && members.get("id") instanceof Object id
                    && !Message.isResponse(members)) {
                ids.add(id);
            }
        }
        refuse(
                ids,
                ErrorMessage.INVALID_REQUEST,
                "a message is a JSON object; send each message of a batch on its own line");
    }

    /** Refuses the requests with these ids, or a message without one. */
    private void refuse(List<Object> ids, int code, String why) {
        if (ids.isEmpty()) {
            output.say(ErrorMessage.of(null, code, why));
        }
        ids.forEach(id -> output.say(ErrorMessage.of(id, code, why)));
    }

    /**
     * Answers a message that cannot be read. If it shows no id, the client cannot tell which of its requests that was,
     * and would wait for it: all its calls are given up.
     */
    private void unreadable(List<Object> ids, String why) {
        refuse(ids, ErrorMessage.PARSE_ERROR, why);
        if (ids.isEmpty()) {
            giveUp("all calls were given up, because a message was lost that shows no id: " + why);
        }
    }

    private void giveUp(String why) {
        calls.giveUp().forEach(id -> output.say(ErrorMessage.of(id, ErrorMessage.UNAVAILABLE, why)));
    }

    private void take(Message message) throws InterruptedException {
        if (message.cancels() != null) {
            calls.cancel(message.cancels());
        }
        CountDownLatch before = turn;
        if (message.isSubscription()) {
            start(message, () -> subscribe(message, before));
            return;
        }
        int taken = Math.max(message.text().length, LEAST_ROOM);
        room.acquire(taken);
        var done = new CountDownLatch(1);
        boolean started = start(message, () -> {
            try {
                exchange(message, before);
            } finally {
                done.countDown();
                room.release(taken);
            }
        });
        if (!started) {
            room.release(taken);
        } else if (message.keepsOrder()) {
            turn = done;
        }
    }

    /** Starts the work on a message on its own thread; false if it is refused, as its id is that of another call. */
    private boolean start(Message message, Runnable work) {
        Thread thread = Thread.ofVirtual().name("precinct-mcp-call").unstarted(work);
        if (message.id() != null && !calls.begin(message.id(), thread, message.isSubscription())) {
            output.say(ErrorMessage.of(
                    message.id(), ErrorMessage.INVALID_REQUEST, "a request with this id is still in flight"));
            return false;
        }
        thread.start();
        return true;
    }

    /** Sends a message and prints its answer, after those that it may depend on. */
    private void exchange(Message message, CountDownLatch before) {
        String answer;
        try {
            before.await();
            answer = message.isQuick() ? endpoint.answer(message) : answerInPlace(message);
        } catch (InterruptedException e) {
            return; // it was given up
        } catch (RuntimeException | Error e) {
            answer = message.id() == null
                    ? null
                    : ErrorMessage.of(message.id(), ErrorMessage.INTERNAL_ERROR, "precinct mcp failed: " + e);
        }
        if ((message.id() == null || calls.end(message.id())) && answer != null) {
            output.say(answer);
        }
        if (message.isInitialized() && initialized.compareAndSet(false, true)) {
            notifications = Thread.ofVirtual().name("precinct-mcp-stream").start(this::follow);
        }
    }

    private @Nullable String answerInPlace(Message message) throws InterruptedException {
        places.acquire();
        try {
            return endpoint.answer(message);
        } finally {
            places.release();
        }
    }

    private void follow() {
        try {
            new EventLines(endpoint, null, output).follow();
        } catch (InterruptedException e) {
            // the bridge is closed
        }
    }

    private void subscribe(Message message, CountDownLatch before) {
        try {
            before.await();
            new EventLines(endpoint, message, output).follow();
            if (message.id() != null && calls.end(message.id())) {
                output.say(ErrorMessage.of(
                        message.id(), ErrorMessage.UNAVAILABLE, "the instance refuses this subscription"));
            }
        } catch (InterruptedException e) {
            // the client cancelled it, or the bridge is closed
        }
    }

    /** Gives up what is in flight, and ends the streams. */
    @Override
    public void close() {
        calls.close();
        Thread stream = notifications;
        if (stream != null) {
            stream.interrupt();
        }
    }
}
