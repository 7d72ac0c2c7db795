package io.precinct.deploy.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.deploy.Deployments.Operator;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    @TempDir
    Path folder;

    private static Outcome outcome(int n) {
        var outcome = new Outcome(
                n % 2 == 0 ? Result.DEPLOYED : Result.REFUSED,
                n % 2 == 0 ? "a.plugin" : null,
                n % 2 == 0 ? "1.0." + n : null,
                "%064x".formatted(n),
                "file \"" + n + "\".jar",
                n % 4 == 0 ? "1.0.0 abc" : null,
                n % 2 == 0 ? List.of() : List.of("one\nreason", "ünother"),
                Instant.ofEpochMilli(n),
                n);
        return switch (n % 4) {
            case 0 -> outcome.wantedBy(new Operator("ada", "10.0.0.7"));
            case 2 -> outcome.wantedBy(Operator.LOCAL);
            default -> outcome; // as written by an older version
        };
    }

    @Test
    void whatWasRecordedIsReadBackNewestFirst() throws Exception {
        Path file = folder.resolve("outcomes.jsonl");
        Journal journal = Journal.open(file);
        journal.record(outcome(1));
        journal.record(outcome(2));
        journal.record(outcome(4));

        assertThat(Journal.open(file).outcomes()).containsExactly(outcome(4), outcome(2), outcome(1));
        assertThat(Files.readAllLines(file)).hasSize(3);
    }

    @Test
    void theFileStaysBoundedAndTheNewestAreKept() throws Exception {
        Path file = folder.resolve("outcomes.jsonl");
        Journal journal = Journal.open(file);
        int count = 3 * Journal.KEPT + 7;
        for (int i = 1; i <= count; i++) {
            journal.record(outcome(i));
            assertThat(journal.outcomes()).hasSizeLessThanOrEqualTo(Journal.KEPT);
        }

        assertThat(Files.readAllLines(file)).hasSizeLessThanOrEqualTo(2 * Journal.KEPT);
        List<Outcome> read = Journal.open(file).outcomes();
        assertThat(read).hasSize(Journal.KEPT).isEqualTo(journal.outcomes());
        assertThat(read.getFirst()).isEqualTo(outcome(count));
    }

    @Test
    void aTornLastLineCostsOnlyItself() throws Exception {
        Path file = folder.resolve("outcomes.jsonl");
        Journal.open(file).record(outcome(1));
        Files.writeString(file, Files.readString(file) + "{\"result\":\"deployed\",\"bun");

        Journal journal = Journal.open(file);
        journal.record(outcome(2));

        assertThat(Journal.open(file).outcomes()).containsExactly(outcome(2), outcome(1));
    }
}
