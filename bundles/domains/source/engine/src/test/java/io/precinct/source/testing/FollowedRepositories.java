package io.precinct.source.testing;

import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.git.Commit;
import io.precinct.source.git.RepositoryTracker;
import io.precinct.source.git.RepositoryTrackers;
import io.precinct.source.settings.Credentials;
import io.precinct.source.settings.GrammarSettings;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.settings.SourceSettings;
import io.precinct.testing.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Repositories that are followed, fetched when a test says so. */
public final class FollowedRepositories implements AutoCloseable {
    /** As where source.yml says nothing. */
    public static final Duration TIMEOUT = Duration.ofMinutes(1);

    public static final SourceLimits LIMITS = new SourceLimits(1 << 20, 100_000, 1000, Duration.ofSeconds(5));

    private volatile Path data;
    private final RepositoryTrackers trackers;
    private final List<Commit> told = new CopyOnWriteArrayList<>();

    public FollowedRepositories(Path data) {
        this(data, commit -> {});
    }

    /** Whose listener does something with each commit before it takes it down. */
    public FollowedRepositories(Path data, Consumer<Commit> first) {
        this.data = data;
        trackers = new RepositoryTrackers(first.andThen(told::add));
    }

    public static RepositorySettings manual(String name, String url) {
        return new RepositorySettings(name, url, Credentials.NONE, Duration.ZERO, List.of(), null, 0, 0, TIMEOUT, null);
    }

    public static RepositorySettings with(String url, Credentials credentials) {
        return new RepositorySettings("r", url, credentials, Duration.ZERO, List.of(), null, 0, 0, TIMEOUT, null);
    }

    public List<String> follow(RepositorySettings... repositories) {
        return trackers.configure(new SourceSettings(
                List.of(repositories),
                OptionalInt.empty(),
                data.resolve("storage"),
                data.resolve("cache"),
                LIMITS,
                0,
                new GrammarSettings(null, data.resolve("grammars.lock"))));
    }

    /** What is followed from now on is kept elsewhere. */
    public void move(Path elsewhere) {
        data = elsewhere;
    }

    /** Follows one and waits for what becomes of it. */
    public RepositoryTracker settled(RepositorySettings repository) {
        follow(repository);
        RepositoryTracker tracker = named(repository.name());
        Eventually.until(
                () -> "it is settled: " + tracker.condition(),
                () -> tracker.condition().settled());
        return tracker;
    }

    public RepositoryTracker named(String name) {
        return Objects.requireNonNull(trackers.named(name));
    }

    public @Nullable RepositoryTracker find(String name) {
        return trackers.named(name);
    }

    /** Commits that the listener was told of. */
    public List<Commit> told() {
        return told;
    }

    public Path storage() {
        return data.resolve("storage");
    }

    public static RefreshJob refreshed(RepositoryTracker tracker) throws InterruptedException {
        RefreshJob job = tracker.refresh();
        if (!job.await(Duration.ofSeconds(20))) {
            throw new AssertionError("the fetch did not end: " + tracker.condition());
        }
        return job;
    }

    @Override
    public void close() throws InterruptedException {
        trackers.close();
    }
}
