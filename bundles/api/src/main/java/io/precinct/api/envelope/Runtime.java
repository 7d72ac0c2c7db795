package io.precinct.api.envelope;

import java.nio.file.Path;
import org.osgi.annotation.versioning.ProviderType;

/** The running service; thread-safe. */
@ProviderType
public interface Runtime {
    /** The service's name, from configuration. */
    String service();

    /** Version of Precinct. */
    String version();

    /** The current catalogue. */
    EnvelopeCatalogue catalogue();

    /** The folder of the configuration. */
    Path configDir();

    /** The folder that survives restarts. */
    Path dataDir();
}
