package io.precinct.source.facts.index;

import io.precinct.source.facts.extraction.AnnotationFormats;
import io.precinct.source.facts.extraction.Blobs;
import io.precinct.source.facts.extraction.CommentSigns;
import io.precinct.source.facts.extraction.Engine;
import io.precinct.source.facts.extraction.Engine.Stopped;
import io.precinct.source.facts.extraction.Extraction;
import io.precinct.source.facts.extraction.FileFacts;
import io.precinct.source.facts.extraction.WorkerTask;
import io.precinct.source.facts.index.CommitIndex.Slot;
import io.precinct.source.git.Commit;
import io.precinct.source.parse.AcquiredLanguage;
import io.precinct.source.parse.TaskLimits;
import io.precinct.source.parse.Turn;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Deadline;
import io.precinct.treesitter.Parser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Parses files for their facts. A file that takes too long or crashes its process costs only itself. Thread-safe. */
public final class FileParser {
    /** How long one file may take once its turn comes. */
    private static final Duration FILE_LIMIT = Duration.ofSeconds(10);

    private final Engine engine;
    private final LongSupplier parsedBytes;
    private final Consumer<String> problems;

    /**
     * @param parsedBytes largest file that is parsed
     * @param problems receives what went wrong with a file
     */
    public FileParser(Engine engine, LongSupplier parsedBytes, Consumer<String> problems) {
        this.engine = engine;
        this.parsedBytes = parsedBytes;
        this.problems = problems;
    }

    /**
     * The outcome for a file.
     *
     * @param facts null if it failed
     * @param reason why it failed: {@code timeout, crashed, too_large}
     * @param hadTurn false if it failed before it was looked at, so that it is worth another try
     */
    record Outcome(@Nullable FileFacts facts, String reason, boolean hadTurn) {
        private static Outcome of(FileFacts facts) {
            return new Outcome(facts, "", true);
        }

        /** The outcome for a file that is not parsed. */
        private static Outcome unparsed(@Nullable String why) {
            String reason = String.valueOf(why);
            return reason.equals(Blobs.TOO_LARGE) ? failed(reason) : of(FileFacts.skipped(reason));
        }

        private static Outcome failed(String reason) {
            return new Outcome(null, reason, true);
        }

        private static Outcome withoutTurn(Stopped why) {
            return new Outcome(null, why.reason(), false);
        }
    }

    /**
     * The facts of blobs of one language, in their order.
     *
     * @param slot language as the index knows it
     * @throws OutdatedIndex if the language has been replaced by now
     */
    List<Outcome> parse(CommitIndex index, Slot slot, List<String> blobs) throws InterruptedException {
        AnnotationFormats formats = AnnotationFormats.of(index.commit().annotations());
        CommentSigns signs = slot.signs();
        if (signs != null) {
            return byLines(index.commit(), signs, formats, blobs);
        }
        try (AcquiredLanguage loaded = engine.acquire(slot.language())) {
            if (loaded == null) {
                return blobs.stream().map(_ -> Outcome.failed("crashed")).toList();
            }
            if (index.store().grammar(formats.identity(loaded.identity())) != slot.number()) {
                throw new OutdatedIndex(index, slot.language());
            }
            Commit commit = index.commit();
            return loaded.isolated() ? remotely(commit, loaded, formats, blobs) : here(commit, loaded, formats, blobs);
        }
    }

