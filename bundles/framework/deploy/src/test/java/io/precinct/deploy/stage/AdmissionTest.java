package io.precinct.deploy.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.boundary.RouteDeclaration;
import io.precinct.api.service.Archetype.Handover;
import io.precinct.core.api.config.ArchetypeSlot;
import io.precinct.core.api.config.Location;
import io.precinct.core.api.config.RouteEntry;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.deploy.GetRequest;
import io.precinct.deploy.TestContainer;
import io.precinct.deploy.TestPlugin;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;

/** What the core admits of the bundles that the deployer stages, and what it keeps. */
class AdmissionTest {
    @TempDir
    Path folder;

    private TestContainer container;

    @BeforeEach
    void start() throws Exception {
        start(jar(TestPlugin.gate(), "gate"));
    }

    private void start(Path... shipped) throws Exception {
        container = TestContainer.withCore(
                folder.resolve("data"),
                List.of(route("hello", "/hello"), route("hello.read", "/moved/:id")),
                Map.of(),
                shipped);
    }

    /** A route of {@code service.yml} to the boundary of its name. */
    private static RouteEntry route(String name, String path) {
        return new RouteEntry(
                name, RouteDeclaration.of("get", path), List.of(name), true, null, new Location("service.yml", 1, 1));
    }

    @AfterEach
    void stop() throws Exception {
        container.close();
    }

    private Path jar(TestPlugin plugin, String name) {
        return plugin.jar(folder.resolve(name + ".jar"));
    }

    private void deploy(TestPlugin plugin, String name) throws Exception {
        var outcome = container.deploy(jar(plugin, name));
        assertThat(outcome.result()).as("%s", outcome.reasons()).isEqualTo(Result.DEPLOYED);
    }

    private String get(String path) {
        return GetRequest.of(container, path);
    }

    @Test
    void aBundleServesOnAfterAServiceItRefersToWasReplaced() throws Exception {
        deploy(clock(1), "clock-1");
        deploy(asking(), "asking");
        assertThat(get("/hello")).startsWith("200 ").contains("1 o'clock");
        Bundle old = container.bundles("a.clock").getFirst();

        deploy(clock(2), "clock-2");
        container.awaitTrue("the old clock to go", () -> old.getState() == Bundle.UNINSTALLED);

        assertThat(get("/hello")).startsWith("200 ").contains("2 o'clock");
    }

    @Test
    void aBundleThatGoesWhileItRegistersNothingIsNotHeld() throws Exception {
        deploy(clock(1), "clock-1");
        deploy(asking(), "asking");
        container.bundles("a.clock").getFirst().uninstall();
        assertThat(get("/hello")).startsWith("503 ");
        Bundle waiting = container.bundles("a.hello").getFirst();
        var loader = new WeakReference<>(waiting.adapt(BundleWiring.class).getClassLoader());

        waiting.uninstall();

        container.awaitTrue("its loader to be collected", () -> {
            System.gc();
            return loader.refersTo(null);
        });
    }

    @Test
    void aRouteOfAnotherBundleIsNotTakenWhateverTheNames() throws Exception {
        deploy(family("b.notes", "notes", "/notes/:id", "here first"), "notes");

        for (String name : List.of("aaa", "zzz")) {
            Outcome refused = container.deploy(jar(family("c." + name, name, "/notes/:key", name), name));

            assertThat(refused.result()).isEqualTo(Result.REFUSED);
            assertThat(refused.reasons())
                    .containsExactly("its route GET /notes/:key (" + name
                            + ".read) is taken: b.notes has GET /notes/:id (notes.read)");
            assertThat(get("/notes/1")).startsWith("200 ").contains("here first");
        }
    }

