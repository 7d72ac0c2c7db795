package io.precinct.core.api.dispatch;

import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/** The users who may sign in at the gateway. A service. Thread-safe. */
@ProviderType
public interface GatewayUsers {
    /** The current names, as the users write them; case matters. Empty if there are no users. */
    Set<String> names();
}
