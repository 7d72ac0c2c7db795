package io.precinct.dependencies.event;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.rest.api.Form;
import io.precinct.rest.api.Refusal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a batch of events. A batch with a fault is refused as a whole; its faults are reported with their lines, up to
 * a limit. For a single use; not thread-safe.
 */
public final class EventLines {
    /** Most events of a batch. */
    public static final int MOST = 10_000;

    private static final int MOST_FAULTS = 100;

    private final Instant latest;
    private final List<DependencyEvent> events = new ArrayList<>();
    private final List<Refusal.Fault> faults = new ArrayList<>();

    /**
     * Creates a reader for a batch.
     *
     * @param latest the latest time that is accepted; later times are in the future
     */
    public EventLines(Instant latest) {
        this.latest = latest;
    }

    /** Reads one event from the members of a JSON object. */
    public static DependencyEvent one(Form form, Instant latest) {
        DependencyEvent event = DependencyEvent.read(form, latest);
        form.check();
        if (event == null) {
            throw new IllegalStateException("an event without faults is there");
        }
        return event;
    }

    /** Reads the elements of a JSON array. */
    public List<DependencyEvent> elements(List<?> elements) {
        for (int i = 0; i < elements.size() && !isFull(); i++) {
            take(i + 1, elements.get(i));
        }
        return checked(elements.size());
    }

    /**
     * Reads JSON documents, one per line; empty lines are skipped.
     *
     * @throws Refusal 422 if the body is not UTF-8
     */
    public List<DependencyEvent> lines(byte[] body) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Refusal.invalid("", "encoding", "the body is not UTF-8", null);
        }
        int count = 0;
        int line = 0;
        int at = 0;
        while (at < text.length() && !isFull()) {
            int end = text.indexOf('\n', at);
            end = end < 0 ? text.length() : end;
            String one = text.substring(at, end).strip();
            at = end + 1;
            line++;
            if (!one.isEmpty() && ++count <= MOST) {
                line(line, one);
            }
        }
        return checked(count);
    }

    private void line(int line, String text) {
        try {
            take(line, Json.read(text));
        } catch (MalformedJson e) {
            fault(line, "", "json", "this is not JSON: " + e.getMessage(), null);
        }
    }

    @SuppressWarnings("unchecked") // the keys of plain data are text
    private void take(int line, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> members)) {
            fault(line, "", "type", "an event is a JSON object", "object");
            return;
        }
        Form form = Form.of((Map<String, @Nullable Object>) members);
        DependencyEvent event = DependencyEvent.read(form, latest);
        form.faults().forEach(each -> fault(line, each.pointer(), each.code(), each.message(), each.allowed()));
        if (event != null) {
            events.add(event);
        }
    }

    private void fault(int line, String pointer, String code, String message, @Nullable Object allowed) {
        faults.add(new Refusal.Fault("/" + (line - 1) + pointer, code, "line " + line + ": " + message, allowed));
    }

    private boolean isFull() {
        return faults.size() >= MOST_FAULTS;
    }

    private List<DependencyEvent> checked(int count) {
        if (count > MOST) {
            throw Refusal.of(413, "too_many_events", "a batch has at most " + MOST + " events", "limit", MOST);
        }
        if (!faults.isEmpty()) {
            throw Refusal.invalid(faults);
        }
        if (events.isEmpty()) {
            throw Refusal.invalid("", "required", "a batch has at least one event", null);
        }
        return events;
    }
}
