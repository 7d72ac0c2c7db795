package io.precinct.itests.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Distribution;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code NOTICE} lists the third-party parts of the distribution, and {@code licenses/} contains their texts. The test
 * compares both with the files of the distribution, so that it finds a library however it got in.
 */
class LicencesTest {
    private static final Path HOME = Distribution.built().home();

    /**
     * Licences of parts that may be distributed with a work under Apache-2.0. Read a licence before you add it here.
     */
    private static final Set<String> ACCEPTED = Set.of(
            "Apache-2.0",
            "Artistic-1.0-Perl",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "BSL-1.0",
            "ICU",
            "ISC",
            "LicenseRef-Public-Domain",
            "MIT",
            "MIT-0",
            "OpenSSL",
            "PostgreSQL",
            "Spencer-99",
            "TCL",
            "Unicode-3.0",
            "Zlib",
            // Distributed unchanged, with a note on where the source is.
            "EPL-2.0",
            "MPL-1.1",
            "MPL-2.0",
            // Distributed as a separate library, which can be exchanged.
            "LGPL-2.1-or-later");

    private static final Set<String> WITH_SOURCE = Set.of("EPL-2.0", "MPL-1.1", "MPL-2.0", "LGPL-2.1-or-later");

    private static final Pattern ENTRY = Pattern.compile(
            "(?m)^(?<name>\\S.*)\\n {4}licence: (?<licence>.+)\\n {4}where: +(?<where>.+)\\n {4}text: +(?<text>.+)\\n(?<source> {4}source: )?");
    private static final Pattern NATIVE = Pattern.compile(".*\\.(so|dylib|dll|jnilib|jar)");
    private static final Pattern CARRIED =
            Pattern.compile("(?i)(.*/)?([^/]*(licen[cs]e|notice|copying)[^/]*|about\\.html)");

    /** A file, or the part of a jar whose names begin with {@code inside}. */
    private record Place(String file, String inside) {
        static Place of(String text) {
            String[] parts = text.split("!/", 2);
            return new Place(parts[0], parts.length == 1 ? "" : parts[1]);
        }

        boolean isIn(String path) {
            return FileSystems.getDefault().getPathMatcher("glob:" + file).matches(Path.of(path));
        }

        boolean has(Place other) {
            return isIn(other.file) && other.inside.startsWith(inside);
        }

        Place folder() {
            return new Place(file, inside.substring(0, inside.lastIndexOf('/') + 1));
        }

        @Override
        public String toString() {
            return inside.isEmpty() ? file : file + "!/" + inside;
        }
    }

    private record Component(String name, String licence, List<Place> where, List<Place> texts, boolean source) {
        String version() {
            return name.substring(name.lastIndexOf(' ') + 1);
        }

        boolean isIn(String file) {
            return where.stream().anyMatch(place -> place.isIn(file));
        }

        /** The SPDX identifiers under which it is passed on. */
        List<String> licences() {
            return List.of(licence.split(", of ")[0].split(" AND "));
        }
    }

    private final List<Component> components;
    /** The files of the distribution; for jars, with the names of their entries. */
    private final TreeMap<String, List<String>> files = new TreeMap<>();

