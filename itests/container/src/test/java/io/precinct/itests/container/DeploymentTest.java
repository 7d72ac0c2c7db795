package io.precinct.itests.container;

import static io.precinct.itests.container.ContinuousRequests.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.deploy.Deployments.BundleView;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.deploy.Diagnosis;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.itests.support.Load.Response;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.junit.PaxExam;
import org.osgi.framework.Bundle;

/** Tests hot deployment inside a container: an accepted bundle serves, and a refused bundle changes nothing. */
@RunWith(PaxExam.class)
public class DeploymentTest {
    private static final String BUNDLE = "test.swapped";
    private static final String ECHO = "io.precinct.boundary.echo";

    private final Container container = new Container();
    private Deployments deployments;

    @Before
    public void theFirstGenerationServes() throws Exception {
        deployments = container.service(Deployments.class);
        Outcome outcome = deploy(generation("1.0.0", "one").bytes());
        assertThat(outcome.reasons()).isEmpty();
        assertThat(container.http().get("/swapped").text()).contains("\"generation\":\"one\"");
        Eventually.untilAsserted(
                "the others have left", () -> assertThat(installed(BUNDLE)).hasSize(1));
    }

    @Test
    public void aNewerAnOlderAndARebuiltGenerationAreSwappedInUnderLoad() throws Exception {
        byte[] older = generation("0.9.0", "older").bytes();
        try (var traffic = ContinuousRequests.on(container.url(), "/swapped", "Accept: */*", answers("one"))) {
            traffic.during(
                    () -> expect(Result.DEPLOYED, generation("2.0.0", "two").bytes()), answers("two"));
            traffic.during(
                    () -> expect(
                            Result.DEPLOYED, generation("2.0.0", "two rebuilt").bytes()),
                    answers("two rebuilt"));
            traffic.during(() -> expect(Result.DEPLOYED, older), answers("older"));
            traffic.during(() -> expect(Result.UNCHANGED, older), answers("older"));
            traffic.during(() -> expectRollback(BUNDLE), answers("two rebuilt"));
            traffic.during(() -> expectRollback(BUNDLE), answers("two"));
        }
        Eventually.untilAsserted(
                "one generation is left in the container",
                () -> assertThat(installed(BUNDLE)).hasSize(1));
        Diagnosis diagnosis = container.service(Diagnosis.class);
        Eventually.untilAsserted("no class loader is left in memory", () -> {
            System.gc();
            assertThat(diagnosis.lingering(BUNDLE)).isZero();
        });
        expectRollback(BUNDLE);
    }

    @Test
    public void aBundleThatDoesNotResolveIsRefusedAndTheOldGenerationStays() throws Exception {
        long before = installed(BUNDLE).getFirst().getBundleId();
        var generation = container
                .service(Plugins.class)
                .snapshot()
                .boundaries()
                .get("swapped")
                .generation();
        PluginJar broken =
                generation("3.0.0", "three").header("Import-Package", "io.precinct.api.boundary,no.such.thing");

        try (var traffic = ContinuousRequests.on(container.url(), "/swapped", "Accept: */*", answers("one"))) {
            traffic.during(() -> refused(broken, "no.such.thing"), answers("one"));
        }
        assertThat(installed(BUNDLE)).extracting(Bundle::getBundleId).containsExactly(before);
        assertThat(container
                        .service(Plugins.class)
                        .snapshot()
                        .boundaries()
                        .get("swapped")
                        .generation())
                .isEqualTo(generation);
        assertThat(deployments.outcomes().getFirst().result()).isEqualTo(Result.REFUSED);
    }

    @Test
    public void bundlesThatResolveAndDoNotWorkAreRefusedAsWell() throws Exception {
        long before = installed(BUNDLE).getFirst().getBundleId();
        PluginJar throwing = PluginJar.of(BUNDLE, "3.0.0").boundary("swapped", "test.Throwing", """
                package test;
                import io.precinct.api.boundary.*;
                public final class Throwing implements Boundary {
                    public Throwing() { throw new IllegalStateException("out of order"); }
                    public Declaration declaration() { return Declaration.terminal().build(); }
                    public Outcome cross(Input input) { return Reply.ok(null); }
                }
                """);
        PluginJar exporting = generation("3.0.0", "three").header("Export-Package", "test");

        try (var traffic = ContinuousRequests.on(container.url(), "/swapped", "Accept: */*", answers("one"))) {
            traffic.during(() -> refused(throwing, "out of order"), answers("one"));
            traffic.during(() -> refused(exporting, "exports test"), answers("one"));
            traffic.during(
                    () -> assertThat(deploy("PK and so on".getBytes()).result()).isEqualTo(Result.REFUSED),
                    answers("one"));
        }
        assertThat(installed(BUNDLE)).extracting(Bundle::getBundleId).containsExactly(before);
    }

