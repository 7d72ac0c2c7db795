package io.precinct.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.api.service.Extension;
import io.precinct.core.api.deploy.Deployments;
import io.precinct.core.api.deploy.Deployments.Outcome;
import io.precinct.core.api.deploy.Deployments.Result;
import io.precinct.core.api.plugin.ExtensionHost;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.api.plugin.Plugins;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.junit.PaxExam;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceRegistration;

/** Tests that plug-ins of kinds defined by a domain are staged, admitted, replaced and refused like boundaries. */
@RunWith(PaxExam.class)
public class ExtensionTest {
    private static final String BUNDLE = "test.dialect";
    private static final String LABEL = "dialect inner-city";

    private final Container container = new Container();
    private Deployments deployments;
    private ServiceRegistration<ExtensionHost> host;

    @Before
    public void aDomainJudgesItsExtensions() throws Exception {
        deployments = container.service(Deployments.class);
        host = container.context().registerService(ExtensionHost.class, new Dialects(), null);
    }

    @After
    public void nothingIsLeft() throws Exception {
        host.unregister();
        for (Bundle bundle : container.context().getBundles()) {
            if (BUNDLE.equals(bundle.getSymbolicName())) {
                bundle.uninstall();
            }
        }
        Eventually.untilAsserted(
                "the extension is gone", () -> assertThat(present()).isNull());
    }

    @Test
    public void theNewestAdmittedOneCountsAndOneThatItsDomainRefusesChangesNothing() throws Exception {
        assertThat(deploy(dialect("1.0.0", "spoken")).result()).isEqualTo(Result.DEPLOYED);
        assertThat(spoken()).isEqualTo("spoken");

        Outcome refused = deploy(dialect("2.0.0", "mumbled"));
        assertThat(refused.result()).isEqualTo(Result.REFUSED);
        assertThat(String.join("\n", refused.reasons())).contains("nobody understands mumbled");
        assertThat(spoken()).isEqualTo("spoken");

        assertThat(deploy(dialect("0.5.0", "sung")).result()).isEqualTo(Result.DEPLOYED);
        assertThat(spoken()).isEqualTo("sung");
        assertThat(deployments.rollback(BUNDLE).result()).isEqualTo(Result.ROLLED_BACK);
        assertThat(spoken()).isEqualTo("spoken");
    }

    @Test
    public void itShowsAmongWhatItsBundleOffers() throws Exception {
        assertThat(deploy(dialect("1.0.0", "spoken")).result()).isEqualTo(Result.DEPLOYED);

        assertThat(deployments.bundles())
                .filteredOn(view -> view.bundle().equals(BUNDLE))
                .singleElement()
                .satisfies(view -> assertThat(view.toString()).contains(LABEL));
    }

    private Plugin<Extension> present() throws Exception {
        return container.service(Plugins.class).snapshot().extensions().get(LABEL);
    }

    private String spoken() throws Exception {
        return String.valueOf(present().service());
    }

    private Outcome deploy(PluginJar jar) {
        return deployments.deploy(new ByteArrayInputStream(jar.bytes()), "dialect.jar", false);
    }

    private static PluginJar dialect(String version, String manner) {
        return PluginJar.of(BUNDLE, version)
                .source("test.Dialect", """
                        package test;
                        import io.precinct.api.service.Extension;
                        public final class Dialect implements Extension {
                            public String kind() { return "dialect"; }
                            public String name() { return "inner-city"; }
                            @Override public String toString() { return "%s"; }
                        }
                        """.formatted(manner))
                .component("test.Dialect", Extension.class.getName());
    }

    private static final class Dialects implements ExtensionHost {
        @Override
        public String kind() {
            return "dialect";
        }

        @Override
        public List<String> problems(Extension staged) {
            return String.valueOf(staged).equals("mumbled") ? Arrays.asList("nobody understands " + staged) : List.of();
        }
    }
}