    @Test
    void anAnnotationOfAnotherKindOfPluginIsNamedWithTheOneThatIsMeant() throws Exception {
        var boundary = TestPlugin.saying("c.one", "1.0.0", "one", "one");
        String source = TestPlugin.boundarySource("Says", "one", "one");

        assertThat(refusal(boundary.source("Says", source.replace("@BoundaryName", "@FamilyName"))))
                .isEqualTo("boundary plugin.Says: it implements Boundary, but has @FamilyName (\"one\"), which is for"
                        + " BoundaryFamily; write @BoundaryName instead, or let the class implement BoundaryFamily");
        assertThat(refusal(boundary.source(
                        "Says", source.replace("@BoundaryName", "@io.precinct.api.service.ArchetypeName"))))
                .contains("has @ArchetypeName (\"one\"), which is for Archetype; write @BoundaryName instead");
        assertThat(refusal(boundary.source("Says", source.replace("@BoundaryName(\"one\")", ""))))
                .isEqualTo("boundary plugin.Says: it implements Boundary, but has no @BoundaryName; write it above the"
                        + " class, with a name");
        assertThat(refusal(boundary.source("Says", source.replace("\"one\"", "\"number one\""))))
                .isEqualTo("boundary number one: its name is not of letters, digits, '_', '-' and '.' alone");
        assertThat(refusal(new TestPlugin("c.family", "1.0.0").source("Family", """
                        import io.precinct.api.boundary.*;
                        import java.util.List;
                        import org.osgi.service.component.annotations.*;

                        @Component
                        @BoundaryName("some")
                        public final class Family implements BoundaryFamily {
                            public List<Member> members() { return List.of(); }
                        }
                        """)))
                .isEqualTo(
                        "boundary plugin.Family: it implements BoundaryFamily, but has @BoundaryName (\"some\"), which"
                                + " is for Boundary; write @FamilyName instead, or let the class implement Boundary");
    }

    private String refusal(TestPlugin plugin) throws Exception {
        Outcome refused = container.deploy(jar(plugin, "refused"));
        assertThat(refused.result()).isEqualTo(Result.REFUSED);
        return String.join("\n", refused.reasons());
    }

    @Test
    void aNewGenerationKeepsTheRoutesOfItsBundleUnderWhateverName() throws Exception {
        deploy(family("b.notes", "notes", "/notes/:id", "one"), "notes-1");
        deploy(family("b.notes", "notes", "/notes/:id", "two"), "notes-2");
        assertThat(get("/notes/1")).startsWith("200 ").contains("two");

        deploy(family("b.notes", "memos", "/notes/:id", "three"), "notes-3");

        assertThat(get("/notes/1")).startsWith("200 ").contains("three");
    }

    @Test
    void aRouteThatTheConfigurationReplacesIsInNobodysWay() throws Exception {
        deploy(family("b.notes", "hello", "/notes/:id", "moved"), "moved");

        deploy(family("c.aaa", "aaa", "/notes/:id", "alone there"), "aaa");

        assertThat(get("/notes/1")).startsWith("200 ").contains("alone there");
        assertThat(get("/moved/1")).startsWith("200 ").contains("moved");
    }

    @Test
    void ofTwoBundlesThatComeTogetherOneGetsTheRoute() throws Exception {
        container.close();
        Path watched = Files.createDirectories(folder.resolve("data/boundaries"));
        family("c.aaa", "aaa", "/notes/:id", "one of two").jar(watched.resolve("aaa.jar"));
        family("c.zzz", "zzz", "/notes/:id", "one of two").jar(watched.resolve("zzz.jar"));

        start(jar(TestPlugin.gate(), "gate"));
        container.awaitTrue(
                "both to be dealt with",
                () -> container.deployments().outcomes().size() == 2);

        assertThat(container.deployments().outcomes())
                .extracting(Outcome::result)
                .containsExactlyInAnyOrder(Result.DEPLOYED, Result.REFUSED);
        assertThat(get("/notes/1")).startsWith("200 ").contains("one of two");
    }

    @Test
    void aRouteThatMovedToAnotherBundleIsStillThereAfterARestart() throws Exception {
        container.close();
        Path gate = jar(TestPlugin.gate(), "gate");
        Path shipped = jar(family("b.notes", "notes", "/notes/:id", "shipped"), "shipped");
        start(gate, shipped);
        deploy(family("b.notes", "notes", "/elsewhere/:id", "went away"), "elsewhere");
        deploy(family("c.aaa", "aaa", "/notes/:id", "came"), "came");
        deploy(family("b.notes", "notes", "/elsewhere/:id", "went away later"), "later");
        container.close();

        start(gate, shipped);
        container.deployments();

        assertThat(get("/notes/1")).startsWith("200 ").contains("came");
        assertThat(get("/elsewhere/1")).startsWith("200 ").contains("later");
    }

