package io.precinct.source.facts.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.booleans;
import static org.quicktheories.generators.SourceDSL.lists;

import io.precinct.source.api.PageRequest;
import io.precinct.source.api.PositionEncoding;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.ResultPage.Skipped;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.TextLine;
import io.precinct.source.api.TextSelector;
import io.precinct.source.facts.extraction.Blobs;
import io.precinct.source.facts.index.FileLanguages;
import io.precinct.source.facts.store.FactFile;
import io.precinct.source.git.PathRules;
import io.precinct.source.testing.TestCommit;
import io.precinct.source.testing.TestEngine;
import io.precinct.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same answers whether the index knows texts or not. */
class TextSearchTest {
    private static final Duration TIME = Duration.ofMinutes(1);
    private static final long LIMIT = 100_000;

    @TempDir
    Path folder;

    private final List<String> problems = new CopyOnWriteArrayList<>();
    private FactFile facts;
    private TextSearch search;

    @BeforeEach
    void open() {
        facts = new FactFile(folder.resolve("facts"), problems::add);
        search = new TextSearch(
                folder.resolve("texts"), new FileLanguages(new TestEngine(), facts), () -> LIMIT, problems::add);
    }

    @AfterEach
    void close() {
        search.close();
        facts.close();
    }

    private static TextSelector literal(String text) {
        return new TextSelector(text, false, true, false, null, null);
    }

    private static TextSelector regex(String text) {
        return new TextSelector(text, true, true, false, null, null);
    }

    private ResultPage<TextLine> page(TestCommit commit, TextSelector selector, int limit, @Nullable String after) {
        return search.page(commit, selector, new PageRequest(limit, after, 1, PositionEncoding.UTF_8), List.of(), TIME);
    }

    private List<String> found(TestCommit commit, TextSelector selector) {
        return page(commit, selector, 10_000, null).items().stream()
                .map(line -> line.path() + ":" + line.line() + ":"
                        + line.matches().stream()
                                .map(match -> match.start().column() + "-"
                                        + match.end().column())
                                .toList())
                .toList();
    }

    private void untilIndexed(TestCommit commit) {
        search.follow(commit);
        Eventually.until(() -> "texts are indexed: " + problems, () -> !search.isFollowing(commit.repository()));
    }

    private static TestCommit small() {
        return new TestCommit("r")
                .with("a/One.java", "class One {\r\n  int one = 1; // one, One\r\n}\n")
                .with("b.txt", "Straße Ünï K\u212A one\n\nONE\n")
                .with("copy.txt", "Straße Ünï K\u212A one\n\nONE\n")
                .with("latin.txt", new byte[] {'g', 'r', (byte) 0xFC, 'n', '\n'})
                .with("data.bin", "one\0two")
                .with("large.txt", "one\n".repeat(30_000))
                .special("link", 0120000);
    }

