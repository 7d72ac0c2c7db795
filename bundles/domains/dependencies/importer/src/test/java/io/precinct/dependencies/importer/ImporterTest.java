package io.precinct.dependencies.importer;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.dependencies.api.Definition;
import io.precinct.dependencies.api.Edge;
import io.precinct.dependencies.api.EdgeEvent;
import io.precinct.dependencies.api.ProducedEvents;
import io.precinct.dependencies.api.SaidEdge;
import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.Repository;
import io.precinct.source.api.RepositoryStatus;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.Sources;
import io.precinct.source.api.View;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ImporterTest {
    /** A repository whose clone ends when the test says so. */
    private static final class CloningRepository implements Repository {
        private final CountDownLatch asked = new CountDownLatch(3);
        private volatile String state = "cloning";

        /** Whether it goes when it is next asked for its state. */
        private volatile boolean isLeaving;

        @Override
        public String name() {
            return "shop";
        }

        @Override
        public RepositoryStatus status() {
            asked.countDown();
            if (isLeaving) {
                state = "gone";
            }
            return new RepositoryStatus(
                    "shop",
                    "somewhere",
                    state,
                    null,
                    null,
                    null,
                    null,
                    null,
                    List.of(),
                    new RepositoryStatus.Cache(0, 0, 0),
                    null);
        }

        @Override
        public View view(@Nullable String ref) {
            throw SourceFault.of(503, state, "the repository is " + state);
        }

        @Override
        public RefreshJob refresh() {
            throw new UnsupportedOperationException("an import does not fetch");
        }

        @Override
        public @Nullable RefreshJob job(String id) {
            return null;
        }

        @Override
        public boolean genuine(@Nullable String signature, @Nullable String token, byte[] body) {
            return false;
        }
    }

    private record OneRepository(Repository repository) implements Sources {
        @Override
        public List<Repository> repositories() {
            return List.of(repository);
        }

        @Override
        public @Nullable Repository repository(String name) {
            return repository instanceof CloningRepository one && one.state.equals("gone") ? null : repository;
        }

        @Override
        public List<String> languages() {
            return List.of();
        }

        @Override
        public SourceLimits limits() {
            return new SourceLimits(1, 1, 1, Duration.ofSeconds(1));
        }
    }

    private static final class NoEvents implements ProducedEvents {
        @Override
        public <T extends @Nullable Object> T produce(String producer, Function<Log, T> work) {
            throw new UnsupportedOperationException("nothing was read");
        }

        @Override
        public <T extends @Nullable Object> T read(String producer, Function<Log, T> work) {
            throw new UnsupportedOperationException("nothing was read");
        }

        @Override
        public List<SaidEdge> said(String producer) {
            return List.of();
        }

        @Override
        public List<String> producers() {
            return List.of();
        }
    }

    /** One edge of the repository {@code shop}, which may be withdrawn. */
    private static final class OneEdge implements ProducedEvents, ProducedEvents.Log {
        private final List<EdgeEvent> events = new CopyOnWriteArrayList<>();

        @Override
        public <T extends @Nullable Object> T produce(String producer, Function<Log, T> work) {
            return work.apply(this);
        }

        @Override
        public <T extends @Nullable Object> T read(String producer, Function<Log, T> work) {
            return work.apply(this);
        }

        @Override
        public List<SaidEdge> said(String producer) {
            return said();
        }

        @Override
        public List<String> producers() {
            return events.isEmpty() ? List.of(IMPORT + "shop") : List.of();
        }

        @Override
        public List<SaidEdge> said() {
            var edge = new Edge("library:npm/till", "depends-on", "library:npm/tax");
            return List.of(new SaidEdge(edge, events.isEmpty(), Instant.EPOCH, 1, null));
        }

        @Override
        public void append(List<EdgeEvent> added) {
            events.addAll(added);
        }

        @Override
        public Set<Definition> defined() {
            return Set.of();
        }

        @Override
        public void define(Set<Definition> definitions) {
            assertThat(definitions).isEmpty();
        }

        @Override
        public Map<String, Set<String>> otherDefiners(Collection<String> names) {
            return Map.of();
        }

        @Override
        public Log of(String other) {
            return this;
        }
    }

    /** The repository is there, and is even being cloned. */
    @Test
    void aRepositoryThatTheRulesLeaveOutIsWithdrawnOnDemand() throws Exception {
        var events = new OneEdge();
        var importer = new Importer(
                new OneRepository(new CloningRepository()),
                events,
                ImportSettings.fixed(ImportRules.of(List.of("bank"), List.of(), true)));
        try {
            assertThat(importer.imported()).isEmpty();
            assertThat(importer.gone()).containsExactly("shop");
            assertThat(importer.submit("shop", true).get(30, TimeUnit.SECONDS).withdrawn())
                    .isEqualTo(1);
            assertThat(events.events).as("a dry run, and no import by itself").isEmpty();

            ImportReport report = importer.submit("shop", false).get(30, TimeUnit.SECONDS);

            assertThat(report.state()).isEqualTo(ImportReport.State.DONE);
            assertThat(report.withdrawn()).isEqualTo(1);
            assertThat(events.events).singleElement().matches(event -> !event.asserted());
            assertThat(importer.gone()).isEmpty();
        } finally {
            importer.close();
        }
    }

    /** A file with a mistake must not make it possible to withdraw everything. */
    @Test
    void whileTheSettingsHaveNeverBeenValidNoRepositoryIsLeftOut() throws Exception {
        var importer = new Importer(
                new OneRepository(new CloningRepository()),
                new OneEdge(),
                new ImportSettings((part, owner) -> () -> {}));
        try {
            assertThat(importer.imported()).isEmpty();
            assertThat(importer.gone()).isEmpty();
        } finally {
            importer.close();
        }
    }

    @Test
    void anImportWaitsForARepositoryThatIsBeingCloned() throws Exception {
        var repository = new CloningRepository();
        var importer = new Importer(
                new OneRepository(repository),
                new NoEvents(),
                ImportSettings.fixed(ImportRules.of(List.of("*"), List.of(), false)));
        try {
            CompletableFuture<ImportReport> report = importer.submit("shop", false);
            repository.asked.await();
            assertThat(report).isNotDone();
            assertThat(importer.submit("shop", false)).as("it is joined").isSameAs(report);

            repository.state = "failed";

            assertThat(report.get(30, TimeUnit.SECONDS).error()).isEqualTo("the repository is failed");
        } finally {
            importer.close();
        }
    }

    /** The import of a repository that is gone would withdraw all its edges. */
    @Test
    void aRepositoryThatGoesWhileItIsClonedKeepsItsEdges() throws Exception {
        var repository = new CloningRepository();
        var importer = new Importer(
                new OneRepository(repository),
                new NoEvents(),
                ImportSettings.fixed(ImportRules.of(List.of("*"), List.of(), false)));
        try {
            CompletableFuture<ImportReport> report = importer.submit("shop", false);
            repository.asked.await();

            repository.isLeaving = true;

            assertThat(report.get(30, TimeUnit.SECONDS).error())
                    .isEqualTo("the repository was removed or deselected before it was imported");
        } finally {
            importer.close();
        }
    }

    @Test
    void whatStillWaitsWhenTheImporterStopsIsTold() throws Exception {
        var repository = new CloningRepository();
        var importer = new Importer(
                new OneRepository(repository),
                new NoEvents(),
                ImportSettings.fixed(ImportRules.of(List.of("*"), List.of(), false)));
        CompletableFuture<ImportReport> report = importer.submit("shop", true);
        repository.asked.await();

        importer.close();

        assertThat(report.get(30, TimeUnit.SECONDS).error()).contains("being stopped");
    }
}
