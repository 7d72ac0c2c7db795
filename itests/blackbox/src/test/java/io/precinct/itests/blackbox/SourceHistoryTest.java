package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.precinct.api.data.Data;
import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the packaged product and git report the same history of a repository. */
@Timeout(120)
class SourceHistoryTest {
    private static final int EDITS = 60;

    @RegisterExtension
    static final SharedService<Service> SHARED = SharedService.source();

    @TempDir
    private static Path folder;

    private static GitFolder grown;
    private static Service service;
    private static Http http;

    @BeforeAll
    static void serve() {
        grown = GitFolder.init(folder.resolve("grown"));
        grown.write("README.md", "# Notes\n").write("image.bin", new byte[] {0, 1, 2});
        grown.commit("Begin");
        var random = new Random(7);
        var lines = new ArrayList<String>();
        for (int i = 0; i < EDITS; i++) {
            edit(lines, i, random);
            grown.write(i < EDITS / 2 ? "src/list.txt" : "lists/list.txt", String.join("\n", lines) + "\n");
            if (i == EDITS / 2) {
                grown.git("rm", "-q", "src/list.txt");
            }
            grown.commit("Edit " + i);
            if (i == EDITS / 3) {
                grown.git("tag", "v1");
            }
        }
        grown.git("branch", "feature/x", "v1");
        grown.git("tag", "-a", "-m", "The second", "v2");
        service = SHARED.get();
        SharedService.serve(service, repository("grown"));
        http = service.http;
        service.awaitParsed("grown");
    }

    private static String repository(String name) {
        return name + ": {url: " + folder.resolve(name) + ", refresh: 0}";
    }

