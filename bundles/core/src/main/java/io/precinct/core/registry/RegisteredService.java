package io.precinct.core.registry;

import java.util.List;
import java.util.function.Supplier;
import org.osgi.framework.ServiceReference;

/**
 * A service that a bundle has registered as a plug-in, and what it has turned out to be once its code was asked. What may
 * be asked, and when, is up to the registry: an instance is made then, and that may hang.
 */
final class RegisteredService {
    private final ServiceReference<?> reference;
    private final Supplier<List<Candidate>> asking;
    private volatile List<Candidate> candidates = List.of();

    /** @param asking obtains the service and reads what it declares, which is code of the plug-in */
    RegisteredService(ServiceReference<?> reference, Supplier<List<Candidate>> asking) {
        this.reference = reference;
        this.asking = asking;
    }

    boolean isOf(ServiceReference<?> other) {
        return reference.equals(other);
    }

    /** Asks the plug-in, which may take as long as it likes. */
    void ask() {
        candidates = asking.get();
    }

    List<Candidate> candidates() {
        return candidates;
    }

    /** Identity: what is equal is for plug-ins to say, and none of theirs is asked here. */
    boolean has(Candidate candidate) {
        return candidates.stream().anyMatch(own -> own == candidate);
    }
}
