package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.git.Tracker.State;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.testing.Followed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandingTest {
    private static final RepositorySettings MANUAL = Followed.manual("r", "/nowhere");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private static Standing standing() {
        return new Standing(MANUAL, new Backoff(() -> 1), null);
    }

    private Served served(String name) throws Exception {
        try (Clone clone = Clone.create(Files.createDirectory(folder.resolve(name)))) {
            return new Served(clone, new Clone.Head(ObjectId.zeroId(), "main", Instant.EPOCH));
        }
    }

    @Test
    void whatIsFetchedByHandIsDueOnceAndThenOnlyWhenItHasNothing() throws Exception {
        Standing standing = standing();
        assertThat(standing.due()).isNotPositive();
        standing.begin();
        assertThat(standing.fail("it is gone")).isNotNull();
        assertThat(standing.condition(null).state()).isEqualTo(State.FAILED);
        standing.succeed(served("one"), false);
        assertThat(standing.due()).isEqualTo(Long.MAX_VALUE);
        standing.begin();
        assertThat(standing.fail("it is gone")).isNull();
        assertThat(standing.condition(null).state()).isEqualTo(State.STALE);
        assertThat(standing.stale()).isTrue();
    }

    @Test
    void aDamagedCloneWhoseRemoteIsDownIsTriedAgainAfterAPause() throws Exception {
        Standing standing = standing();
        Served damaged = served("one");
        standing.found(damaged);
        standing.damage(damaged.store());
        standing.begin();
        Instant before = Instant.now();
        assertThat(standing.fail("it is down")).isAfterOrEqualTo(before.plusSeconds(5));
    }

    @Test
    void damageThatShowsWhileItIsFetchedIntoIsMendedAtOnce() throws Exception {
        Standing standing = standing();
        Served damaged = served("one");
        standing.found(damaged);
        standing.begin();
        assertThat(standing.damage(damaged.store())).isTrue();
        assertThat(standing.damage(damaged.store())).isFalse();
        standing.succeed(damaged, false);
        assertThat(standing.damaged()).isTrue();
        assertThat(standing.due()).isNotPositive();
        standing.begin();
        standing.succeed(served("two"), false);
        assertThat(standing.damaged()).isFalse();
        assertThat(standing.due()).isEqualTo(Long.MAX_VALUE);
        assertThat(standing.damage(damaged.store())).isFalse();
    }
}
