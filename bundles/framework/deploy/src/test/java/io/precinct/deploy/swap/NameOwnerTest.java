package io.precinct.deploy.swap;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.core.api.config.DeploySettings;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.plugin.DeployedFormatter;
import io.precinct.core.api.plugin.Replacement;
import io.precinct.deploy.GetRequest;
import io.precinct.deploy.TestContainer;
import io.precinct.deploy.TestPlugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a name belongs to its bundle; another bundle takes it only by an operator's order, and gives it back. */
class NameOwnerTest {
    private static final Replacement ECHO = new Replacement("boundary echo", "a.echo", "1.0.0");

    @TempDir
    Path folder;

    private TestContainer container;
    private int jars;

    @BeforeEach
    void start() throws Exception {
        var echo = new RouteEntry(
                "echo",
                RouteDeclaration.of("get", "/echo"),
                List.of("echo"),
                true,
                null,
                new Location("service.yml", 1, 1));
        container = TestContainer.withCore(
                folder.resolve("data"),
                List.of(echo),
                Map.of(),
                jar(TestPlugin.gate()),
                jar(TestPlugin.saying("a.echo", "1.0.0", "echo", "shipped")),
                jar(new TestPlugin("a.rest", "1.0.0")
                        .source("Tasks", family("Tasks", "tasks", "create"))
                        .source("Inspect", family("Inspect", "inspect", "bundles"))
                        .source("Text", formatter("text"))
                        .source("Tag", resolver("Thing"))
                        .source("Kind", archetype("cases"))
                        .source("Grammar", extension("python"))
                        .source("Figures", metrics("precinct_things"))));
    }

    @AfterEach
    void stop() throws Exception {
        container.close();
    }

    private Path jar(TestPlugin plugin) {
        return plugin.jar(folder.resolve("jar-" + ++jars + ".jar"));
    }

    private static TestPlugin taker(String version, String word) {
        return TestPlugin.saying("b.echo", version, "echo", word);
    }

    private String echo() {
        return GetRequest.of(container, "/echo");
    }

    private Outcome replaced(String version) throws Exception {
        Outcome outcome = container.replace(jar(taker(version, "taken")), "echo");
        assertThat(outcome.result()).as("%s", outcome.reasons()).isEqualTo(Result.DEPLOYED);
        assertThat(echo()).contains("taken");
        return outcome;
    }

    @Test
    void aNameOfAnotherBundleIsRefusedWithItsOwner() throws Exception {
        Outcome outcome = container.deploy(jar(taker("1.0.0", "taken")));

        assertThat(outcome.result()).isEqualTo(Result.REFUSED);
        assertThat(outcome.reasons())
                .containsExactly(
                        "the name boundary echo belongs to a.echo 1.0.0; give yours another name, or say --replace"
                                + " echo (deploy.replaces in service.yml) where it is meant to serve instead");
        assertThat(echo()).contains("shipped");
    }

    @Test
    void soIsANameOfEveryOtherKind() throws Exception {
        assertRefused(family("Tasks", "tasks", "create"), "Tasks", "boundary tasks.create");
        assertRefused(formatter("text"), "Text", "formatter text");
        assertRefused(resolver("Thing"), "Tag", "tag Thing");
        assertRefused(archetype("cases"), "Kind", "archetype cases");
        assertRefused(extension("python"), "Grammar", "grammar python");
        assertRefused(metrics("precinct_things"), "Figures", "metric precinct_things");
    }

    private void assertRefused(String source, String type, String label) throws Exception {
        Outcome outcome = container.deploy(jar(new TestPlugin("b.taker", "1.0.0").source(type, source)));
        assertThat(outcome.result()).as(label).isEqualTo(Result.REFUSED);
        assertThat(outcome.reasons())
                .anyMatch(reason -> reason.startsWith("the name " + label + " belongs to a.rest 1.0.0;"));
    }

    @Test
    void aMediaTypeBelongsToTheBundleWhoseFormatterHasIt() throws Exception {
        String csv = formatter("csv").replace("text/x-csv", "text/x-text");
        Outcome refused = container.deploy(jar(new TestPlugin("b.csv", "1.0.0").source("Text", csv)));
        assertThat(refused.result()).isEqualTo(Result.REFUSED);
        assertThat(refused.reasons())
                .singleElement()
                .asString()
                .startsWith("the name media-type text/x-text belongs to a.rest 1.0.0;")
                .contains("--replace text/x-text");

        Outcome taken = container.replace(jar(new TestPlugin("b.csv", "1.0.0").source("Text", csv)), "text/x-text");
        assertThat(taken.result()).as("%s", taken.reasons()).isEqualTo(Result.DEPLOYED);
        assertThat(taken.replaces()).extracting(Replacement::name).containsExactly("media-type text/x-text");
        assertThat(mediaTypes()).isEqualTo(Map.of("csv", List.of("text/x-text"), "text", List.of()));

        container.deployments().undeploy("b.csv");
        assertThat(mediaTypes()).isEqualTo(Map.of("text", List.of("text/x-text")));
    }

