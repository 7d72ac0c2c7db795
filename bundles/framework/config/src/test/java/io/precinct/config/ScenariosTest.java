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
    void aWordBesideAMatcherIsAnErrorOnItsLineUnlessTheMapIsQuoted() {
        assertThat(problems("a:\n  expected:\n    b:\n      count: 3\n      other: 4\n"))
                .singleElement()
                .asString()
                .startsWith("service.yml:10: b.other: \"other\" is no matcher, but stands beside \"count\" (")
                .contains("the matchers are: matches, contains", "Say !Fields {…}");
        assertThat(only("a: {expected: {b: !Fields {count: 3, other: 4}, c: [!Fields {count: 3}, {gte: 1}]}}")
                        .expected())
                .isEqualTo(Shape.fields(
                        "b", Shape.fields("count", 3, "other", 4),
                        "c", List.of(Shape.fields("count", 3), Map.of("gte", 1))));
    }

    @Test
    void whatWouldPassByMisunderstandingIsAnErrorWhereverItStands() {
        assertThat(problems("""
                a:
                  expected:
                    b: {not: {match: '^a'}}
                    c: {not: {contains: {eq: 5}}}
                    d: [{any: [{gte: 1, lt: 5}, 7]}]
                    e: {every: {not: {count: -1}}}
                    f: {not: {gte: [1]}}
                    g: {not: {gte: 5, lte: 3}}
                    h: {first: {every: [1, 2]}}
                    i: !Match {not: {match: a}}
                    j: !Fields {gte: {not: {startsWith: a}}}
                    k: {not: true}
                    l: {gte: 1, matches: '1'}
                """))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .startsWith("service.yml:8: b.not.match:")
                                .contains("\"matches\"?"),
                        line -> assertThat(line)
                                .startsWith("service.yml:9: c.not.contains.eq:")
                                .contains("write the value"),
                        line -> assertThat(line)
                                .startsWith("service.yml:10: d.0.any.0.lt:")
                                .contains("\"lte\"?"),
                        line -> assertThat(line).startsWith("service.yml:11: e.every.not.count: a count is at least 0"),
                        line -> assertThat(line).startsWith("service.yml:12: f.not.gte: gte takes a number"),
                        line -> assertThat(line).startsWith("service.yml:13: g.not: gte 5 is above lte 3"),
                        line -> assertThat(line)
                                .startsWith("service.yml:14: h.first.every: every takes")
                                .contains("{any: […]}"),
                        line -> assertThat(line)
                                .startsWith("service.yml:15: not.match:")
                                .contains("\"matches\"?"),
                        line -> assertThat(line)
                                .startsWith("service.yml:16: gte.not.startsWith:")
                                .contains("\"prefix\"?"),
                        line -> assertThat(line).startsWith("service.yml:17: k.not: not true asks"),
                        line -> assertThat(line).startsWith("service.yml:18: l: no value is of a type"));
    }

    @Test
    void whatStandsAroundALateTagIsCheckedAtLoad() {
        assertThat(problems("""
                a:
                  expected:
                    case: !Task 7
                    b: {not: {gte: !Task 8, lt: 5}}
                    c: [!Task 9, {prefx: a}]
                    d: {keys: [!Task 10], count: {lte: -1}}
                """))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("service.yml:9: b.not.lt:"),
                        line -> assertThat(line).startsWith("service.yml:10: c.1.prefx:"),
                        line -> assertThat(line).startsWith("service.yml:11: d.count: no count is"));
        assertThat(good("a: {expected: {b: {not: {gte: !Task 8}}, c: [!Task 9, {gte: 1}], d: {any: [!Task 7]}}}")
                        .warnings())
                .isEmpty();
    }

    @Test
    void matchersStandInEveryPosition() {
        assertThat(
                        only("a: {expected: {b: {not: {contains: {id: {gte: 100}}}}, c: [{gte: 1}, 7], d: {every: {any: [{lte: 3}, x]}}}}")
                                .expected())
                .isEqualTo(Shape.fields(
                        "b", Map.of("not", Map.of("contains", Shape.fields("id", Map.of("gte", 100)))),
                        "c", new Shape.Items(List.of(Shape.of(Map.of("gte", 1)), new Shape.Literal(7))),
                        "d", Map.of("every", Map.of("any", List.of(Map.of("lte", 3), "x")))));
    }

    @Test
    void trueBesideAMatcherInAListIsPresenceAndTheLoadSaysSo() {
        assertThat(
                        good("a: {expected: {b: [{ok: true, n: {gte: 1}}], c: [{ok: true}, true], d: {every: true}, e: {not: {f: true}}}}")
                                .warnings())
                .satisfiesExactly(
                        warning -> assertThat(warning.message()).startsWith("expected b.0.ok: true asks only"),
                        warning -> assertThat(warning.message())
                                .startsWith("expected d.every: true asks only that there"));
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
                "{match: 5} | matches",
                "{eq: [1]} | any",
                "{max: 5} | lte",
                "{every: {gt: 5}} | gte",
                "{$gte: 5} | gte",
            })
    void aWordThatWasMeantAsAMatcherIsAnError(String shape, String meant) {
        assertThat(problems("a: {expected: {b: " + shape + "}}"))
                .singleElement()
                .asString()
                .contains("is no matcher", "(did you mean \"" + meant + "\"?", "Say !Fields {…} if");
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
                "{container: web}",
                "{all: 3, each: [a]}",
                "[{min: a}]",
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
