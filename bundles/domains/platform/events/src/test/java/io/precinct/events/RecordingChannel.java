package io.precinct.events;

import io.precinct.api.boundary.Body;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A client without a socket: stores everything it receives, up to a number of bytes, and is then cut off. */
final class RecordingChannel implements Body.Channel {
    private final long most;
    private final List<byte[]> pieces = new ArrayList<>();
    private final List<Runnable> onClose = new CopyOnWriteArrayList<>();
    private long bytes;
    private boolean closed;

    RecordingChannel() {
        this(Long.MAX_VALUE);
    }

    RecordingChannel(long most) {
        this.most = most;
    }

    /**
     * An event as a browser would dispatch it.
     *
     * @param id the id of the event
     * @param type the type of the event
     * @param data JSON
     */
    record Message(long id, String type, String data) {
        /** Returns the text after the member's name and colon, up to the next delimiter. */
        String member(String name) {
            int start = data.indexOf("\"" + name + "\":") + name.length() + 3;
            int end = start;
            while (",}".indexOf(data.charAt(end)) < 0) {
                end++;
            }
            return data.substring(start, end);
        }
    }

    @Override
    public synchronized boolean send(byte[] piece) {
        if (closed) {
            return false;
        }
        bytes += piece.length;
        if (bytes > most) {
            close();
            return false;
        }
        pieces.add(piece);
        return true;
    }

    @Override
    public void onClose(Runnable action) {
        synchronized (this) {
            if (!closed) {
                onClose.add(action);
                return;
            }
        }
        action.run();
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        onClose.forEach(Runnable::run);
    }

    synchronized boolean isClosed() {
        return closed;
    }

    synchronized List<byte[]> pieces() {
        return List.copyOf(pieces);
    }

    synchronized String text() {
        var text = new StringBuilder();
        pieces.forEach(piece -> text.append(new String(piece, StandardCharsets.UTF_8)));
        return text.toString();
    }

    /** Returns the event id from which the client would resume. */
    long lastId() {
        long last = -1;
        for (String line : text().split("\n", -1)) {
            if (line.startsWith("id: ")) {
                last = Long.parseLong(line.substring(4));
            }
        }
        return last;
    }

    List<Message> messages() {
        return parse(text());
    }

    static List<Message> parse(String stream) {
        List<Message> messages = new ArrayList<>();
        long id = -1;
        String type = "message";
        String data = "";
        for (String line : stream.split("\n", -1)) {
            if (line.startsWith("id: ")) {
                id = Long.parseLong(line.substring(4));
            } else if (line.startsWith("event: ")) {
                type = line.substring(7);
            } else if (line.startsWith("data: ")) {
                data = line.substring(6);
            } else if (line.isEmpty()) {
                if (!data.isEmpty()) {
                    messages.add(new Message(id, type, data));
                }
                type = "message";
                data = "";
            }
        }
        return messages;
    }
}
