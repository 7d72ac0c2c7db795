package io.precinct.configuration.store.consul;

import io.precinct.api.service.Extension;
import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StoreProvider;
import java.net.URI;
import org.osgi.service.component.annotations.Component;

/** Parameter stores in the key-value store of Consul: {@code http://HOST:8500/PREFIX}. */
@Component(service = Extension.class)
public final class ConsulProvider implements StoreProvider {
    @Override
    public String name() {
        return "consul";
    }

    // @req:store-consul
    @Override
    public ParameterStore open(StoreAddress address) throws StoreException {
        URI url = URI.create(address.url());
        if (url.getHost() == null || !String.valueOf(url.getScheme()).matches("https?")) {
            throw new StoreException(address.url() + " is not http://HOST:PORT/PREFIX or https://HOST:PORT/PREFIX");
        }
        return new ConsulStore(address, url);
    }
}
