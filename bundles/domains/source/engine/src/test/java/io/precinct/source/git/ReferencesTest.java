package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.History.Name;
import io.precinct.source.api.PageRequest;
import io.precinct.source.git.RepositoryTracker.State;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.testing.FollowedRepositories;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Branches and tags that come, go and make room for each other at the remote. */
class ReferencesTest extends OriginFixture {
    /** How the clone keeps its branches and tags when those of the remote change. */
    private enum Kept {
        /** As the first fetch wrote them. */
        AS_FETCHED,
        /** All in one file. */
        PACKED,
        /** Each in a file of its own. */
        LOOSE,
        /** One half so, the other half so. */
        MIXED
    }

    private RepositorySettings settings() {
        return FollowedRepositories.manual("r", origin.folder().toString());
    }

    private RepositoryTracker ready() {
        RepositoryTracker tracker = followed.settled(settings());
        assertThat(tracker.condition().state()).as("%s", tracker.condition()).isEqualTo(State.READY);
        return tracker;
    }

    private Path cloned() throws IOException {
        try (Stream<Path> children = Files.list(followed.storage().resolve("r"))) {
            return children.filter(child -> child.getFileName().toString().startsWith("clone-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void keep(Kept kept) throws Exception {
        try (Repository repository =
                new FileRepositoryBuilder().setGitDir(cloned().toFile()).build()) {
            if (kept != Kept.AS_FETCHED) {
                try (var git = new Git(repository)) {
                    git.gc().setExpire(Instant.EPOCH).call();
                }
            }
            var refs = repository.getRefDatabase().getRefs();
            for (int i = 0; i < refs.size() && kept.ordinal() >= Kept.LOOSE.ordinal(); i++) {
                if (kept == Kept.LOOSE || i % 2 == 0) {
                    // Git reads a file before the line of the same name among those that are packed.
                    Path file = cloned().resolve(refs.get(i).getName());
                    if (!refs.get(i).isSymbolic()) {
                        Files.createDirectories(file.getParent());
                        Files.writeString(file, refs.get(i).getObjectId().name() + "\n");
                    }
                }
            }
        }
    }

    private static List<String> names(RepositoryTracker tracker) {
        var history = tracker.snapshot(null).commit().history(FollowedRepositories.LIMITS);
        return Stream.concat(
                        history.branches(PageRequest.first(100)).items().stream()
                                .map(Name::name)
                                .map(name -> "heads/" + name),
                        history.tags(PageRequest.first(100)).items().stream()
                                .map(Name::name)
                                .map(name -> "tags/" + name))
                .toList();
    }

    private static String text(RepositoryTracker tracker, String ref) {
        CommitTree commit = tracker.snapshot(ref).commit();
        return new String(
                commit.read(Objects.requireNonNull(commit.find("a.txt")).blob()), StandardCharsets.UTF_8);
    }

    private static void assertFetched(RepositoryTracker tracker) throws InterruptedException {
        assertThat(FollowedRepositories.refreshed(tracker).error()).isNull();
        assertThat(tracker.condition().state()).isEqualTo(State.READY);
    }

    @ParameterizedTest
    @EnumSource(Kept.class)
    void aFolderOfBranchesBecomesABranchAndTheOtherWayRound(Kept kept) throws Exception {
        origin.branch("feature/foo")
                .branch("a/b/c")
                .branch("topic")
                .branch("deep")
                .branch("same")
                .branch("main");
        RepositoryTracker tracker = ready();
        keep(kept);
        String served = Objects.requireNonNull(tracker.condition().commit());
        for (String gone : List.of("feature/foo", "a/b/c", "topic", "deep")) {
            origin.delete(Constants.R_HEADS + gone);
        }
        origin.branch("feature").with("a.txt", "feature\n").commit();
        origin.branch("a/b").with("a.txt", "shallower\n").commit();
        origin.branch("topic/one")
                .branch("deep/er/still")
                .with("a.txt", "deeper\n")
                .commit();
        assertFetched(tracker);
        assertThat(names(tracker))
                .containsExactly(
                        "heads/a/b",
                        "heads/deep/er/still",
                        "heads/feature",
                        "heads/main",
                        "heads/same",
                        "heads/topic/one");
        assertThat(text(tracker, "feature")).isEqualTo("feature\n");
        assertThat(text(tracker, "a/b")).isEqualTo("shallower\n");
        assertThat(text(tracker, "deep/er/still")).isEqualTo("deeper\n");
        assertThat(text(tracker, served)).isEqualTo("one\n");

        keep(kept);
        origin.delete(Constants.R_HEADS + "feature");
        origin.branch("feature/foo").with("a.txt", "and back\n").commit();
        assertFetched(tracker);
        assertThat(text(tracker, "feature/foo")).isEqualTo("and back\n");
    }

    @ParameterizedTest
    @EnumSource(Kept.class)
    void tagsMakeRoomForEachOtherToo(Kept kept) throws Exception {
        origin.tag("v1/rc").tag("v2").tag("moved").tag("v3/a/b");
        RepositoryTracker tracker = ready();
        keep(kept);
        for (String gone : List.of("v1/rc", "v2", "v3/a/b")) {
            origin.delete(Constants.R_TAGS + gone);
        }
        origin.with("a.txt", "later\n").commit();
        origin.tag("v1").tag("v2/rc").tag("moved").tag("v3/a");
        assertFetched(tracker);
        assertThat(names(tracker)).containsExactly("heads/main", "tags/moved", "tags/v1", "tags/v2/rc", "tags/v3/a");
        assertThat(text(tracker, "v1")).isEqualTo("later\n");
        assertThat(text(tracker, "moved")).isEqualTo("later\n");
    }

    @ParameterizedTest
    @CsvSource({"Topic, topic", "topic/One, Topic/one", "Topic/one, topic"})
    void aNameMayChangeItsCaseOnly(String before, String after) throws Exception {
        origin.branch(before).tag(before).branch("main");
        RepositoryTracker tracker = ready();
        origin.delete(Constants.R_HEADS + before);
        origin.delete(Constants.R_TAGS + before);
        origin.branch(after).with("a.txt", "other\n").commit();
        origin.tag(after);
        assertFetched(tracker);
        assertThat(names(tracker)).containsExactlyInAnyOrder("heads/main", "heads/" + after, "tags/" + after);
        assertThat(text(tracker, "refs/heads/" + after)).isEqualTo("other\n");
    }

    @Test
    void theFollowedBranchItselfMayBecomeAFolder() throws Exception {
        RepositoryTracker tracker = ready();
        origin.delete(Constants.R_HEADS + "main");
        origin.branch("main/line").with("a.txt", "moved\n").commit();
        origin.repository().updateRef(Constants.HEAD).link(Constants.R_HEADS + "main/line");
        assertFetched(tracker);
        assertThat(tracker.condition().ref()).isEqualTo("main/line");
        assertThat(text(tracker, "main/line")).isEqualTo("moved\n");
        origin.delete(Constants.R_HEADS + "main/line");
        origin.branch("main").with("a.txt", "back\n").commit();
        origin.repository().updateRef(Constants.HEAD).link(Constants.R_HEADS + "main");
        assertFetched(tracker);
        assertThat(tracker.condition().ref()).isEqualTo("main");
    }

    @Test
    void onlyNamedBranchesMakeRoomAsAllDo() throws Exception {
        origin.branch("release/1/2").branch("other/x").branch("main");
        RepositorySettings some = settings().withBranches(List.of("release*", "release/**"));
        RepositoryTracker tracker = followed.settled(some);
        assertThat(names(tracker)).containsExactly("heads/main", "heads/release/1/2");
        origin.delete(Constants.R_HEADS + "release/1/2");
        origin.branch("release/1").with("a.txt", "released\n").commit();
        assertFetched(tracker);
        assertThat(names(tracker)).containsExactly("heads/main", "heads/release/1");
    }

    @Test
    void aBranchThatStandsWhereAFolderHasToBeIsNoObstacle() throws Exception {
        origin.branch("x/y").branch("main");
        RepositoryTracker tracker = ready();
        keep(Kept.PACKED);
        // Half of a change that a killed process left: the branch x is a file, and x/y is packed.
        String id = Objects.requireNonNull(tracker.condition().commit());
        Files.deleteIfExists(cloned().resolve("refs/heads/x"));
        Files.writeString(cloned().resolve("refs/heads/x"), id + "\n");
        origin.delete(Constants.R_HEADS + "x/y");
        origin.branch("x").with("a.txt", "file\n").commit();
        origin.branch("z").commit();
        assertFetched(tracker);
        assertThat(names(tracker)).containsExactly("heads/main", "heads/x", "heads/z");
        assertThat(text(tracker, "x")).isEqualTo("file\n");
    }
}