    @Test
    public void aDryRunTellsAndChangesNothing() throws Exception {
        List<Outcome> before = deployments.outcomes();
        var jar = new ByteArrayInputStream(generation("4.0.0", "four").bytes());

        assertThat(deployments.deploy(jar, "swapped.jar", true).result()).isEqualTo(Result.WOULD_DEPLOY);
        assertThat(container.http().get("/swapped").text()).contains("\"generation\":\"one\"");
        assertThat(deployments.outcomes()).isEqualTo(before);
        assertThat(installed(BUNDLE)).hasSize(1);
    }

    @Test
    public void aDeployedBoundaryTakesThePlaceOfAShippedOneAndGivesItBack() throws Exception {
        PluginJar loud = PluginJar.of(ECHO, "9.0.0").boundary("echo", "test.Loud", """
                package test;
                import io.precinct.api.boundary.*;
                import io.precinct.api.data.Data;
                public final class Loud implements Boundary {
                    public Declaration declaration() {
                        return Declaration.terminal().reads("params", true).writes("echoed", true).build();
                    }
                    public Outcome cross(Input input) {
                        return Reply.ok(Data.map("echoed", input.params().text("message").toUpperCase()));
                    }
                }
                """);
        Predicate<Response> shipped = answer(200, "\"echoed\":{\"message\":\"hello\"}");
        String location = container.shipped(ECHO).getLocation();

        try (var traffic = ContinuousRequests.on(container.url(), "/echo/hello", "Accept: */*", shipped)) {
            traffic.during(() -> expect(Result.DEPLOYED, loud.bytes()), answer(200, "\"echoed\":\"HELLO\""));
            traffic.during(() -> expectRollback(ECHO), shipped);
            traffic.during(() -> reinstall(location), shipped);
        }
    }

    /** Reinstalls the shipped bundle that was replaced, so that other tests find it at its location. */
    private void reinstall(String location) throws Exception {
        Eventually.untilAsserted(
                "one generation is left in the container",
                () -> assertThat(installed(ECHO)).hasSize(1));
        Bundle rolledBack = installed(ECHO).getFirst();
        container.context().installBundle(location).start();
        rolledBack.uninstall();
    }

    private static PluginJar generation(String version, String generation) {
        return PluginJar.answering("swapped", version, generation, 0);
    }

    private static Predicate<Response> answers(String generation) {
        return answer(200, "\"generation\":\"" + generation + "\"");
    }

    private Outcome deploy(byte[] jar) {
        return deployments.deploy(new ByteArrayInputStream(jar), "swapped.jar", false);
    }

    private void expect(Result result, byte[] jar) {
        Outcome outcome = deploy(jar);
        assertThat(outcome.result()).as("%s", outcome.reasons()).isEqualTo(result);
    }

    private void expectRollback(String bundle) {
        Outcome outcome = deployments.rollback(bundle);
        assertThat(outcome.result()).as("%s", outcome.reasons()).isEqualTo(Result.ROLLED_BACK);
    }

    private void refused(PluginJar jar, String reason) {
        Outcome outcome = deploy(jar.bytes());
        assertThat(outcome.result()).isEqualTo(Result.REFUSED);
        assertThat(String.join("\n", outcome.reasons())).contains(reason);
        assertThat(deployments.bundles())
                .filteredOn(view -> view.bundle().equals(BUNDLE))
                .extracting(BundleView::state)
                .containsExactly("active");
    }

    /** The generations of a bundle that are in the container. */
    private List<Bundle> installed(String name) {
        return Arrays.stream(container.context().getBundles())
                .filter(bundle -> name.equals(bundle.getSymbolicName()))
                .toList();
    }
}
