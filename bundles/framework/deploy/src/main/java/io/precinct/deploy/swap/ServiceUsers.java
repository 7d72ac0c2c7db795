package io.precinct.deploy.swap;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;

/** Finds the bundles that depend on another bundle because they use services of it that are no plug-ins. */
final class ServiceUsers {
    private static final String SCR = "org.apache.felix.scr";

    private ServiceUsers() {}

    /** Symbolic names of the bundles that use services of this one, in order. */
    static List<String> of(Bundle bundle) {
        ServiceReference<?>[] services = bundle.getRegisteredServices();
        if (services == null) {
            return List.of();
        }
        return Arrays.stream(services)
                .filter(ServiceUsers::isNoPlugin)
                .flatMap(service ->
                        Optional.ofNullable(service.getUsingBundles()).stream().flatMap(Arrays::stream))
                .filter(user -> user.getBundleId() != bundle.getBundleId() && user.getBundleId() != 0)
                .map(user -> String.valueOf(user.getSymbolicName()))
                .filter(user -> !user.equals(SCR))
                .distinct()
                .sorted()
                .toList();
    }

    /** Whether a service is no plug-in. The core uses plug-ins and metrics, but does not depend on any of them. */
    private static boolean isNoPlugin(ServiceReference<?> service) {
        return Arrays.stream((String[]) service.getProperty(Constants.OBJECTCLASS))
                .noneMatch(type ->
                        type.startsWith("io.precinct.api.") || type.startsWith("io.precinct.core.api.metrics."));
    }
}
