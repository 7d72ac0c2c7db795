package io.precinct.core;

import static io.precinct.core.TestCore.answering;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.Declaration;
import io.precinct.api.boundary.Position;
import io.precinct.api.boundary.Reply;
import io.precinct.api.config.TagException;
import io.precinct.api.shape.Shape;
import io.precinct.core.api.chain.ChainContext;
import io.precinct.core.api.chain.Scenario;
import io.precinct.core.api.config.LateTag;
import io.precinct.core.api.config.Location;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Late tags in the expectation of a scenario. */
class LateTagsTest {
    private final TestCore core = new TestCore();
    private final List<Scenario.Resolved> resolved = new ArrayList<>();

    @BeforeEach
    void aProbeThatKeepsWhatItResolved() {
        var probe =
                Declaration.passthrough().at(Position.LAST).capability("verify").build();
        core.boundary("verify_route", answering(probe, in -> {
                    ChainContext chain = ChainContext.of(in);
                    chain.scenarios().forEach(scenario -> resolved.add(scenario.resolve()));
                    return chain.reply();
                }))
                .boundary("echo", answering(in -> Reply.ok(Map.of())))
                .route("get", "/echo", "echo");
        core.plugins.resolver("Saved", true, call -> switch (String.valueOf(call.argument())) {
            case "gone", "gone too" -> throw new TagException("nothing is saved as " + call.argument());
            case "in a file" -> {
                Path file = Objects.requireNonNull(call.configDir().toAbsolutePath())
                        .resolve("secret.yml");
                throw new TagException(file + " is empty", "write something into " + file);
            }
            case "broken" -> throw new NoSuchFileException("/srv/secret.yml");
            case "matchers" -> Map.of("n", List.of(Map.of("gte", 1), true), "every", Map.of("not", Map.of("lt", 5)));
            case "hangs" -> {
                new CountDownLatch(1).await();
                yield "never";
            }
            default -> call.argument() + " itself";
        });
    }

    @AfterEach
    void stop() {
        core.close();
    }

    @Test
    void everyTagThatFailsIsToldWithItsPlaceAndTheRestIsThereToCompare() {
        Scenario.Resolved scenario = resolve(ordered(
                "a", saved("gone"),
                "b", ordered("c", saved("gone too"), "n", 3),
                "d", saved("good"),
                "e", 7));

        assertThat(scenario.failure()).isNull();
        assertThat(scenario.unresolved())
                .containsExactly(
                        new Scenario.Unresolved(List.of("a"), "!Saved gone", "nothing is saved as gone"),
                        new Scenario.Unresolved(List.of("b", "c"), "!Saved gone too", "nothing is saved as gone too"));
        Shape anything = new Shape.Match(List.of());
        assertThat(scenario.expected())
                .isEqualTo(Shape.fields(
                        "a", anything, "b", Shape.fields("c", anything, "n", 3), "d", "good itself", "e", 7));
    }

    @Test
    void aMatcherGoesAloneAndWhatIsNegatedOrAListGoesWhole() {
        Scenario.Resolved scenario = resolve(ordered(
                "age", ordered("gte", saved("gone"), "lte", 9),
                "name", ordered("not", ordered("first", "x", "other", saved("gone"))),
                "size", ordered("count", saved("gone")),
                "tags", List.of("t", saved("gone")),
                "items", ordered("first", ordered("name", saved("gone"))),
                "kind", ordered("any", List.of("k", saved("gone")))));

        Shape anything = new Shape.Match(List.of());
        assertThat(scenario.expected())
                .isEqualTo(Shape.fields(
                        "age", Map.of("lte", 9),
                        "name", anything,
                        "size", anything,
                        "tags", anything,
                        "items", Map.of("first", Shape.fields("name", anything)),
                        "kind", anything));
        assertThat(scenario.unresolved())
                .extracting(Scenario.Unresolved::path)
                .containsExactly(
                        List.of("age"),
                        List.of("name", "other"),
                        List.of("size"),
                        List.of("tags", 1),
                        List.of("items", 0, "name"),
                        List.of("kind"));
        assertThat(scenario.unresolved().getFirst().expected()).isEqualTo(Map.of("gte", "!Saved gone"));
    }

