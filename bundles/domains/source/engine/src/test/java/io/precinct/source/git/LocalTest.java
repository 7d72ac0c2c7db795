package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.api.FileEntry;
import io.precinct.source.api.History;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ResultPage;
import io.precinct.source.git.RepositoryTracker.State;
import io.precinct.source.settings.Credentials;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.testing.FollowedRepositories;
import io.precinct.source.testing.GitDaemon;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.jgit.util.FileUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Repositories that are paths of this machine, with what people have in them. */
class LocalTest extends OriginFixture {
    private RepositoryTracker settled() {
        return followed.settled(FollowedRepositories.manual("r", origin.folder().toString()));
    }

    private void configure(String text) throws Exception {
        Files.writeString(origin.folder().resolve("config"), text, StandardOpenOption.APPEND);
    }

    @ParameterizedTest
    @CsvSource({"core, bigFileThreshold", "pack, deltaCacheLimit", "pack, depth"})
    void howPacksAreWrittenMayBeSaidInValuesThatOnlyGitTakes(String section, String key) throws Exception {
        configure("[" + section + "]\n\t" + key + " = 2g\n");
        RepositoryTracker tracker = settled();
        assertThat(tracker.condition().lastError()).isNull();
        String moved = origin.with("a.txt", "two\n").commit();
        assertThat(Objects.requireNonNull(
                                FollowedRepositories.refreshed(tracker).change())
                        .to())
                .isEqualTo(moved);
    }

    @ParameterizedTest
    @CsvSource({"core, bare", "transfer, fsckObjects"})
    void aValueThatCannotBeUsedIsToldWithItsKeyAndFile(String section, String key) throws Exception {
        Path config = origin.folder().resolve("config");
        String before = Files.readString(config);
        configure("[" + section + "]\n\t" + key + " = 2\n");
        RepositoryTracker tracker = settled();
        assertThat(tracker.condition().state()).isEqualTo(State.FAILED);
        assertThat(tracker.condition().lastError())
                .containsIgnoringCase(config + " has a value that cannot be used")
                .containsIgnoringCase(section + "." + key + "=2");
        Files.writeString(config, before);
        assertThat(FollowedRepositories.refreshed(tracker).error()).isNull();
    }

    @Test
    void aConfigurationThatIsNoneIsToldWithItsFile() throws Exception {
        configure("[core\n");
        assertThat(settled().condition().lastError())
                .contains(origin.folder().resolve("config").toString());
    }

    @Test
    void whatIsMissingIsTold() throws Exception {
        String tip = Objects.requireNonNull(settled().condition().commit());
        Path object =
                origin.folder().resolve("objects").resolve(tip.substring(0, 2)).resolve(tip.substring(2));
        followed.close();
        followed = new FollowedRepositories(folder.resolve("elsewhere"));
        Files.delete(object);
        assertThat(settled().condition().lastError())
                .contains("the repository in " + origin.folder() + " cannot be read", tip);
    }

    // @req:source-odd-repositories
    @Test
    void aRepositoryOfLongIdsIsToldToBeNotSupported() throws Exception {
        Path other = Files.createDirectory(folder.resolve("sha256"));
        git(other, "init", "-q", "-b", "main", "--object-format=sha256");
        committed(other, "one");
        RepositoryTracker tracker = followed.settled(FollowedRepositories.manual("r", other.toString()));
        assertThat(tracker.condition().state()).isEqualTo(State.FAILED);
        assertThat(tracker.condition().lastError()).contains("by SHA-256", "not supported");
    }

    @Test
    void aPartialCloneThatLacksObjectsIsToldToBeOne() throws Exception {
        Path whole = Files.createDirectory(folder.resolve("whole"));
        git(whole, "init", "-q", "-b", "main");
        committed(whole, "one");
        git(whole, "config", "uploadpack.allowFilter", "true");
        git(folder, "clone", "-q", "--bare", "--filter=blob:none", "file://" + whole, "partial.git");
        RepositoryTracker tracker = followed.settled(
                FollowedRepositories.manual("r", folder.resolve("partial.git").toString()));
        assertThat(tracker.condition().state()).isEqualTo(State.FAILED);
        assertThat(tracker.condition().lastError()).contains("a partial clone", "name the repository that it was");

        git(folder, "clone", "-q", "--filter=blob:none", "file://" + whole, "checked-out");
        assertThat(followed.settled(FollowedRepositories.manual(
                                "whole", folder.resolve("checked-out").toString()))
                        .condition()
                        .lastError())
                .as("one that fetched all that is needed")
                .isNull();
    }

