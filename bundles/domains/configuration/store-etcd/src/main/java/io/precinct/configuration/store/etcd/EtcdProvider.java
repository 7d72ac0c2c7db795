package io.precinct.configuration.store.etcd;

import io.precinct.api.service.Extension;
import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StoreProvider;
import java.net.URI;
import org.osgi.service.component.annotations.Component;

/** Parameter stores in etcd, by the HTTP gateway of its API 3: {@code http://HOST:2379/PREFIX} with the slash before it. */
@Component(service = Extension.class)
public final class EtcdProvider implements StoreProvider {
    @Override
    public String name() {
        return "etcd";
    }

    // @req:store-etcd
    @Override
    public ParameterStore open(StoreAddress address) throws StoreException {
        URI url = URI.create(address.url());
        if (url.getHost() == null || !String.valueOf(url.getScheme()).matches("https?")) {
            throw new StoreException(address.url() + " is not http://HOST:PORT/PREFIX or https://HOST:PORT/PREFIX");
        }
        return new EtcdStore(address, url);
    }
}