    private Map<String, List<String>> mediaTypes() {
        return container.service(Inspection.class).plugins().formatters().values().stream()
                .collect(Collectors.toMap(DeployedFormatter::name, DeployedFormatter::mediaTypes));
    }

    @Test
    void aFormatterIsTakenWithTheBoundaryThatItBringsAlong() throws Exception {
        Outcome outcome =
                container.replace(jar(new TestPlugin("b.text", "1.0.0").source("Text", formatter("text"))), "text");

        assertThat(outcome.result()).as("%s", outcome.reasons()).isEqualTo(Result.DEPLOYED);
        assertThat(outcome.replaces())
                .extracting(Replacement::name)
                .containsExactlyInAnyOrder("formatter text", "boundary text_formatter", "media-type text/x-text");
        assertThat(container
                        .service(Inspection.class)
                        .plugins()
                        .formatters()
                        .get("text")
                        .generation()
                        .bundle())
                .isEqualTo("b.text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"enforce_denials", "inspect.bundles", "inspect.anything"})
    void theTailInspectionAndAdministrationAreNeverForSale(String name) throws Exception {
        int dot = name.indexOf('.');
        String source = dot < 0
                ? TestPlugin.boundarySource("Takes", name, "taken")
                : family("Takes", name.substring(0, dot), name.substring(dot + 1));

        Outcome outcome = container.replace(jar(new TestPlugin("b.taker", "1.0.0").source("Takes", source)), name);

        assertThat(outcome.result()).isEqualTo(Result.REFUSED);
        assertThat(outcome.reasons())
                .singleElement()
                .asString()
                .startsWith("the name boundary " + name + " belongs to a.")
                .contains("not even with --replace");
        assertThat(echo()).contains("shipped");
    }

    @Test
    void whatIsMeantIsShownAndGivenBackByARollback() throws Exception {
        Outcome outcome = replaced("1.0.0");
        assertThat(outcome.replaces()).containsExactly(ECHO);
        assertThat(view("b.echo").replaces()).containsExactly(ECHO);
        assertThat(view("b.echo").source()).isEqualTo("command");

        Outcome back = container.deployments().rollback("b.echo");

        assertThat(back.result()).as("%s", back.reasons()).isEqualTo(Result.REMOVED);
        assertThat(back.notes()).contains("boundary echo is a.echo's again");
        assertThat(echo()).contains("shipped");
        assertThat(container.deployments().rollback("b.echo").result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(echo()).contains("taken");
    }

    private BundleView view(String bundle) {
        return container.deployments().bundles().stream()
                .filter(view -> view.bundle().equals(bundle))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void undeployGivesItBackToo() throws Exception {
        replaced("1.0.0");

        assertThat(container.deployments().undeploy("b.echo").result()).isEqualTo(Result.REMOVED);

        assertThat(echo()).contains("shipped");
    }

    @Test
    void aNewGenerationKeepsTheNamesOfItsBundleAndSoDoesARestart() throws Exception {
        replaced("1.0.0");
        Outcome next = container.deploy(jar(taker("2.0.0", "second")));
        assertThat(next.result()).as("%s", next.reasons()).isEqualTo(Result.DEPLOYED);
        assertThat(next.replaces()).containsExactly(ECHO);
        assertThat(echo()).contains("second");

        container.close();
        start();
        container.awaitTrue("the one that took the name", () -> echo().contains("second"));

        assertThat(container.deployments().rollback("b.echo").result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(echo()).contains("taken");
    }

    @Test
    void theOwnersNextGenerationIsDeployedAndServesOnceTheNameIsItsAgain() throws Exception {
        replaced("1.0.0");

        Outcome next = container.deploy(jar(TestPlugin.saying("a.echo", "2.0.0", "echo", "mended")));

        assertThat(next.result()).as("%s", next.reasons()).isEqualTo(Result.DEPLOYED);
        assertThat(echo()).contains("taken");
        container.deployments().undeploy("b.echo");
        assertThat(echo()).contains("mended");
    }

    @Test
    void theConfigurationMayAllowIt() throws Exception {
        DeploySettings now = container.settings().deploy;
        container.settings().deploy = new DeploySettings(
                now.boundaryPath(),
                List.of(),
                List.of(),
                now.activation(),
                now.drain(),
                now.keep(),
                now.maxJarBytes(),
                List.of("echo"));

        Path jar = jar(taker("1.0.0", "taken"));
        Files.move(jar, container.folder().resolve("echo.jar"), StandardCopyOption.ATOMIC_MOVE);

        container.awaitTrue("the name to be taken", () -> echo().contains("taken"));
        container.awaitTrue("its records", () -> view("b.echo").source().equals("folder"));
        assertThat(view("b.echo").replaces()).containsExactly(ECHO);
    }

    @Test
    void theWatchedFolderObeysTheSameRule() throws Exception {
        Files.move(
                jar(taker("1.0.0", "taken")), container.folder().resolve("echo.jar"), StandardCopyOption.ATOMIC_MOVE);

        container.awaitTrue(
                "a refusal",
                () -> container.deployments().outcomes().stream()
                        .anyMatch(outcome -> outcome.result() == Result.REFUSED
                                && outcome.reasons().toString().contains("belongs to a.echo 1.0.0")));
        assertThat(echo()).contains("shipped");
    }

    @Test
    void aDryRunTellsOfIt() throws Exception {
        Path jar = jar(taker("1.0.0", "taken"));

        assertThat(container.deploy(jar, true).result()).isEqualTo(Result.REFUSED);
        try (var in = Files.newInputStream(jar)) {
            Outcome outcome = container.deployments().deploy(in, "echo.jar", true, List.of("boundary echo"));
            assertThat(outcome.result()).isEqualTo(Result.WOULD_DEPLOY);
            assertThat(outcome.replaces()).containsExactly(ECHO);
        }
        assertThat(echo()).contains("shipped");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Map.of(\"id\", Map.of(\"matches\", \"(\"))",
                "Map.of(\"n\", Map.of(\"gte\", 5, \"lte\", 3))",
                "Map.of(\"n\", Map.of(\"gte\", \"soon\"))"
            })
    void aShapeThatCanNeverHoldIsRefusedBeforeItTurnsEveryRequestAway(String shape) throws Exception {
        Outcome outcome = container.deploy(jar(TestPlugin.saying("c.shape", "1.0.0", "shaped", "never")
                .source(
                        "Says",
                        TestPlugin.boundarySource("Says", "shaped", "never")
                                .replace(".writes(", ".reads(\"params\", " + shape + ").writes("))));

        assertThat(outcome.result()).isEqualTo(Result.REFUSED);
        assertThat(outcome.reasons())
                .singleElement()
                .asString()
                .startsWith("boundary shaped: its input_shape at params.");
    }

    @Test
    void aNameThatTheBundleDoesNotOfferIsASlip() throws Exception {
        Outcome outcome = container.replace(jar(taker("1.0.0", "taken")), "ecko");

        assertThat(outcome.result()).isEqualTo(Result.REFUSED);
        assertThat(outcome.reasons())
                .containsExactly("it was to replace ecko and offers no such name; it offers boundary echo");
    }

    private static String family(String type, String family, String member) {
        return """
            import io.precinct.api.boundary.*;
            import java.util.*;
            import org.osgi.service.component.annotations.*;

            @Component
            @FamilyName("%2$s")
            public final class %1$s implements BoundaryFamily {
                public List<Member> members() {
                    return List.of(Member.get(
                            "/%2$s/" + getClass().getName() + "/%3$s",
                            "%3$s",
                            Declaration.terminal().writes("says", true).build(),
                            input -> Reply.ok(Map.of("says", "%3$s"))));
                }
            }
            """.formatted(type, family, member);
    }

    private static String formatter(String name) {
        return """
            import io.precinct.api.format.*;
            import org.osgi.service.component.annotations.*;

            @Component
            @FormatterFor(name = "%1$s", mediaTypes = "text/x-%1$s", order = 50)
            public final class Text implements Formatter {
                public Rendition render(Target target) { return new Rendition("text/x-%1$s", new byte[0]); }
            }
            """.formatted(name);
    }

    private static String resolver(String tag) {
        return """
            import io.precinct.api.config.*;
            import org.osgi.service.component.annotations.*;

            @Component
            @ResolvesTag(value = "%s", phase = ResolvesTag.Phase.LATE)
            public final class Tag implements TagResolver {
                public Object resolve(Call call) { return call.argument(); }
            }
            """.formatted(tag);
    }

    private static String archetype(String name) {
        return """
            import io.precinct.api.envelope.*;
            import io.precinct.api.service.*;
            import org.osgi.service.component.annotations.*;

            @Component
            @ArchetypeName("%s")
            public final class Kind implements Archetype {
                public AutoCloseable boot(Envelope envelope) { return () -> {}; }
            }
            """.formatted(name);
    }

    private static String extension(String name) {
        return """
            import io.precinct.api.service.*;
            import org.osgi.service.component.annotations.*;

            @Component
            public final class Grammar implements Extension {
                public String kind() { return "grammar"; }
                public String name() { return "%s"; }
            }
            """.formatted(name);
    }

    private static String metrics(String name) {
        return """
            import io.precinct.core.api.metrics.*;
            import java.util.*;
            import org.osgi.service.component.annotations.*;

            @Component
            public final class Figures implements MetricSource {
                public List<Family> collect() {
                    return List.of(new Family("%s", Type.GAUGE, "things", List.of()));
                }
            }
            """.formatted(name);
    }
}