    @Test
    void aLinkedWorkTreeServesItsOwnHead() throws Exception {
        Path main = Files.createDirectory(folder.resolve("main"));
        git(main, "init", "-q", "-b", "main");
        String first = committed(main, "of main");
        Path linked = folder.resolve("linked");
        git(main, "worktree", "add", "-q", "-b", "topic", linked.toString());
        String second = committed(linked, "of topic");
        assertThat(linked.resolve(".git")).isRegularFile();

        RepositoryTracker tracker = followed.settled(FollowedRepositories.manual("r", linked.toString()));
        assertThat(tracker.condition().lastError()).isNull();
        assertThat(tracker.condition().ref()).isEqualTo("topic");
        assertThat(tracker.condition().commit()).isEqualTo(second);
        assertThat(tracker.snapshot("main").commit().id()).isEqualTo(first);

        String moved = committed(linked, "moved");
        assertThat(Objects.requireNonNull(
                                FollowedRepositories.refreshed(tracker).change())
                        .to())
                .isEqualTo(moved);
        git(linked, "checkout", "-q", "--detach", first);
        assertThat(FollowedRepositories.refreshed(tracker).error()).isNull();
        assertThat(tracker.condition().commit()).isEqualTo(first);
    }

    @Test
    void whatALinkedWorkTreeRefusesIsToldWithTheFileThatItShares() throws Exception {
        Path main = Files.createDirectory(folder.resolve("main"));
        git(main, "init", "-q", "-b", "main");
        committed(main, "of main");
        Path linked = folder.resolve("linked");
        git(main, "worktree", "add", "-q", "--detach", linked.toString());
        git(main, "config", "transfer.fsckObjects", "2");
        RepositoryTracker tracker = followed.settled(FollowedRepositories.manual("r", linked.toString()));
        assertThat(tracker.condition().lastError())
                .contains(main.resolve(".git").resolve("config") + " has a value");
    }

    @Test
    void aLinkedWorkTreeWhoseRepositoryIsGoneIsNone() throws Exception {
        Path lost = Files.createDirectory(folder.resolve("lost"));
        Files.writeString(lost.resolve(".git"), "gitdir: " + folder.resolve("gone") + "\n");
        assertThat(followed.settled(FollowedRepositories.manual("r", lost.toString()))
                        .condition()
                        .lastError())
                .contains("there is no git repository at " + lost);
    }

