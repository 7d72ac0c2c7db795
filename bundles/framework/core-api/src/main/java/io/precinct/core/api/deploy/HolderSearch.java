package io.precinct.core.api.deploy;

import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Finds out what holds the class loaders of departed bundles. An optional service: without it the deployer counts such
 * loaders and says nothing of what holds them. Thread-safe.
 *
 * @since 1.4
 */
@ProviderType
public interface HolderSearch {
    /**
     * Looks for what holds them. Takes two seconds at most, and pauses no thread.
     *
     * @param departed loaders that are in memory, each with the names of its bundle's classes
     * @return for each loader the reasons that were found, one sentence a cause; an empty list does not mean that nothing
     *     holds it
     */
    Map<ClassLoader, List<String>> holders(Map<ClassLoader, List<String>> departed);
}
