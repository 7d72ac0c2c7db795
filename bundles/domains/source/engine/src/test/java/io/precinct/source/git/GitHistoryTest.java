package io.precinct.source.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.precinct.source.api.FileEntry;
import io.precinct.source.api.History;
import io.precinct.source.api.History.FileChange;
import io.precinct.source.api.History.Hunk;
import io.precinct.source.api.History.Name;
import io.precinct.source.api.History.Person;
import io.precinct.source.api.History.Revision;
import io.precinct.source.api.History.Run;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SourceLimits;
import io.precinct.source.api.View;
import io.precinct.source.settings.Credentials;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.testing.FollowedRepositories;
import io.precinct.source.testing.GitFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class GitHistoryTest {
    private static final SourceLimits NO_TIME = new SourceLimits(1 << 20, 100_000, 1000, Duration.ZERO);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private GitFolder origin;

    @SuppressWarnings("NullAway.Init")
    private FollowedRepositories followed;

    @BeforeEach
    void anOrigin() {
        origin = new GitFolder(folder.resolve("origin"));
        followed = new FollowedRepositories(folder.resolve("data"));
    }

    @AfterEach
    void close() throws InterruptedException {
        followed.close();
    }

    private RepositoryTracker clone(@Nullable String ref, int depth) {
        return followed.settled(new RepositorySettings(
                "r",
                "file://" + origin.folder(),
                Credentials.NONE,
                Duration.ZERO,
                List.of(),
                ref,
                depth,
                0,
                FollowedRepositories.TIMEOUT,
                null));
    }

    private History history() {
        return clone(null, 0).snapshot(null).commit().history(FollowedRepositories.LIMITS);
    }

    private static PageRequest window(int limit, @Nullable String after) {
        return new PageRequest(limit, after, 3, PositionEncoding.UTF_8);
    }

    private static <T> List<T> all(int limit, Function<PageRequest, ResultPage<T>> list) {
        var all = new ArrayList<T>();
        String after = null;
        do {
            ResultPage<T> page = list.apply(window(limit, after));
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            assertThat(page.truncated()).isNull();
            all.addAll(page.items());
            after = page.next();
        } while (after != null);
        return all;
    }

    private static List<String> ids(History history, @Nullable String path, int limit) {
        return all(limit, window -> history.commits(path, window)).stream()
                .map(Revision::id)
                .toList();
    }

    private static void assertFault(int status, String code, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(SourceFault.class, fault -> {
            assertThat(fault.code()).isEqualTo(code);
            assertThat(fault.status()).isEqualTo(status);
        });
    }

    @Test
    void aSummaryIsTheSubjectThatGitShows() {
        for (String message : List.of(
                "One",
                "Behind  \n\nBody",
                "\n \t\n  Indented\n\nBody",
                "Two\nlines \n  of it\n \nBody",
                "Windows\r\nlines\r\n\r\nBody\r\n",
                "\n\n",
                " ",
                "")) {
            origin.write("a.txt", message + "\n").git("add", "-A");
            origin.git("commit", "-q", "--allow-empty", "--allow-empty-message", "--cleanup=verbatim", "-m", message);
        }
        List<String> subjects = origin.git("log", "--format=%s|");
        assertThat(all(100, window -> history().commits(null, window)))
                .extracting(commit -> commit.summary() + "|")
                .hasSize(8)
                .containsExactlyElementsOf(subjects);
    }

    @Test
    void peopleAreCalledAsTheMailmapOfTheCommitCallsThem() {
        String first = origin.write("a.txt", "one\n").commit("Begin");
        origin.write(".mailmap", "Ada Lovelace <ada@lab.org> <ada@example.org>\nHopper <Grace@Example.org>\n")
                .commit("Name");
        origin.write("a.txt", "one\ntwo\n").commit("Go on");
        History history = history();
        assertThat(all(1, window -> history.commits("a.txt", window)))
                .allSatisfy(commit -> {
                    assertThat(commit.author())
                            .extracting(Person::name, Person::email)
                            .containsExactly("Ada Lovelace", "ada@lab.org");
                    assertThat(commit.committer())
                            .extracting(Person::name, Person::email)
                            .containsExactly("Hopper", "grace@example.org");
                })
                .hasSize(2);
        assertThat(history.blame(file("a.txt"), 1, 2).items())
                .extracting(run -> run.commit().author().name())
                .containsExactly("Ada Lovelace", "Ada Lovelace");
        assertThat(clone(null, 0)
                        .snapshot(first)
                        .commit()
                        .history(FollowedRepositories.LIMITS)
                        .commits(null, window(9, null))
                        .items())
                .as("an earlier commit has no such file")
                .extracting(commit -> commit.author().name())
                .containsExactly("Ada");
    }

    @Test
    void aCommitSaysWhoMadeItAndWhy() {
        String first = origin.write("a.txt", "one\n").commit("Begin");
        String second = origin.write("a.txt", "two\n").commit("Go on\nat length\n\nBecause.");
        List<Revision> commits = history().commits(null, PageRequest.first(10)).items();
        assertThat(commits).extracting(Revision::id).containsExactly(second, first);
        assertThat(commits.getLast().parents()).isEmpty();
        assertThat(commits.getFirst())
                .isEqualTo(new Revision(
                        second,
                        List.of(first),
                        new Person("Ada", "ada@example.org", Instant.ofEpochSecond(1_000_000_120)),
                        new Person("Grace", "grace@example.org", Instant.ofEpochSecond(1_000_000_120)),
                        "Go on at length",
                        "Go on\nat length\n\nBecause.\n",
                        null));
    }

    /** Three branches that are merged one after the other. */
    private void branchedHistory() {
        origin.write("a.txt", "0\n").write("dir/b.txt", "0\n").commit("root");
        for (int i = 1; i <= 6; i++) {
            origin.git("checkout", "-q", "-b", "side" + i);
            origin.write("dir/s" + i + ".txt", i + "\n").commit("side " + i);
            origin.write("dir/s" + i + ".txt", i + "+\n").commit("more of side " + i);
            origin.git("checkout", "-q", "main");
            origin.write("a.txt", i + "\n").commit("main " + i);
            if (i % 2 == 0) {
                origin.git("merge", "-q", "--no-ff", "-m", "merge " + i, "side" + i, "side" + (i - 1));
            }
        }
    }

    @Test
    void commitsComeInTheOrderOfGitWhateverThePages() {
        branchedHistory();
        List<String> expected = origin.git("log", "--format=%H");
        History history = history();
        for (int limit = 1; limit < expected.size() + 2; limit++) {
            assertThat(ids(history, null, limit)).as("%d a page", limit).isEqualTo(expected);
        }
    }

    @Test
    void noCommitIsTwiceInPagesWhereClocksWereWrong() {
        origin.write("a.txt", "0\n").commit("root", 1_000_000_000);
        origin.git("checkout", "-q", "-b", "side");
        origin.commit("side 1", 900_000_000);
        origin.commit("side 2", 2_000_000_000);
        origin.git("checkout", "-q", "main");
        for (int i = 0; i < 5; i++) {
            origin.write("a.txt", "at once " + i).commit("main " + i, 1_000_000_000);
        }
        origin.git("merge", "-q", "--no-ff", "-m", "merge", "side");
        List<String> expected = origin.git("log", "--format=%H");
        History history = history();
        for (int limit = 1; limit < expected.size() + 1; limit++) {
            assertThat(ids(history, null, limit)).as("%d a page", limit).isEqualTo(expected);
        }
    }

    @Test
    void aFileIsFollowedToTheNamesThatItHad() {
        String text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
        origin.write("a.txt", text).write("other.txt", "other\n").commit("first");
        origin.write("other.txt", "others\n").commit("of another file");
        origin.git("mv", "a.txt", "b.txt");
        origin.commit("move");
        origin.write("b.txt", text + "eight\n").commit("change");
        origin.git("mv", "b.txt", "c.txt");
        origin.write("c.txt", text + "eight\nnine\n").commit("move and change");
        History history = history();
        for (int limit = 1; limit < 6; limit++) {
            List<Revision> commits = all(limit, window -> history.commits("c.txt", window));
            assertThat(commits)
                    .extracting(Revision::summary)
                    .containsExactly("move and change", "change", "move", "first");
            assertThat(commits).extracting(Revision::path).containsExactly("c.txt", "b.txt", "b.txt", "a.txt");
        }
        assertThat(ids(history, "c.txt", 10)).isEqualTo(origin.git("log", "--follow", "--format=%H", "c.txt"));
    }

    private static String text(String word, int lines) {
        return IntStream.range(0, lines).mapToObj(i -> word + " " + i + "\n").collect(Collectors.joining());
    }

    @Test
    void aFileIsFollowedToTheFilesOfWhichItIsACopy() {
        origin.write("licence", text("free", 20))
                .write("b/licence", text("free", 20))
                .write("a/other", text("free", 20))
                .commit("originals");
        origin.write("code.txt", text("code", 40)).commit("code");
        origin.write("more.txt", text("code", 40) + text("more", 25)).commit("more code");
        origin.write("c/licence", text("free", 20)).commit("same content under the same name");
        origin.write("d/renamed", text("free", 20)).commit("same content under another name");
        origin.write("alike.txt", text("code", 40) + text("alike", 2)).commit("similar to two");
        origin.write("half.txt", text("code", 12) + text("half", 30)).commit("less than half of it is similar");
        origin.write("empty", "").commit("empty");
        origin.write("void", "").commit("empty as well");
        origin.write("alike.txt", text("code", 39) + text("alike", 3)).commit("changed");
        History history = history();
        for (String path : List.of("c/licence", "d/renamed", "alike.txt", "more.txt", "half.txt", "void")) {
            assertThat(ids(history, path, 1)).as(path).isEqualTo(origin.git("log", "--follow", "--format=%H", path));
        }
        assertThat(ids(history, "alike.txt", 10)).hasSize(3);
        assertThat(all(10, window -> history.commits("alike.txt", window))
                        .getLast()
                        .path())
                .isEqualTo("code.txt");
    }

    @Test
    void theCommitsOfAFolderAreThoseThatChangeSomethingInIt() {
        branchedHistory();
        History history = history();
        assertThat(ids(history, "dir", 3))
                .isEqualTo(origin.git("log", "--no-merges", "--full-history", "--format=%H", "dir"));
        assertThat(history.commits("dir", PageRequest.first(1))
                        .items()
                        .getFirst()
                        .path())
                .isNull();
        assertFault(404, "unknown_path", () -> history.commits("nowhere", PageRequest.first(1)));
        assertFault(400, "path_escape", () -> history.commits("../a", PageRequest.first(1)));
    }

    @Test
    void whatIsNoCursorOfTheListIsRefused() {
        branchedHistory();
        History history = history();
        String none = "0".repeat(39) + "1";
        String known = origin.head();
        for (String key :
                List.of("x", none + " 0 ", known + " 99999999999 ", known + " 0 " + none, known + " 0  a.txt")) {
            assertFault(400, "bad_cursor", () -> history.commits(null, window(1, key)));
        }
        assertFault(400, "bad_cursor", () -> history.commits("a.txt", window(1, known + " 0 ")));
    }

    @Test
    void aShallowCloneSaysThatItsHistoryIsCut() {
        origin.write("a.txt", "0\n").commit("first");
        String second = origin.write("a.txt", "1\n").commit("second");
        String third = origin.write("a.txt", "2\n").commit("third");
        ResultPage<Revision> page = clone(null, 2)
                .snapshot(null)
                .commit()
                .history(FollowedRepositories.LIMITS)
                .commits(null, PageRequest.first(10));
        assertThat(page.items()).extracting(Revision::id).containsExactly(third, second);
        assertThat(page.truncated()).isEqualTo("shallow");
        assertThat(page.next()).isNull();
    }

    @Test
    void whatTakesTooLongEndsAndDamagesNothing() {
        branchedHistory();
        CommitTree commit = clone(null, 0).snapshot(null).commit();
        assertFault(504, "history_timeout", () -> commit.history(NO_TIME).commits(null, PageRequest.first(1)));
        Thread.currentThread().interrupt();
        try {
            assertFault(
                    504,
                    "history_timeout",
                    () -> commit.history(FollowedRepositories.LIMITS).commits("a.txt", PageRequest.first(1)));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(ids(commit.history(FollowedRepositories.LIMITS), null, 5))
                .isEqualTo(origin.git("log", "--format=%H"));
    }

    @Test
    void branchesAreListedByNameAndTagsTheNewestFirst() {
        String first = origin.write("a.txt", "0\n").commit("first");
        origin.git("tag", "v1");
        origin.git("tag", "-a", "-m", "annotated", "v1.1");
        origin.git("tag", "of-a-file", "HEAD:a.txt");
        origin.git("branch", "feature/x");
        String second = origin.write("a.txt", "1\n").commit("second");
        origin.git("tag", "v2");
        origin.git("tag", "a2");
        origin.git("tag", "-a", "-m", "annotated later", "v1.2", first);
        Instant then = Instant.ofEpochSecond(1_000_000_060);
        Instant now = Instant.ofEpochSecond(1_000_000_120);
        var tags = new ArrayList<>(
                origin.git("for-each-ref", "--sort=-creatordate", "--format=%(refname:short)", "refs/tags"));
        tags.remove("of-a-file");
        History history = history();
        for (int limit = 1; limit < 7; limit++) {
            assertThat(all(limit, history::branches))
                    .containsExactly(new Name("feature/x", first, then, false), new Name("main", second, now, true));
            assertThat(all(limit, history::tags)).extracting(Name::name).isEqualTo(tags);
        }
        assertThat(history.tags(PageRequest.first(10)).items())
                .contains(
                        new Name("v1", first, then, false),
                        new Name("v1.2", first, now, false),
                        new Name("v2", second, now, false));
        assertFault(400, "bad_cursor", () -> history.tags(window(1, "v1")));
    }

    @Test
    void aTimeBeyondAllCalendarsHidesNoTag() {
        String first = origin.write("a.txt", "0\n").commit("first");
        origin.write(
                "tag",
                "object " + first + "\ntype commit\ntag far\ntagger A <a@b> 9223372036854775807 +0000\n\nFar.\n");
        String tag = origin.git("hash-object", "-t", "tag", "-w", "--literally", "tag")
                .getFirst();
        origin.git("update-ref", "refs/tags/far", tag);
        assertThat(history().tags(PageRequest.first(10)).items())
                .containsExactly(new Name("far", first, Instant.ofEpochSecond(1_000_000_060), false));
    }

    @Test
    void aTagMayBeWhatIsFollowed() {
        String first = origin.write("a.txt", "0\n").commit("first");
        origin.git("tag", "v1");
        String second = origin.write("a.txt", "1\n").commit("second");
        History history = clone("v1", 0).snapshot(null).commit().history(FollowedRepositories.LIMITS);
        assertThat(history.tags(PageRequest.first(10)).items())
                .containsExactly(new Name("v1", first, Instant.ofEpochSecond(1_000_000_060), true));
        assertThat(history.branches(PageRequest.first(10)).items())
                .containsExactly(new Name("main", second, Instant.ofEpochSecond(1_000_000_120), false));
    }

    private static FileEntry file(String path) {
        return new FileEntry(path, "file", "100644", 1, null, null, null, null, null);
    }

    /** Each line as {@code COMMIT ORIGINAL-LINE LINE PATH}. */
    private static List<String> lines(ResultPage<Run> blame) {
        var lines = new ArrayList<String>();
        for (Run run : blame.items()) {
            for (int line = run.from(); line <= run.to(); line++) {
                lines.add(run.commit().id() + " " + (run.originalFrom() + line - run.from()) + " " + line + " "
                        + run.path());
            }
        }
        return lines;
    }

    /** The same from git. */
    private List<String> blamed(String path, String... options) {
        var lines = new ArrayList<String>();
        String begin = "";
        var command = new ArrayList<>(List.of("blame", "--line-porcelain"));
        command.addAll(List.of(options));
        command.add(path);
        for (String line : origin.git(command.toArray(String[]::new))) {
            if (line.matches("[0-9a-f]{40} .*")) {
                String[] parts = line.split(" ");
                begin = parts[0] + " " + parts[1] + " " + parts[2] + " ";
            } else if (line.startsWith("filename ")) {
                lines.add(begin + line.substring("filename ".length()));
            }
        }
        return lines;
    }

    private List<String> writtenOverTime(boolean moved) {
        var lines = new ArrayList<String>();
        for (int i = 0; i < 20; i++) {
            lines.add("line " + i);
        }
        origin.write("a.txt", String.join("\n", lines) + "\n").commit("first");
        var random = new Random(7);
        for (int i = 0; i < 12; i++) {
            lines.set(random.nextInt(lines.size()), "changed " + i);
            lines.add(random.nextInt(lines.size()), "added " + i);
            lines.remove(random.nextInt(lines.size()));
            origin.write("a.txt", String.join("\n", lines)).commit("change " + i);
            if (moved && i == 5) {
                origin.git("mv", "a.txt", "b.txt");
                origin.commit("there");
                origin.git("mv", "b.txt", "a.txt");
                origin.commit("and back");
            }
        }
        if (moved) {
            origin.git("mv", "a.txt", "c.txt");
            origin.commit("moved");
        }
        return lines;
    }

    @Test
    void linesComeFromTheCommitsThatGitNames() {
        List<String> lines = writtenOverTime(true);
        History history = history();
        assertThat(lines(history.blame(file("c.txt"), 1, Integer.MAX_VALUE)))
                .isEqualTo(blamed("c.txt"))
                .hasSize(lines.size());
        assertThat(lines(history.blame(file("c.txt"), 3, 5)))
                .isEqualTo(blamed("c.txt").subList(2, 5));
        ResultPage<Run> last = history.blame(file("c.txt"), lines.size(), lines.size() + 10);
        assertThat(lines(last)).hasSize(1);
        assertThat(last.items().getFirst().commit().author())
                .isNotNull()
                .extracting(Person::name)
                .isEqualTo("Ada");
        assertFault(416, "range_not_satisfiable", () -> history.blame(file("c.txt"), lines.size() + 1, 100));
    }

    @Test
    void anEmptyFileHasNoLinesThatSomebodyWrote() {
        origin.write("a.txt", "").commit("first");
        History history = history();
        assertThat(history.blame(file("a.txt"), 1, Integer.MAX_VALUE).items()).isEmpty();
        assertFault(416, "range_not_satisfiable", () -> history.blame(file("a.txt"), 2, 3));
    }

    @Test
    void linesFromBehindTheEndOfAShallowCloneSaySo() {
        origin.write("a.txt", "1\n2\n").commit("first");
        String second = origin.write("a.txt", "1\n2\n3\n").commit("second");
        origin.write("a.txt", "1\n2\n3\n4\n").commit("third");
        History history = clone(null, 2).snapshot(null).commit().history(FollowedRepositories.LIMITS);
        ResultPage<Run> blame = history.blame(file("a.txt"), 1, 4);
        assertThat(blame.truncated()).isEqualTo("shallow");
        assertThat(blame.items().getFirst().commit().id()).isEqualTo(second);
        assertThat(history.blame(file("a.txt"), 4, 4).truncated()).isNull();
    }

    @Test
    void blamePassesOverTheCommitsThatTheRepositoryWantsToBeIgnored() {
        List<String> lines = writtenOverTime(true);
        origin.write("c.txt", lines.stream().map(line -> "    " + line + "\n").collect(Collectors.joining()));
        String formatted = origin.commit("Format");
        lines.set(3, "new");
        origin.write("c.txt", lines.stream().map(line -> "    " + line + "\n").collect(Collectors.joining()));
        origin.commit("Change");
        assertThat(blamed("c.txt")).anyMatch(line -> line.startsWith(formatted));
        origin.write(".git-blame-ignore-revs", "# Formatted\n" + formatted + " # all\n\nnothing\n");
        origin.commit("Ignore");

        List<String> found = lines(history().blame(file("c.txt"), 1, Integer.MAX_VALUE));

        assertThat(found).noneMatch(line -> line.startsWith(formatted));
        origin.write("ignored", formatted + "\n");
        assertThat(found).isEqualTo(blamed("c.txt", "--ignore-revs-file=ignored"));
    }

    @Test
    void blameEndsInTimeAndDamagesNothing() {
        writtenOverTime(true);
        CommitTree commit = clone(null, 0).snapshot(null).commit();
        assertFault(504, "blame_timeout", () -> commit.history(NO_TIME).blame(file("c.txt"), 1, 10));
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> commit.history(FollowedRepositories.LIMITS).blame(file("c.txt"), 1, 10))
                    .isInstanceOf(SourceFault.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(lines(commit.history(FollowedRepositories.LIMITS).blame(file("c.txt"), 1, Integer.MAX_VALUE)))
                .isEqualTo(blamed("c.txt"));
    }

    /** The hunks as git writes them. */
    private static List<String> patch(FileChange change) {
        var lines = new ArrayList<String>();
        for (Hunk hunk : change.hunks()) {
            lines.add("@@ -" + range(hunk.oldFrom(), hunk.oldLines()) + " +" + range(hunk.newFrom(), hunk.newLines())
                    + " @@");
            lines.addAll(hunk.lines());
        }
        return lines;
    }

    private static String range(int from, int lines) {
        return lines == 1 ? "" + from : from + "," + lines;
    }

    /** The hunks of one file from git. */
    private List<String> patch(String from, String to) {
        List<String> lines = origin.git("diff", "-M", from, to);
        int begin = 0;
        while (begin < lines.size() && !lines.get(begin).startsWith("@@")) {
            begin++;
        }
        return lines.subList(begin, lines.size()).stream()
                .map(line -> line.replaceFirst("^(@@ .* @@).*", "$1"))
                .toList();
    }

    @Test
    void hunksAreThoseOfGit() {
        String first = origin.write("other.txt", "0\n").commit("before all");
        writtenOverTime(false);
        List<String> commits = origin.git("log", "--format=%H", "a.txt");
        History history = history();
        for (String commit : commits) {
            List<FileChange> changes =
                    history.diff(commit, null, PageRequest.first(10)).items();
            assertThat(changes.stream()
                            .flatMap(change -> patch(change).stream())
                            .toList())
                    .as("since %s", commit)
                    .isEqualTo(patch(commit, "HEAD"));
        }
        FileChange added =
                history.diff(first, "a.txt", PageRequest.first(10)).items().getFirst();
        assertThat(added.oldPath()).isNull();
        assertThat(added.hunks().getFirst().oldLines()).isZero();
    }

    @Test
    void aFileThatTheCommitDeclaresBinaryIsNotCompared() {
        String first = origin.write("a.dat", "one\n").write("b.txt", "one\n").commit("first");
        origin.write(".gitattributes", "*.dat binary\n")
                .write("a.dat", "two\n")
                .write("b.txt", "two\n")
                .commit("second");
        assertThat(origin.git("diff", "--numstat", first, "HEAD", "--", "a.dat", "b.txt"))
                .containsExactly("-\t-\ta.dat", "1\t1\tb.txt");
        assertThat(history().diff(first, null, PageRequest.first(9)).items())
                .extracting(FileChange::path, FileChange::skipped)
                .containsExactly(tuple(".gitattributes", null), tuple("a.dat", "binary"), tuple("b.txt", null));
    }

    @Test
    void aDiffSaysWhatBecameOfEachFile() {
        String text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
        String first = origin.write("a.txt", text)
                .write("gone.txt", "nothing of the others\n")
                .write("binary", "\0one")
                .write("large.txt", "x".repeat(2 << 20))
                .write("dir/same.txt", "same\n")
                .write("dir/b.txt", "b\n")
                .commit("first");
        origin.git("mv", "a.txt", "moved.txt");
        origin.git("rm", "-q", "gone.txt");
        String second = origin.write("moved.txt", text + "eight\n")
                .write("binary", "\0two")
                .write("large.txt", "y".repeat(2 << 20))
                .write("dir/b.txt", "b\nb\n")
                .write("new.txt", "quite another text that is in no file so far\n")
                .commit("second");
        History history = history();
        for (int limit = 1; limit < 8; limit++) {
            List<FileChange> changes = all(limit, window -> history.diff(first, null, window));
            assertThat(changes.stream()
                            .map(change -> change.status() + " " + change.oldPath() + " " + change.path() + " "
                                    + change.skipped()))
                    .containsExactly(
                            "changed binary binary binary",
                            "changed dir/b.txt dir/b.txt null",
                            "removed gone.txt null null",
                            "changed large.txt large.txt too_large",
                            "moved a.txt moved.txt null",
                            "added null new.txt null");
        }
        assertThat(history.diff(first, "dir", PageRequest.first(9)).items())
                .extracting(FileChange::path)
                .containsExactly("dir/b.txt");
        assertThat(history.diff(first, "a.txt", PageRequest.first(9)).items())
                .extracting(FileChange::path)
                .containsExactly("moved.txt");
        assertThat(history.diff(second, null, PageRequest.first(9)).items()).isEmpty();
        assertThat(history.diff(View.NO_COMMIT, null, PageRequest.first(9)).items())
                .hasSize(6)
                .extracting(FileChange::status)
                .containsOnly("added");
        assertFault(400, "bad_cursor", () -> history.diff(first, null, window(1, "x")));
        assertFault(400, "bad_cursor", () -> history.diff(first, null, window(1, first + " ADD none")));
        assertFault(400, "bad_cursor", () -> history.diff(first, null, window(1, "0".repeat(39) + "1 ADD a.txt")));
        assertFault(400, "path_escape", () -> history.diff(first, "../a", PageRequest.first(9)));
        assertFault(
                504,
                "diff_timeout",
                () -> clone(null, 0).snapshot(null).commit().history(NO_TIME).diff(first, null, PageRequest.first(9)));
    }
}
