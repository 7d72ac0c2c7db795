package io.precinct.build.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AbiTest {
    private static final String BEFORE = """
            public class A {
                static final int LIMIT = 1;
                private int count;
                int next(int by) { return count += by; }
            }
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "public class A { static final int LIMIT = 1; private long total; int next(int by) { return 7; } }",
                "public class A { static final int LIMIT = 1; int next(int by) { return priv(by); }"
                        + " private int priv(int by) { return by; } }",
                "public class A { static final int LIMIT = 1; synchronized int next(int by) {"
                        + " Runnable r = () -> System.out.println(by); r.run(); return 1; } }"
            })
    void whatOthersDoNotSeeIsNoPartOfIt(String after) throws Exception {
        assertThat(abi(after)).isEqualTo(abi(BEFORE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "public class A { static final int LIMIT = 2; private int count; int next(int by) { return 1; } }",
                "public class A { static final int LIMIT = 1; long next(int by) { return 1; } }",
                "public class A { static final int LIMIT = 1; int next(int by) throws Exception { return 1; } }",
                "public class A { static final int LIMIT = 1; }",
                "public final class A { static final int LIMIT = 1; int next(int by) { return 1; } }",
                "class A { static final int LIMIT = 1; int next(int by) { return 1; } }",
                "public class A implements Runnable { static final int LIMIT = 1; int next(int by) { return 1; }"
                        + " public void run() {} }",
                "public class A<T> { static final int LIMIT = 1; int next(int by) { return 1; } }"
            })
    void whatOthersSeeIsPartOfIt(String after) throws Exception {
        assertThat(abi(after)).isNotEqualTo(abi(BEFORE));
    }

    private Set<String> abi(String source) throws IOException, CompilationException {
        Path file = Files.writeString(folder.resolve("A.java"), source);
        Path output = folder.resolve("classes");
        new Javac().compile(List.of(file), List.of(), List.of(), output, List.of());
        return Abi.of(Files.readAllBytes(output.resolve("A.class")));
    }
}