    /** Changes, removes or adds a line here and there. */
    private static void edit(List<String> lines, int edit, Random random) {
        for (int i = 0; i < 4; i++) {
            int at = random.nextInt(lines.size() + 1);
            if (at < lines.size() && random.nextInt(3) == 0) {
                lines.set(at, "line of edit " + edit + ", changed");
            } else if (at < lines.size() && random.nextInt(5) == 0) {
                lines.remove(at);
            } else {
                lines.add(at, "line " + i + " of edit " + edit);
            }
        }
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Map<String, Object>> list(Object items) {
        return (List<Map<String, Object>>) items;
    }

    private static Http.Answer get(String target) {
        Http.Answer answer = http.get(target);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    /** The items of all pages. */
    private static List<Map<String, Object>> all(String target) {
        var all = new ArrayList<Map<String, Object>>();
        String cursor = "";
        do {
            Map<String, Object> page = get(target + cursor).json();
            all.addAll(list(page.get("items")));
            Object next = page.get("next_cursor");
            cursor = next == null ? "" : (target.contains("?") ? "&" : "?") + "cursor=" + next;
        } while (!cursor.isEmpty());
        return all;
    }

    private static List<String> lines(String text) {
        return text.lines().toList();
    }

    @Test
    void commitsAreThoseOfGitAndFollowAFileToItsFormerName() {
        assertThat(all("/repos/grown/commits?limit=7"))
                .extracting(commit -> commit.get("commit"))
                .isEqualTo(lines(grown.git("log", "--format=%H")));
        List<Map<String, Object>> ofFile = all("/repos/grown/commits?path=lists/list.txt&limit=7");
        assertThat(ofFile)
                .extracting(commit -> commit.get("commit"))
                .isEqualTo(lines(grown.git("log", "--follow", "--format=%H", "--", "lists/list.txt")));
        assertThat(ofFile)
                .hasSize(EDITS)
                .last()
                .satisfies(commit ->
                        assertThat(commit).containsEntry("path", "src/list.txt").containsEntry("summary", "Edit 0"));
    }

    @Test
    void aFirstCommitIsReadAsOthersAndDiffersFromNothing() {
        String first = grown.git("rev-list", "--max-parents=0", "HEAD").strip();
        assertThat(get("/repos/grown/commits/" + first).json())
                .containsEntry("commit", first)
                .containsEntry("parents", List.of())
                .containsEntry(
                        "message", grown.git("log", "-1", "--format=%B", first).strip() + "\n");
        assertThat(all("/repos/grown/diff?limit=3&from=" + "0".repeat(40) + "&to=" + first))
                .extracting(file -> file.get("status") + " " + file.get("path"))
                .isEqualTo(lines(grown.git("ls-tree", "-r", "--name-only", first)).stream()
                        .map(path -> "added " + path)
                        .toList());
        assertThat(page("/repos/grown/commits/" + first)).contains("A first commit", "<span class=\"l add\">");
        assertThat(get("/repos/grown/commits/feature%2Fx").json()).containsEntry("ref", "feature/x");
    }

    @Test
    void everyLineIsOfTheCommitThatGitBlames() {
        var expected = new ArrayList<String>();
        for (String line : lines(grown.git("blame", "-l", "-s", "-f", "HEAD", "--", "lists/list.txt"))) {
            String[] parts = line.split(" +", 3);
            expected.add(parts[0] + " " + parts[1]);
        }
        var told = new ArrayList<String>();
        for (Map<String, Object> run :
                list(get("/repos/grown/blame/lists/list.txt").json().get("items"))) {
            for (int line = number(run, "from"); line <= number(run, "to"); line++) {
                told.add(run.get("commit") + " " + run.get("path"));
            }
        }
        assertThat(told).isEqualTo(expected);
        assertThat(list(get("/repos/grown/blame/lists/list.txt?from=3&to=3")
                        .json()
                        .get("items")))
                .singleElement()
                .satisfies(run ->
                        assertThat(run.get("commit") + " " + run.get("path")).isEqualTo(expected.get(2)));
    }

    private static int number(Map<String, Object> run, String member) {
        return ((Number) run.get(member)).intValue();
    }

    @Test
    void branchesAndTagsLeadToTheCommitsOfGit() {
        assertThat(all("/repos/grown/branches"))
                .extracting(
                        branch -> branch.get("name"), branch -> branch.get("commit"), branch -> branch.get("default"))
                .containsExactly(tuple("feature/x", commit("v1"), false), tuple("main", commit("HEAD"), true));
        assertThat(all("/repos/grown/tags?limit=1"))
                .extracting(tag -> tag.get("name") + " " + tag.get("commit"))
                .containsExactlyElementsOf(grown.git(
                                "for-each-ref",
                                "--sort=-creatordate",
                                "--format=%(refname:short) %(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end)",
                                "refs/tags")
                        .lines()
                        .toList());
    }

    private static String commit(String name) {
        return grown.git("rev-parse", name + "^{commit}").strip();
    }

    @Test
    void aDiffHasTheHunksOfGit() {
        for (String to : List.of("main~20", "main~2", "main")) {
            String compared = "/repos/grown/diff?from=v1&to=" + commit(to);
            assertThat(hunks(list(get(compared).json().get("items")))).as(to).isEqualTo(gitHunks("v1", to));
        }
        assertThat(list(get("/repos/grown/diff?from=v1&to=feature/x").json().get("items")))
                .isEmpty();
    }

    private static List<String> hunks(List<Map<String, Object>> changes) {
        var lines = new ArrayList<String>();
        for (Map<String, Object> change : changes) {
            lines.add(named(change.get("old_path")) + " " + named(change.get("path")));
            for (Map<String, Object> hunk : list(change.get("hunks"))) {
                lines.add("@@ -%s,%s +%s,%s @@"
                        .formatted(
                                hunk.get("old_from"),
                                hunk.get("old_lines"),
                                hunk.get("new_from"),
                                hunk.get("new_lines")));
                lines.addAll(texts(hunk.get("lines")));
            }
        }
        return lines;
    }

    private static Object named(Object path) {
        return path == null ? "/dev/null" : path;
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<String> texts(Object lines) {
        return (List<String>) lines;
    }

    /** The diff from git: the names of the files, then each hunk. */
    private static List<String> gitHunks(String from, String to) {
        var lines = new ArrayList<String>();
        String old = "";
        for (String line : lines(grown.git("diff", "--no-prefix", "--no-color", "-M", from, to))) {
            if (line.startsWith("--- ")) {
                old = line.substring(4);
            } else if (line.startsWith("+++ ")) {
                lines.add(old + " " + line.substring(4));
            } else if (line.startsWith("@@ ")) {
                lines.add(line.substring(0, line.indexOf(" @@")) + " @@");
            } else if (line.matches("[ +-].*")) {
                lines.add(line);
            }
        }
        return lines;
    }

    @Test
    @SuppressWarnings("unchecked") // plain data
    void aDiffNamesDeclarationsThatDiffer() {
        grown.git("checkout", "-q", "-b", "code", "v1");
        grown.write("Greeter.java", """
                class Greeter {
                    int count = 1;
                    void greet() { count++; }
                    void greet(String name) { count += 2; }
                    void leave() {}
                    class Inner {}
                }
                """).commit("Greet");
        grown.write("Greeter.java", """
                class Greeter {
                    int count = 1;
                    void greet() { count++; }
                    void greet(String name) { count += 3; }
                    void stay() {}
                    class Inner { int depth; }
                }
                """).commit("Stay");
        grown.git("checkout", "-q", "main");
        assertThat(http.post("/repos/grown/refresh?wait=true", "").status()).isEqualTo(200);
        String compared = "/repos/grown/diff?symbols=true&from=" + commit("code~1") + "&to=code";
        Eventually.until(
                () -> "both commits are parsed",
                () -> Boolean.FALSE.equals(get(compared).json().get("truncated")));
        assertThat(list(get(compared).json().get("items"))).singleElement().satisfies(file -> {
            var symbols = (Map<String, Object>) file.get("symbols");
            assertThat(named(symbols, "added")).containsExactly("Greeter/stay", "Greeter/Inner/depth");
            assertThat(named(symbols, "removed")).containsExactly("Greeter/leave");
            assertThat(named(symbols, "changed")).containsExactly("Greeter/greet");
        });
    }

    private static List<Object> named(Map<String, Object> symbols, String member) {
        return list(symbols.get(member)).stream()
                .map(each -> each.get("name_path"))
                .toList();
    }

    @Test
    void pagesLeadFromFilesToTheirHistory() {
        assertThat(page("/repos/grown/tree"))
                .contains(
                        "<h1 id=\"notes\">Notes</h1>",
                        "href=\"/repos/grown/commits?ref=main\"",
                        "<option value=\"v1\">");
        assertThat(page("/repos/grown/commits?path=lists/list.txt")).contains("Edit " + (EDITS - 1));
        assertThat(page("/repos/grown/branches")).contains("/repos/grown/diff?from=main&amp;to=feature%2Fx");
        assertThat(page("/repos/grown/blame/lists/list.txt")).contains("<b>Ada</b>");
        assertThat(page("/repos/grown/diff?from=v1&symbols=true")).contains("<span class=\"l add\">");
        assertThat(http.get("/repos/grown/files/README.md?raw=true", "Accept", "text/html")
                        .header("Content-Type"))
                .startsWith("text/plain");
    }

    private static String page(String target) {
        Http.Answer answer = http.get(target, "Accept", "text/html");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith("text/html");
        return answer.text();
    }

    @Test
    void aSubmoduleLeadsToTheRepositoryThatIsServedFromItsAddress() {
        String commit = grown.git("rev-parse", "HEAD").strip();
        GitFolder whole = GitFolder.init(folder.resolve("whole"))
                .write(".gitmodules", "[submodule \"part\"]\n\tpath = part\n\turl = ../grown\n");
        whole.git("update-index", "--add", "--cacheinfo", "160000," + commit + ",part");
        whole.git("add", ".gitmodules");
        whole.git("commit", "-q", "-m", "with a part");
        SharedService.serve(service, repository("grown"), repository("whole"));
        Eventually.until(
                () -> "the repository is there",
                () -> http.get("/repos/whole/tree").status() == 200);
        assertThat(list(get("/repos/whole/tree").json().get("items")).getLast())
                .containsEntry("type", "submodule")
                .containsEntry("submodule", Data.map("url", null, "repo", "grown"));
        assertThat(page("/repos/whole/tree")).contains("href=\"/repos/grown/tree?ref=" + commit + "\"");
        assertThat(page("/repos/whole/files/part")).contains("href=\"/repos/grown/tree?ref=" + commit + "\"");
    }

    @Test
    void whatIsNotThereIsRefusedWithWhatIs() {
        assertFault(404, "unknown_ref", "/repos/grown/commits?ref=nowhere");
        assertFault(404, "unknown_path", "/repos/grown/commits?path=nowhere.txt");
        assertFault(404, "unknown_path", "/repos/grown/blame/nowhere.txt");
        assertFault(404, "unknown_path", "/repos/grown/blame/lists");
        assertFault(415, "binary", "/repos/grown/blame/image.bin");
        assertFault(416, "range_not_satisfiable", "/repos/grown/blame/README.md?from=2");
        assertFault(404, "unknown_ref", "/repos/grown/diff?from=nowhere");
        assertFault(400, "bad_cursor", "/repos/grown/commits?cursor=nonsense");
    }

    private static void assertFault(int status, String code, String target) {
        Http.Answer answer = http.get(target);
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json()).as(target).containsEntry("code", code);
    }

    @Test
    void anAnswerIsKeptUntilTheHistoryMovesOn() {
        GitFolder moving = GitFolder.init(folder.resolve("moving")).write("a.txt", "one\n");
        String first = moving.commit("first");
        SharedService.serve(service, repository("grown"), repository("moving"));
        Eventually.until(
                () -> "the repository is there",
                () -> http.get("/repos/moving/commits").status() == 200);
        String tag = String.valueOf(get("/repos/moving/commits").header("ETag"));
        assertThat(http.get("/repos/moving/commits", "If-None-Match", tag).status())
                .isEqualTo(304);
        String second = moving.write("a.txt", "one\ntwo\n").commit("second");
        assertThat(http.post("/repos/moving/refresh?wait=true", "").status()).isEqualTo(200);
        assertThat(list(http.get("/repos/moving/commits", "If-None-Match", tag)
                        .json()
                        .get("items")))
                .extracting(commit -> commit.get("commit"))
                .containsExactly(second, first);
        assertThat(list(get("/repos/moving/blame/a.txt").json().get("items")))
                .extracting(run -> run.get("commit"))
                .containsExactly(first, second);
        assertThat(list(get("/repos/moving/blame/a.txt?ref=" + first).json().get("items")))
                .hasSize(1);
    }
}
