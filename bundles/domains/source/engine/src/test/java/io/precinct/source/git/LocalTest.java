package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.git.RepositoryTracker.State;
import io.precinct.source.testing.FollowedRepositories;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
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
