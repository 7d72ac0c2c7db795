package io.precinct.config.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.config.Problem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlReaderTest {
    private final Problems problems = new Problems();

    private @Nullable YamlNode read(String text) {
        return YamlReader.read("test.yml", text.getBytes(StandardCharsets.UTF_8), problems);
    }

    private @Nullable Object data(String text) {
        YamlNode node = read(text);
        assertThat(problems.inOrder()).isEmpty();
        assertThat(node).isNotNull();
        return NodeData.of(node);
    }

    private String onlyProblem(String text) {
        read(text);
        assertThat(problems.inOrder()).hasSize(1);
        return problems.inOrder().getFirst().line();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"yes", "no", "on", "off", "y", "n", "Yes", "OFF", "2001-12-14", "1_000", "1:30", "0b1", "="})
    void wordsThatYaml11MadeValuesOfAreText(String text) {
        assertThat(data(text)).isEqualTo(text);
    }

    @Test
    void numbersAreThoseOfTheCoreSchema() {
        assertThat(data("[010, 0o10, 0x1F, +12, -0, 1e3, .5, 1., 0.1]"))
                .isEqualTo(Arrays.asList(10, 8, 31, 12, 0, 1000.0, 0.5, 1.0, 0.1));
    }

    @Test
    void numbersKeepTheirExactValue() {
        assertThat(data("[9223372036854775807, 9223372036854775808, 0.12345678901234567890123]"))
                .isEqualTo(List.of(
                        Long.MAX_VALUE,
                        new BigInteger("9223372036854775808"),
                        new BigDecimal("0.12345678901234567890123")));
    }

    @Test
    void booleansAndNullAreFew() {
        assertThat(data("[true, True, FALSE, null, ~, '', \"true\"]"))
                .isEqualTo(Arrays.asList(true, true, false, null, null, "", "true"));
    }

    @ParameterizedTest
    @ValueSource(strings = {".inf", "-.INF", ".nan", "1e99999999999", "1e-20000"})
    void numbersThatAreNotFiniteOrAbsurdAreRefused(String text) {
        assertThat(onlyProblem("a: 1\nb: " + text)).startsWith("test.yml:2:").contains("put it in quotes");
    }

    @Test
    void aNumberOfAMillionDigitsIsRefusedAtOnce() {
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThat(onlyProblem("9".repeat(1_000_000))).contains("1000 digits"));
    }

    @Test
    void standardTagsChooseAmongTheTypesOfTheCoreSchema() {
        assertThat(data("[!!str 12, !!int \"12\", !!float 1, !!bool true, !!null '', ! 7]"))
                .isEqualTo(Arrays.asList("12", 12, 1, true, null, "7"));
        assertThat(data("!!map {a: !!seq []}")).isEqualTo(Map.of("a", List.of()));
    }

    @Test
    void aScalarBehindATagOfOursIsText() {
        assertThat(read("!Task 010")).isInstanceOfSatisfying(YamlNode.Tagged.class, tagged -> {
            assertThat(tagged.tag()).isEqualTo("Task");
            assertThat(NodeData.of(tagged.content())).isEqualTo("010");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "!!binary aGk=",
                "!!timestamp 2001-12-14",
                "!!set {a}",
                "!!java.net.URL [http://localhost]",
                "!<tag:yaml.org,2002:python/object/apply:os.system> [ls]",
                "!<x> y"
            })
    void noOtherTypeIsConstructed(String text) {
        assertThat(onlyProblem(text)).contains("unknown tag").contains("no types are constructed");
    }

    @Test
    void allDuplicateKeysAreToldInOneReading() {
        read("a: 1\nb: 2\na: 3\nc: {d: 1, d: 2}\nb: 4\n");
        assertThat(problems.inOrder())
                .extracting(p -> p.at().line() + " " + p.message())
                .containsExactly("3 duplicate key \"a\"", "4 duplicate key \"d\"", "5 duplicate key \"b\"");
    }

    @Test
    void keysThatAreSpelledDifferentlyButAreOneTextAreDuplicates() {
        assertThat(onlyProblem("a: 1\n\"a\": 2\n")).contains("duplicate key");
    }

    @ParameterizedTest
    @CsvSource({"'1: a', got 1", "'true: a', got true", "'~: a', got nothing", "'? [a]\n: b', got a list"})
    void aKeyIsText(String text, String got) {
        assertThat(onlyProblem(text)).contains("a key must be text, " + got);
    }

    @Test
    void aMergeKeyIsToldInsteadOfReadAsAField() {
        assertThat(onlyProblem("a: &a {x: 1}\nb:\n  <<: *a\n"))
                .startsWith("test.yml:3:")
                .contains("no merge key");
    }

    @Test
    void aFieldOfThatNameInQuotesIsAField() {
        assertThat(data("'<<': 1")).isEqualTo(Map.of("<<", 1));
    }

    @Test
    void anAliasSharesWhatItsAnchorNames() {
        assertThat(data("a: &x {n: 1}\nb: *x\n")).isEqualTo(Map.of("a", Map.of("n", 1), "b", Map.of("n", 1)));
    }

    @Test
    void anAliasMeansTheNearestAnchorOfItsNameAboveIt() {
        assertThat(data("[&x 1, *x, &x 2, *x]")).isEqualTo(List.of(1, 1, 2, 2));
    }

    @Test
    void aBombOfAliasesIsRefusedBeforeItGoesOff() {
        var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(10)));
        }
        assertThat(onlyProblem(bomb.toString())).contains("aliases multiply the document");
    }

    @Test
    void aValueThatContainsItselfIsRefused() {
        assertThat(onlyProblem("a: 1\nb: &b\n  c: *b\n"))
                .startsWith("test.yml:3:")
                .contains("inside the value");
    }

    @Test
    void depthIsBoundedInEveryStyle() {
        assertThat(onlyProblem("[".repeat(200_000))).contains("nested deeper than 100 levels");
    }

    @Test
    void depthThroughAliasesIsBounded() {
        var chain = new StringBuilder("- &a0 [x]\n");
        for (int i = 1; i < 200; i++) {
            chain.append("- &a%d [*a%d]\n".formatted(i, i - 1));
        }
        assertThat(onlyProblem(chain.toString())).contains("through aliases");
    }

    @Test
    void aFileThatIsTooLargeIsRefused() {
        String large = "a: \"" + "x".repeat(YamlReader.LARGEST) + "\"";
        read(large);
        assertThat(problems.hasErrors()).isTrue();
    }

    @Test
    void tenThousandRoutesAreNoBomb() {
        var routes = new StringBuilder("routes:\n");
        for (int i = 0; i < 10_000; i++) {
            routes.append("  /r%d/:id: {method: get, boundary: echo, name: r%d}\n".formatted(i, i));
        }
        assertThat(data(routes.toString())).isNotNull();
    }

    @Test
    void aByteOrderMarkIsNoText() {
        assertThat(data("\uFEFFa: 1")).isEqualTo(Map.of("a", 1));
    }

    @Test
    void aCharacterYamlDoesNotAllowIsNamedWithItsLine() {
        assertThat(onlyProblem("a: 1\nb: \u0007\n")).startsWith("test.yml:2").contains("U+0007");
    }

    @Test
    void everyValueKnowsLineAndColumn() {
        YamlNode root = read("a:\n  - b\n  - {c: d}\n");
        assertThat(NodeData.at(root, List.of("a", 1, "c")).at())
                .satisfies(at -> assertThat(at.line()).isEqualTo(3))
                .satisfies(at -> assertThat(at.column()).isEqualTo(9));
    }

    @Test
    void aDirectiveOfYaml11ChangesNothing() {
        assertThat(data("%YAML 1.1\n---\nyes\n")).isEqualTo("yes");
    }

    @Test
    void whatIsWrongInTheSyntaxIsOneProblemOnOneLine() {
        read("a: [1, 2\nb: 3\n");
        assertThat(problems.inOrder()).hasSize(1).extracting(Problem::line).allMatch(line -> !line.contains("\n"));
    }
}
