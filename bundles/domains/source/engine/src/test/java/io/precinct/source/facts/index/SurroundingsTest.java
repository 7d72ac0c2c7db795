package io.precinct.source.facts.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.source.git.TreeFile;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SurroundingsTest {
    private static final List<String> CLAIMANTS = List.of("c", "cpp");

    private static Surroundings around(String... paths) {
        return Surroundings.of(
                Stream.of(paths)
                        .map(path -> new TreeFile(path, 0100644, "0".repeat(40)))
                        .toList(),
                SurroundingsTest::claimants);
    }

    private static List<String> claimants(String path) {
        return switch (path.substring(path.indexOf('.'))) {
            case ".h" -> CLAIMANTS;
            case ".c" -> List.of("c");
            case ".cc" -> List.of("cpp");
            default -> List.of("python");
        };
    }

    @Test
    void mostFilesOfTheNearestFolderDecide() {
        Surroundings around = around(
                "a.c",
                "b.c",
                "c.c",
                "d.cc",
                "include/x.h",
                "lib/x.h",
                "lib/src/x.cc",
                "lib/src/deep/y.cc",
                "lib/src/z.c");
        assertThat(around.choose("include/x.h", CLAIMANTS)).isEqualTo("c");
        assertThat(around.choose("lib/x.h", CLAIMANTS)).isEqualTo("cpp");
        assertThat(around.choose("lib/src/deep/x.h", CLAIMANTS)).isEqualTo("cpp");
        assertThat(around.choose("x.h", CLAIMANTS)).isEqualTo("c");
    }

    @Test
    void ofEqualsTheFirstThatClaimsItHasIt() {
        assertThat(around("a.c", "b.cc", "x.h").choose("x.h", CLAIMANTS)).isEqualTo("c");
        assertThat(around("a.py", "x.h").choose("x.h", CLAIMANTS)).isEqualTo("c");
    }

    @Test
    void manyHeadersAmongFilesThatAgreeNeedNotBeOpened() {
        Stream<String> headers = IntStream.range(0, 3000).mapToObj(i -> "include/h" + i + ".h");
        Surroundings around = around(Stream.concat(Stream.of("a.c", "lib/x.cc", "mixed/a.c", "mixed/b.cc"), headers)
                .toArray(String[]::new));
        assertThat(around.clear("lib/x.h", CLAIMANTS)).isEqualTo("cpp");
        assertThat(around.clear("mixed/x.h", CLAIMANTS)).isNull();
        assertThat(around.clear("include/h1.h", CLAIMANTS))
                .as("half of all files")
                .isNull();
        assertThat(around("a.c", "b.h").clear("b.h", CLAIMANTS))
                .as("few headers")
                .isNull();
    }
}
