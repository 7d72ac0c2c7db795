package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.SourceFault;
import io.precinct.source.git.RepositoryTracker.State;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.testing.FollowedRepositories;
import io.precinct.testing.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StorageTest extends OriginFixture {
    private RepositorySettings settings() {
        return FollowedRepositories.manual("r", origin.folder().toString());
    }

    /** Wants a storage, says what came of it, and keeps it until it is killed. */
    static final class Another {
        private Another() {}

        public static void main(String[] arguments) throws IOException {
            var storage = new Storage(Path.of(arguments[0]));
            storage.enter();
            try {
                storage.hold();
                System.out.println("held");
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
            System.in.read();
        }
    }

    private Process another() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Another.class.getName(),
                        followed.storage().toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static String said(Process process) throws IOException {
        try (BufferedReader out = process.inputReader()) {
            return String.valueOf(out.readLine());
        }
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whatAnotherProcessUsesIsLeftAloneUntilThatIsKilled() throws Exception {
        Process another = another();
        try {
            assertThat(said(another)).isEqualTo("held");
            RepositoryTracker tracker = followed.settled(settings());
            assertThat(tracker.condition().state()).isEqualTo(State.FAILED);
            assertThat(tracker.condition().lastError())
                    .isEqualTo(FollowedRepositories.refreshed(tracker).error())
                    .contains("the storage " + followed.storage() + " is in use by another process");
            assertThatThrownBy(() -> tracker.snapshot(null))
                    .isInstanceOf(SourceFault.class)
                    .hasMessageContaining(followed.storage().toString());
            assertThat(followed.storage().resolve("r")).doesNotExist();
            kill(another);
            assertThat(FollowedRepositories.refreshed(tracker).error()).isNull();
            assertThat(tracker.condition().state()).isEqualTo(State.READY);
        } finally {
            kill(another);
        }
    }

    @Test
    void whatIsUsedHereIsUsedByNoOtherProcess() throws Exception {
        followed.settled(settings());
        RepositorySettings now = settings();
        followed.follow(new RepositorySettings(
                now.name(),
                now.url(),
                now.credentials(),
                Duration.ofMinutes(5),
                now.grammars(),
                null,
                0,
                0,
                now.timeout(),
                null));
        followed.follow();
        Process another = another();
        try {
            assertThat(said(another)).contains(followed.storage() + " is in use by another process");
        } finally {
            kill(another);
        }
    }

    @Test
    void whoComesAfterInTheSameProcessWaitsForWhoGoes() throws Exception {
        followed.settled(settings());
        try (var after = new FollowedRepositories(folder.resolve("data"))) {
            RepositoryTracker tracker = after.settled(settings());
            assertThat(tracker.condition().lastError())
                    .contains(followed.storage() + " is still in use in this process");
            followed.close();
            assertThat(FollowedRepositories.refreshed(tracker).error()).isNull();
        }
        followed = new FollowedRepositories(folder.resolve("data"));
        assertThat(followed.settled(settings()).condition().state()).isEqualTo(State.READY);
    }

    @Test
    void aStorageThatIsGivenUpIsFreeAndMayBeTakenAgain() throws Exception {
        followed.settled(settings());
        Path first = followed.storage();
        followed.move(folder.resolve("elsewhere"));
        followed.settled(settings());
        var taken = new Storage(first);
        taken.enter();
        Eventually.until(() -> "it is held: " + first, () -> isHeld(taken));
        taken.leave();
        followed.move(folder.resolve("data"));
        assertThat(followed.settled(settings()).condition().lastError()).isNull();
    }

    private static boolean isHeld(Storage storage) {
        try {
            storage.hold();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aStorageThatCannotBeMadeIsToldAndTriedAgain() throws Exception {
        Path data = folder.resolve("data");
        Files.createDirectories(data);
        Path wrong = Files.createFile(followed.storage());
        RepositoryTracker tracker = followed.settled(settings());
        assertThat(tracker.condition().lastError()).contains("the storage " + wrong + " cannot be kept");
        Files.delete(wrong);
        assertThat(FollowedRepositories.refreshed(tracker).error()).isNull();
    }
}
