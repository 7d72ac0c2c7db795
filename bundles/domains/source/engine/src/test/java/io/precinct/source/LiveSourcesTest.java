package io.precinct.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.api.service.Extension;
import io.precinct.api.service.HealthCheck.Status;
import io.precinct.core.api.metrics.MetricSource;
import io.precinct.core.api.plugin.Generation;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.api.plugin.PluginSnapshot;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ParseProgress;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.Repository;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.View;
import io.precinct.source.git.Commit;
import io.precinct.source.settings.GrammarSettings;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.settings.SourceSettings;
import io.precinct.source.testing.DeployedProviders;
import io.precinct.source.testing.FollowedRepositories;
import io.precinct.source.testing.OpenNatives;
import io.precinct.source.testing.Origin;
import io.precinct.source.testing.ShippedGrammars;
import io.precinct.testing.Eventually;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All of live source but its endpoints: a clone, a real grammar, and what is found with it. */
class LiveSourcesTest {
    private static final String SOURCE = """
        package x;

        class Payment {
            // @req:PAY-1
            void refund() {}
        }
        """;

    private final OpenNatives natives = new OpenNatives();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Origin origin;

    @SuppressWarnings("NullAway.Init")
    private LiveSources sources;

    @BeforeEach
    void aClone() throws Exception {
        origin = new Origin(folder.resolve("origin.git"));
        origin.with("src/Payment.java", SOURCE).with("README", "x").commit();
        SourceSettings settings = settings();
        sources = new LiveSources(
                new KnownFacts(folder.resolve("data"), settings, new JavaIsDeployed()),
                settings,
                DeployedProviders.none());
        Eventually.until(
                () -> "it is up: " + health().check(), () -> health().check().status() == Status.UP);
    }

    @AfterEach
    void close() throws Exception {
        sources.close();
        origin.close();
        natives.awaitNone();
    }

    private SourceSettings settings() {
        return settings(origin.folder());
    }

    private SourceSettings settings(Path repository) {
        return settings(repository, FollowedRepositories.LIMITS);
    }

    private SourceSettings settings(Path repository, SourceLimits limits) {
        return new SourceSettings(
                List.of(FollowedRepositories.manual("r", repository.toString())),
                OptionalInt.empty(),
                folder.resolve("storage"),
                folder.resolve("cache"),
                limits,
                0,
                new GrammarSettings(null, folder.resolve("grammars.lock")));
    }

    private SourceHealth health() {
        var health = new SourceHealth();
        health.watch(sources);
        return health;
    }

    private Repository repository() {
        return Objects.requireNonNull(sources.repository("r"));
    }

    private List<String> symbols(String name) {
        View view = repository().view(null);
        return whole(() -> view.symbols(new SymbolSelector(name, null, null), PageRequest.first(10))).stream()
                .map(symbol -> symbol.item().kind() + " " + symbol.item().namePath())
                .toList();
    }

    /** The items of an answer that lacks nothing: while files are counted and parsed it may be partial. */
    private static <T> List<T> whole(Supplier<ResultPage<T>> question) {
        return Eventually.untilFound("an answer that lacks nothing", () -> {
            try {
                ResultPage<T> page = question.get();
                return page.parsing() == null ? page.items() : null;
            } catch (SourceFault fault) {
                if (fault.code().equals(ParseProgress.REASON)) {
                    return null;
                }
                throw fault;
            }
        });
    }

    @Test
    void symbolsAnnotationsAndQueriesAreFoundAtTheCommitThatIsFollowed() throws Exception {
        assertThat(sources.languages()).containsExactly("java");
        assertThat(symbols("refund")).containsExactly("method Payment/refund");
        View view = repository().view(null);
        assertThat(view.entry("src/Payment.java").lang()).isEqualTo("java");
        assertThat(whole(() -> view.annotations(new AnnotationSelector("@req:PAY-*", null), PageRequest.first(10))))
                .singleElement()
                .satisfies(found -> assertThat(found.item().name()).isEqualTo("refund"));
        var query = new QuerySelector("(class_declaration name: (identifier) @name)", null, "java");
        assertThat(view.query(query, PageRequest.first(10)).items()).hasSize(1);

        origin.with("src/Payment.java", SOURCE.replace("refund", "reward")).commit();
        var job = repository().refresh();
        assertThat(job.await(Duration.ofSeconds(20))).isTrue();
        assertThat(symbols("refund")).isEmpty();
        assertThat(symbols("reward")).containsExactly("method Payment/reward");
    }

