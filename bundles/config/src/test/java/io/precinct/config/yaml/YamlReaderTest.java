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
    void words_that_yaml_1_1_made_values_of_are_text(String text) {
        assertThat(data(text)).isEqualTo(text);
    }

    @Test
    void numbers_are_those_of_the_core_schema() {
        assertThat(data("[010, 0o10, 0x1F, +12, -0, 1e3, .5, 1., 0.1]"))
                .isEqualTo(Arrays.asList(10, 8, 31, 12, 0, 1000.0, 0.5, 1.0, 0.1));
    }

    @Test
    void numbers_keep_their_exact_value() {
        assertThat(data("[9223372036854775807, 9223372036854775808, 0.12345678901234567890123]"))
                .isEqualTo(List.of(
                        Long.MAX_VALUE,
                        new BigInteger("9223372036854775808"),
                        new BigDecimal("0.12345678901234567890123")));
    }

    @Test
    void booleans_and_null_are_few() {
        assertThat(data("[true, True, FALSE, null, ~, '', \"true\"]"))
                .isEqualTo(Arrays.asList(true, true, false, null, null, "", "true"));
    }

    @ParameterizedTest
    @ValueSource(strings = {".inf", "-.INF", ".nan", "1e99999999999", "1e-20000"})
    void numbers_that_are_not_finite_or_absurd_are_refused(String text) {
        assertThat(onlyProblem("a: 1\nb: " + text)).startsWith("test.yml:2:").contains("put it in quotes");
    }

    @Test
    void a_number_of_a_million_digits_is_refused_at_once() {
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThat(onlyProblem("9".repeat(1_000_000))).contains("1000 digits"));
    }

    @Test
    void standard_tags_choose_among_the_types_of_the_core_schema() {
        assertThat(data("[!!str 12, !!int \"12\", !!float 1, !!bool true, !!null '', ! 7]"))
                .isEqualTo(Arrays.asList("12", 12, 1, true, null, "7"));
        assertThat(data("!!map {a: !!seq []}")).isEqualTo(Map.of("a", List.of()));
    }

    @Test
    void a_scalar_behind_a_tag_of_ours_is_text() {
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
    void no_other_type_is_constructed(String text) {
        assertThat(onlyProblem(text)).contains("unknown tag").contains("no types are constructed");
    }

    @Test
    void all_duplicate_keys_are_told_in_one_reading() {
        read("a: 1\nb: 2\na: 3\nc: {d: 1, d: 2}\nb: 4\n");
        assertThat(problems.inOrder())
                .extracting(p -> p.at().line() + " " + p.message())
                .containsExactly("3 duplicate key \"a\"", "4 duplicate key \"d\"", "5 duplicate key \"b\"");
    }

    @Test
    void keys_that_are_spelled_differently_but_are_one_text_are_duplicates() {
        assertThat(onlyProblem("a: 1\n\"a\": 2\n")).contains("duplicate key");
    }

    @ParameterizedTest
    @CsvSource({"'1: a', got 1", "'true: a', got true", "'~: a', got nothing", "'? [a]\n: b', got a list"})
    void a_key_is_text(String text, String got) {
        assertThat(onlyProblem(text)).contains("a key must be text, " + got);
    }

    @Test
    void a_merge_key_is_told_instead_of_read_as_a_field() {
        assertThat(onlyProblem("a: &a {x: 1}\nb:\n  <<: *a\n"))
                .startsWith("test.yml:3:")
                .contains("no merge key");
    }

    @Test
    void a_field_of_that_name_in_quotes_is_a_field() {
        assertThat(data("'<<': 1")).isEqualTo(Map.of("<<", 1));
    }

    @Test
    void an_alias_shares_what_its_anchor_names() {
        assertThat(data("a: &x {n: 1}\nb: *x\n")).isEqualTo(Map.of("a", Map.of("n", 1), "b", Map.of("n", 1)));
    }

    @Test
    void an_alias_means_the_nearest_anchor_of_its_name_above_it() {
        assertThat(data("[&x 1, *x, &x 2, *x]")).isEqualTo(List.of(1, 1, 2, 2));
    }

    @Test
    void a_bomb_of_aliases_is_refused_before_it_goes_off() {
        var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(10)));
        }
        assertThat(onlyProblem(bomb.toString())).contains("aliases multiply the document");
    }

    @Test
    void a_value_that_contains_itself_is_refused() {
        assertThat(onlyProblem("a: 1\nb: &b\n  c: *b\n"))
                .startsWith("test.yml:3:")
                .contains("inside the value");
    }

    @Test
    void depth_is_bounded_in_every_style() {
        assertThat(onlyProblem("[".repeat(200_000))).contains("nested deeper than 100 levels");
    }

    @Test
    void depth_through_aliases_is_bounded() {
        var chain = new StringBuilder("- &a0 [x]\n");
        for (int i = 1; i < 200; i++) {
            chain.append("- &a%d [*a%d]\n".formatted(i, i - 1));
        }
        assertThat(onlyProblem(chain.toString())).contains("through aliases");
    }

    @Test
    void a_file_that_is_too_large_is_refused() {
        String large = "a: \"" + "x".repeat(YamlReader.LARGEST) + "\"";
        read(large);
        assertThat(problems.hasErrors()).isTrue();
    }

    @Test
    void ten_thousand_routes_are_no_bomb() {
        var routes = new StringBuilder("routes:\n");
        for (int i = 0; i < 10_000; i++) {
            routes.append("  /r%d/:id: {method: get, boundary: echo, name: r%d}\n".formatted(i, i));
        }
        assertThat(data(routes.toString())).isNotNull();
    }

    @Test
    void a_byte_order_mark_is_no_text() {
        assertThat(data("\uFEFFa: 1")).isEqualTo(Map.of("a", 1));
    }

    @Test
    void a_character_yaml_does_not_allow_is_named_with_its_line() {
        assertThat(onlyProblem("a: 1\nb: \u0007\n")).startsWith("test.yml:2").contains("U+0007");
    }

    @Test
    void every_value_knows_line_and_column() {
        YamlNode root = read("a:\n  - b\n  - {c: d}\n");
        assertThat(NodeData.at(root, List.of("a", 1, "c")).at())
                .satisfies(at -> assertThat(at.line()).isEqualTo(3))
                .satisfies(at -> assertThat(at.column()).isEqualTo(9));
    }

    @Test
    void a_directive_of_yaml_1_1_changes_nothing() {
        assertThat(data("%YAML 1.1\n---\nyes\n")).isEqualTo("yes");
    }

    @Test
    void what_is_wrong_in_the_syntax_is_one_problem_on_one_line() {
        read("a: [1, 2\nb: 3\n");
        assertThat(problems.inOrder()).hasSize(1).extracting(Problem::line).allMatch(line -> !line.contains("\n"));
    }
}
