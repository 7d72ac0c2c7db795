package io.precinct.core.registry;

import java.util.List;
import java.util.function.Supplier;
import org.osgi.framework.ServiceReference;

/**
 * A service that a bundle has registered as a plug-in, and the candidates that were read from it. The registry decides
 * when it is read, because that creates an instance of the plug-in, which may hang.
 */
final class RegisteredService {
    private final ServiceReference<?> reference;
    private final Supplier<List<Candidate>> reader;
    private volatile List<Candidate> candidates = List.of();

    /** @param reader obtains the service and reads its declaration, which runs code of the plug-in */
    RegisteredService(ServiceReference<?> reference, Supplier<List<Candidate>> reader) {
        this.reference = reference;
        this.reader = reader;
    }

    boolean isOf(ServiceReference<?> other) {
        return reference.equals(other);
    }

    /** Reads the declaration of the plug-in. This runs its code, which may take any time. */
    void read() {
        candidates = reader.get();
    }

    List<Candidate> candidates() {
        return candidates;
    }

    /** Compares by identity, so that no {@code equals} of a plug-in is called. */
    boolean has(Candidate candidate) {
        return candidates.stream().anyMatch(own -> own == candidate);
    }
}