    @Test
    void whoFollowsCommitsIsToldOfEachAndWhenItWasMade() throws Exception {
        var told = new CopyOnWriteArrayList<String>();
        // The news of the first commit may come only now.
        AutoCloseable following = sources.onCommit(
                name -> told.add(name + " " + repository().view(null).commit()));
        try (var failing = sources.onCommit(name -> {
            throw new IllegalStateException("for " + name);
        })) {
            String commit = origin.with("README", "y").commit();
            assertThat(repository().refresh().await(Duration.ofSeconds(20))).isTrue();
            Eventually.until(() -> "told of the commit: " + told, () -> told.contains("r " + commit));
            View view = repository().view(null);
            assertThat(view.commit()).isEqualTo(commit);
            assertThat(view.committedAt()).isEqualTo(Instant.ofEpochSecond(1_000_000_000));
            assertThat(failing).isNotNull();
        }
        following.close();
        told.clear();
        var others = new CopyOnWriteArrayList<String>();
        try (var _ = sources.onCommit(others::add)) {
            origin.with("README", "z").commit();
            assertThat(repository().refresh().await(Duration.ofSeconds(20))).isTrue();
            Eventually.until("who still follows is told", () -> !others.isEmpty());
        }
        assertThat(told).isEmpty();
    }

    @Test
    void statusAndFiguresTellOfItsLanguagesAndFiles() {
        Eventually.until(
                () -> "one file is indexed: " + repository().status(),
                () -> repository().status().cache().entries() == 1);
        assertThat(repository().status().grammars())
                .singleElement()
                .satisfies(grammar -> assertThat(grammar.state()).isEqualTo("loaded"));
        assertThat(health().collect())
                .isNotEmpty()
                .allSatisfy(family -> assertThat(family.samples()).isNotEmpty());
    }

    @Test
    void anotherLimitOfSizeIsInEffectAtOnceAndWithoutBeingAskedFor() {
        var none = new SourceLimits(1 << 20, 1, 1000, Duration.ofSeconds(5));
        sources.configure(settings(origin.folder(), none));
        Eventually.until(
                () -> "no file is indexed: " + repository().status(),
                () -> repository().status().cache().entries() == 0);
        assertThat(symbols("refund")).isEmpty();
        sources.configure(settings());
        Eventually.until(
                () -> "one file is indexed: " + repository().status(),
                () -> repository().status().cache().entries() == 1);
        assertThat(symbols("refund")).hasSize(1);
    }

    @Test
    void aRepositoryThatIsRemovedWhileItIsIndexedIsForgottenAfterwards() throws Exception {
        var calls = new CopyOnWriteArrayList<String>();
        var goOn = new CountDownLatch(1);
        SourceFacts slow = watched(calls, goOn);
        SourceSettings settings = elsewhere(
                List.of(FollowedRepositories.manual("r", origin.folder().toString())));
        var others = new LiveSources(slow, settings, DeployedProviders.none());
        try {
            Eventually.until(() -> "it is to be indexed: " + calls, () -> calls.contains("index"));
            others.configure(elsewhere(List.of()));
            assertThat(calls).containsExactly("index", "forget");
            goOn.countDown();
            Eventually.until(() -> "four calls: " + calls, () -> calls.size() == 4);
            assertThat(calls).containsExactly("index", "forget", "indexed", "forget");
        } finally {
            goOn.countDown();
            others.close();
        }
    }

    /** No languages at all, and indexing that takes until somebody says so. */
    private static SourceFacts watched(List<String> calls, CountDownLatch goOn) {
        return (SourceFacts) Proxy.newProxyInstance(
                SourceFacts.class.getClassLoader(), new Class<?>[] {SourceFacts.class}, (proxy, method, args) -> {
                    if (method.getName().equals("index")) {
                        calls.add("index");
                        goOn.await();
                        calls.add("indexed");
                    } else if (method.getName().equals("forget")) {
                        calls.add("forget");
                    }
                    return method.invoke(SourceFacts.NONE, args);
                });
    }

