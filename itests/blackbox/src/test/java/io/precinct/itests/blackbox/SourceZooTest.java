package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.testing.Eventually;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A repository with a file of each kind that public repositories have and that are easily read wrongly. Each text
 * contains the word {@code zebra}, so that a search shows which of them are looked at.
 */
@Timeout(180)
class SourceZooTest {
    @RegisterExtension
    static final SharedService<Service> SHARED = SharedService.source();

    /** What declares a symbol: path, language and names. */
    private static final List<Animal> CODE = List.of(
            // Languages by declaration, name, interpreter, editor's line and content.
            new Animal("lang/a.inc", "<?php // zebra\nfunction zebraInc() {}\n", "php", "zebraInc"),
            new Animal("lang/Vagrantfile", "# zebra\ndef zebra_vagrant; end\n", "ruby", "zebra_vagrant"),
            new Animal("lang/PKGBUILD", "zebra_pkg() { :; }\n", "bash", "zebra_pkg"),
            new Animal("lang/SConstruct", "def zebra_scons(): pass\n", "python", "zebra_scons"),
            new Animal("lang/tool.py", "#!/usr/bin/env ruby\ndef zebra_tool; end\n", "ruby", "zebra_tool"),
            new Animal("lang/page.cgi", "#!/usr/bin/python3\ndef zebra_cgi(): pass\n", "python", "zebra_cgi"),
            new Animal("lang/A.java.in", "// -*- mode: java -*-\nclass ZebraTemplate {}\n", "java", "ZebraTemplate"),
            new Animal("lang/settings", "def zebra_modeline(): pass\n# vim: ft=python\n", "python", "zebra_modeline"),
            new Animal("lang/lone.h", "template <class T> class ZebraBox { T t; };\n", "cpp", "ZebraBox"),
            new Animal("lang/app.ts", "export class ZebraTs {}\n", "typescript", "ZebraTs"),
            // Names that are declared together.
            new Animal("names/a.go", "package a\nvar zebraA, zebraB = 1, 2\n", "go", "zebraA zebraB"),
            new Animal(
                    "names/a.rb",
                    "class Zebra\n  attr_reader :zebra_c, :zebra_d\nend\n",
                    "ruby",
                    "Zebra zebra_c zebra_d"),
            new Animal("names/a.kt", "val (zebraE, zebraF) = pair()\n", "kotlin", "zebraE zebraF"),
            new Animal("names/a.js", "const { zebraG, y: zebraH } = x;\n", "javascript", "zebraG zebraH"),
            new Animal("names/a.scala", "object Zebra { val zebraI, zebraJ = 1 }\n", "scala", "Zebra zebraI zebraJ"),
            new Animal("names/a.c", "struct Zebra { int a; } zebra_k, zebra_l;\n", "c", "Zebra zebra_k zebra_l"),
            new Animal("names/a.sh", "export zebra_m=1 zebra_n=2\n", "bash", "zebra_m zebra_n"),
            // A tree that is wrong without an error.
            new Animal(
                    "names/b.kt",
                    "@A(1) @B\nclass ZebraShop {\n    fun zebraSell() {}\n}\n",
                    "kotlin",
                    "ZebraShop zebraSell"));

    private static final String MINIFIED = "var zebra=1;" + "f(1,2,3);".repeat(30_000);
    private static final int LINE = 2_000_000;

    @TempDir
    private static Path folder;

    private static GitFolder zoo;
    private static Service service;
    private static Http http;

    /** @param names of its symbols that contain "zebra", in any case */
    private record Animal(String path, String content, String lang, String names) {}

