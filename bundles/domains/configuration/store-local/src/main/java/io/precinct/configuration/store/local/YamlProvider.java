package io.precinct.configuration.store.local;

import io.precinct.api.service.Extension;
import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StoreProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.osgi.service.component.annotations.Component;

/** Parameter stores that are a YAML file: each scalar of it is an entry. */
@Component(service = Extension.class)
public final class YamlProvider implements StoreProvider {
    /** What configuration calls it. */
    static final String NAME = "yaml";

    @Override
    public String name() {
        return NAME;
    }

    // @req:store-local
    @Override
    public ParameterStore open(StoreAddress address) throws StoreException {
        Path file = Path.of(address.url());
        return new ReadEntries(YamlEntries.of(file, read(file, address.maxBytes())));
    }

    private static byte[] read(Path file, long most) throws StoreException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8L, most + 1));
            if (bytes.length > most) {
                throw new StoreException(file + " is larger than the " + most + " bytes that are read");
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw new StoreException("there is no file " + file, e);
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(file + " cannot be read: " + e.getClass().getSimpleName(), e);
        }
    }
}