    @Test
    void anErrorLeavesNoRepositoryWithoutAnIndex() throws Exception {
        var attempts = new AtomicInteger();
        var indexed = new CopyOnWriteArrayList<String>();
        SourceFacts failing = indexing(commit -> {
            if (attempts.incrementAndGet() <= 2) {
                throw attempts.get() == 1 ? new OutOfMemoryError("for a while") : new NoClassDefFoundError("of a race");
            }
            indexed.add(commit.id());
        });
        var others = new LiveSources(
                failing,
                elsewhere(
                        List.of(FollowedRepositories.manual("r", origin.folder().toString()))),
                DeployedProviders.none());
        try {
            Eventually.until(() -> "one commit is indexed, of " + attempts, () -> indexed.size() == 1);
            String second = origin.with("src/More.java", "class More {}").commit();
            assertThat(Objects.requireNonNull(others.repository("r")).refresh().await(Duration.ofSeconds(20)))
                    .isTrue();
            Eventually.until(() -> "the second commit is indexed, too: " + indexed, () -> indexed.contains(second));
            assertThat(others.notIndexed()).isEmpty();
        } finally {
            others.close();
        }
    }

    @Test
    void whatNeverFitsIsSaidWithTheSettingThatHelps() throws Exception {
        SourceFacts failing = indexing(_ -> {
            throw new OutOfMemoryError("for ever");
        });
        var others = new LiveSources(
                failing,
                elsewhere(
                        List.of(FollowedRepositories.manual("r", origin.folder().toString()))),
                DeployedProviders.none());
        var health = new SourceHealth();
        health.watch(others);
        try {
            Eventually.until(
                    "it is known not to be indexed", () -> !others.notIndexed().isEmpty());
            assertThat(health.check().facts().toString()).contains("not_indexed", "r=", "PRECINCT_HEAP");
        } finally {
            others.close();
        }
    }

    @Test
    void aNewCommitHasAllAttemptsOfItsOwn() throws Exception {
        var attempts = new ConcurrentHashMap<String, Integer>();
        var first = new AtomicReference<String>();
        var indexed = new CopyOnWriteArrayList<String>();
        SourceFacts failing = indexing(commit -> {
            first.compareAndSet(null, commit.id());
            int attempt = attempts.merge(commit.id(), 1, Integer::sum);
            if (commit.id().equals(first.get()) || attempt <= 2) {
                throw new OutOfMemoryError("for a while");
            }
            indexed.add(commit.id());
        });
        var others = new LiveSources(
                failing,
                elsewhere(
                        List.of(FollowedRepositories.manual("r", origin.folder().toString()))),
                DeployedProviders.none());
        try {
            Eventually.until(
                    "it is known not to be indexed", () -> !others.notIndexed().isEmpty());
            String second = origin.with("src/More.java", "class More {}").commit();
            Objects.requireNonNull(others.repository("r")).refresh();
            Eventually.until(() -> "the second commit is indexed, of " + attempts, () -> indexed.contains(second));
            Eventually.until(
                    () -> "all is indexed but " + others.notIndexed(),
                    () -> others.notIndexed().isEmpty());
        } finally {
            others.close();
        }
    }

    @Test
    void onlyWantOfMemoryIsToldAsThatAndOnlyUntilTheIndexIsThere() throws Exception {
        var known = new AtomicBoolean();
        SourceFacts failing = answering((method, _) -> switch (method) {
            case "index" -> throw new NoClassDefFoundError("of a bad build");
            case "isIndexed" -> known.get();
            default -> null;
        });
        var others = new LiveSources(
                failing,
                elsewhere(
                        List.of(FollowedRepositories.manual("r", origin.folder().toString()))),
                DeployedProviders.none());
        var health = new SourceHealth();
        health.watch(others);
        try {
            Eventually.until(
                    "it is known not to be indexed", () -> !others.notIndexed().isEmpty());
            assertThat(health.check().toString())
                    .contains("not indexed: r", "of a bad build")
                    .doesNotContain("memory", "PRECINCT_HEAP");
            known.set(true);
            assertThat(health.check().toString()).doesNotContain("not indexed", "not_indexed");
        } finally {
            others.close();
        }
    }

