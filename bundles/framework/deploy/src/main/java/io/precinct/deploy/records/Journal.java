package io.precinct.deploy.records;

import io.precinct.api.data.Json;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outcomes of deployments, one JSON object per line in {@code outcomes.jsonl}; the last {@value #KEPT} are kept.
 * Thread-safe.
 */
public final class Journal {
    /** How many outcomes are kept. */
    static final int KEPT = 500;

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final Path file;
    private final Deque<Outcome> outcomes = new ArrayDeque<>();
    private final Map<Result, Long> counts = new EnumMap<>(Result.class);
    private int lines;

    private Journal(Path file) {
        this.file = file;
    }

    /** Reads what an earlier process wrote. A line cut off by a crash is left out. */
    public static Journal open(Path file) throws IOException {
        var journal = new Journal(file);
        if (Files.exists(file)) {
            String text = Files.readString(file);
            journal.read(text);
            if (!text.isEmpty() && !text.endsWith("\n")) {
                journal.rewrite();
            }
        }
        return journal;
    }

    private void read(String text) {
        for (String line : text.lines().toList()) {
            try {
                remember(StoredOutcome.read(StoredFile.read(line)));
                lines++;
            } catch (IOException e) {
                LOG.warn("a line of {} is left out: {}", file, e.getMessage());
            }
        }
    }

    private void remember(Outcome outcome) {
        outcomes.addFirst(outcome);
        if (outcomes.size() > KEPT) {
            outcomes.removeLast();
        }
    }

    /** Records an outcome. If it cannot be written to disk, it is kept in memory, and the failure is logged. */
    public synchronized void record(Outcome outcome) {
        remember(outcome);
        counts.merge(outcome.result(), 1L, Long::sum);
        try {
            if (lines >= 2 * KEPT) {
                rewrite();
            } else {
                append(outcome);
            }
        } catch (IOException e) {
            LOG.error("the outcome of deploying {} could not be written to {}", outcome.file(), file, e);
        }
    }

    /**
     * Makes sure that an outcome can be recorded.
     *
     * @throws IOException if the file cannot be written
     */
    public synchronized void requireWritable() throws IOException {
        new FileOutputStream(file.toFile(), true).close();
    }

    private void append(Outcome outcome) throws IOException {
        try (var out = new FileOutputStream(file.toFile(), true)) {
            out.write(line(outcome).getBytes(StandardCharsets.UTF_8));
        }
        lines++;
    }

    private void rewrite() throws IOException {
        var text = new StringBuilder();
        for (Outcome outcome : (Iterable<Outcome>) outcomes::descendingIterator) {
            text.append(line(outcome));
        }
        StoredFile.replace(file, text.toString().getBytes(StandardCharsets.UTF_8));
        lines = outcomes.size();
    }

    private static String line(Outcome outcome) {
        return Json.compact(StoredOutcome.of(outcome)) + "\n";
    }

    /** The outcomes kept, the newest first. */
    public synchronized List<Outcome> outcomes() {
        return new ArrayList<>(outcomes);
    }

    /** How many outcomes of each kind this process has recorded. */
    public synchronized Map<Result, Long> counts() {
        return new EnumMap<>(counts);
    }
}
