package io.precinct.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.shape.Matcher;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.LateTag;
import io.precinct.core.api.config.ScenarioSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenariosTest {
    @TempDir
    Path root;

    private TestFolder folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = TestFolder.in(root);
    }

    private static String file(String scenarios) {
        return TestFolder.GOOD + "scenarios:\n  echo:\n" + scenarios.indent(4);
    }

    private Configuration good(String scenarios) {
        return folder.good(file(scenarios));
    }

    private ScenarioSource only(String scenario) {
        return good(scenario).scenariosOf("echo").values().iterator().next();
    }

    private List<String> problems(String scenarios) {
        return folder.problems(file(scenarios));
    }

    @Test
    void inlineAndFixtureScenariosStandInOneBlockInTheOrderOfTheFile() {
        var scenarios = good("""
            z: {expected: {echoed: 1}}
            a: !Fixture echo/greeting
            m: {description: A third., expected: {echoed: 2}}
            """).scenariosOf("echo");
        assertThat(scenarios.keySet()).containsExactly("z", "a", "m");
        ScenarioSource fixture = Objects.requireNonNull(scenarios.get("a"));
        assertThat(fixture.raw()).isInstanceOfSatisfying(LateTag.class, tag -> {
            assertThat(tag.tag()).isEqualTo("Fixture");
            assertThat(tag.argument()).isEqualTo("echo/greeting");
            assertThat(tag.at().line()).isEqualTo(7);
        });
        assertThat(fixture.expected()).isNull();
        ScenarioSource third = Objects.requireNonNull(scenarios.get("m"));
        assertThat(third.description()).isEqualTo("A third.");
        assertThat(third.expected()).isEqualTo(Shape.fields("echoed", 2));
        assertThat(third.raw()).isEqualTo(Map.of("description", "A third.", "expected", Map.of("echoed", 2)));
    }

    @Test
    void otherMembersOfAScenarioAreKept() {
        assertThat(only("a: {expected: {b: 1}, params: {message: hi}, owner: [x]}")
                        .raw())
                .isEqualTo(
                        Map.of("expected", Map.of("b", 1), "params", Map.of("message", "hi"), "owner", List.of("x")));
    }

    @Test
    void theTopLevelOfExpectedIsAlwaysFields() {
        assertThat(only("a: {expected: {count: 3, first: {prefix: x}}}").expected())
                .isEqualTo(Shape.fields("count", 3, "first", Map.of("prefix", "x")));
    }

    @Test
    void fieldsAndMatchSayOutrightWhatIsMeant() {
        assertThat(only("a: {expected: {b: !Fields {count: 3}, c: !Match {count: 3}}}")
                        .expected())
                .isEqualTo(Shape.fields(
                        "b", Shape.fields("count", 3), "c", new Shape.Match(List.of(new Matcher.Count(Shape.of(3))))));
    }

    @Test
    void matchWithANameThatIsNoMatcherIsAnErrorOnItsLine() {
        assertThat(problems("a:\n  expected:\n    b: !Match\n      cuont: 3\n"))
                .singleElement()
                .asString()
                .startsWith("service.yml:9: cuont: \"cuont\" is not a matcher");
    }

    @Test
    void expectedItselfIsNeverAMapOfMatchers() {
        assertThat(problems("a: {expected: !Match {count: 3}}"))
                .singleElement()
                .asString()
                .contains("expected takes a map of fields; !Match cannot stand for it");
    }

    @Test
    void aLateTagMayStandAnywhereInAScenario() {
        ScenarioSource scenario = only("a: {description: d, expected: {id: 1, case: !Task 42, list: [!Graph a/b]}}");
        assertThat(scenario.expected()).isNull();
        assertThat(scenario.description()).isEqualTo("d");
        assertThat(scenario.raw())
                .isInstanceOfSatisfying(
                        Map.class,
                        raw -> assertThat(raw.get("expected"))
                                .isInstanceOfSatisfying(
                                        Map.class,
                                        expected -> assertThat(expected.get("case"))
                                                .isInstanceOfSatisfying(
                                                        LateTag.class,
                                                        tag -> assertThat(tag.argument())
                                                                .isEqualTo("42"))));
    }

    @Test
    void expectedMayBeALateTagAsAWhole() {
        assertThat(only("a: {expected: !Graph a/b}").expected()).isNull();
    }

    @Test
    void lateTagsWithoutAResolverWaitForOne() {
        assertThat(good("a: !Graph a/b\nb: !Task 7\n").warnings()).isEmpty();
    }

    @Test
    void aShapeCannotWaitForALateTag() {
        assertThat(problems("a: {expected: {b: !Fields {count: !Task 7}}}"))
                .singleElement()
                .asString()
                .contains("!Fields cannot hold !Task");
    }

    @Test
    void trueIsPresenceAndTheLoadSaysSo() {
        Configuration configuration =
                good("a: {expected: {ok: true, in: {deep: true}, not: {empty: true}, b: {any: [true]}}}");
        assertThat(configuration.warnings()).hasSize(2);
        assertThat(configuration.warnings().getFirst().line())
                .contains("expected ok: true asks only that it is present")
                .endsWith("(to demand truth say {any: [true]})");
        assertThat(configuration.warnings().get(1).message()).contains("in.deep");
    }

    @Test
    void aMapWithSomeNamesOfMatchersIsFieldsAndTheLoadSaysSo() {
        Configuration configuration = good("a:\n  expected:\n    b: {count: 3, other: 4}\n");
        assertThat(configuration.warnings()).singleElement().satisfies(p -> {
            assertThat(p.at().line()).isEqualTo(8);
            assertThat(p.message()).contains("some keys are matcher names");
        });
    }

    @Test
    void anEmptyExpectedPassesEverythingAndTheLoadSaysSo() {
        assertThat(good("a: {expected: {}}").warnings())
                .singleElement()
                .satisfies(p -> assertThat(p.message()).contains("every response passes"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{prefx: h} | prefix",
                "{matchs: '^h'} | matches",
                "{gt: 3} | gte",
                "{gte: 3, lt: 5} | lte",
                "{cuont: 3} | count",
                "{first: {prefxi: h}} | prefix",
                "{regex: '^h'} | matches",
            })
    void aMatcherWithASlipOfThePenIsToldBeforeItIsTakenForData(String shape, String meant) {
        assertThat(good("a: {expected: {b: " + shape + "}}").warnings()).anySatisfy(warning -> {
            assertThat(warning.message()).contains("is no matcher, so it is read as a field of the data");
            assertThat(warning.hint()).startsWith("did you mean \"" + meant + "\"?");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{note: a}",
                "{key: a}",
                "{keys: [a]}",
                "{size: large}",
                "{prefx: h, other: 1}",
                "!Fields {prefx: h}",
                "{min: a, max: b}",
                "{counts: [1]}",
            })
    void dataThatOnlyLooksALittleLikeItIsLeftInPeace(String shape) {
        assertThat(good("a: {expected: {b: " + shape + "}}").warnings()).isEmpty();
    }

    @Test
    void aMistypedRouteIsAnsweredWithTheFewThatAreMostLikeIt() throws IOException {
        var routes = new StringBuilder("routes:\n");
        for (int i = 0; i < 60; i++) {
            routes.append("  /r")
                    .append(i)
                    .append(": {method: get, boundary: echo, name: orders.list")
                    .append(i)
                    .append("}\n");
        }
        var problems = folder.service(routes + "scenarios: {orders: {a: {expected: {b: 1}}}}\n")
                .load()
                .problems();

        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.message()).isEqualTo("no route is named \"orders\"");
            assertThat(problem.hint())
                    .isEqualTo("nearest routes: orders.list0, orders.list1, orders.list2; there are 60");
        });
    }

    @Test
    void aBadPatternInsideMatchIsToldOnceAndOnItsLine() {
        assertThat(problems("a:\n  expected:\n    b: !Match\n      matches: '(['\n"))
                .singleElement()
                .asString()
                .startsWith("service.yml:9: b.matches:");
    }

    @Test
    void aPatternThatWouldExplodeElsewhereIsWelcome() {
        assertThat(good("a: {expected: {b: {matches: '^(.*a){20}$'}}}").warnings())
                .isEmpty();
    }

    @Test
    void aNameTheVerifyOptionCouldNeverSayIsRefused() {
        assertThat(problems("' a': {expected: {b: 1}}"))
                .singleElement()
                .asString()
                .contains("trimmed");
    }

    @Test
    void earlyTagsStandAnywhereAndWholeSectionsMayComeFromOne() throws IOException {
        var plugins = DeployedPlugins.shipped()
                .early("Given", call -> Map.of("echo", Map.of("a", Map.of("expected", Map.of("b", 1)))));
        LoadResult load =
                folder.service(TestFolder.GOOD + "scenarios: !Given x\n").load(plugins.snapshot());
        assertThat(load.configuration()).isNotNull();
        assertThat(load.configuration().scenariosOf("echo").get("a")).isNotNull();
    }
}
