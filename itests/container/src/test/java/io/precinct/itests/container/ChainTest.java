package io.precinct.itests.container;

import static io.precinct.itests.container.ContinuousRequests.answer;
import static io.precinct.itests.container.ContinuousRequests.missing;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.itests.support.Http;
import io.precinct.itests.support.Load.Response;
import java.util.List;
import java.util.function.Predicate;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.junit.PaxExam;
import org.osgi.framework.Bundle;

/** Tests that chains gain and lose their parts while requests run. */
@RunWith(PaxExam.class)
public class ChainTest {
    private static final Predicate<Response> ECHOED = answer(200, "\"echoed\":{\"message\":\"hello\"}");

    private final Container container = new Container();

    @Test
    public void aChainGainsAndLosesABoundary() throws Exception {
        Bundle guest = container.install("guest", SmallBundles.guest());
        Http.Answer before = container.http().get("/guest/hello");
        assertThat(before.header("Retry-After")).as("never deployed").isNull();

        try (var traffic = ContinuousRequests.on(container.url(), "/guest/hello", "Accept: */*", missing("guest"))) {
            traffic.during(guest::start, ECHOED);
            traffic.during(guest::stop, missing("guest"));
            assertThat(container.http().get("/guest/hello").header("Retry-After"))
                    .as("was deployed before")
                    .isNotNull();
            traffic.during(guest::start, ECHOED);
            traffic.during(guest::uninstall, missing("guest"));
        }
    }

    @Test
    public void everyChainGainsAndLosesABoundaryThatInjectsItself() throws Exception {
        Bundle usher = container.install("usher", SmallBundles.usher());
        Predicate<Response> ushered = ECHOED.and(answer(200, "\"boundary\":\"usher\",\"slot\":\"first\""));
        Predicate<Response> alone = ECHOED.and(Predicate.not(answer(200, "usher")));

        try (var traffic = ContinuousRequests.on(container.url(), "/echo/hello", "X-Service-Trace: 1", alone)) {
            traffic.during(usher::start, ushered);
            assertThat(Container.crossings(container.http().get("/echo/hello", "X-Service-Trace", "1")))
                    .containsExactly("usher", "echo", "enforce_denials", "verify_route", "trace_emit");
            traffic.during(usher::stop, alone);
            traffic.during(usher::start, ushered);
            traffic.during(usher::uninstall, alone);
        }
    }

    @Test
    public void aMissingBoundaryOfTheFeatureIsNamed() throws Exception {
        Bundle echo = container.shipped("io.precinct.boundary.echo");

        try (var traffic = ContinuousRequests.on(container.url(), "/echo/hello", "Accept: */*", ECHOED)) {
            traffic.during(echo::stop, missing("echo"));
            assertThat(container.http().get("/echo/hello").header("Retry-After"))
                    .isNotNull();
            traffic.during(echo::start, ECHOED);
        }
    }

    @Test
    public void aMissingGateFailsClosed() throws Exception {
        Bundle gate = container.shipped("io.precinct.boundary.enforce-denials");

        try (var traffic = ContinuousRequests.on(container.url(), "/echo/hello", "Accept: */*", ECHOED)) {
            traffic.during(gate::stop, missing("enforce_denials"));
            traffic.during(gate::start, ECHOED);
        }
    }

    @Test
    public void aFormatterComesAndGoes() throws Exception {
        Bundle brief = container.install("brief", SmallBundles.brief());
        assertThat(container.http().get("/echo/hello", "Accept", "text/brief").status())
                .isEqualTo(406);

        String prefersBrief = "Accept: text/brief, application/json;q=0.5";
        try (var traffic = ContinuousRequests.on(container.url(), "/echo/hello", prefersBrief, ECHOED)) {
            traffic.during(brief::start, answer(200, "brief echo"));
            assertThat(container
                            .http()
                            .get("/echo/hello", "Accept", "text/brief")
                            .header("Content-Type"))
                    .isEqualTo("text/brief");
            assertThat(container.http().get("/inspect/boundary/brief_formatter").status())
                    .isEqualTo(200);
            traffic.during(brief::stop, ECHOED);
            traffic.during(brief::start, answer(200, "brief echo"));
            traffic.during(brief::uninstall, ECHOED);
        }
        Http.Answer after = container.http().get("/echo/hello", "Accept", "text/brief");
        assertThat(after.status()).isEqualTo(406);
        assertThat(after.json().get("available"))
                .asString()
                .contains("application/json")
                .doesNotContain("text/brief");
    }

    @Test
    public void withoutAnyFormatterTheCoreAnswersInJson() throws Exception {
        List<Bundle> others = List.of(
                container.shipped("io.precinct.formatter.html"),
                container.shipped("io.precinct.formatter.markdown"),
                container.shipped("io.precinct.formatter.text"));
        Bundle json = container.shipped("io.precinct.formatter.json");

        try (var traffic = ContinuousRequests.on(container.url(), "/echo/hello", "Accept: application/json", ECHOED)) {
            for (Bundle other : others) {
                traffic.during(other::stop, ECHOED);
            }
            traffic.during(json::stop, ECHOED);
            traffic.during(json::start, ECHOED);
            for (Bundle other : others) {
                traffic.during(other::start, ECHOED);
            }
        }
        assertThat(container.http().get("/echo/hello", "Accept", "text/html").header("Content-Type"))
                .startsWith("text/html");
    }

    @Test
    public void aLateResolverComesAndGoes() throws Exception {
        Bundle graph = container.install("graph", SmallBundles.graph());
        Predicate<Response> unresolved = answer(422, "scenario mismatch", "!Graph", "not deployed");
        Predicate<Response> verified = ECHOED.and(answer(200, "\"description\":\"From greeting.\",\"passed\":true"));

        try (var traffic =
                ContinuousRequests.on(container.url(), "/echo/hello", "X-Service-Verify: linked", unresolved)) {
            traffic.during(graph::start, verified);
            traffic.during(graph::stop, unresolved);
            traffic.during(graph::start, verified);
            traffic.during(graph::uninstall, unresolved);
        }
    }

    @Test
    public void theResolverOfFixturesComesAndGoes() throws Exception {
        Bundle fixture = container.shipped("io.precinct.resolver.fixture");
        Predicate<Response> unresolved = answer(422, "scenario mismatch", "!Fixture", "not deployed");
        Predicate<Response> verified = ECHOED.and(answer(200, "\"description\":\"From a file.\",\"passed\":true"));

        try (var plain = ContinuousRequests.on(container.url(), "/echo/hello", "Accept: */*", ECHOED);
                var probing =
                        ContinuousRequests.on(container.url(), "/echo/hello", "X-Service-Verify: fixture", verified)) {
            probing.during(fixture::stop, unresolved);
            probing.during(fixture::start, verified);
            plain.during(() -> {}, ECHOED);
        }
    }
}