    @Test
    void whatATagResolvesToIsReadLikeTheRest() {
        core.scenario("echo", "s", ordered("expected", saved("matchers")));
        core.start().get("/echo");

        assertThat(resolved)
                .singleElement()
                .extracting(Scenario.Resolved::failure)
                .asString()
                .isEqualTo(
                        "every.not.lt: \"lt\" is no matcher (did you mean \"lte\"? Say !Fields {…} if it is a field of"
                                + " the data)");
    }

    @Test
    void matchersAroundATagKeepTheirMeaningInEveryPosition() {
        Scenario.Resolved scenario = resolve(ordered(
                "a", ordered("every", ordered("gte", saved("gone"), "lte", 9)),
                "b", ordered("contains", ordered("id", ordered("gte", 1), "name", saved("good"))),
                "c", List.of(ordered("prefix", "x"), saved("good")),
                "d", ordered("not", ordered("every", ordered("gte", saved("gone"), "lte", 9)))));

        Shape anything = new Shape.Match(List.of());
        assertThat(scenario.failure()).isNull();
        assertThat(scenario.expected())
                .isEqualTo(Shape.fields(
                        "a", Map.of("every", Map.of("lte", 9)),
                        "b", Map.of("contains", ordered("id", Map.of("gte", 1), "name", "good itself")),
                        "c", List.of(Map.of("prefix", "x"), "good itself"),
                        "d", anything));
        assertThat(scenario.unresolved())
                .extracting(Scenario.Unresolved::expected)
                .containsExactly(
                        Map.of("every", Map.of("gte", "!Saved gone")),
                        Map.of("not", Map.of("every", Map.of("gte", "!Saved gone"))));
    }

    @Test
    void aTagThatHangsCostsItsNeighboursNothing() {
        Scenario.Resolved scenario = resolve(ordered("slow", saved("hangs"), "quick", saved("good"), "e", 7));

        assertThat(scenario.unresolved())
                .singleElement()
                .satisfies(tag -> assertThat(tag.path()).isEqualTo(List.of("slow")))
                .satisfies(tag -> assertThat(tag.reason()).startsWith("it took longer than "));
        assertThat(Objects.requireNonNull(scenario.expected()).field("quick"))
                .isEqualTo(new Shape.Literal("good itself"));
    }

    @Test
    void noPlaceOfTheServerIsTold() {
        Scenario.Resolved scenario = resolve(ordered("a", saved("in a file"), "b", saved("broken")));

        assertThat(scenario.unresolved().get(0).reason())
                .isEqualTo("secret.yml is empty (write something into secret.yml)");
        assertThat(scenario.unresolved().get(1).reason()).matches("its resolver failed, incident [0-9a-f]{16}");
    }

    @Test
    void aTagInWhatEvaluationIgnoresIsLeftAlone() {
        core.scenario("echo", "s", ordered("params", saved("gone"), "expected", ordered("a", saved("good"))));
        core.start().get("/echo");

        assertThat(resolved)
                .singleElement()
                .isEqualTo(new Scenario.Resolved(Shape.fields("a", "good itself"), null, null));
    }

    private Scenario.Resolved resolve(Map<String, ?> expected) {
        core.scenario("echo", "s", ordered("expected", expected));
        core.start().get("/echo");
        assertThat(resolved).hasSize(1);
        return resolved.getFirst();
    }

    /** An ordered map, which need not be plain data and may contain tags. */
    private static Map<String, Object> ordered(Object... keysAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            map.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return map;
    }

    private static LateTag saved(String name) {
        return new LateTag("Saved", name, new Location("service.yml", 1, 1));
    }
}
