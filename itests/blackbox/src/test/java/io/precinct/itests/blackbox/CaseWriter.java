package io.precinct.itests.blackbox;

import io.precinct.itests.support.Http;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.Assertions;

/**
 * A user who writes cases, notes and an own stack until the service is gone, and records exactly which writes were
 * acknowledged. A write that was under way when the service ended may or may not have happened.
 */
final class CaseWriter implements Runnable {
    private static final int FILLING = 3000;

    private final String name;
    private final Http http;
    private final Random random;
    private final AtomicLong acknowledged;
    private long number;

    /** Acknowledged notes by case. */
    final Map<String, List<String>> notes = new LinkedHashMap<>();

    /** The stack of this user as acknowledged, the top first. */
    final List<String> stack;

    /** The stack if the write under way has happened; null stands for a case of unknown id. */
    List<String> otherwise;

    CaseWriter(String name, Http http, long seed, List<String> stack, AtomicLong acknowledged) {
        this.name = name;
        this.http = http;
        this.random = new Random(seed);
        this.stack = new ArrayList<>(stack);
        this.otherwise = this.stack;
        this.acknowledged = acknowledged;
    }

    @Override
    public void run() {
        try {
            while (write()) {
                acknowledged.incrementAndGet();
            }
        } catch (UncheckedIOException e) {
            // the service is gone, as this test intends
        }
    }

    /** Writes once; true if the write was acknowledged. */
    private boolean write() {
        int dice = notes.isEmpty() ? 0 : random.nextInt(100);
        otherwise = new ArrayList<>(stack);
        if (dice < 12) {
            return create("/api/tasks", 201) != null;
        }
        if (dice < 24) {
            otherwise.addFirst(null);
            String id = create("/api/tasks/interrupt", 201);
            if (id != null) {
                stack.addFirst(id);
            }
            return id != null;
        }
        if (dice < 34) {
            String id = any();
            otherwise.remove(id);
            otherwise.addFirst(id);
            return moved("/api/tasks/" + id + "/start");
        }
        if (dice < 44 && !stack.isEmpty()) {
            otherwise.removeFirst();
            return moved("/api/tasks/current/back");
        }
        return note(any());
    }

    private boolean moved(String target) {
        boolean done = acknowledged(http.post(target, "{}", "X-Detective", name), 200);
        if (done) {
            stack.clear();
            stack.addAll(otherwise);
        }
        return done;
    }

    private String any() {
        List<String> ids = List.copyOf(notes.keySet());
        return ids.get(random.nextInt(ids.size()));
    }

    private String create(String target, int status) {
        String label = "{\"label\":\"" + name + " " + number++ + "\"}";
        Http.Answer answer = http.post(target, label, "X-Detective", name);
        if (!acknowledged(answer, status)) {
            return null;
        }
        Object task = answer.json().getOrDefault("task", answer.json());
        String id = String.valueOf(((Map<?, ?>) task).get("id"));
        notes.put(id, new ArrayList<>());
        return id;
    }

    private boolean note(String id) {
        String content = content();
        boolean done = acknowledged(
                http.post("/api/tasks/" + id + "/notes", "{\"note\":\"" + content + "\"}", "X-Detective", name), 201);
        if (done) {
            notes.get(id).add(content);
        }
        return done;
    }

    /** A text that shows whether it is complete: it begins with its length and ends with an end mark. */
    private String content() {
        String filling = "x".repeat(random.nextInt(FILLING));
        return name + " " + number++ + " " + filling.length() + " " + filling + "." + name;
    }

    static boolean whole(String content) {
        String[] parts = content.split(" ", 4);
        return parts.length == 4
                && parts[3].endsWith("." + parts[0])
                && parts[3].indexOf('.') == Integer.parseInt(parts[2]);
    }

    private boolean acknowledged(Http.Answer answer, int status) {
        if (answer.status() >= 500) {
            return false; // the database of the service is already gone
        }
        Assertions.assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        return true;
    }

    /** Whether {@code found} is the acknowledged stack, or the stack after the write that was under way. */
    boolean explains(List<String> found) {
        if (found.equals(stack)) {
            return true;
        }
        boolean fresh = !otherwise.isEmpty() && otherwise.getFirst() == null;
        return fresh
                ? !found.isEmpty()
                        && found.subList(1, found.size()).equals(otherwise.subList(1, otherwise.size()))
                        && Collections.frequency(found, found.getFirst()) == 1
                : found.equals(otherwise);
    }
}
