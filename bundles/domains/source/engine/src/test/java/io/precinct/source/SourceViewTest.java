package io.precinct.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.precinct.common.cache.WeightedLru;
import io.precinct.source.api.AnnotationSelector;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.PageRequest;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.QuerySelector;
import io.precinct.source.api.ReferenceSelector;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.SymbolSelector;
import io.precinct.source.api.TextSelector;
import io.precinct.source.api.View;
import io.precinct.source.git.RepositoryTracker;
import io.precinct.source.settings.Credentials;
import io.precinct.source.settings.RepositorySettings;
import io.precinct.source.testing.FollowedRepositories;
import io.precinct.source.testing.Origin;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceViewTest {
    private static final String COMMIT = "0123456789012345678901234567890123456789";

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
        followed = new FollowedRepositories(folder.resolve("data"));
    }

    @AfterEach
    void close() throws InterruptedException {
        followed.close();
        origin.close();
    }

    private View view() {
        origin.commit();
        return view(followed.settled(
                FollowedRepositories.manual("r", origin.folder().toString())));
    }

    @Test
    void anAnswerThatIsKeptDoesNotOutliveWhatTheRepositoryAllows() {
        origin.with("a", "x").commit();
        String url = origin.folder().toString();
        assertThat(allowing(url, "java", "python").generation())
                .isNotEqualTo(allowing(url, "java").generation())
                .isEqualTo(allowing(url, "java", "python").generation());
    }

    private View allowing(String url, String... languages) {
        var settings = new RepositorySettings(
                "r",
                url,
                Credentials.NONE,
                Duration.ZERO,
                List.of(languages),
                null,
                0,
                0,
                FollowedRepositories.TIMEOUT,
                null);
        return view(followed.settled(settings));
    }

    private static View view(RepositoryTracker tracker) {
        return new SourceRepository(
                        tracker,
                        SourceFacts.NONE,
                        FollowedRepositories.LIMITS,
                        new WeightedLru<>(1 << 20, _ -> 1),
                        (_, _) -> null)
                .view(null);
    }

    private static PageRequest window(int limit, @Nullable String after) {
        return new PageRequest(limit, after, 3, PositionEncoding.UTF_8);
    }

    private static List<String> paths(View view, String path, boolean recursive, int limit) {
        List<String> paths = new ArrayList<>();
        String after = null;
        do {
            ResultPage<FileEntry> page = view.list(path, recursive, window(limit, after));
            page.items().forEach(entry -> paths.add(entry.path()));
            after = page.next();
        } while (after != null);
        return paths;
    }

    private static void assertFault(int status, String code, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(SourceFault.class, fault -> {
            assertThat(fault.status()).isEqualTo(status);
            assertThat(fault.code()).isEqualTo(code);
        });
    }

    @Test
    void aListWhosePathLeadsOverALinkSaysSo() {
        origin.with("src/a.txt", "x")
                .symlink("link", "src")
                .symlink("src/inner", "../other")
                .commit();
        View view = view();
        for (String path : List.of("link", "link/a.txt", "link/", "src/inner/deep/b.txt")) {
            String link = path.startsWith("link") ? "link" : "src/inner";
            String target = path.startsWith("link") ? "src" : "../other";
            var expected = new ResultPage.Skipped(link, "symlink", "it leads to " + target + ", and is not followed");
            assertThat(skipped(view, path)).containsOnly(List.of(expected));
        }
    }

    @Test
    void aListWhosePathIsNotThereSaysSo() {
        origin.with("src/a.txt", "x")
                .with("odd{1}.txt", "x")
                .submodule("sub", COMMIT)
                .commit();
        View view = view();
        for (String path : List.of("nowhere", "src/b.txt", "SRC", "src/a.txt/b", "src/a.t", "nowhere/", "./src/b")) {
            assertThat(skipped(view, path))
                    .containsOnly(List.of(
                            new ResultPage.Skipped(path, "unknown_path", "r has nothing there in " + view.ref())));
        }
        for (String path : List.of("*.java", "src/?.md", "{b,c}/**", "odd{2}.txt")) {
            assertThat(skipped(view, path))
                    .containsOnly(List.of(new ResultPage.Skipped(
                            path, "unknown_path", "r has no file that matches it in " + view.ref())));
        }
        for (String path : List.of("sub", "sub/", "sub/a.txt")) {
            assertThat(skipped(view, path))
                    .containsOnly(
                            List.of(new ResultPage.Skipped("sub", "submodule", "its files are in another repository")));
        }
        for (String path : List.of("", ".", "src", "src/", "./src", "src/a.txt", "src/*.txt", "**", "odd{1}.txt")) {
            assertThat(skipped(view, path)).containsOnly(List.of());
        }
        String key = "src/a.txt";
        assertThat(view.symbols(new SymbolSelector(null, null, "nowhere"), window(9, key))
                        .skipped())
                .as("only the first page says it")
                .isEmpty();
    }

    /** What each kind of list names as skipped. */
    private static List<List<ResultPage.Skipped>> skipped(View view, String path) {
        PageRequest window = window(9, null);
        return List.of(
                view.symbols(new SymbolSelector(null, null, path), window).skipped(),
                view.annotations(new AnnotationSelector("@*:*", path), window).skipped(),
                view.references(new ReferenceSelector("x", path, null, false), window)
                        .skipped(),
                view.query(new QuerySelector("(x) @x", path, null), window).skipped(),
                view.search(new TextSelector("x", false, true, false, path, null), window)
                        .skipped());
    }

    @Test
    void aListIsSortedByPathWhateverTheSizeOfItsPages() {
        origin.with("a.txt", "")
                .with("a/x", "")
                .with("a/y/z", "")
                .with("a0", "")
                .with("b", "")
                .with("a-b/c", "");
        View view = view();
        for (int limit = 1; limit < 8; limit++) {
            assertThat(paths(view, "", true, limit)).containsExactly("a-b/c", "a.txt", "a/x", "a/y/z", "a0", "b");
            assertThat(paths(view, "", false, limit)).containsExactly("a", "a-b", "a.txt", "a0", "b");
            assertThat(paths(view, "a", true, limit)).containsExactly("a/x", "a/y/z");
            assertThat(paths(view, "a/", false, limit)).containsExactly("a/x", "a/y");
            assertThat(paths(view, "a.txt", true, limit)).containsExactly("a.txt");
        }
    }

    @Test
    void aKeyThatIsNoneAndAPathThatIsNotThereAreToldApart() {
        origin.with("a", "");
        View view = view();
        assertFault(400, "bad_cursor", () -> view.list("", true, window(5, "nope")));
        assertFault(400, "bad_cursor", () -> view.list("", true, window(5, "../x")));
        assertFault(404, "unknown_path", () -> view.list("nope", true, window(5, null)));
        assertFault(404, "unknown_path", () -> view.entry("a/b"));
        assertFault(400, "path_escape", () -> view.entry("../a"));
        assertFault(400, "path_escape", () -> view.list(".git", true, window(5, null)));
    }

    @Test
    void linksAndSubmodulesAreNamedAndNeverFollowed() {
        origin.with("etc/passwd", "x")
                .symlink("link", "../../etc/passwd")
                .symlink("dir", "etc")
                .submodule("sub", COMMIT);
        View view = view();
        FileEntry link = view.entry("link");
        assertThat(link.type()).isEqualTo("symlink");
        assertThat(link.target()).isEqualTo("../../etc/passwd");
        assertThat(link.mode()).isEqualTo("120000");
        assertThat(new String(view.content(link), StandardCharsets.UTF_8)).isEqualTo("../../etc/passwd");
        FileEntry sub = view.entry("sub");
        assertThat(sub).isEqualTo(new FileEntry("sub", "submodule", "160000", -1, null, null, null, COMMIT, null));
        assertThat(view.content(sub)).isEmpty();
        assertThat(view.entry("etc"))
                .isEqualTo(new FileEntry("etc", "dir", "040000", -1, null, null, null, null, null));
        assertFault(404, "unknown_path", () -> view.entry("dir/passwd"));
        assertFault(404, "unknown_path", () -> view.entry("sub/x"));
    }

    @Test
    void textIsDecodedWithItsLineEndsKept() {
        origin.with("crlf", "a\r\nb\r\n").with("latin", "gr\u00f6\u00dfer\n".getBytes(StandardCharsets.ISO_8859_1));
        origin.with("wide", "\uFEFFhi\n".getBytes(StandardCharsets.UTF_16LE)).with("binary", new byte[] {0, 1, 2, 3});
        View view = view();
        assertText(view, "crlf", "a\r\nb\r\n", "UTF-8", "crlf", 2);
        assertText(view, "latin", "gr\u00f6\u00dfer\n", "ISO-8859-1", "lf", 1);
        assertText(view, "wide", "hi\n", "UTF-16LE", "lf", 1);
        assertThat(view.text(view.entry("binary"))).isNull();
    }

    private static void assertText(View view, String path, String text, String encoding, String newline, int lines) {
        FileText found = view.text(view.entry(path));
        assertThat(found.text()).isEqualTo(text);
        assertThat(found.encoding()).isEqualTo(encoding);
        assertThat(found.newline()).isEqualTo(newline);
        assertThat(found.lines()).isEqualTo(lines);
        assertThat(view.text(view.entry(path))).isSameAs(found);
    }

    @Test
    void aLargeFileIsStreamedAndNotHeld() throws Exception {
        byte[] large = new byte[3 << 20];
        java.util.Arrays.fill(large, (byte) 'x');
        origin.with("large", large);
        View view = view();
        FileEntry entry = view.entry("large");
        assertThat(entry.size()).isEqualTo(large.length);
        assertThat(view.text(entry)).isNull();
        assertFault(413, "too_large", () -> view.content(entry));
        var out = new ByteArrayOutputStream();
        view.copy(entry, out);
        assertThat(out.toByteArray()).isEqualTo(large);
    }

    @Test
    void whatIsNotParsedSaysWhyWhateverItsLanguage() {
        origin.with("logo.png", new byte[] {(byte) 0x89, 'P', 0, 1})
                .with("model.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
                .with("large.txt", new byte[(int) FollowedRepositories.LIMITS.parsedBytes() + 1])
                .with("notes", "plain\n");
        View view = view();
        assertThat(view.list("", true, window(9, null)).skipped())
                .containsExactly(
                        new ResultPage.Skipped("large.txt", "too_large"),
                        new ResultPage.Skipped("logo.png", "binary"),
                        new ResultPage.Skipped("model.bin", "lfs_pointer"));
        assertThat(view.entry("notes").skipped()).isNull();
        assertThat(view.looksLikeText(view.entry("large.txt"))).isFalse();
        assertThat(view.looksLikeText(view.entry("notes"))).isTrue();
    }

    @Test
    void aPatternMeansFilesWhereverTheyAre() {
        origin.with("a.txt", "")
                .with("src/b.txt", "")
                .with("src/c.md", "")
                .with("src/deep/d.txt", "")
                .with("we*rd/e.txt", "")
                .symlink("link.txt", "a.txt");
        View view = view();
        for (int limit = 1; limit < 5; limit++) {
            assertThat(paths(view, "**/*.txt", false, limit))
                    .containsExactly("a.txt", "link.txt", "src/b.txt", "src/deep/d.txt", "we*rd/e.txt");
            assertThat(paths(view, "src/*.{txt,md}", true, limit)).containsExactly("src/b.txt", "src/c.md");
            assertThat(paths(view, "we*rd", true, limit)).containsExactly("we*rd/e.txt");
        }
        assertThat(paths(view, "*.java", false, 5)).isEmpty();
        assertFault(400, "path_escape", () -> view.list("../*", true, window(5, null)));
    }

    @Test
    void aListGoesOnBehindANameThatNobodyMayAskFor() {
        origin.with("a\\..\\b", "").with("c", "");
        View view = view();
        assertThat(paths(view, "", true, 1)).containsExactly("a\\..\\b", "c");
        assertFault(400, "path_escape", () -> view.entry("a\\..\\b"));
    }

    // @req:source-odd-repositories
    @Test
    void aListThatWouldHaveShownTheFilesOfASubmoduleNamesIt() {
        origin.with("a.txt", "").submodule("lib/other", "12".repeat(20));
        View view = view();
        assertThat(view.list("lib", false, window(5, null)).skipped()).isEmpty();
        for (var page : List.of(view.list("", true, window(5, null)), view.list("lib/*", false, window(5, null)))) {
            assertThat(page.skipped())
                    .extracting(file -> file.path() + " " + file.reason())
                    .containsExactly("lib/other submodule");
        }
    }

    @Test
    void namesOfAnyKindAreFound() {
        origin.with("100%25/\u00e4 \u65e5.txt", "x").with(".github/w.yml", "y");
        origin.with("a\\b/c\td\n.txt", "z");
        View view = view();
        assertThat(view.entry("a\\b/c\td\n.txt").size()).isEqualTo(1);
        assertThat(paths(view, "a\\b", true, 5)).containsExactly("a\\b/c\td\n.txt");
        assertThat(new String(view.content(view.entry("100%25/\u00e4 \u65e5.txt")), StandardCharsets.UTF_8))
                .isEqualTo("x");
        assertThat(view.entry(".github/w.yml").type()).isEqualTo("file");
    }
}