    /** Needs no thread for parsing: it costs little more than reading the file. */
    private List<Outcome> byLines(Commit commit, CommentSigns signs, AnnotationFormats formats, List<String> blobs)
            throws InterruptedException {
        var outcomes = new ArrayList<Outcome>(blobs.size());
        for (String blob : blobs) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            outcomes.add(byLines(commit, signs, formats, blob));
        }
        return outcomes;
    }

    private Outcome byLines(Commit commit, CommentSigns signs, AnnotationFormats formats, String blob)
            throws InterruptedException {
        Blobs.Text text = Blobs.read(commit, blob, parsedBytes.getAsLong());
        byte[] utf8 = text.utf8();
        if (utf8 == null) {
            return Outcome.unparsed(text.skipped());
        }
        Deadline deadline = Deadline.in(FILE_LIMIT);
        try {
            return Outcome.of(Extraction.byLines(
                    signs,
                    formats,
                    utf8,
                    () -> deadline.getAsBoolean() || Thread.currentThread().isInterrupted()));
        } catch (Stopped e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return failed(commit, blob, e.reason(), "took longer than " + FILE_LIMIT.toSeconds() + " s to search");
        }
    }

    private List<Outcome> here(Commit commit, AcquiredLanguage loaded, AnnotationFormats formats, List<String> blobs)
            throws InterruptedException {
        // Filled by a thread that may continue after this one gives up.
        List<Outcome> done = Collections.synchronizedList(new ArrayList<>(blobs.size()));
        try {
            return engine.run(
                    loaded,
                    (parser, cursor, cancelled) -> {
                        for (String blob : blobs) {
                            if (cancelled.getAsBoolean()) {
                                throw new Stopped("timeout", false);
                            }
                            done.add(one(commit, loaded, formats, blob, parser, cursor, cancelled));
                        }
                        return done;
                    },
                    TaskLimits.each(FILE_LIMIT.multipliedBy(blobs.size()))
                            .in(Turn.of(commit.repository(), bytes(commit, blobs))));
        } catch (Stopped e) {
            var outcomes = new ArrayList<>(List.of(done.toArray(new Outcome[0])));
            if (e.begun() && outcomes.size() < blobs.size()) {
                outcomes.add(failed(commit, blobs.get(outcomes.size()), e.reason(), "does not come to an end"));
            }
            if (outcomes.size() < blobs.size()) {
                int left = blobs.size() - outcomes.size();
                problems.accept(left + " files of repository " + commit.repository() + " had no turn to be parsed");
                outcomes.addAll(Collections.nCopies(left, Outcome.withoutTurn(e)));
            }
            return outcomes;
        }
    }

    private static long bytes(Commit commit, List<String> blobs) {
        return blobs.stream().mapToLong(commit::size).sum();
    }

    private Outcome one(
            Commit commit,
            AcquiredLanguage loaded,
            AnnotationFormats formats,
            String blob,
            Parser parser,
            Cursor cursor,
            BooleanSupplier cancelled) {
        Blobs.Text text = Blobs.read(commit, blob, parsedBytes.getAsLong());
        if (text.utf8() == null) {
            return Outcome.unparsed(text.skipped());
        }
        Deadline deadline = Deadline.in(FILE_LIMIT);
        try {
            return Outcome.of(Extraction.of(
                    loaded,
                    formats,
                    text.utf8(),
                    parser,
                    cursor,
                    () -> deadline.getAsBoolean() || cancelled.getAsBoolean()));
        } catch (Cancelled | Stopped e) {
            return failed(commit, blob, "timeout", "took longer than " + FILE_LIMIT.toSeconds() + " s to parse");
        } catch (RuntimeException e) {
            return failed(commit, blob, "crashed", "cannot be parsed: " + e);
        }
    }

    private List<Outcome> remotely(
            Commit commit, AcquiredLanguage language, AnnotationFormats formats, List<String> blobs)
            throws InterruptedException {
        var outcomes = new ArrayList<Outcome>(blobs.size());
        for (String blob : blobs) {
            Blobs.Text text = Blobs.read(commit, blob, parsedBytes.getAsLong());
            if (text.utf8() == null) {
                outcomes.add(Outcome.unparsed(text.skipped()));
                continue;
            }
            try {
                byte[] answer =
                        engine.remote(language, text.utf8(), WorkerTask.askFacts(formats), TaskLimits.each(FILE_LIMIT));
                outcomes.add(Outcome.of(WorkerTask.readFacts(answer)));
            } catch (Stopped e) {
                outcomes.add(
                        e.begun()
                                ? failed(commit, blob, e.reason(), "was given up by the worker: " + e.reason())
                                : withoutTurn(commit, blob, e));
            } catch (RuntimeException e) {
                outcomes.add(failed(commit, blob, "crashed", "cannot be parsed by the worker: " + e));
            }
        }
        return outcomes;
    }

    private Outcome withoutTurn(Commit commit, String blob, Stopped why) {
        problems.accept("blob " + blob + " of repository " + commit.repository() + " had no turn to be parsed");
        return Outcome.withoutTurn(why);
    }

    private Outcome failed(Commit commit, String blob, String reason, String what) {
        problems.accept("blob " + blob + " of repository " + commit.repository() + " " + what);
        return Outcome.failed(reason);
    }
}
