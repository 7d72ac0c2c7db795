package io.precinct.configuration.store.consul;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.common.http.HttpCalls;
import io.precinct.common.http.HttpCalls.Answer;
import io.precinct.common.uri.PercentCoding;
import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreEntry;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StorePage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keys below a prefix in Consul. Its API has no pages: all that is below a prefix comes in one answer, with the values.
 * Confined to a thread.
 */
final class ConsulStore implements ParameterStore {
    /** Of an answer beside the values in it, which are longer by a third in base 64. */
    private static final long OVERHEAD = 1L << 20;

    private final StoreAddress address;
    private final String server;
    private final String root;
    private final HttpCalls calls;

    ConsulStore(StoreAddress address, URI url) {
        this.address = address;
        server = url.getScheme() + "://" + url.getRawAuthority() + "/v1/kv/";
        String path = url.getPath().replaceAll("^/+|/+$", "");
        root = path.isEmpty() ? "" : path + "/";
        calls = new HttpCalls(address.timeout(), 2 * address.maxBytes() + OVERHEAD);
    }

    /** The index of the newest change below the prefix. */
    @Override
    public @Nullable String version() throws StoreException, InterruptedException {
        return get(root, "keys&separator=/")
                .headers()
                .firstValue("X-Consul-Index")
                .orElse(null);
    }

    @Override
    public StorePage list(String prefix, @Nullable String cursor) throws StoreException, InterruptedException {
        return new StorePage(entries(get(root + prefix, "recurse")), null);
    }

    @Override
    public @Nullable StoreEntry get(String key) throws StoreException, InterruptedException {
        List<StoreEntry> entries = entries(get(root + key, ""));
        return entries.isEmpty() ? null : entries.getFirst();
    }

    private Answer get(String key, String query) throws StoreException, InterruptedException {
        try {
            Answer answer = calls.send(
                    () -> {
                        var request = HttpRequest.newBuilder(URI.create(
                                server + PercentCoding.encodePath(key) + (query.isEmpty() ? "" : "?" + query)));
                        if (address.token() != null) {
                            request.header("X-Consul-Token", address.token());
                        }
                        return request.build();
                    },
                    _ -> false);
            return switch (answer.status()) {
                case 200, 404 -> answer;
                case 403 ->
                    throw new StoreException(address + ": Consul forbids reading below " + root + " (403)"
                            + (address.token() == null ? "; no token is configured" : " with the token"));
                default -> throw new StoreException(address + ": Consul answers " + answer.status() + ", expected 200");
            };
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(address + ": " + e.getMessage(), e);
        }
    }

    private List<StoreEntry> entries(Answer answer) throws StoreException {
        var entries = new ArrayList<StoreEntry>();
        if (answer.status() == 404) {
            return entries;
        }
        try {
            if (!(Json.read(answer.body()) instanceof List<?> pairs)) {
                throw unexpected(null);
            }
            for (Object pair : pairs) {
                entries.add(entry(pair));
            }
            return entries;
        } catch (MalformedJson | IllegalArgumentException e) {
            throw unexpected(e);
        }
    }

    private StoreEntry entry(Object pair) throws StoreException {
        if (pair instanceof Map<?, ?> map && map.get("Key") instanceof String key && key.startsWith(root)) {
            Object value = map.get("Value");
            byte[] bytes = value == null ? new byte[0] : Base64.getDecoder().decode(String.valueOf(value));
            return new StoreEntry(key.substring(root.length()), false, bytes);
        }
        throw unexpected(null);
    }

    private StoreException unexpected(@Nullable Exception cause) {
        return new StoreException(address + ": Consul answers something else than the pairs below " + root, cause);
    }

    @Override
    public void close() {
        calls.close();
    }
}