    @Test
    void linesAreFoundWithAndWithoutTheIndex() {
        TestCommit commit = small();
        for (int turn = 0; turn < 2; turn++) {
            assertThat(found(commit, literal("one")))
                    .containsExactly("a/One.java:2:[6-9, 18-21]", "b.txt:1:[19-22]", "copy.txt:1:[19-22]");
            assertThat(found(commit, new TextSelector("one", false, false, false, null, null)))
                    .containsExactly(
                            "a/One.java:1:[6-9]",
                            "a/One.java:2:[6-9, 18-21, 23-26]",
                            "b.txt:1:[19-22]",
                            "b.txt:3:[0-3]",
                            "copy.txt:1:[19-22]",
                            "copy.txt:3:[0-3]");
            assertThat(found(commit, new TextSelector("ünÏ kk", false, false, false, "b.txt", null)))
                    .containsExactly("b.txt:1:[8-18]");
            assertThat(found(commit, literal("grün"))).containsExactly("latin.txt:1:[0-5]");
            assertThat(found(commit, regex("^\\}$|= \\d;")))
                    .containsExactly("a/One.java:2:[10-14]", "a/One.java:3:[0-1]");
            assertThat(found(commit, new TextSelector("On", false, true, true, null, null)))
                    .isEmpty();
            assertThat(found(commit, new TextSelector("One", false, true, true, null, "java")))
                    .containsExactly("a/One.java:1:[6-9]", "a/One.java:2:[23-26]");
            assertThat(page(commit, literal("one"), 10, null).skipped())
                    .containsExactly(new Skipped("large.txt", "too_large"));
            untilIndexed(commit);
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void aLineHasWhatIsAroundIt() {
        ResultPage<TextLine> page = page(small(), literal("one,"), 10, null);
        TextLine line = page.items().getFirst();
        assertThat(line.text()).isEqualTo("  int one = 1; // one, One");
        assertThat(line.lang()).isEqualTo("java");
        assertThat(line.context().from()).isEqualTo(1);
        assertThat(line.context().lines()).containsExactly("class One {", line.text(), "}");
        assertThat(line.matches().getFirst().text()).isEqualTo("one,");
        assertThat(line.matches().getFirst().start().offset()).isEqualTo(31);
    }

    @Test
    void pagesReachEveryLineOnceAndFilesThatDeclareComeFirst() {
        TestCommit commit = new TestCommit("r");
        for (int i = 0; i < 30; i++) {
            commit.with(String.format("f%02d.txt", i), "hit\nno\nhit\nhit\n");
        }
        untilIndexed(commit);
        var seen = new ArrayList<String>();
        String after = null;
        do {
            ResultPage<TextLine> page = search.page(
                    commit,
                    literal("hit"),
                    new PageRequest(7, after, 0, PositionEncoding.UTF_8),
                    List.of("f07.txt", "f20.txt"),
                    TIME);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(7);
            page.items().forEach(line -> seen.add(line.path() + ":" + line.line()));
            after = page.next();
        } while (after != null);
        assertThat(seen).hasSize(90).doesNotHaveDuplicates();
        assertThat(seen.subList(0, 7))
                .containsExactly(
                        "f07.txt:1", "f07.txt:3", "f07.txt:4", "f20.txt:1", "f20.txt:3", "f20.txt:4", "f00.txt:1");
    }

    @Test
    void aPageWhoseTimeIsOverGoesOnAtItsCursor() {
        TestCommit commit =
                new TestCommit("r").with("a", "x\n").with("b", "hit\n").with("c", "hit\n");
        var seen = new ArrayList<String>();
        String after = null;
        do {
            ResultPage<TextLine> page = search.page(
                    commit,
                    literal("hit"),
                    new PageRequest(10, after, 0, PositionEncoding.UTF_8),
                    List.of(),
                    Duration.ZERO);
            page.items().forEach(line -> seen.add(line.path()));
            after = page.next();
            assertThat(page.truncated()).isEqualTo(after == null ? null : ResultPage.TIME);
        } while (after != null);
        assertThat(seen).containsExactly("b", "c");
    }

    @Test
    void aBadExpressionSaysWhere() {
        assertThatThrownBy(() -> page(small(), regex("abc(x"), 1, null))
                .isInstanceOfSatisfying(SourceFault.class, fault -> {
                    assertThat(fault.status()).isEqualTo(422);
                    assertThat(fault.code()).isEqualTo("bad_query");
                    assertThat(fault.members()).containsKey("offset");
                });
        assertThatThrownBy(() -> page(small(), literal("a\nb"), 1, null)).hasMessageContaining("line break");
    }

    @Test
    void whatWasAddedIsKnownAfterARestart() throws IOException {
        TestCommit commit = small();
        untilIndexed(commit);
        close();
        long before = size();
        open();
        untilIndexed(commit);
        assertThat(found(commit, literal("one"))).hasSize(3);
        // an open index may be writing its next commit beside the last one
        close();
        assertThat(size()).isEqualTo(before);
        assertThat(problems).isEmpty();
    }

    private long size() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("texts"))) {
            return files.filter(file -> !file.endsWith("write.lock"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    @Test
    void aLaterCommitOfARepositoryIsSearchedAsTheFirstOneIs() {
        var random = new Random(7);
        var texts = new TreeMap<String, String>(PathRules::compare);
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 8; i++) {
                String path = "f" + random.nextInt(40) + (random.nextBoolean() ? ".txt" : "/é.txt");
                if (random.nextInt(3) == 0) {
                    texts.remove(path);
                } else {
                    texts.put(path, (random.nextBoolean() ? "one " : "two ") + random.nextInt(20) + "\n");
                }
            }
            var commit = new TestCommit("r");
            texts.forEach(commit::with);
            if (round % 4 != 3) {
                untilIndexed(commit);
            }
            assertThat(found(commit, literal("one")))
                    .containsExactlyElementsOf(texts.entrySet().stream()
                            .filter(file -> file.getValue().startsWith("one"))
                            .map(file -> file.getKey() + ":1:[0-3]")
                            .toList());
        }
        assertThat(problems).isEmpty();
    }

    private void damage(String ending) throws IOException {
        List<Path> damaged;
        try (Stream<Path> files = Files.list(folder.resolve("texts"))) {
            damaged = files.filter(each -> each.toString().endsWith(ending)).toList();
        }
        assertThat(damaged).isNotEmpty();
        for (Path file : damaged) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}), channel.size() / 2);
            }
        }
    }

    @Test
    void aDamagedIndexIsMadeAnew() throws IOException {
        TestCommit commit = small();
        untilIndexed(commit);
        close();
        damage(".tim");
        open();
        untilIndexed(commit);
        assertThat(problems).singleElement().asString().contains("is damaged", "made anew");
        assertThat(found(commit, literal("one"))).hasSize(3);
    }

    /** A text that no compression makes smaller. */
    private static String noise(int seed) {
        return new Random(seed).longs(400).mapToObj(Long::toHexString).collect(Collectors.joining("\n", "one\n", "\n"));
    }

    @Test
    void textsComeFromTheIndexAndFromTheCommitIfTheyAreDamagedThere() throws IOException {
        TestCommit commit = small().with("noise.txt", noise(1));
        TestCommit unreadable = small().with("noise.txt", noise(1)).spoiling("noise.txt");
        untilIndexed(commit);
        assertThat(found(unreadable, literal("one"))).hasSize(4);
        assertThat(found(small().spoiling("latin.txt"), literal("grün"))).hasSize(1);
        close();
        damage(".fdt");
        open();
        untilIndexed(commit);
        assertThat(found(commit, literal("one"))).hasSize(4);
        Eventually.until(
                () -> "the damage is noticed: " + problems,
                () -> problems.stream().anyMatch(problem -> problem.contains("made anew")));
    }

    /** Whether any line of a text is in a file. */
    private boolean isOnDisk(String text) {
        try (Stream<Path> files = Files.list(folder.resolve("texts"))) {
            for (Path file : files.toList()) {
                String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                if (text.lines().skip(1).anyMatch(bytes::contains)) {
                    return true;
                }
            }
            return false;
        } catch (NoSuchFileException e) {
            return true; // It was replaced meanwhile.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void textsOfARepositoryThatIsRemovedLeaveTheDisk() {
        TestCommit other = new TestCommit("other").with("other.txt", noise(2));
        untilIndexed(new TestCommit("r").with("a.txt", noise(1)));
        untilIndexed(other);
        assertThat(isOnDisk(noise(1))).isTrue();
        search.forget("r");
        Eventually.until(() -> "the texts leave the disk", () -> !isOnDisk(noise(1)));
        assertThat(isOnDisk(noise(2))).isTrue();
        assertThat(found(other.spoiling("other.txt"), literal("one"))).hasSize(1);
        assertThat(problems).isEmpty();
    }

    @Test
    void textsOfACommitInMemoryStayThere() {
        TestCommit commit = new TestCommit("r").with("a.txt", noise(1)).inMemory();
        untilIndexed(commit);
        assertThat(isOnDisk(noise(1))).isFalse();
        assertThat(found(commit, literal("one"))).hasSize(1);
    }

    @Test
    void theIndexFindsWhatALookAtEveryTextFinds() {
        var texts = lists().of(arbitrary()
                        .pick("a", "b", "ab", "Ä", "ä", "K", "k", "\u212A", "s", "ſ", "x\n", "\n", "𝔘", "_", " "))
                .ofSizeBetween(0, 12);
        qt().withExamples(300)
                .forAll(
                        lists().of(texts).ofSizeBetween(1, 8),
                        texts,
                        booleans().all(),
                        booleans().all())
                .checkAssert((files, query, caseSensitive, word) -> {
                    var commit = new TestCommit("r");
                    for (int i = 0; i < files.size(); i++) {
                        commit.with("f" + i, String.join("", files.get(i)));
                    }
                    String text = String.join("", query).replace("\n", "");
                    if (!text.isEmpty()) {
                        var selector = new TextSelector(text, false, caseSensitive, word, null, null);
                        List<String> plain = found(commit, selector);
                        untilIndexed(commit);
                        assertThat(found(commit, selector)).isEqualTo(plain);
                        search.forget("r");
                    }
                });
    }

    /** The lines of a text that contain another, without any of what is tested here. */
    private static List<String> naive(String path, String text, String query, boolean caseSensitive) {
        var found = new ArrayList<String>();
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            for (int at = 0; at <= lines[i].length() - query.length(); at++) {
                if (lines[i].regionMatches(!caseSensitive, at, query, 0, query.length())) {
                    found.add(path + ":" + (i + 1));
                    break;
                }
            }
        }
        return found;
    }

    private static String randomCase(String text, Random random) {
        return text.chars()
                .map(c -> random.nextBoolean() ? Character.toUpperCase(c) : Character.toLowerCase(c))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Test
    void theIndexFindsWhatANaiveSearchFinds() {
        var random = new Random(11);
        List<String> parts = List.of(
                "get", "Value", "value", "OF", "x", "Map", "naïve", "ÜBER", "λόγος", "数据", "_", "42", " ", " = ", "();",
                ".", "k\u212A", "\t", "\0");
        var texts = new TreeMap<String, String>(PathRules::compare);
        var commit = new TestCommit("r");
        for (int i = 0; i < 80; i++) {
            var text = new StringBuilder("\n".repeat(random.nextInt(2)));
            for (int part = random.nextInt(40); part > 0; part--) {
                // a NUL near the beginning would make the file binary
                String next = parts.get(random.nextInt(parts.size() - (text.length() < 8000 ? 1 : 0)));
                text.append(random.nextInt(8) == 0 ? "\n" : "").append(randomCase(next, random));
            }
            if (i % 10 == 0) {
                text.append(" =".repeat(4000)).append("\0\0\0\0\0").append(randomCase("valueOf", random));
            }
            String path = String.format("f%02d.txt", i);
            texts.put(path, text.toString());
            commit.with(path, text.toString());
        }
        untilIndexed(commit);
        List<String> all = List.copyOf(texts.values());
        for (int i = 0; i < 1500; i++) {
            String text = all.get(random.nextInt(all.size()));
            int from = random.nextInt(text.length() + 1);
            String query = text.substring(from, Math.min(text.length(), from + 1 + random.nextInt(9)))
                    .split("\n", 2)[0];
            boolean caseSensitive = random.nextBoolean();
            String meant = random.nextInt(3) == 0 ? randomCase(query, random) : query;
            if (meant.isEmpty()) {
                continue;
            }
            List<String> expected = texts.entrySet().stream()
                    .flatMap(file -> naive(file.getKey(), file.getValue(), meant, caseSensitive).stream())
                    .toList();
            var selector = new TextSelector(meant, false, caseSensitive, false, null, null);
            assertThat(page(commit, selector, 10_000, null).items().stream()
                            .map(line -> line.path() + ":" + line.line()))
                    .as(meant + (caseSensitive ? "" : ", in any case"))
                    .containsExactlyElementsOf(expected);
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void aTextThatHasOnlyThePartsIsNotRead() {
        TestCommit commit = new TestCommit("r")
                .inMemory()
                .with("a.txt", "abcd\n")
                .with("b.txt", "abcx bcd\n")
                .with("end.txt", "an abc");
        untilIndexed(commit);
        // who reads the text anyway fails
        TestCommit unreadable = new TestCommit("r")
                .inMemory()
                .with("a.txt", "abcd\n")
                .with("b.txt", "abcx bcd\n")
                .with("end.txt", "an abc")
                .spoiling("b.txt");
        assertThat(found(unreadable, literal("abcd"))).containsExactly("a.txt:1:[0-4]");
        assertThat(found(unreadable, literal("n abc"))).containsExactly("end.txt:1:[1-6]");
        assertThatThrownBy(() -> found(unreadable, literal("abc"))).isInstanceOf(SourceFault.class);
    }

    @Test
    void anExpressionOfManyTextsIsSearchedAndHarmsNoIndex() {
        String word = "abcdefghijklmnopqrstuvwxyz0123456789zyxwvutsrqponmlkjihgfedcba9876543210";
        var commit =
                new TestCommit("many").with("a.txt", "bravogolf" + word + "\n").with("b.txt", "alphaecho\n");
        untilIndexed(commit);
        assertThat(found(commit, regex("(alpha|bravo|charlie|delta)(echo|foxtrot|golf|hotel)" + word)))
                .hasSize(1);
        assertThat(found(commit, regex("(" + "zzz|".repeat(700) + "alphaecho)")))
                .hasSize(1);
        assertThat(problems).isEmpty();
    }

    @Test
    void anIndexOfAnEarlierVersionIsMadeAnew() throws IOException {
        TestCommit commit = small();
        close();
        TextIndex.delete(folder.resolve("texts"));
        try (var directory = FSDirectory.open(folder.resolve("texts"));
                var writer = new IndexWriter(directory, new IndexWriterConfig(null))) {
            // It knows the blob, but would never name it as a candidate.
            var document = new Document();
            var id = new BytesRef(HexFormat.of().parseHex(commit.blob("a/One.java")));
            document.add(new StringField("blob", id, Field.Store.NO));
            document.add(new BinaryDocValuesField("blob", id));
            document.add(new NumericDocValuesField("number", 1));
            writer.addDocument(document);
            writer.setLiveCommitData(
                    Map.of("version", "2." + Blobs.DECODING + "." + LIMIT).entrySet());
        }
        open();
        untilIndexed(commit);
        assertThat(found(commit, literal("one"))).hasSize(3);
        assertThat(problems).isEmpty();
    }

    private static List<String> grams(String text) {
        return Grams.of(text).stream()
                .map(gram -> new String(gram.bytes, gram.offset, gram.length, StandardCharsets.ISO_8859_1))
                .toList();
    }

    @Test
    void theBoundsOfGramsAreThoseOfLines() {
        assertThat(grams("ab\ncd")).isEmpty();
        assertThat(grams("aBa")).containsExactly("aba");
        assertThat(grams("aBaBa\nabc")).containsExactly("aba\3", "bab\3", "abc");
        assertThat(grams("\u212A\u017F")).isEmpty();
        assertThat(grams("\u212A\u017FxZ")).containsExactly("ksx\10");
    }
}
