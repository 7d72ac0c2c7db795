package io.precinct.common.manifest;

import java.util.List;
import java.util.stream.Stream;
import org.osgi.framework.wiring.BundleRevision;

/** The names that an installed bundle declares by capabilities, whether it has started or not. */
public final class DeclaredNames {
    private DeclaredNames() {}

    /**
     * The values of the attribute whose name equals the namespace, in the order of the manifest. A capability may list
     * several values; a capability without the attribute declares nothing.
     */
    public static Stream<String> of(BundleRevision revision, String namespace) {
        return revision.getDeclaredCapabilities(namespace).stream()
                .map(capability -> capability.getAttributes().get(namespace))
                .flatMap(value -> switch (value) {
                    case String name -> Stream.of(name);
                    case List<?> names -> names.stream().map(String::valueOf);
                    case null, default -> Stream.empty();
                });
    }
}