    LicencesTest() throws IOException {
        String notice = Files.readString(HOME.resolve("NOTICE"));
        components = ENTRY.matcher(notice)
                .results()
                .map(entry -> new Component(
                        entry.group("name"),
                        entry.group("licence"),
                        places(entry.group("where")),
                        places(entry.group("text")),
                        entry.group("source") != null))
                .toList();
        assertThat(components).as("entries").hasSize(notice.split("\n {4}licence: ", -1).length - 1);
        assertThat(notice).as("a version that the build does not know").doesNotContain("${");
        try (Stream<Path> tree = Files.walk(HOME)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                String path = HOME.relativize(file).toString();
                files.put(path, path.endsWith(".jar") ? entries(file) : List.of());
            }
        }
    }

    private static List<Place> places(String list) {
        return Stream.of(list.split(", ")).map(Place::of).toList();
    }

    private static List<String> entries(Path jar) throws IOException {
        try (var open = new JarFile(jar.toFile())) {
            return open.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(entry -> entry.getName())
                    .toList();
        }
    }

    private static boolean isOurs(String jar) {
        return Path.of(jar).getFileName().toString().startsWith("precinct-");
    }

    @Test
    void whatBelongsToOthersHasAnEntry() {
        var foreign = new ArrayList<Place>();
        files.forEach((file, entries) -> {
            if (isOurs(file)) {
                entries.stream()
                        .filter(name -> name.endsWith(".class")
                                ? !name.startsWith("io/precinct/")
                                : NATIVE.matcher(name).matches())
                        // These are other forms of classes that are in the jar as well.
                        .filter(name -> !name.startsWith("META-INF/versions/") && !name.equals("module-info.class"))
                        .forEach(name -> foreign.add(new Place(file, name)));
            } else if (file.endsWith(".jar")
                    || NATIVE.matcher(file).matches()
                    || file.startsWith("lib/postgres/") && !file.equals("lib/postgres/unpacked")) {
                foreign.add(new Place(file, ""));
            }
        });

        assertThat(foreign).hasSizeGreaterThan(1000);
        List<Place> places = components.stream()
                .flatMap(component -> component.where().stream())
                .toList();
        foreign.removeIf(each -> places.stream().anyMatch(place -> place.has(each)));
        assertThat(foreign.stream().map(Place::folder).distinct())
                .as("not in runtime/distribution/src/NOTICE")
                .isEmpty();
    }

    @Test
    void whatHasAnEntryIsThere() {
        var gone = new ArrayList<String>();
        for (Component component : components) {
            for (Place place : component.where()) {
                if (!isOfAnotherPlatform(place) && files.keySet().stream().noneMatch(file -> isThere(place, file))) {
                    gone.add(component.name() + ": " + place);
                }
            }
        }

        assertThat(gone).as("entries of runtime/distribution/src/NOTICE").isEmpty();
    }

    private boolean isThere(Place place, String file) {
        return place.isIn(file)
                && (place.inside().isEmpty()
                        || files.get(file).stream().anyMatch(name -> name.startsWith(place.inside())));
    }

    /** Whether a place exists only on another platform: PostgreSQL ships different libraries on Linux and macOS. */
    private boolean isOfAnotherPlatform(Place place) {
        return Stream.of(".so", ".dylib")
                .anyMatch(end -> place.file().contains(end)
                        && files.keySet().stream()
                                .noneMatch(file -> file.startsWith("lib/postgres/lib/libpq") && file.contains(end)));
    }

    @Test
    void everyTextIsThereAndNoneIsLeftOver() {
        var texts = new TreeSet<String>();
        var missing = new ArrayList<String>();
        for (Component component : components) {
            for (Place text : component.texts()) {
                if (text.inside().isEmpty()) {
                    texts.add(text.file());
                } else if (!files.getOrDefault(text.file(), List.of()).contains(text.inside())) {
                    missing.add(component.name() + ": " + text);
                }
            }
        }

        assertThat(missing).as("texts in jars").isEmpty();
        assertThat(files.keySet().stream().filter(file -> file.startsWith("licenses/")))
                .containsExactlyElementsOf(texts);
    }

    @Test
    void everyLicenceGoesWithOurs() {
        for (Component component : components) {
            assertThat(ACCEPTED).as(component.name()).containsAll(component.licences());
            assertThat(component.source() || component.licences().stream().noneMatch(WITH_SOURCE::contains))
                    .as("says where the source is: " + component.name())
                    .isTrue();
        }
    }

    /** A new version of a library may contain other texts than the old one. */
    @Test
    void whatAJarCarriesIsAmongItsTexts() throws IOException {
        var missing = new ArrayList<String>();
        for (var file : files.entrySet()) {
            List<Place> texts = components.stream()
                    .filter(component -> component.isIn(file.getKey()))
                    .flatMap(component -> component.texts().stream())
                    .toList();
            for (String name : file.getValue()) {
                if (!CARRIED.matcher(name).matches() || name.endsWith(".class")) {
                    continue;
                }
                String carried = words(read(new Place(file.getKey(), name)));
                boolean isApache = carried.contains("Apache License Version 2.0, January 2004 http");
                if (isApache
                        ? !isOurs(file.getKey()) && !texts.contains(Place.of("licenses/Apache-2.0.txt"))
                        : texts.stream().noneMatch(text -> words(read(text)).equals(carried))) {
                    missing.add(file.getKey() + "!/" + name);
                }
            }
        }

        assertThat(missing).isEmpty();
    }

    /**
     * The file name of a jar states its version. This test checks embedded libraries and parts built from other
     * sources.
     */
    @Test
    void versionsAreThoseOfTheBuild() throws IOException {
        var wrong = new ArrayList<String>();
        for (var file : files.entrySet()) {
            for (String name : file.getValue()) {
                if (name.matches("META-INF/maven/.*/pom\\.properties")) {
                    var properties = new Properties();
                    properties.load(new StringReader(read(new Place(file.getKey(), name))));
                    String version = properties.getProperty("version");
                    if (components.stream()
                            .noneMatch(component -> component.isIn(file.getKey())
                                    && component.version().equals(version))) {
                        wrong.add(file.getKey() + "!/" + name + ": " + version);
                    }
                }
            }
        }
        Path bundles = Path.of(System.getProperty("precinct.root"), "bundles");
        String pinned = Files.readString(bundles.resolve("build-natives.sh"))
                + Files.readString(bundles.resolve("grammars/sources"));
        Pattern.compile("(tree-sitter[a-z-]*)@(\\d\\S*)")
                .matcher(pinned)
                .results()
                .map(source -> source.group(1) + " " + source.group(2))
                .filter(name -> components.stream()
                        .noneMatch(component -> component.name().equals(name)))
                .forEach(wrong::add);

        assertThat(wrong).as("not in runtime/distribution/src/NOTICE").isEmpty();
    }

    private static String read(Place place) {
        Path file = HOME.resolve(place.file());
        try {
            if (place.inside().isEmpty()) {
                return Files.readString(file);
            }
            try (var jar = new JarFile(file.toFile());
                    InputStream in = jar.getInputStream(jar.getEntry(place.inside()))) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Line ends and indents are not part of a licence. */
    private static String words(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
