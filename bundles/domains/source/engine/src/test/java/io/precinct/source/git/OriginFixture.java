package io.precinct.source.git;

import io.precinct.source.testing.FollowedRepositories;
import io.precinct.source.testing.Origin;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A repository with one file, and what may follow it: the start of tests about fetching. */
abstract class OriginFixture {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    Origin origin;

    @SuppressWarnings("NullAway.Init")
    FollowedRepositories followed;

    @BeforeEach
    void anOrigin() {
        origin = new Origin(folder.resolve("origin.git"));
        origin.with("a.txt", "one\n").commit();
        followed = new FollowedRepositories(folder.resolve("data"));
    }

    @AfterEach
    void closeThem() throws InterruptedException {
        followed.close();
        origin.close();
    }
}
