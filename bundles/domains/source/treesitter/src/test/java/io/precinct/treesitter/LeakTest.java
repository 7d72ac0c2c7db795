package io.precinct.treesitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Native objects must not leak; runs in a process of its own so that nothing else affects its memory. */
class LeakTest {
    private static final long ALLOWED = 20L << 20;

    @Test
    @EnabledOnOs(OS.LINUX)
    void rejectedQueriesAndParsesGivenUpLeaveNothingBehind() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-Xms64m",
                        "-XX:+AlwaysPreTouch",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Load.class.getName())
                .redirectErrorStream(true)
                .directory(new File("").getAbsoluteFile())
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(output).endsWith("done\n");
        assertThat(process.exitValue()).isZero();
    }

    /** The load: 10,000 of each kind; memory is measured halfway and at the end. */
    static final class Load {
        private static final int COUNT = 10_000;
        private static final List<String> QUERIES = List.of(
                "(nonsense) @a", "(identifier) @a (#eq? @b \"x\")", "(identifier) @a (#huh? @a)", "(identifier");

        private Load() {}

        public static void main(String[] arguments) throws Exception {
            byte[] source = JavaGrammar.utf8("class A {" + " int f(int a) { return a; }\n".repeat(100) + "}");
            NativeLanguage java = JavaGrammar.load();
            long half = 0;
            try (Parser parser = new Parser();
                    Cursor cursor = new Cursor();
                    Query good = Query.compile(java, "((identifier) @n (#match? @n \"f\"))")) {
                for (int i = 0; i < COUNT; i++) {
                    reject(java, QUERIES.get(i % QUERIES.size()));
                    if (i % 10 == 0) {
                        giveUp(parser, java, source);
                        try (Tree tree = parser.parse(java, source)) {
                            cursor.run(good, tree.root(), Cursor.Limits.matches(64), match -> true);
                        }
                    }
                    if (i == COUNT / 2) {
                        half = resident();
                    }
                }
            }
            long grown = resident() - half;
            java.close();
            if (grown > ALLOWED) {
                System.out.println("grew by " + grown);
            }
            if (TreeSitter.live().values().stream().anyMatch(n -> n != 0)) {
                System.out.println("left " + TreeSitter.live());
            }
            System.out.println(grown > ALLOWED ? "leaks" : "done");
        }

        private static void reject(NativeLanguage java, String text) {
            try {
                Query.compile(java, text).close();
                System.out.println("accepted " + text);
            } catch (BadQuery e) {
                // What is being counted.
            }
        }

        private static void giveUp(Parser parser, NativeLanguage java, byte[] source) {
            int[] calls = {0};
            try {
                parser.parse(java, source, source.length, () -> ++calls[0] > 3).close();
                System.out.println("parsed to the end");
            } catch (Cancelled e) {
                // What is being counted.
            }
        }

        private static long resident() throws IOException {
            System.gc();
            String pages = Files.readString(Path.of("/proc/self/statm")).split(" ", -1)[1];
            return Long.parseLong(pages) * 4096;
        }
    }
}
