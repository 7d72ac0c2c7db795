package io.precinct.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.launch.Launch;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.junit.PaxExam;
import org.osgi.framework.Bundle;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;

/**
 * Tests that the bundles of the feature stop and start in any order. The orders follow from a seed that is printed; the
 * system property {@code precinct.seed} repeats a run.
 */
@RunWith(PaxExam.class)
public class StartOrderTest {
    private static final int ORDERS = 6;
    private static final Map<String, List<String>> KEYS = Map.of(
            "request",
            List.of(
                    "runtime",
                    "service",
                    "params",
                    "query",
                    "headers",
                    "path",
                    "route",
                    "adapter",
                    "context",
                    "args",
                    "identity"),
            "boot",
            List.of("runtime", "config_dir", "context", "args"),
            "scenario",
            List.of("runtime", "context", "params", "headers"));

    private final Container container = new Container();

    @Test
    public void whateverStartsFirstTheSameChainsComeOfIt() throws Exception {
        long seed = Long.getLong("precinct.seed", System.nanoTime());
        System.out.println("start order: precinct.seed=" + seed);
        var random = new Random(seed);
        deploySwapped();

        for (int i = 0; i < ORDERS; i++) {
            List<Bundle> stopping = shuffled(container.ours(), random);
            for (Bundle bundle : stopping) {
                bundle.stop();
            }
            List<Bundle> starting = shuffled(stopping, random);
            for (Bundle bundle : starting) {
                bundle.start();
            }
            String order = "seed " + seed + ", start order " + starting;
            Eventually.untilAsserted("it serves, " + order, () -> assertServes(order));
            // Some wait for services that are registered by the thread which brings deployed bundles back.
            Eventually.untilAsserted("its components work, " + order, () -> assertComponentsWork(order));
        }
    }

    private static List<Bundle> shuffled(List<Bundle> bundles, Random random) {
        var shuffled = new ArrayList<>(bundles);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    private void deploySwapped() throws Exception {
        byte[] jar = PluginJar.answering("swapped", "1.0.0", "one", 0).bytes();
        var outcome = container.service(Deployments.class).deploy(new ByteArrayInputStream(jar), "swapped.jar", false);
        assertThat(outcome.reasons()).isEmpty();
    }

    private void assertServes(String order) throws Exception {
        assertThat(container.configurationState()).as(order).isEqualTo(Launch.LOADED);
        Http http = container.http();
        Http.Answer echo = http.get("/echo/hello", "X-Service-Trace", "1", "X-Service-Verify", "fixture");
        assertThat(echo.status()).as("%s: %s", order, echo.text()).isEqualTo(200);
        assertThat(Container.crossings(echo))
                .as(order)
                .containsExactly("echo", "enforce_denials", "verify_route", "trace_emit");
        assertThat(echo.header("X-Service-Seal")).as(order).hasSize(64);
        assertThat(chain("echo"))
                .as(order)
                .containsExactly("echo", "enforce_denials", "verify_route", "trace_emit", "format", "seal");
        assertThat(container.service(Inspection.class).conflicts()).as(order).isEmpty();
        assertThat(http.get("/swapped").text()).as(order).contains("\"generation\":\"one\"");
        assertThat(http.get("/echo/hello", "Accept", "text/html").text())
                .as(order)
                .contains("<html");
        for (String stage : KEYS.keySet()) {
            assertThat(keys(http, stage)).as(order).isEqualTo(KEYS.get(stage));
        }
    }

    private List<String> chain(String route) throws Exception {
        return container.service(Inspection.class).routes().stream()
                .filter(view -> view.name().equals(route))
                .flatMap(view -> view.chain().stream())
                .map(Inspection.Step::boundary)
                .toList();
    }

    private static List<String> keys(Http http, String stage) {
        List<?> entries =
                (List<?>) http.get("/inspect/framework-schema/" + stage).json().get("entries");
        return entries.stream()
                .map(entry -> String.valueOf(((Map<?, ?>) entry).get("key")))
                .toList();
    }

    private void assertComponentsWork(String order) throws Exception {
        ServiceComponentRuntime runtime = container.service(ServiceComponentRuntime.class);
        List<ComponentDescriptionDTO> components =
                runtime.getComponentDescriptionDTOs(container.ours().toArray(Bundle[]::new)).stream()
                        .toList();
        assertThat(components).as(order).hasSizeGreaterThan(10);
        List<String> idle = components.stream()
                .flatMap(component -> idle(component, runtime))
                .toList();
        assertThat(idle).as("components that do not work; %s", order).isEmpty();
    }

    private static Stream<String> idle(ComponentDescriptionDTO component, ServiceComponentRuntime runtime) {
        var configurations = runtime.getComponentConfigurationDTOs(component);
        return configurations.isEmpty()
                ? Stream.of(component.name + ": no configuration")
                : configurations.stream()
                        .filter(one -> one.state != ComponentConfigurationDTO.ACTIVE
                                && one.state != ComponentConfigurationDTO.SATISFIED)
                        .map(one -> component.name + ": state " + one.state);
    }
}