    /** A repository with a commit for each line of its only file; returns their ids, the latest first. */
    private List<String> lines(Path tree, int from, int to) throws Exception {
        for (int line = from; line <= to; line++) {
            Files.writeString(
                    tree.resolve("a.txt"),
                    IntStream.rangeClosed(1, line)
                            .mapToObj(each -> "line " + each + "\n")
                            .collect(Collectors.joining()));
            git(tree, "add", "-A");
            git(tree, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-m", "line " + line);
        }
        return git(tree, "log", "--format=%H").lines().toList();
    }

    private RepositoryTracker ready(String name, Path source) {
        RepositoryTracker tracker = followed.settled(FollowedRepositories.manual(name, source.toString()));
        assertThat(tracker.condition().lastError()).isNull();
        return tracker;
    }

    private static void assertHistory(RepositoryTracker tracker, List<String> commits, @Nullable String truncated) {
        CommitTree head = tracker.snapshot(null).commit();
        History history = head.history(FollowedRepositories.LIMITS);
        for (String path : new String[] {null, "a.txt"}) {
            ResultPage<History.Revision> page = history.commits(path, PageRequest.first(100));
            assertThat(page.items()).extracting(History.Revision::id).isEqualTo(commits);
            assertThat(page.truncated()).isEqualTo(truncated);
        }
        var file = new FileEntry("a.txt", "file", "100644", 1, null, null, null, null, null);
        ResultPage<History.Run> blame = history.blame(file, 1, Integer.MAX_VALUE);
        assertThat(blame.items()).extracting(run -> run.commit().id()).containsExactlyElementsOf(commits.reversed());
        assertThat(blame.truncated()).isEqualTo(truncated);
        assertThat(history.diff(commits.getLast(), null, PageRequest.first(10)).items())
                .hasSize(commits.size() == 1 ? 0 : 1);
    }

    // @req:source-odd-repositories
    @Test
    void aShallowCloneAnswersItsHistoryAsFarAsItGoesAndMoreOnceItIsDeepened() throws Exception {
        Path whole = Files.createDirectory(folder.resolve("whole"));
        git(whole, "init", "-q", "-b", "main");
        List<String> commits = lines(whole, 1, 6);
        git(folder, "clone", "-q", "--depth", "2", "file://" + whole, "shallow");
        Path shallow = folder.resolve("shallow");
        RepositoryTracker tracker = ready("r", shallow);
        assertHistory(tracker, commits.subList(0, 2), History.SHALLOW);
        Path clone = onlyClone();

        commits = lines(whole, 7, 8);
        git(shallow, "pull", "-q");
        assertThat(FollowedRepositories.refreshed(tracker).error()).isNull();
        assertHistory(tracker, commits.subList(0, 4), History.SHALLOW);

        git(shallow, "fetch", "-q", "--deepen", "2");
        assertThat(FollowedRepositories.refreshed(tracker).error()).isNull();
        assertHistory(tracker, commits.subList(0, 6), History.SHALLOW);

        git(shallow, "fetch", "-q", "--unshallow");
        assertThat(FollowedRepositories.refreshed(tracker).error()).isNull();
        assertHistory(tracker, commits, null);
        assertThat(onlyClone())
                .as("the same clone, which was never taken for damaged")
                .isEqualTo(clone);
    }

    private Path onlyClone() throws Exception {
        try (Stream<Path> children = Files.list(followed.storage().resolve("r"))) {
            List<Path> clones = children.filter(
                            child -> child.getFileName().toString().startsWith("clone-"))
                    .toList();
            assertThat(clones).hasSize(1);
            return clones.getFirst();
        }
    }

    @Test
    void aShallowCloneThatIsMadeAnewForEachBuildIsFollowed() throws Exception {
        Path whole = Files.createDirectory(folder.resolve("whole"));
        git(whole, "init", "-q", "-b", "main");
        lines(whole, 1, 4);
        git(folder, "clone", "-q", "--depth", "1", "file://" + whole, "build");
        Path build = folder.resolve("build");
        RepositoryTracker tracker = ready("r", build);
        String before = Objects.requireNonNull(tracker.condition().commit());

        List<String> commits = lines(whole, 5, 7);
        FileUtils.delete(build.toFile(), FileUtils.RECURSIVE);
        git(folder, "clone", "-q", "--depth", "1", "file://" + whole, "build");
        assertThat(FollowedRepositories.refreshed(tracker).error()).isNull();
        CommitTree head = tracker.snapshot(null).commit();
        ResultPage<History.Revision> page =
                head.history(FollowedRepositories.LIMITS).commits(null, PageRequest.first(10));
        assertThat(page.items()).extracting(History.Revision::id).containsExactly(commits.getFirst());
        assertThat(page.truncated()).isEqualTo(History.SHALLOW);
        assertThat(tracker.snapshot(before).commit().files()).hasSize(1);

        lines(whole, 8, 8);
        FileUtils.delete(build.toFile(), FileUtils.RECURSIVE);
        git(folder, "clone", "-q", "--depth", "1", "file://" + whole, "build");
        assertThat(FollowedRepositories.refreshed(tracker).error()).isNull();
        commits = git(whole, "log", "--format=%H").lines().toList();
        page = tracker.snapshot(null)
                .commit()
                .history(FollowedRepositories.LIMITS)
                .commits(null, PageRequest.first(10));
        assertThat(page.items())
                .as("the clone has more of the history than the source")
                .extracting(History.Revision::id)
                .containsExactlyElementsOf(commits.subList(0, 2));
        assertThat(page.truncated()).isEqualTo(History.SHALLOW);
    }

    @Test
    void aWorkTreeOfAShallowCloneAndADepthOfOnesOwnEndWhereTheHistoryIsCut() throws Exception {
        Path whole = Files.createDirectory(folder.resolve("whole"));
        git(whole, "init", "-q", "-b", "main");
        List<String> commits = lines(whole, 1, 6);
        git(folder, "clone", "-q", "--depth", "3", "file://" + whole, "shallow");
        git(
                folder.resolve("shallow"),
                "worktree",
                "add",
                "-q",
                "--detach",
                folder.resolve("linked").toString());
        assertHistory(ready("linked", folder.resolve("linked")), commits.subList(0, 3), History.SHALLOW);

        RepositorySettings all =
                FollowedRepositories.manual("deep", folder.resolve("shallow").toString());
        for (int depth : new int[] {2, 5}) {
            var limited = new RepositorySettings(
                    "depth" + depth,
                    all.url(),
                    all.credentials(),
                    all.refresh(),
                    List.of(),
                    null,
                    depth,
                    0,
                    all.timeout(),
                    null);
            RepositoryTracker tracker = followed.settled(limited);
            assertThat(tracker.condition().lastError()).isNull();
            assertHistory(tracker, commits.subList(0, Math.min(3, depth)), History.SHALLOW);
        }
    }

    @Test
    void aShallowRepositoryElsewhereAnswersItsHistoryAsFarAsItGoes() throws Exception {
        Path whole = Files.createDirectory(folder.resolve("whole"));
        git(whole, "init", "-q", "-b", "main");
        List<String> commits = lines(whole, 1, 5);
        git(folder, "clone", "-q", "--bare", "--depth", "3", "file://" + whole, "shallow.git");
        try (var daemon = new GitDaemon(folder)) {
            RepositoryTracker tracker =
                    followed.settled(FollowedRepositories.with(daemon.url("shallow.git"), Credentials.NONE));
            assertThat(tracker.condition().lastError()).isNull();
            assertHistory(tracker, commits.subList(0, 3), History.SHALLOW);
        }
    }

    /** Commits a file; returns the id. */
    private String committed(Path tree, String text) throws Exception {
        Files.writeString(tree.resolve("a.txt"), text);
        git(tree, "add", "-A");
        git(tree, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-m", text);
        return git(tree, "rev-parse", "HEAD");
    }

    /** Runs git itself: what it writes is to be read, whatever it looks like. */
    private String git(Path tree, String... arguments) throws Exception {
        Path out = folder.resolve("out");
        var command = new ArrayList<>(List.of("git", "-c", "commit.gpgsign=false"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command)
                .directory(tree.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        Process git = builder.start();
        assertThat(git.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(git.exitValue()).as("%s: %s", command, Files.readString(out)).isZero();
        return Files.readString(out).strip();
    }
}