    @Test
    void whatCannotBeSavedKeepsNothingFromBeingClosed() throws Exception {
        var closed = new AtomicBoolean();
        SourceFacts full = answering((method, _) -> {
            if (method.equals("save")) {
                throw new IllegalStateException("no space left on device");
            }
            closed.compareAndSet(false, method.equals("close"));
            return null;
        });
        new LiveSources(full, elsewhere(List.of()), DeployedProviders.none()).close();
        assertThat(closed).isTrue();
    }

    @Test
    void whatIsFetchedWhileSourcesCloseIsNotIndexed() throws Exception {
        var closing = new AtomicBoolean();
        var first = new CountDownLatch(1);
        var late = new CopyOnWriteArrayList<String>();
        var others = new AtomicReference<LiveSources>();
        SourceFacts facts = answering((method, args) -> {
            if (method.equals("index")) {
                if (closing.get()) {
                    late.add(((Commit) args[0]).id());
                }
                first.countDown();
            } else if (method.equals("save")) {
                closing.set(true);
                fetchAnother(others.get());
            }
            return null;
        });
        var told = new CopyOnWriteArrayList<String>();
        others.set(new LiveSources(
                facts,
                elsewhere(
                        List.of(FollowedRepositories.manual("r", origin.folder().toString()))),
                DeployedProviders.none()));
        assertThat(first.await(20, TimeUnit.SECONDS)).isTrue();
        others.get().onCommit(told::add);
        others.get().close();
        assertThat(told).containsExactly("r");
        assertThat(late).isEmpty();
    }

