package io.precinct.source.api.store;

import io.precinct.api.service.Extension;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Reaches parameter stores of one kind. Repositories of {@code source.yml} name it as their {@code provider}, and serve
 * what it reads as files. Each provider is a bundle of its own.
 *
 * <p>Unlike other extensions it is called while it is deployed. It keeps no state between calls of {@link #open}: a refresh
 * opens a store, reads it and closes it. A refresh that fails because its bundle goes is repeated with the bundle that
 * comes after it.
 *
 * <pre>{@code
 * @Component(service = Extension.class)
 * public final class Consul implements StoreProvider {
 *     @Override
 *     public String name() {
 *         return "consul";
 *     }
 *
 *     @Override
 *     public ParameterStore open(StoreAddress address) {
 *         return new ConsulStore(address);
 *     }
 * }
 * }</pre>
 */
@ConsumerType
public interface StoreProvider extends Extension {
    /** The kind of extension that providers are. */
    String KIND = "store";

    /**
     * A store, for one thread. Called on the thread of one repository: a store that is slow delays no other.
     *
     * @throws StoreException if the address does not belong to such a store, or it cannot be reached
     * @throws InterruptedException if the thread is interrupted, because nobody waits for it any more
     */
    ParameterStore open(StoreAddress address) throws StoreException, InterruptedException;

    @Override
    default String kind() {
        return KIND;
    }
}