    @BeforeAll
    static void serve() throws IOException {
        zoo = GitFolder.init(folder.resolve("zoo"));
        CODE.forEach(animal -> zoo.write(animal.path(), animal.content()));
        zoo.write(".gitattributes", """
                        *.inc linguist-language=PHP
                        made/declared.txt linguist-generated
                        made/kept.min.js -linguist-generated
                        *.dat -diff
                        """)
                .write("lang/app_de.ts", "<?xml version=\"1.0\"?>\n<TS version=\"2.1\">zebra\n</TS>\n")
                .write("text/utf16.txt", "zebra ünter\n".getBytes(StandardCharsets.UTF_16LE))
                .write("text/utf32.txt", marked("zebra\n", "UTF-32BE", 0, 0, 0xFE, 0xFF))
                .write("text/damaged.txt", damaged())
                .write("text/latin.txt", "zebra gr\u00fc\u00dfe\n".getBytes(StandardCharsets.ISO_8859_1))
                .write(
                        "text/control.txt",
                        "a zebra\u0001\u0002 with control characters in it, as in a log of a terminal\n")
                .write("text/hidden.txt", "zebra\u200b\u202e\n")
                .write("text/line.json", "[" + "1,".repeat(LINE / 2) + "\"zebra\"]\n")
                .write("text/picture.bin", new byte[] {'z', 'e', 'b', 'r', 'a', 0, 1})
                .write("text/table.dat", "zebra\n")
                .write("made/app.min.js", MINIFIED)
                .write("made/long.js", MINIFIED)
                .write("made/declared.txt", "zebra\n")
                .write("made/kept.min.js", "zebra();\n")
                .write("made/marked.go", "// Code generated by zoo. DO NOT EDIT.\npackage zebra\n")
                .write("made/package-lock.json", "{\"zebra\": 1}\n")
                .write("vendor/lib/lib.c", "int zebra;\n");
        Files.createSymbolicLink(zoo.path().resolve("link"), Path.of("lang"));
        zoo.git("add", "-A");
        zoo.git("update-index", "--chmod=+x", "lang/tool.py");
        zoo.git("commit", "-q", "-m", "A zoo");
        service = SHARED.get();
        SharedService.serve(service, "zoo: {url: " + zoo.path() + ", refresh: 0}");
        http = service.http;
        Eventually.until(
                () -> "the zoo is served", () -> http.get("/repos/zoo/tree").status() == 200);
        service.awaitParsed("zoo");
    }

    private static byte[] marked(String text, String charset, int... mark) {
        var out = new ByteArrayOutputStream();
        for (int one : mark) {
            out.write(one);
        }
        out.writeBytes(text.getBytes(Charset.forName(charset)));
        return out.toByteArray();
    }

    private static byte[] damaged() {
        var out = new ByteArrayOutputStream();
        out.writeBytes("zebra größe, straße, übung, ärger\n".getBytes(StandardCharsets.UTF_8));
        out.write(0xFF);
        return out.toByteArray();
    }

