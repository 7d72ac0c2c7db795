package io.precinct.build.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.build.Checkout;
import io.precinct.build.SourceModule;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real JVMs on a module whose test classes are compiled here. */
class TestRunTest {
    @TempDir
    Path root;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private boolean passed;

    @BeforeEach
    void checkout() throws IOException {
        write(
                "pom.xml",
                "<project><artifactId>root</artifactId><version>1</version>"
                        + "<modules><module>m</module><module>build</module></modules></project>");
        for (String module : List.of("m", "build")) {
            String artifact = module.equals("m") ? "m" : "precinct-build";
            write(module + "/pom.xml", "<project><artifactId>" + artifact + "</artifactId></project>");
            write(
                    module + "/target/test.launch",
                    "arguments=-XX:TieredStopAtLevel=1 -Dgiven=yes\nforks=2\ntest.path="
                            + root.resolve("m/target/test-classes")
                            + File.pathSeparator
                            + System.getProperty("java.class.path")
                            + "\n");
            write(module + "/target/test.properties", "module.property=of the module\n");
        }
    }

    @Test
    void whatPassesIsCounted() throws IOException {
        test("GoodTest", """
                @Test void one() { System.out.println("said by one"); }
                @Test void two() {
                    if (!"yes".equals(System.getProperty("given"))) throw new AssertionError("no option");
                    if (!"of the module".equals(System.getProperty("module.property"))) throw new AssertionError("none");
                    boolean on = false;
                    assert on = true;
                    if (!on) throw new AssertionError("assertions are off");
                    if (!new java.io.File("").getAbsolutePath().endsWith("m")) throw new AssertionError("elsewhere");
                }
                @Test @Disabled void three() {}
                """);

        assertThat(run(false)).isEmpty();
        assertThat(passed).isTrue();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("passed m GoodTest: 3 tests (1 skipped)")
                .contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 1");
        assertThat(root.resolve("target/tests/output/GoodTest.txt")).hasContent("said by one");
    }

    @Test
    void aFailureIsShownWithItsTrace() throws IOException {
        test("BadTest", "@Test void one() { throw new IllegalStateException(\"on purpose\"); }");
        test(
                "WorseTest",
                "@BeforeAll static void begin() { throw new IllegalStateException(\"from the start\"); }"
                        + " @Test void one() {}");

        run(false);

        assertThat(passed).isFalse();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("FAILED m BadTest")
                .contains("java.lang.IllegalStateException: on purpose")
                .contains("from the start")
                .contains("Failures: 2,");
        assertThat(new Records(root).failed("BadTest")).isTrue();
    }

    @Test
    void aClassThatEndsItsJvmFailsAndTheOthersAreRun() throws IOException {
        test("ExitTest", "@Test void one() { System.exit(7); }");
        test("GoodTest", "@Test void one() {}");

        run(false);

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("FAILED m ExitTest")
                .contains("it ended with 7")
                .contains("passed m GoodTest");
    }

    @Test
    void aClassWithoutTestsFails() throws IOException {
        test("EmptyTest", "");

        run(false);

        assertThat(passed).isFalse();
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("it has no test");
    }

    @Test
    void afterAFailureTheRestIsLeft() throws IOException {
        test("ABadTest", "@Test void one() { throw new IllegalStateException(\"on purpose\"); }");
        test("GoodTest", "@Test void one() {}");

        List<TestClass> classes = classes();
        var run = new TestRun(Checkout.read(root), new Records(root), print(), true);
        List<TestClass> left = run.run(List.of(
                classes.stream().filter(each -> each.name().equals("ABadTest")).toList(), List.of(), classes));

        assertThat(left).extracting(TestClass::name).doesNotContain("ABadTest");
        assertThat(run.summary()).isFalse();
    }

    private List<TestClass> run(boolean stop) {
        var run = new TestRun(Checkout.read(root), new Records(root), print(), stop);
        List<TestClass> left = run.run(List.of(classes()));
        passed = run.summary();
        return left;
    }

    private PrintStream print() {
        return new PrintStream(printed, true, StandardCharsets.UTF_8);
    }

    private List<TestClass> classes() {
        SourceModule module = Checkout.read(root).named("m").orElseThrow();
        return TestClass.of(module);
    }

    private void test(String name, String members) throws IOException {
        String file = "m/src/test/java/" + name + ".java";
        write(file, "import org.junit.jupiter.api.*; class " + name + " { " + members + " }");
        List<String> arguments = new ArrayList<>(List.of("-cp", System.getProperty("java.class.path"), "-proc:none"));
        Path output = Files.createDirectories(root.resolve("m/target/test-classes"));
        arguments.addAll(List.of("-d", output.toString(), root.resolve(file).toString()));
        int result = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(result).isZero();
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
