package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.common.retry.Backoff;
import io.precinct.source.git.RepositoryTracker.State;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.testing.FollowedRepositories;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepositoryStateTest {
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final RepositorySettings MANUAL = FollowedRepositories.manual("r", "/nowhere");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private static RepositoryState<ServedCommit> repositoryState() {
        return new RepositoryState<>(MANUAL, null);
    }

    private ServedCommit served(String name) throws Exception {
        try (Clone clone = Clone.create(Files.createDirectory(folder.resolve(name)))) {
            return new ServedCommit(clone, new Clone.Head(ObjectId.zeroId(), "main", Instant.EPOCH));
        }
    }

    @Test
    void whatIsFetchedByHandIsDueOnceAndThenOnlyWhenItHasNothing() throws Exception {
        RepositoryState<ServedCommit> state = repositoryState();
        assertThat(state.due()).isNotPositive();
        state.begin();
        assertThat(state.fail("it is gone")).isNotNull();
        assertThat(state.condition(null).state()).isEqualTo(State.FAILED);
        Instant since = state.condition(null).failingSince();
        state.begin();
        assertThat(state.condition(null).failingSince())
                .as("it still fails while it is tried again")
                .isNotNull()
                .isEqualTo(since);
        state.succeed(served("one"), false);
        assertThat(state.condition(null).failingSince()).isNull();
        assertThat(state.due()).isEqualTo(Long.MAX_VALUE);
        state.begin();
        assertThat(state.fail("it is gone")).isNull();
        assertThat(state.condition(null).state()).isEqualTo(State.STALE);
        assertThat(state.stale()).isTrue();
    }

    @Test
    void aDamagedCloneWhoseRemoteIsDownIsTriedAgainAfterAPause() throws Exception {
        RepositoryState<ServedCommit> state = repositoryState();
        ServedCommit damaged = served("one");
        state.found(damaged);
        state.damage(damaged.store());
        state.begin();
        Instant before = Instant.now();
        assertThat(state.fail("it is down")).isAfterOrEqualTo(before.plusMillis(3750));
    }

    @Test
    void everyFailureDoublesTheWaitUpToAnHour() {
        Backoff served = RepositoryState.backoff(FIVE_MINUTES, true);
        assertThat(served.after(1, 0)).isEqualTo(Duration.ofMinutes(10));
        assertThat(served.after(2, 0)).isEqualTo(Duration.ofMinutes(20));
        assertThat(served.after(9, 0)).isEqualTo(Duration.ofHours(1));
        assertThat(served.after(1, 1)).as("varies by a quarter").isEqualTo(Duration.ofSeconds(450));
    }

    @Test
    void aFirstCloneIsTriedAgainSoon() {
        assertThat(RepositoryState.backoff(FIVE_MINUTES, false).after(1, 0)).isEqualTo(Duration.ofSeconds(5));
        assertThat(RepositoryState.backoff(Duration.ZERO, false).after(2, 0)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void whatIsFetchedByHandIsNotTriedAgainWithoutPause() {
        assertThat(RepositoryState.backoff(Duration.ZERO, true).after(1, 0)).isEqualTo(Duration.ofSeconds(5));
        assertThat(RepositoryState.backoff(Duration.ofSeconds(1), true).after(2, 0))
                .isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void damageThatShowsWhileItIsFetchedIntoIsMendedAtOnce() throws Exception {
        RepositoryState<ServedCommit> state = repositoryState();
        ServedCommit damaged = served("one");
        state.found(damaged);
        state.begin();
        assertThat(state.damage(damaged.store())).isTrue();
        assertThat(state.damage(damaged.store())).isFalse();
        state.succeed(damaged, false);
        assertThat(state.damaged()).isTrue();
        assertThat(state.due()).isNotPositive();
        state.begin();
        state.succeed(served("two"), false);
        assertThat(state.damaged()).isFalse();
        assertThat(state.due()).isEqualTo(Long.MAX_VALUE);
        assertThat(state.damage(damaged.store())).isFalse();
    }
}