    @SuppressWarnings("unchecked") // plain data
    private static List<Map<String, Object>> list(Http.Answer answer, String member) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return (List<Map<String, Object>>) answer.json().get(member);
    }

    private static List<Map<String, Object>> all(String target) {
        var all = new ArrayList<Map<String, Object>>();
        String cursor = "";
        do {
            Http.Answer page = http.get(target + cursor);
            all.addAll(list(page, "items"));
            Object next = page.json().get("next_cursor");
            cursor = next == null ? "" : "&cursor=" + next;
        } while (!cursor.isEmpty());
        return all;
    }

    private static String page(String target) {
        Http.Answer page = http.get(target, "Accept", "text/html");
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        return page.text();
    }

    // @req:source-file-language
    @Test
    void eachFileIsInItsLanguageAndDeclaresItsNames() {
        var found = new TreeMap<String, String>();
        var names = new TreeMap<String, TreeSet<String>>();
        for (Map<String, Object> symbol : all("/repos/zoo/symbols?name=*ebra*&limit=20")) {
            found.put((String) symbol.get("path"), (String) symbol.get("lang"));
            names.computeIfAbsent((String) symbol.get("path"), _ -> new TreeSet<>())
                    .add((String) symbol.get("name"));
        }
        for (Animal animal : CODE) {
            assertThat(found).as("language").containsEntry(animal.path(), animal.lang());
            assertThat(String.join(" ", names.get(animal.path())))
                    .as(animal.path())
                    .isEqualTo(animal.names());
        }
        Map<String, Object> translation =
                http.get("/repos/zoo/files/lang/app_de.ts").json();
        assertThat(translation).containsEntry("lang", null);
    }

    /** Where our search and git's differ, it is for a reason that stands here. */
    // @req:source-search
    @Test
    void aSearchFindsWhatGitFindsAndMore() {
        var ours = new TreeSet<String>();
        all("/repos/zoo/search?q=zebra&case=no&limit=7&context=0")
                .forEach(line -> ours.add(line.get("path") + ":" + line.get("line")));
        TreeSet<String> gits = zoo.git("grep", "-n", "-I", "-i", "--no-color", "zebra", "HEAD")
                .lines()
                .map(line -> line.split(":", 4))
                .map(parts -> parts[1] + ":" + parts[2])
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(ours).containsAll(gits);
        ours.removeAll(gits);
        assertThat(ours)
                .as("in charsets that git takes for binary")
                .containsExactly("text/utf16.txt:1", "text/utf32.txt:1");
        assertThat(list(http.get("/repos/zoo/search?q=zebra&limit=100"), "skipped"))
                .as("declared binary")
                .extracting(skip -> skip.get("path") + " " + skip.get("reason"))
                .containsExactly("text/table.dat binary");
        assertThat(http.get("/repos/zoo/files/text/damaged.txt").json()).containsEntry("encoding", "UTF-8");
        assertThat(http.get("/repos/zoo/files/text/control.txt").json().get("content"))
                .isNotNull();
    }

    // @req:source-origin
    @Test
    void whatNobodyWroteComesLastAndIsFolded() {
        var origins = new ArrayList<String>();
        var paths = new ArrayList<String>();
        for (Map<String, Object> line : all("/repos/zoo/search?q=zebra&context=0")) {
            paths.add((String) line.get("path"));
            if (line.get("origin") != null) {
                origins.add(line.get("path") + " " + line.get("origin"));
            }
        }
        assertThat(origins)
                .containsExactly(
                        "made/app.min.js generated",
                        "made/declared.txt generated",
                        "made/long.js generated",
                        "made/marked.go generated",
                        "made/package-lock.json generated",
                        "vendor/lib/lib.c vendored");
        assertThat(paths.subList(paths.size() - origins.size(), paths.size()))
                .isEqualTo(origins.stream().map(origin -> origin.split(" ")[0]).toList());
        assertThat(page("/repos/zoo/search?q=zebra")).contains("<details><summary>1 line</summary>");
    }

    @Test
    void aLineAsLongAsItsFileIsCutAroundTheMatch() {
        Http.Answer answer = http.get("/repos/zoo/search?q=zebra&path=text/line.json&limit=1");
        Map<String, Object> line = list(answer, "items").getFirst();
        assertThat(answer.text().length()).isLessThan(20_000);
        assertThat((String) line.get("text")).contains("\"zebra\"");
        assertThat(((Map<?, ?>) line.get("cut")).get("before"))
                .isEqualTo(LINE + 1 - ((String) line.get("text")).indexOf("\"zebra\""));
        assertThat(page("/repos/zoo/files/text/line.json").length()).isLessThan(200_000);
        assertThat(page("/repos/zoo/files/made/app.min.js").length()).isLessThan(1_000_000);
    }

    @Test
    void hiddenCharactersAreVisibleOnPagesAndUnchangedInData() {
        assertThat(page("/repos/zoo/files/text/hidden.txt")).contains("[U+200B]", "[U+202E]");
        assertThat((String) http.get("/repos/zoo/files/text/hidden.txt").json().get("content"))
                .isEqualTo("zebra\u200b\u202e\n");
    }

    // @req:source-unknown-path
    @Test
    void whatWasNotLookedAtIsNamed() {
        for (String list :
                List.of("search?q=zebra&", "symbols?", "annotations?pattern=@req:*&", "references?name=zebra&")) {
            assertThat(skip("/repos/zoo/" + list + "path=nowhere")).as(list).isEqualTo("nowhere unknown_path");
            assertThat(skip("/repos/zoo/" + list + "path=link")).as(list).isEqualTo("link symlink");
        }
    }

    private static @Nullable String skip(String target) {
        Http.Answer answer = http.get(target);
        assertThat(list(answer, "items")).as(target).isEmpty();
        return list(answer, "skipped").stream()
                .map(skip -> skip.get("path") + " " + skip.get("reason"))
                .collect(Collectors.joining(", "));
    }
}
