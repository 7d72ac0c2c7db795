package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.source.api.RefreshJob;
import io.precinct.source.api.RefreshJob.Change;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.View;
import io.precinct.source.git.RepositoryTracker.State;
import io.precinct.source.settings.Credentials;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.testing.FollowedRepositories;
import io.precinct.source.testing.Origin;
import io.precinct.testing.Eventually;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepositoryTrackerTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Origin origin;

    @SuppressWarnings("NullAway.Init")
    private FollowedRepositories followed;

    @BeforeEach
    void anOrigin() {
        origin = new Origin(folder.resolve("origin.git"));
        origin.with("a.txt", "one\n").with("dir/b.txt", "two\n").commit();
        followed = new FollowedRepositories(folder.resolve("data"));
    }

    @AfterEach
    void close() throws InterruptedException {
        followed.close();
        origin.close();
    }

    private RepositorySettings settings() {
        return FollowedRepositories.manual("r", origin.folder().toString());
    }

    private RepositoryTracker ready() {
        RepositoryTracker tracker = followed.settled(settings());
        assertThat(tracker.condition().state()).as("%s", tracker.condition()).isEqualTo(State.READY);
        return tracker;
    }

    private static String text(RepositoryTracker tracker, String path, @Nullable String ref) {
        CommitTree commit = tracker.snapshot(ref).commit();
        TreeFile file = Objects.requireNonNull(commit.find(path), path);
        return new String(commit.read(file.blob()), StandardCharsets.UTF_8);
    }

    private static List<String> changed(RepositoryTracker tracker) throws InterruptedException {
        return change(tracker).changed();
    }

    private static Change change(RepositoryTracker tracker) throws InterruptedException {
        RefreshJob job = FollowedRepositories.refreshed(tracker);
        assertThat(job.error()).isNull();
        return Objects.requireNonNull(job.change());
    }

    private static void assertFault(int status, String code, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(SourceFault.class, fault -> {
            assertThat(fault.status()).isEqualTo(status);
            assertThat(fault.code()).isEqualTo(code);
        });
    }

    @Test
    void aCloneServesTheBranchThatHeadNames() {
        RepositoryTracker tracker = ready();
        assertThat(tracker.snapshot(null).ref()).isEqualTo("main");
        assertThat(text(tracker, "dir/b.txt", null)).isEqualTo("two\n");
        assertThat(tracker.snapshot(null).commit().files())
                .extracting(TreeFile::path)
                .containsExactly("a.txt", "dir/b.txt");
        Eventually.until("a commit is told", () -> !followed.told().isEmpty());
        assertThat(followed.told())
                .extracting(Commit::id)
                .containsExactly(tracker.condition().commit());
    }

    private RepositoryTracker empty(Origin none) {
        return followed.settled(FollowedRepositories.manual("r", none.folder().toString()));
    }

    // @req:source-odd-repositories
    @Test
    void anEmptyRepositoryIsReadyAndItsFirstCommitIsServed() throws Exception {
        try (var none = new Origin(folder.resolve("none.git"))) {
            RepositoryTracker tracker = empty(none);
            assertThat(tracker.condition().state())
                    .as("%s", tracker.condition())
                    .isEqualTo(State.READY);
            assertThat(tracker.condition().commit()).isNull();
            assertThat(tracker.condition().lastError()).isNull();
            CommitTree nothing = tracker.snapshot(null).commit();
            assertThat(nothing.files()).isEmpty();
            assertThat(nothing.find("a.txt")).isNull();
            assertThat(nothing.committedAt()).isNull();
            assertThat(tracker.snapshot(View.NO_COMMIT).pinned()).isFalse();
            assertThat(change(tracker)).isEqualTo(new Change(View.NO_COMMIT, View.NO_COMMIT, List.of()));

            String first = none.with("a.txt", "one\n").commit();
            assertThat(change(tracker)).isEqualTo(new Change(View.NO_COMMIT, first, List.of("a.txt")));
            assertThat(text(tracker, "a.txt", null)).isEqualTo("one\n");
            assertThat(tracker.condition().ref()).isEqualTo("main");
            assertFault(404, "unknown_ref", () -> tracker.snapshot(View.NO_COMMIT));
        }
    }

    @Test
    void anEmptyRepositoryIsServedAgainAfterARestart() throws Exception {
        try (var none = new Origin(folder.resolve("none.git"))) {
            empty(none);
            followed.close();
            followed = new FollowedRepositories(folder.resolve("data"));
            RepositoryTracker tracker = empty(none);
            assertThat(tracker.condition().state()).isEqualTo(State.READY);
            assertThat(tracker.condition().commit()).isNull();
        }
    }

    @Test
    void aRepositoryThatLosesAllItsCommitsGoesOnServingThem() throws Exception {
        RepositoryTracker tracker = ready();
        origin.delete("refs/heads/main");
        RefreshJob job = FollowedRepositories.refreshed(tracker);
        assertThat(job.error()).contains("no commit that its HEAD names, nor any other");
        assertThat(tracker.condition().state()).isEqualTo(State.STALE);
        assertThat(text(tracker, "a.txt", null)).isEqualTo("one\n");
    }

    // @req:source-branches
    @Test
    void onlyTheBranchesThatAreNamedAreFetchedBesideTheOneThatIsFollowed() throws Exception {
        origin.tag("v1");
        origin.branch("release/1").branch("release/2").branch("topic").branch("main");
        RepositorySettings some = settings().withBranches(List.of("release/*"));
        RepositoryTracker tracker = followed.settled(some);
        for (String ref : List.of("main", "release/1", "release/2", "v1")) {
            assertThat(tracker.snapshot(ref).commit().files()).as(ref).hasSize(2);
        }
        assertUnknown(tracker, "topic", List.of("main", "release/1", "release/2", "v1"));

        origin.delete("refs/heads/release/1");
        FollowedRepositories.refreshed(tracker);
        assertUnknown(tracker, "release/1", List.of("main", "release/2", "v1"));

        followed.follow(some.withBranches(List.of("*pic")));
        RepositoryTracker others = followed.named("r");
        FollowedRepositories.refreshed(others);
        assertUnknown(others, "release/2", List.of("main", "topic", "v1"));

        followed.follow(settings());
        RepositoryTracker all = followed.named("r");
        FollowedRepositories.refreshed(all);
        assertUnknown(all, "nowhere", List.of("main", "release/2", "topic", "v1"));
    }

    private static void assertUnknown(RepositoryTracker tracker, String ref, List<String> available) {
        assertThatThrownBy(() -> tracker.snapshot(ref)).isInstanceOfSatisfying(SourceFault.class, fault -> {
            assertThat(fault.code()).isEqualTo("unknown_ref");
            assertThat(fault.members().get("available")).isEqualTo(available);
        });
    }

    @Test
    void anErrorBehindAGoodFetchFailsNobodysJob() throws Exception {
        var asked = new AtomicReference<RefreshJob>();
        var self = new AtomicReference<RepositoryTracker>();
        try (var others = new FollowedRepositories(folder.resolve("others"), _ -> {
            RepositoryTracker tracker = self.get();
            if (tracker != null && asked.get() == null) {
                asked.set(tracker.refresh());
                throw new OutOfMemoryError("for a while");
            }
        })) {
            RepositoryTracker tracker = others.settled(settings());
            Eventually.until("a commit is told", () -> !others.told().isEmpty());
            self.set(tracker);
            origin.with("a.txt", "two\n").commit();
            assertThat(FollowedRepositories.refreshed(tracker).state()).isEqualTo("done");
            Eventually.until(() -> "a refresh is asked for: " + tracker.condition(), () -> asked.get() != null);
            assertThat(asked.get().await(Duration.ofSeconds(20))).isTrue();
            assertThat(asked.get().error()).isNull();
            assertThat(tracker.condition().state()).isEqualTo(State.READY);
        }
    }

    @Test
    void aWorkingCopyIsAsGoodAsABareRepository() throws Exception {
        Path copy = folder.resolve("copy");
        try (var git = org.eclipse.jgit.api.Git.init()
                .setDirectory(copy.toFile())
                .setInitialBranch("trunk")
                .call()) {
            Files.writeString(copy.resolve("x"), "committed");
            git.add().addFilepattern("x").call();
            git.commit()
                    .setMessage("x")
                    .setAuthor("a", "a@b")
                    .setCommitter("a", "a@b")
                    .setSign(false)
                    .call();
            Files.writeString(copy.resolve("x"), "not committed");
        }
        RepositoryTracker tracker = followed.settled(FollowedRepositories.manual("r", copy.toString()));
        assertThat(text(tracker, "x", null)).isEqualTo("committed");
        assertThat(tracker.condition().ref()).isEqualTo("trunk");
    }

    @Test
    void aChangeOfTheSameSecondAndSizeIsServedAfterARefresh() throws Exception {
        RepositoryTracker tracker = ready();
        String before = tracker.condition().commit();
        String after = origin.with("a.txt", "two\n").commit();
        assertThat(text(tracker, "a.txt", null)).isEqualTo("one\n");
        assertThat(change(tracker)).isEqualTo(new Change(before, after, List.of("a.txt")));
        assertThat(text(tracker, "a.txt", null)).isEqualTo("two\n");
        assertThat(text(tracker, "a.txt", before)).isEqualTo("one\n");
    }

    @Test
    void whatIsRenamedChangedByBothNamesAndWhatIsDeletedIsGone() throws Exception {
        RepositoryTracker tracker = ready();
        origin.without("a.txt").with("dir/c.txt", "one\n").commit();
        assertThat(changed(tracker)).containsExactly("a.txt", "dir/c.txt");
        assertThat(tracker.snapshot(null).commit().find("a.txt")).isNull();
        assertThat(changed(tracker)).isEmpty();
    }

    @Test
    void aForcedPushIsFollowedAndWhatItDroppedStaysReadable() throws Exception {
        String first = Objects.requireNonNull(ready().condition().commit());
        RepositoryTracker tracker = followed.named("r");
        String second = origin.with("a.txt", "dropped\n").commit();
        changed(tracker);
        origin.reset(first).with("a.txt", "instead\n").commit();
        assertThat(changed(tracker)).containsExactly("a.txt");
        assertThat(text(tracker, "a.txt", null)).isEqualTo("instead\n");
        assertThat(text(tracker, "a.txt", second)).isEqualTo("dropped\n");
        assertThat(tracker.snapshot(second).pinned()).isTrue();
    }

    @Test
    void branchesTagsAndIdsAreRefsAndExpressionsAreNot() throws Exception {
        RepositoryTracker tracker = ready();
        String first = Objects.requireNonNull(tracker.condition().commit());
        origin.tag("v1").branch("feature/x").with("a.txt", "feature\n").commit();
        changed(tracker);
        assertThat(text(tracker, "a.txt", "feature/x")).isEqualTo("feature\n");
        assertThat(text(tracker, "a.txt", "refs/heads/feature/x")).isEqualTo("feature\n");
        assertThat(text(tracker, "a.txt", "v1")).isEqualTo("one\n");
        assertThat(text(tracker, "a.txt", "HEAD")).isEqualTo("one\n");
        assertThat(text(tracker, "a.txt", first.substring(0, 12))).isEqualTo("one\n");
        assertThat(tracker.snapshot(first.substring(0, 12)).pinned()).isFalse();
        for (String expression : List.of(
                "main~1",
                "main^",
                "main^{tree}",
                "main@{0}",
                "main:a.txt",
                "v1^{}",
                "@",
                "@{-1}",
                "nope",
                "",
                "..",
                "refs/precinct/HEAD",
                "0000000000",
                "0".repeat(40),
                "../../HEAD",
                ":/change",
                first + "^")) {
            assertFault(404, "unknown_ref", () -> tracker.snapshot(expression));
        }
    }

    @Test
    void aBranchThatBecameAFolderOfBranchesIsFollowed() throws Exception {
        origin.branch("topic").commit();
        RepositoryTracker tracker = ready();
        origin.delete("refs/heads/topic");
        origin.branch("topic/one").with("a.txt", "nested\n").commit();
        FollowedRepositories.refreshed(tracker);
        assertThat(FollowedRepositories.refreshed(tracker).error()).isNull();
        assertThat(text(tracker, "a.txt", "topic/one")).isEqualTo("nested\n");
        assertFault(404, "unknown_ref", () -> tracker.snapshot("topic"));
    }

    @Test
    void aConfiguredRefIsFollowedInsteadOfHead() throws Exception {
        origin.branch("develop").with("a.txt", "develop\n").commit();
        RepositoryTracker tracker = followed.settled(new RepositorySettings(
                "r",
                origin.folder().toString(),
                Credentials.NONE,
                Duration.ZERO,
                List.of(),
                "develop",
                0,
                0,
                FollowedRepositories.TIMEOUT,
                null));
        assertThat(text(tracker, "a.txt", null)).isEqualTo("develop\n");
        origin.delete("refs/heads/develop");
        assertThat(FollowedRepositories.refreshed(tracker).error()).contains("no ref develop", "main");
        assertThat(tracker.condition().state()).isEqualTo(State.STALE);
        assertThat(text(tracker, "a.txt", null)).isEqualTo("develop\n");
        assertThat(tracker.snapshot(null).stale()).isTrue();
    }

    @Test
    void aRemoteThatIsGoneLeavesTheOldContentServingUntilItIsBack() throws Exception {
        RepositoryTracker tracker = ready();
        Path away = folder.resolve("away.git");
        Files.move(origin.folder(), away);
        RefreshJob failed = FollowedRepositories.refreshed(tracker);
        assertThat(failed.state()).isEqualTo("failed");
        assertThat(failed.error()).contains("there is no git repository at");
        assertThat(tracker.condition().state()).isEqualTo(State.STALE);
        assertThat(text(tracker, "a.txt", null)).isEqualTo("one\n");
        Files.move(away, origin.folder());
        assertThat(FollowedRepositories.refreshed(tracker).state()).isEqualTo("done");
        assertThat(tracker.condition().state()).isEqualTo(State.READY);
        assertThat(tracker.condition().lastError()).isNull();
    }

    @Test
    void aRepositoryThatNeverClonedSaysWhyAndDelaysNoOther() {
        followed.follow(
                FollowedRepositories.manual("gone", folder.resolve("gone").toString()), settings());
        RepositoryTracker gone = followed.named("gone");
        RepositoryTracker other = followed.named("r");
        Eventually.until(
                () -> "both are settled: " + gone.condition() + ", " + other.condition(),
                () -> gone.condition().settled() && other.condition().settled());
        assertThat(other.condition().state()).isEqualTo(State.READY);
        assertThat(gone.condition().state()).isEqualTo(State.FAILED);
        assertThat(gone.condition().nextRefreshAt()).isNotNull();
        assertFault(503, "repository_failed", () -> gone.snapshot(null));
    }

    @Test
    void aRestartServesTheOldCloneWithoutItsRemote() throws Exception {
        ready();
        followed.close();
        Files.move(origin.folder(), folder.resolve("away.git"));
        followed = new FollowedRepositories(folder.resolve("data"));
        RepositoryTracker tracker = ready();
        assertThat(text(tracker, "a.txt", null)).isEqualTo("one\n");
        Eventually.until("a commit is told", () -> !followed.told().isEmpty());
        assertThat(followed.told()).hasSize(1);
    }

    @Test
    void aRestartKeepsBranchesWhoseNamesLookLikeFilesLeftHalfDone() throws Exception {
        ready();
        RepositoryTracker tracker = followed.named("r");
        for (String name : List.of("draft.tmp", "incoming_mail")) {
            origin.branch(name).with("a.txt", name).commit();
            changed(tracker);
        }
        followed.close();
        Files.move(origin.folder(), folder.resolve("away.git"));
        followed = new FollowedRepositories(folder.resolve("data"));
        RepositoryTracker again = ready();
        assertThat(text(again, "a.txt", "draft.tmp")).isEqualTo("draft.tmp");
        assertThat(text(again, "a.txt", "incoming_mail")).isEqualTo("incoming_mail");
    }

    @Test
    void whatAKilledProcessLeftIsNoObstacle() throws Exception {
        ready();
        followed.close();
        Path clone = cloneFolder();
        Files.writeString(clone.resolve("refs/heads/main.lock"), "");
        Files.writeString(clone.resolve("packed-refs.lock"), "");
        Files.createDirectory(clone.resolveSibling("cloning-123"));
        String moved = origin.with("a.txt", "moved\n").commit();
        followed = new FollowedRepositories(folder.resolve("data"));
        RepositoryTracker tracker = ready();
        assertThat(change(tracker).to()).isEqualTo(moved);
        assertThat(clone.resolveSibling("cloning-123")).doesNotExist();
    }

    private Path cloneFolder() throws Exception {
        try (var children = Files.list(followed.storage().resolve("r"))) {
            return children.filter(child -> String.valueOf(child.getFileName()).startsWith("clone-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void spoil(Path clone) throws Exception {
        try (var files = Files.walk(clone.resolve("objects"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
                    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
                }
                byte[] bytes = Files.readAllBytes(file);
                for (int i = 12; i < bytes.length; i++) {
                    bytes[i] ^= 0x55;
                }
                Files.write(file, bytes);
            }
        }
    }

    @Test
    void aCloneThatWasDamagedWhileTheServiceStoodStillIsMadeAnew() throws Exception {
        ready();
        followed.close();
        spoil(cloneFolder());
        followed = new FollowedRepositories(folder.resolve("data"));
        assertThat(text(ready(), "a.txt", null)).isEqualTo("one\n");
    }

    @Test
    void aCloneThatIsDamagedWhileItServesIsMadeAnew() throws Exception {
        byte[] noise = new byte[200_000];
        new Random(1).nextBytes(noise);
        origin.with("noise", noise).commit();
        ready();
        followed.close();
        followed = new FollowedRepositories(folder.resolve("data"));
        RepositoryTracker tracker = ready();
        spoilNoise(cloneFolder());
        String blob = Objects.requireNonNull(tracker.snapshot(null).commit().find("noise"))
                .blob();
        assertThatThrownBy(() -> tracker.snapshot(null).commit().read(blob)).isInstanceOf(SourceFault.class);
        Eventually.until(() -> "the blob is readable: " + tracker.condition(), () -> isReadable(tracker, blob));
        assertThat(tracker.snapshot(null).commit().read(blob)).isEqualTo(noise);
    }

    /** What is damaged is the large file, not the folders that lead to it. */
    private static void spoilNoise(Path clone) throws Exception {
        try (var files = Files.walk(clone.resolve("objects"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".pack")).toList()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
                byte[] bytes = Files.readAllBytes(file);
                for (int i = bytes.length / 2; i < bytes.length / 2 + 1000; i++) {
                    bytes[i] ^= 0x55;
                }
                Files.write(file, bytes);
            }
        }
    }

    private static boolean isReadable(RepositoryTracker tracker, String blob) {
        try {
            return tracker.snapshot(null).commit().read(blob).length > 0;
        } catch (SourceFault e) {
            return false;
        }
    }

    @Test
    void aCloneThatGrowsTooLargeIsGivenUpAndRemoved() throws Exception {
        byte[] noise = new byte[300_000];
        new Random(1).nextBytes(noise);
        origin.with("noise", noise).commit();
        RepositoryTracker tracker = followed.settled(new RepositorySettings(
                "r",
                origin.folder().toString(),
                Credentials.NONE,
                Duration.ZERO,
                List.of(),
                null,
                0,
                100_000,
                FollowedRepositories.TIMEOUT,
                null));
        assertThat(tracker.condition().lastError()).contains("larger than the 100000 bytes", "max_bytes");
        try (var children = Files.list(followed.storage().resolve("r"))) {
            assertThat(children)
                    .noneMatch(child -> String.valueOf(child.getFileName()).startsWith("cl"));
        }
    }

    @Test
    void aDepthLeavesOlderCommitsOut() {
        String old = origin.with("a.txt", "2\n").commit();
        origin.with("a.txt", "3\n").commit();
        RepositoryTracker tracker = followed.settled(new RepositorySettings(
                "r",
                origin.folder().toString(),
                Credentials.NONE,
                Duration.ZERO,
                List.of(),
                null,
                1,
                0,
                FollowedRepositories.TIMEOUT,
                null));
        assertThat(text(tracker, "a.txt", null)).isEqualTo("3\n");
        assertFault(404, "unknown_ref", () -> tracker.snapshot(old));
    }

    @Test
    void callsOneUponTheOtherSeeWhatWasThereWhenTheyCalled() throws Exception {
        RepositoryTracker tracker = ready();
        for (int round = 0; round < 20; round++) {
            List<RefreshJob> jobs = new ArrayList<>();
            for (int call = 0; call < 5; call++) {
                String commit = origin.with("a.txt", round + "." + call).commit();
                RefreshJob job = tracker.refresh();
                jobs.add(job);
                assertThat(tracker.job(job.id())).isSameAs(job);
                assertThat(commit).hasSize(40);
            }
            jobs.getLast().await(Duration.ofSeconds(20));
            assertThat(text(tracker, "a.txt", null)).isEqualTo(round + ".4");
        }
    }

    @Test
    void manyFetchesLeaveFewPacksAndLoseNoCommit() throws Exception {
        RepositoryTracker tracker = ready();
        String first = Objects.requireNonNull(tracker.condition().commit());
        String dropped = origin.with("a.txt", "dropped\n").commit();
        changed(tracker);
        origin.reset(first);
        for (int i = 0; i < 55; i++) {
            origin.with("a.txt", "v" + i).commit();
            changed(tracker);
        }
        assertThat(packs()).as("young ones are left alone").hasSize(57);
        for (Path pack : packs()) {
            Files.setLastModifiedTime(pack, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        }
        origin.with("a.txt", "last").commit();
        changed(tracker);
        assertThat(packs()).hasSizeLessThan(5);
        assertThat(text(tracker, "a.txt", null)).isEqualTo("last");
        assertThat(text(tracker, "a.txt", first)).isEqualTo("one\n");
        assertThat(text(tracker, "a.txt", dropped)).isEqualTo("dropped\n");
    }

    private List<Path> packs() throws Exception {
        try (var files = Files.list(cloneFolder().resolve("objects").resolve("pack"))) {
            return files.filter(file -> file.toString().endsWith(".pack")).toList();
        }
    }

    @Test
    void requestsDuringRefreshesLoseNothing() throws Exception {
        RepositoryTracker tracker = ready();
        var done = new AtomicBoolean();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Integer> reader = () -> {
                int read = 0;
                while (read < 250 || !done.get()) {
                    CommitTree commit = tracker.snapshot(null).commit();
                    String a = new String(
                            commit.read(
                                    Objects.requireNonNull(commit.find("a.txt")).blob()),
                            StandardCharsets.UTF_8);
                    String b = new String(
                            commit.read(Objects.requireNonNull(commit.find("dir/b.txt"))
                                    .blob()),
                            StandardCharsets.UTF_8);
                    assertThat(a.equals("one\n") ? "two\n" : a).isEqualTo(b);
                    read++;
                }
                return read;
            };
            List<Future<Integer>> readers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                readers.add(threads.submit(reader));
            }
            for (int i = 0; i < 25; i++) {
                origin.with("a.txt", "v" + i).with("dir/b.txt", "v" + i).commit();
                changed(tracker);
            }
            done.set(true);
            int read = 0;
            for (Future<Integer> each : readers) {
                read += each.get();
            }
            assertThat(read).isGreaterThanOrEqualTo(1000);
        }
    }

    @Test
    void itIsFetchedOnItsOwnSchedule() {
        followed.follow(new RepositorySettings(
                "r",
                origin.folder().toString(),
                Credentials.NONE,
                Duration.ofSeconds(1),
                List.of(),
                null,
                0,
                0,
                FollowedRepositories.TIMEOUT,
                null));
        RepositoryTracker tracker = followed.named("r");
        Eventually.until(
                () -> "it has a commit: " + tracker.condition(),
                () -> tracker.condition().commit() != null);
        String moved = origin.with("a.txt", "moved\n").commit();
        Eventually.until(
                () -> "it is at " + moved + ": " + tracker.condition(),
                () -> moved.equals(tracker.condition().commit()));
    }

    @Test
    void theSecondAFileWasFirstSeenSurvivesARestart() throws Exception {
        RepositoryTracker tracker = ready();
        CommitTree commit = tracker.snapshot(null).commit();
        String blob = Objects.requireNonNull(commit.find("a.txt")).blob();
        long second = Instant.now().getEpochSecond();
        assertThat(commit.firstSeen("a.txt", blob)).isBetween(second - 20, second);
        assertThat(commit.firstSeen("elsewhere\n%.txt", blob)).isBetween(second - 20, second + 20);
        Path seen = followed.storage().resolve("r").resolve("seen");
        followed.close();
        Files.writeString(seen, Files.readString(seen).replaceAll("(?m)^\\d+", "1234"));
        followed = new FollowedRepositories(folder.resolve("data"));
        CommitTree again = ready().snapshot(null).commit();
        assertThat(again.firstSeen("a.txt", blob)).isEqualTo(1234);
        assertThat(again.firstSeen("elsewhere\n%.txt", blob)).isEqualTo(1234);
    }

    @Test
    void aReloadFollowsWhatIsNewAndKeepsServingWhatChanged() throws Exception {
        RepositoryTracker before = ready();
        try (var second = new Origin(folder.resolve("second.git"))) {
            second.with("s", "s").commit();
            RepositorySettings changed = new RepositorySettings(
                    "r",
                    origin.folder().toString(),
                    Credentials.NONE,
                    Duration.ofHours(1),
                    List.of(),
                    null,
                    0,
                    0,
                    FollowedRepositories.TIMEOUT,
                    null);
            followed.follow(
                    changed, FollowedRepositories.manual("s", second.folder().toString()));
            RepositoryTracker after = followed.named("r");
            assertThat(after).isNotSameAs(before);
            assertThat(text(after, "a.txt", null)).isEqualTo("one\n");
            assertThat(text(before, "a.txt", null)).isEqualTo("one\n");
            Eventually.until(
                    () -> "it is settled: " + followed.named("s").condition(),
                    () -> followed.named("s").condition().settled());
            assertThat(text(followed.named("s"), "s", null)).isEqualTo("s");

            followed.follow(
                    FollowedRepositories.manual("r", second.folder().toString()),
                    FollowedRepositories.manual("s", second.folder().toString()));
            RepositoryTracker other = followed.named("r");
            Eventually.until(
                    () -> "it is settled: " + other.condition(),
                    () -> other.condition().settled());
            assertThat(text(other, "s", null)).isEqualTo("s");
        }
    }

    @Test
    void whatIsNotConfiguredAnyMoreIsRemovedAfterADay() throws Exception {
        ready();
        Path foreign = Files.createDirectories(followed.storage().resolve("foreign"));
        assertThat(followed.follow()).containsExactly("r");
        assertThat(followed.find("r")).isNull();
        Path kept = followed.storage().resolve("r");
        assertThat(kept).exists();
        RepositoryFolder.clean(followed.storage(), List.of(), Instant.now().plus(Duration.ofHours(23)));
        assertThat(kept).exists();
        RepositoryFolder.clean(followed.storage(), List.of(), Instant.now().plus(Duration.ofHours(25)));
        assertThat(kept).doesNotExist();
        assertThat(foreign).exists();
    }
}