    private void fetchAnother(LiveSources others) {
        try {
            origin.with("README", "while it closes").commit();
            assertThat(Objects.requireNonNull(others.repository("r")).refresh().await(Duration.ofSeconds(20)))
                    .isTrue();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Answers what is not null itself, and else as if there were no languages at all. */
    private static SourceFacts answering(BiFunction<String, Object[], Object> answers) {
        return (SourceFacts) Proxy.newProxyInstance(
                SourceFacts.class.getClassLoader(), new Class<?>[] {SourceFacts.class}, (_, method, args) -> {
                    Object answer = answers.apply(method.getName(), args);
                    return answer != null ? answer : method.invoke(SourceFacts.NONE, args);
                });
    }

    @Test
    void anErrorWhileItIsOpenedLeavesNothingInUse() throws Exception {
        var attempts = new AtomicInteger();
        var deployed = new JavaIsDeployed() {
            @Override
            public AutoCloseable subscribe(Consumer<PluginSnapshot> listener) {
                if (attempts.getAndIncrement() == 0) {
                    throw new OutOfMemoryError("for a while");
                }
                return super.subscribe(listener);
            }
        };
        SourceSettings settings = elsewhere(List.of());
        Path data = folder.resolve("data2");
        assertThatThrownBy(() -> new KnownFacts(data, settings, deployed)).isInstanceOf(OutOfMemoryError.class);
        var facts = new KnownFacts(data, settings, deployed);
        assertThat(facts.languages()).containsExactly("java");
        facts.close();
    }

    private static SourceFacts indexing(Consumer<Commit> index) {
        return (SourceFacts) Proxy.newProxyInstance(
                SourceFacts.class.getClassLoader(), new Class<?>[] {SourceFacts.class}, (_, method, args) -> {
                    if (method.getName().equals("index")) {
                        index.accept((Commit) args[0]);
                        return null;
                    }
                    return method.invoke(SourceFacts.NONE, args);
                });
    }

    @Test
    void healthCountsWhatWasFetchedAndWhatFailedApart() throws Exception {
        Eventually.until(
                () -> "nothing is parsed any more: " + health().check(),
                () -> health().check().detail().equals("1 repository was fetched"));
        SourceSettings two = elsewhere(List.of(
                FollowedRepositories.manual("r", origin.folder().toString()),
                FollowedRepositories.manual("gone", folder.resolve("gone.git").toString())));
        var others = new LiveSources(
                new KnownFacts(folder.resolve("data2"), two, new JavaIsDeployed()), two, DeployedProviders.none());
        var health = new SourceHealth();
        health.watch(others);
        try {
            Eventually.until(
                    () -> "one has failed: " + health.check(),
                    () -> health.check().status() == Status.DEGRADED);
            Eventually.until(
                    () -> "nothing is parsed any more: " + health.check(),
                    () -> health.check()
                            .detail()
                            .matches("1 repository was fetched, 1 could not be: gone \\(.*gone[.]git.*\\)"));
            assertThat(health.check().facts()).containsKey("since");
            assertThat(failed(health, "gone")).isTrue();
            assertThat(failed(health, "r")).isFalse();
        } finally {
            others.close();
        }
    }

    private static boolean failed(SourceHealth health, String repository) {
        return health.collect().stream()
                .filter(family -> family.name().equals("precinct_source_last_fetch_successful"))
                .flatMap(family -> family.samples().stream())
                .filter(sample -> repository.equals(sample.labels().get("repository")))
                .anyMatch(sample -> ((MetricSource.Sample.Value) sample).value() == 0);
    }

    @Test
    void withoutAFolderForFactsFilesAreServedAndHealthSaysWhy() throws Exception {
        Files.writeString(folder.resolve("cache2"), "no folder");
        SourceSettings settings = elsewhere(
                List.of(FollowedRepositories.manual("r", origin.folder().toString())));
        var health = new SourceHealth();
        var others = new LiveSources(
                SourceDomain.facts(folder.resolve("data2"), settings, new JavaIsDeployed(), health),
                settings,
                DeployedProviders.none());
        try {
            health.watch(others);
            Eventually.until(
                    () -> "it is up: " + health.check(), () -> health.check().status() == Status.UP);
            View view = Objects.requireNonNull(others.repository("r")).view(null);
            assertThat(new String(view.content(view.entry("README")), StandardCharsets.UTF_8))
                    .isEqualTo("x");
            assertThat(health.check().facts().get("facts_unavailable"))
                    .asString()
                    .contains("cache2");
        } finally {
            others.close();
        }
    }

    private SourceSettings elsewhere(List<RepositorySettings> repositories) {
        return new SourceSettings(
                repositories,
                OptionalInt.empty(),
                folder.resolve("storage2"),
                folder.resolve("cache2"),
                FollowedRepositories.LIMITS,
                0,
                new GrammarSettings(null, folder.resolve("grammars.lock")));
    }

    @Test
    void aConfigurationThatIsNotUsedIsToldOf() {
        var health = health();
        health.refused(List.of("source.yml:3:5: repos.r.url is required"));
        assertThat(health.check().status()).isEqualTo(Status.DEGRADED);
        assertThat(health.check().facts())
                .containsKey("since")
                .containsEntry("configuration_refused", List.of("source.yml:3:5: repos.r.url is required"));
        health.refused(List.of());
        assertThat(health.check().status()).isEqualTo(Status.UP);
        assertThat(health.check().facts()).doesNotContainKeys("configuration_refused", "since");
    }

    @Test
    void healthSaysWhyARepositoryCannotBeServed() throws Exception {
        sources.close();
        SourceSettings settings = settings(folder.resolve("nothing.git"));
        sources = new LiveSources(
                new KnownFacts(folder.resolve("other"), settings, new JavaIsDeployed()),
                settings,
                DeployedProviders.none());
        Eventually.until(
                () -> "it has failed: " + health().check(),
                () -> health().check().status() == Status.DEGRADED);

        assertThat(health().check().facts().get("errors"))
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, String.class))
                .hasEntrySatisfying("r", error -> assertThat(error).contains("nothing.git"));
    }

    /** One grammar is deployed. */
    private static class JavaIsDeployed implements Plugins {
        @Override
        public PluginSnapshot snapshot() {
            var grammar = ShippedGrammars.grammar("java");
            return new PluginSnapshot(
                    1,
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    List.of(),
                    Map.of("grammar java", new Plugin<Extension>("java", grammar, generation())),
                    List.of(),
                    List.of());
        }

        private static Generation generation() {
            return new Generation(1, 1, "io.precinct.grammar.java", "1.0.0", "test");
        }

        @Override
        public AutoCloseable subscribe(Consumer<PluginSnapshot> listener) {
            listener.accept(snapshot());
            return () -> {};
        }
    }
}
