package io.precinct.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.launcher.Installation;
import io.precinct.launcher.RecordingConsole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
    private final RecordingConsole console = new RecordingConsole();

    @TempDir
    private Path folder;

    private CommandLine commandLine;

    @BeforeEach
    void inAnEmptyInstallation() {
        commandLine = new CommandLine(
                console.console(), new Installation(folder, folder.resolve("config"), folder.resolve("data"), "1.2.3"));
    }

    private int execute(String line) {
        return commandLine.execute(line.isEmpty() ? new String[0] : line.split(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "check",
                "status",
                "deploy",
                "rollback",
                "undeploy",
                "disable",
                "enable",
                "bundles",
                "explain",
                "console",
                "scenario",
                "log",
                "reload",
                "seal verify",
                "user add",
                "user list",
                "user remove",
                "user passwd",
                "user role",
                "completion",
                "help",
                "aot"
            })
    void everyCommandExplainsItself(String command) {
        assertThat(execute(command + " --help")).isZero();
        assertThat(console.out()).startsWith("Usage: precinct " + command).contains("--help");
        assertThat(console.err()).isEmpty();
        assertThat(execute("help " + command)).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    statsu                      | unknown command 'statsu'; did you mean status?
                    frobnicate                  | unknown command 'frobnicate'
                    status now                  | unexpected argument 'now'
                    deploy                      | JAR is missing
                    run --prot 3000             | unknown option --prot; did you mean --port?
                    run --port many             | --port is a number from 0 (any free one) to 65535, not 'many'
                    run --port 65536            | --port is a number from 0 (any free one) to 65535, not '65536'
                    run --strict-input=maybe    | --strict-input is true or false, not 'maybe'
                    run --features ,            | --features names no feature
                    run --data=                 | --data is empty
                    status --url ftp://here     | --url is an address such as http://127.0.0.1:3000, not 'ftp://here'
                    log io.precinct             | LEVEL is missing
                    log io.precinct loud        | 'loud' is not one of trace, debug, info, warn, error, off, default
                    scenario echo hello --param message | --param NAME=TEXT is expected, not 'message'
                    scenario echo hello --param n:=[1   | 'n:=[1': line 1, column 3: expected
                    seal verify x --root 12     | --root is 64 hex digits, not '12'
                    seal                        | Usage: precinct seal verify [--root HEX] [--proofs FILE] [--url URL] FILE
                    user                        | Usage: precinct user add [--role ROLE]… [--config DIR] [--data DIR] NAME
                    user add                    | NAME is missing
                    user add ada secret         | unexpected argument 'secret'
                    user lst                    | Usage: precinct user add
                    user role                   | NAME is missing
                    user role ada --rloe lead   | unknown option --rloe; did you mean --role?
                    completion fish             | 'fish' is not one of bash, zsh
                    help statsu                 | unknown command 'statsu'; did you mean status?
                    """)
    void wrongUsageIsNamedInOneLineAndTheUsageFollows(String line, String reason) {
        assertThat(execute(line)).isEqualTo(2);
        assertThat(console.out()).isEmpty();
        assertThat(console.err().lines().findFirst().orElseThrow()).contains(reason);
        if (!line.startsWith("help")) {
            assertThat(console.err()).contains("Usage: precinct ");
        }
    }

    @Test
    void noCommandAtAllIsWrongUsageAndListsThem() {
        assertThat(execute("")).isEqualTo(2);
        assertThat(console.err()).contains("Usage: precinct COMMAND").contains("explain WHAT");
    }

    @Test
    void helpListsEveryCommandButThoseOfMaintenance() {
        assertThat(execute("--help")).isZero();
        assertThat(console.out())
                .contains("  run ")
                .contains("  seal verify FILE ")
                .contains("  grammars fetch ")
                .contains("  scenario ROUTE NAME ")
                .contains("Exit codes: 0 done")
                .doesNotContain("  aot")
                .contains("  backup FILE ");
    }

    @Test
    void whatMayBeRepeatedIsMarkedInTheUsage() {
        assertThat(execute("user role --help")).isZero();
        assertThat(console.out())
                .startsWith("Usage: precinct user role [--role ROLE]… [--config DIR] [--data DIR] NAME [ROLE]…\n");
        assertThat(execute("help")).isZero();
        assertThat(console.out()).contains("  user role NAME [ROLE]… ");
    }

    @Test
    void theVersionIsTheOneOfTheInstallation() {
        assertThat(execute("--version")).isZero();
        assertThat(console.out()).isEqualTo("precinct 1.2.3\n");
    }

    @Test
    void anUnknownFeatureIsWrongUsageAndTheNearestOneIsNamed() throws IOException {
        Files.createDirectories(folder.resolve("features"));
        Files.write(folder.resolve("features/framework.bundles"), List.of());
        Files.write(folder.resolve("features/system.packages"), List.of());

        assertThat(execute("check --features framewrok")).isEqualTo(2);
        assertThat(console.err())
                .startsWith(
                        "precinct check: there is no feature 'framewrok'; did you mean framework? Features: framework");
    }

    @Test
    void aDistributionWithoutFeaturesIsAFailureThatNamesTheFolder() {
        assertThat(execute("run")).isEqualTo(1);
        assertThat(console.err())
                .startsWith("precinct: the distribution is incomplete: no features: no such file: ")
                .contains(folder.resolve("features").toString());
    }

    @Test
    void aBundleThatIsMissingIsNamedAndNotSkipped() throws IOException {
        Files.createDirectories(folder.resolve("features"));
        Files.createDirectories(folder.resolve("config"));
        Files.write(folder.resolve("features/framework.bundles"), List.of("gone.jar"));
        Files.write(folder.resolve("features/system.packages"), List.of());

        assertThat(execute("run")).isEqualTo(1);
        assertThat(console.err()).contains("these bundles are missing: [" + folder.resolve("bundles/gone.jar") + "]");
    }

    private int execute(Map<String, String> variables, String... words) {
        var installation =
                new Installation(folder, folder.resolve("config"), folder.resolve("data"), "1.2.3", variables);
        return new CommandLine(console.console(), installation).execute(words);
    }

    @Test
    void variablesStandForOptionsAndAnOptionWins() throws IOException {
        Path other = folder.resolve("other");
        Map<String, String> variables = Map.of("PRECINCT_DATA", other.toString());

        assertThat(execute(variables, "status")).isEqualTo(1);
        assertThat(console.err()).contains("no precinct runs on " + other + ":");
        assertThat(execute(
                        variables, "status", "--data", folder.resolve("third").toString()))
                .isEqualTo(1);
        assertThat(console.err()).contains("no precinct runs on " + folder.resolve("third") + ":");
        assertThat(execute(Map.of("PRECINCT_DATA", ""), "status")).isEqualTo(1);
        assertThat(console.err()).contains("no precinct runs on " + folder.resolve("data") + ":");
    }

    @Test
    void aBadValueIsNamedWithItsVariable() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        Files.createDirectories(folder.resolve("features"));
        Files.writeString(folder.resolve("features/framework.bundles"), "");
        Files.writeString(folder.resolve("features/system.packages"), "");

        assertThat(execute(Map.of("PRECINCT_PORT", "many"), "run")).isEqualTo(2);
        assertThat(console.err()).contains("PRECINCT_PORT is a number from 0 (any free one) to 65535, not 'many'");
        assertThat(execute(Map.of("PRECINCT_DATA", file.toString()), "status")).isEqualTo(2);
        assertThat(console.err()).contains("PRECINCT_DATA names " + file + ", which is no folder");
        Path absent = folder.resolve("absent");
        assertThat(execute(Map.of("PRECINCT_CONFIG", absent.toString()), "check"))
                .isEqualTo(1);
        assertThat(console.err()).contains("no configuration folder " + absent + ", which PRECINCT_CONFIG names");
    }

    @Test
    void theHelpNamesTheVariables() {
        assertThat(execute("run --help")).isZero();
        assertThat(console.out()).contains("(or PRECINCT_CONFIG)", "(or PRECINCT_DATA)", "(or PRECINCT_PORT)");
        assertThat(execute("--help")).isZero();
        assertThat(console.out()).contains("PRECINCT_CONFIG, PRECINCT_DATA and PRECINCT_PORT stand for");
    }
}
