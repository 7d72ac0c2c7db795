package io.precinct.deploy.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.Generate.range;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

class LedgerTest {
    private static final Path FILE = Path.of("/boundaries/a b.jar");

    private static AcceptedGeneration generation(String bundle, int n, Path from) {
        var outcome = new Outcome(
                Result.DEPLOYED, bundle, "1.0." + n, "%064x".formatted(n), "x.jar", null, List.of(), Instant.EPOCH, n);
        return new AcceptedGeneration(from, outcome);
    }

    /** Each step is a deployment (0 to 5, the number selects the content) or a rollback (6 and more). */
    private static Gen<List<Integer>> steps(int most) {
        return lists().of(range(0, 8)).ofSizeBetween(0, most);
    }

    @Test
    void goingBackUndoesTheLastDeploymentHoweverOftenOneWentBackBefore() {
        qt().forAll(steps(12), range(0, 5)).checkAssert((steps, next) -> {
            Ledger ledger = Ledger.EMPTY;
            for (int step : steps) {
                ledger = step < 6 ? ledger.accept(generation("a", step, FILE), 100) : ledger.goBack("a");
            }
            AcceptedGeneration before = ledger.of("a").present();

            AcceptedGeneration after = ledger.accept(generation("a", next, FILE), 100)
                    .goBack("a")
                    .of("a")
                    .present();

            assertThat(after == null ? null : after.sha256()).isEqualTo(before == null ? null : before.sha256());
            assertThat(after == null ? null : after.folderFile())
                    .as("it depends on no file any more")
                    .isNull();
        });
    }

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        Path path = Files.createTempFile("generations", ".json");
        ThrowingConsumer<List<Integer>> readsBack = steps -> {
            Ledger ledger = Ledger.EMPTY;
            for (int step : steps) {
                String bundle = step % 2 == 0 ? "a" : "b";
                ledger = step < 6
                        ? ledger.accept(generation(bundle, step, step % 3 == 0 ? FILE : null), 2)
                                .dealtWith(FILE, "%064x".formatted(step))
                        : step == 8 ? ledger.remove(bundle, null) : ledger.goBack(bundle);
            }
            var file = new LedgerFile(path);
            file.write(ledger);

            assertThat(file.read()).isEqualTo(ledger);
        };
        try {
            qt().withExamples(100).forAll(steps(10)).checkAssert(readsBack);
        } finally {
            Files.delete(path);
        }
    }

    @Test
    void noMoreEarlierGenerationsAreKeptThanAskedFor() {
        Ledger ledger = Ledger.EMPTY;
        for (int i = 0; i < 9; i++) {
            ledger = ledger.accept(generation("a", i, null), 3);
        }

        assertThat(ledger.of("a").earlier())
                .extracting(AcceptedGeneration::version)
                .containsExactly("1.0.7", "1.0.6", "1.0.5");
        assertThat(ledger.hashes()).hasSize(4);
    }

    @Test
    void whatWasRemovedIsTheFirstThingARollbackFinds() {
        Ledger ledger = Ledger.EMPTY
                .accept(generation("a", 1, null), 3)
                .accept(generation("a", 2, FILE), 3)
                .remove("a", null);

        assertThat(ledger.of("a").present()).isNull();
        assertThat(ledger.goBack("a").of("a").present()).isEqualTo(generation("a", 2, null));
    }
}
