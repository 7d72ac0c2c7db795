package io.precinct.api.envelope;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Further keys that a bundle adds to the catalogue while it is deployed, as a service; its boundaries then stamp them
 * ({@code Reply.stamp}). They must be optional, and must not take the name of another entry of their stage.
 */
@ConsumerType
public interface EnvelopeKeys {
    /** The keys. Read once, when the bundle is deployed. */
    List<EnvelopeEntry> entries();
}
