package io.precinct.configuration.store.vault;

import io.precinct.api.service.Extension;
import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StoreProvider;
import java.net.URI;
import org.osgi.service.component.annotations.Component;

/** Parameter stores in the key-value engine (version 2) of Vault: {@code https://HOST:8200/MOUNT/PREFIX}. */
@Component(service = Extension.class)
public final class VaultProvider implements StoreProvider {
    @Override
    public String name() {
        return "vault";
    }

    // @req:store-vault
    @Override
    public ParameterStore open(StoreAddress address) throws StoreException {
        URI url = URI.create(address.url());
        String path = String.valueOf(url.getPath()).replaceAll("^/+|/+$", "");
        if (url.getHost() == null || !String.valueOf(url.getScheme()).matches("https?") || path.isEmpty()) {
            throw new StoreException(
                    address.url() + " is not https://HOST:PORT/MOUNT or https://HOST:PORT/MOUNT/PREFIX");
        }
        return new VaultStore(address, url, path);
    }
}
