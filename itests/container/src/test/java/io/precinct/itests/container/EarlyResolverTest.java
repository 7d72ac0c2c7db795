package io.precinct.itests.container;

import static io.precinct.itests.container.ContinuousRequests.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.config.Problem;
import io.precinct.core.api.launch.Launch;
import io.precinct.testing.Eventually;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.junit.PaxExam;
import org.osgi.framework.Bundle;

/** Tests that a configuration outlives the resolver with which it was loaded. */
@RunWith(PaxExam.class)
public class EarlyResolverTest {
    private final Container container = new Container();

    @Test
    public void withoutItsResolverAConfigurationServesOnAndSaysWhatIsWrong() throws Exception {
        Bundle env = container.shipped("io.precinct.resolver.env");
        ConfigurationSource source = container.service(ConfigurationSource.class);
        awaitState(Launch.LOADED);
        Configuration before = source.current();
        var echoed = answer(200, "\"echoed\":{\"message\":\"hello\"}");

        try (var traffic = ContinuousRequests.on(container.url(), "/echo/hello", "Accept: */*", echoed)) {
            traffic.during(env::stop, echoed);
            awaitState(Launch.FAILED);
            assertThat(source.current()).isSameAs(before);
            assertThat(source.reload()).singleElement().satisfies(EarlyResolverTest::namesTheTag);
            assertThat(container.http().get("/inspect/config").text()).contains("!Env", "service.yml");
            assertThat(source.current()).isSameAs(before);

            traffic.during(env::start, echoed);
            awaitState(Launch.LOADED);
            assertThat(source.problems()).isEmpty();
            assertThat(source.reload()).isEmpty();
            assertThat(source.current().routes()).isEqualTo(before.routes());
        }
    }

    private void awaitState(String state) {
        Eventually.untilAsserted(
                "the configuration is " + state,
                () -> assertThat(container.configurationState()).isEqualTo(state));
    }

    private static void namesTheTag(Problem problem) {
        assertThat(problem.line()).contains("service.yml:3", "!Env", "no resolver deployed");
        assertThat(problem.hint()).isNotBlank();
    }
}
