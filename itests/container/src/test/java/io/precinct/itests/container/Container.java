package io.precinct.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.core.api.launch.Launch;
import io.precinct.itests.support.Http;
import io.precinct.itests.support.PluginJar;
import io.precinct.testing.Eventually;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/** The container that the tests of this module run in, and the service in it. */
final class Container {
    /**
     * The bundle context, looked up lazily because Pax Exam creates instances of tests outside of the container, too.
     */
    BundleContext context() {
        return FrameworkUtil.getBundle(Container.class).getBundleContext();
    }

    /** Waits for a service; after a restart of its bundle it is another object. */
    <T> T service(Class<T> type) {
        BundleContext context = context();
        return Eventually.untilFound("service " + type.getName(), () -> {
            ServiceReference<T> reference = context.getServiceReference(type);
            return reference == null ? null : context.getService(reference);
        });
    }

    /** The present address of the listener. */
    URI url() {
        Eventually.untilAsserted(
                "there is one listener",
                () -> assertThat(references("(" + Launch.URL + "=*)")).hasSize(1));
        return URI.create(
                (String) references("(" + Launch.URL + "=*)").getFirst().getProperty(Launch.URL));
    }

    /** A client of the listener at its present address. */
    Http http() {
        return new Http(url());
    }

    /** The state of service.yml, without the settings files of domains: a value of {@link Launch#CONFIG_STATE}. */
    Object configurationState() {
        return references("(" + Constants.OBJECTCLASS + "=" + ConfigurationSource.class.getName() + ")").stream()
                .map(source -> source.getProperty(Launch.CONFIG_STATE))
                .findFirst()
                .orElse("absent");
    }

    private List<ServiceReference<?>> references(String filter) {
        try {
            ServiceReference<?>[] found = context().getAllServiceReferences(null, filter);
            return found == null ? List.of() : List.of(found);
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A bundle of the feature. */
    Bundle shipped(String symbolicName) {
        return Arrays.stream(context().getBundles())
                .filter(bundle -> symbolicName.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no bundle " + symbolicName));
    }

    /** Precinct's own bundles of the feature, without fragments, which cannot be started. */
    List<Bundle> ours() {
        return Arrays.stream(context().getBundles())
                .filter(bundle -> String.valueOf(bundle.getSymbolicName()).startsWith("io.precinct."))
                .filter(bundle -> bundle.getHeaders().get(Constants.FRAGMENT_HOST) == null)
                .toList();
    }

    /** Installs a bundle as the launcher does, as a shipped bundle and not as a deployed one; does not start it. */
    Bundle install(String location, PluginJar jar) throws BundleException {
        return context().installBundle("test:" + location, new ByteArrayInputStream(jar.bytes()));
    }

    /** The boundaries that a traced answer crossed, in order. */
    static List<String> crossings(Http.Answer traced) {
        List<?> crossings = (List<?>) ((Map<?, ?>) traced.json().get("_trace")).get("crossings");
        return crossings.stream()
                .map(crossing -> String.valueOf(((Map<?, ?>) crossing).get("boundary")))
                .toList();
    }
}
