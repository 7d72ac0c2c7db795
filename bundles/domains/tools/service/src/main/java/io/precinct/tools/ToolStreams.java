package io.precinct.tools;

import io.precinct.api.boundary.Body;
import io.precinct.api.boundary.Reply;
import io.precinct.core.api.dispatch.Caller;
import io.precinct.core.api.thread.LongLived;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streams of server-sent events that tell clients when the list of tools has changed. One thread checks several times a
 * second while there are clients. The id of an event identifies the list, so a client that reconnects with the last id
 * it saw learns at once whether it missed a change. Thread-safe.
 */
final class ToolStreams implements AutoCloseable {
    static final String MEDIA_TYPE = "text/event-stream";

    private static final Logger LOG = LoggerFactory.getLogger(ToolStreams.class);
    private static final long LOOK_MILLIS = 200;
    private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final byte[] HEARTBEAT = bytes(":\n\n");
    private static final String CHANGED =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":%s}";

    private final CurrentTools tools;
    private final Set<Client> clients = new HashSet<>();
    private @Nullable Thread watch;
    private boolean closed;
    private long lastBeat = System.nanoTime();

    ToolStreams(CurrentTools tools) {
        this.tools = tools;
    }

    /** A client with its channel and the id of the list that it has. */
    private static final class Client {
        private final Subscription subscription;
        private final Body.Channel channel;
        private String seen;

        Client(Subscription subscription, Body.Channel channel, String seen) {
            this.subscription = subscription;
            this.channel = channel;
            this.seen = seen;
        }
    }

    /**
     * The subscription of a client.
     *
     * @param offer the offer whose list of tools is observed
     * @param caller who observes it
     * @param session the session that ends the stream when it is closed, or null
     * @param listening whether the client wants to be told about changes
     * @param first the data of the first event, whose id is that of the list: a message as JSON, or nothing; null for an
     *     event without data, of which clients take the id and nothing else
     * @param meta the parameters of each notification, as JSON
     * @param seen the id of the list that the client has already, or null for the current one
     */
    record Subscription(
            Offer offer,
            Caller caller,
            @Nullable String session,
            boolean listening,
            @Nullable String first,
            String meta,
            @Nullable String seen) {}

    /** Returns the reply that opens a stream. */
    Reply reply(Subscription subscription) {
        var push = new Body.Push(MEDIA_TYPE, channel -> open(subscription, channel));
        return Reply.of(200, push).header("Cache-Control", "no-store");
    }

    private void open(Subscription subscription, Body.Channel channel) {
        String now = tools.handler(subscription.offer, subscription.caller).listId();
        String seen = subscription.seen == null ? now : subscription.seen;
        channel.send(event(seen, subscription.first));
        var client = new Client(subscription, channel, seen);
        synchronized (this) {
            if (closed) {
                channel.close();
                return;
            }
            clients.add(client);
            if (watch == null) {
                watch = LongLived.start("precinct-mcp", LOG::error, this::watch);
            }
            notifyAll();
        }
        channel.onClose(() -> {
            synchronized (this) {
                clients.remove(client);
            }
        });
    }

    private void watch() throws InterruptedException {
        while (true) {
            List<Client> connected;
            synchronized (this) {
                while (clients.isEmpty() && !closed) {
                    wait();
                }
                if (!closed) {
                    wait(LOOK_MILLIS);
                }
                if (closed) {
                    return;
                }
                connected = new ArrayList<>(clients);
            }
            look(connected);
        }
    }

    /** Sends changes and heartbeats; called only on the thread of {@link #watch}. */
    private void look(List<Client> connected) {
        boolean beat = System.nanoTime() - lastBeat >= HEARTBEAT_NANOS;
        if (beat) {
            lastBeat = System.nanoTime();
        }
        for (Client client : connected) {
            String now = tools.handler(client.subscription.offer, client.subscription.caller)
                    .listId();
            if (client.subscription.listening && !now.equals(client.seen)) {
                client.seen = now;
                client.channel.send(event(now, CHANGED.formatted(client.subscription.meta)));
            } else if (beat) {
                client.channel.send(HEARTBEAT);
            }
        }
    }

    /** Ends the streams of a session. */
    void end(String session) {
        List<Client> ended;
        synchronized (this) {
            ended = clients.stream()
                    .filter(client -> session.equals(client.subscription.session))
                    .toList();
        }
        ended.forEach(client -> client.channel.close());
    }

    /** Returns the number of clients. */
    synchronized int size() {
        return clients.size();
    }

    /** Ends every stream; the clients reconnect. */
    @Override
    public void close() {
        List<Client> all;
        synchronized (this) {
            closed = true;
            notifyAll();
            all = List.copyOf(clients);
        }
        all.forEach(client -> client.channel.close());
    }

    private static byte[] event(String id, @Nullable String data) {
        return bytes("id: " + id + (data == null ? "" : "\ndata: " + data) + "\n\n");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