    /** The family {@code <name>} with the one member {@code read}. */
    private static TestPlugin family(String bundle, String name, String path, String word) {
        return new TestPlugin(bundle, "1.0.0").source("Notes", """
                import io.precinct.api.boundary.*;
                import java.util.List;
                import java.util.Map;
                import org.osgi.service.component.annotations.*;

                @Component
                @FamilyName("%s")
                public final class Notes implements BoundaryFamily {
                    public List<Member> members() {
                        return List.of(Member.get(
                                "%s",
                                "read",
                                Declaration.terminal().writes("says", true).build(),
                                input -> Reply.ok(Map.of("says", "%s"))));
                    }
                }
                """.formatted(name, path, word));
    }

    @ParameterizedTest
    @EnumSource(names = {"OVERLAP", "EXCLUSIVE"})
    void anArchetypeThatDoesNotBootIsRefusedAndItsPredecessorServesOn(Handover handover) throws Exception {
        var settings = container.settings();
        settings.slots = List.of(new ArchetypeSlot("wall", "ticker", Map.of(), new Location("service.yml", 9, 1)));
        settings.reload();
        deploy(ticker(handover, "one", ""), "ticker-1");
        assertThat(get("/hello")).startsWith("200 ").contains("one runs");

        Outcome refused = container.deploy(jar(ticker(handover, "two", "no springs"), "bad"));

        assertThat(refused.result()).isEqualTo(Result.REFUSED);
        assertThat(refused.reasons()).singleElement().asString().contains("wall", "ticker", "no springs");
        assertThat(get("/hello")).startsWith("200 ").contains("one runs");
        container.awaitTrue(
                "the refused one to go", () -> container.bundles("a.ticker").size() == 1);

        deploy(ticker(handover, "three", ""), "ticker-3");
        assertThat(get("/hello")).startsWith("200 ").contains("three runs");
    }

    /** The archetype {@code ticker}, and the boundary {@code hello} that reports its state. */
    private static TestPlugin ticker(Handover handover, String word, String trouble) {
        return new TestPlugin("a.ticker", "1.0.0")
                .source("Ticker", """
                import io.precinct.api.envelope.Envelope;
                import io.precinct.api.service.*;
                import org.osgi.service.component.annotations.*;

                @Component(service = {Archetype.class, Ticker.class})
                @ArchetypeName("ticker")
                public final class Ticker implements Archetype {
                    volatile String state = "waits";

                    public Handover handover() { return Handover.%1$s; }

                    public AutoCloseable boot(Envelope envelope) {
                        if (!"%2$s".isEmpty()) { throw new IllegalStateException("%2$s"); }
                        state = "runs";
                        return () -> state = "is closed";
                    }
                }
                """.formatted(handover, trouble))
                .source("Says", """
                import io.precinct.api.boundary.*;
                import java.util.Map;
                import org.osgi.service.component.annotations.*;

                @Component
                @BoundaryName("hello")
                public final class Says implements Boundary {
                    private final Ticker ticker;

                    @Activate
                    public Says(@Reference Ticker ticker) { this.ticker = ticker; }

                    public Declaration declaration() { return Declaration.terminal().writes("says", true).build(); }

                    public Outcome cross(Input input) { return Reply.ok(Map.of("says", "%s " + ticker.state)); }
                }
                """.formatted(word));
    }

    private static TestPlugin clock(int hour) {
        return new TestPlugin("a.clock", "1.0." + hour).source("Clock", """
                import java.util.function.LongSupplier;
                import org.osgi.service.component.annotations.*;

                @Component
                public final class Clock implements LongSupplier {
                    public long getAsLong() { return %d; }
                }
                """.formatted(hour));
    }

    /** The boundary {@code hello}, which is deactivated and activated again when its clock is replaced. */
    private static TestPlugin asking() {
        return new TestPlugin("a.hello", "1.0.0").source("Says", """
                import io.precinct.api.boundary.*;
                import java.util.Map;
                import java.util.function.LongSupplier;
                import org.osgi.service.component.annotations.*;

                @Component
                @BoundaryName("hello")
                public final class Says implements Boundary {
                    private final LongSupplier clock;

                    @Activate
                    public Says(@Reference LongSupplier clock) { this.clock = clock; }

                    public Declaration declaration() { return Declaration.terminal().writes("says", true).build(); }

                    public Outcome cross(Input input) {
                        return Reply.ok(Map.of("says", clock.getAsLong() + " o'clock"));
                    }
                }
                """);
    }
}
