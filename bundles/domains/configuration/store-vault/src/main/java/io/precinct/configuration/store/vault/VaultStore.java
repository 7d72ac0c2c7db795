package io.precinct.configuration.store.vault;

import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.common.http.HttpCalls;
import io.precinct.common.http.HttpCalls.Answer;
import io.precinct.common.uri.PercentCoding;
import io.precinct.source.api.store.EntryForbiddenException;
import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreEntry;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StorePage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Secrets below a path of a key-value engine of Vault. Each is an entry, its value the JSON object of its fields, and each
 * is marked as a secret. Listing reads names only, a folder a page. Confined to a thread.
 */
final class VaultStore implements ParameterStore {
    private static final long OVERHEAD = 1L << 20;
    private static final int MOST_FOLDERS = 10_000;
    private static final int FORBIDDEN = 403;

    private final StoreAddress address;
    private final String engine;
    private final String root;
    private final HttpCalls calls;
    private final Deque<String> folders = new ArrayDeque<>();
    private int listed;

    /** @param path of the mount, with what is read of it behind that */
    VaultStore(StoreAddress address, URI url, String path) {
        this.address = address;
        int end = path.indexOf('/');
        engine = url.getScheme() + "://" + url.getRawAuthority() + "/v1/"
                + PercentCoding.encodeSegment(end < 0 ? path : path.substring(0, end));
        root = end < 0 ? "" : path.substring(end + 1) + "/";
        calls = new HttpCalls(address.timeout(), address.maxBytes() + OVERHEAD);
    }

    /** The cursor is the folder that is listed next. */
    @Override
    public StorePage list(String prefix, @Nullable String cursor) throws StoreException, InterruptedException {
        String folder = cursor == null ? prefix.substring(0, prefix.lastIndexOf('/') + 1) : cursor;
        if (++listed > MOST_FOLDERS) {
            throw new StoreException(address + ": Vault has more than the " + MOST_FOLDERS + " folders that are read");
        }
        var entries = new ArrayList<StoreEntry>();
        Answer answer = get("/metadata/" + root + folder, "?list=true", 0);
        if (answer.status() == 200) {
            if (!(data(answer).get("keys") instanceof List<?> keys)) {
                throw unexpected(null);
            }
            for (Object key : keys) {
                String path = folder + key;
                if (path.endsWith("/")) {
                    folders.add(path);
                } else if (path.startsWith(prefix)) {
                    entries.add(new StoreEntry(path, true, null));
                }
            }
        }
        return new StorePage(entries, folders.poll());
    }

    @Override
    public @Nullable StoreEntry get(String key) throws StoreException, EntryForbiddenException, InterruptedException {
        Answer answer = get("/data/" + root + key, "", FORBIDDEN);
        if (answer.status() == FORBIDDEN) {
            throw new EntryForbiddenException(forbidden("/data/" + root + key));
        }
        if (answer.status() == 404) {
            return null; // deleted, if only its newest version
        }
        Object fields = data(answer).get("data");
        if (!(fields instanceof Map<?, ?>)) {
            throw unexpected(null);
        }
        return new StoreEntry(key, true, Json.compact(fields).getBytes(StandardCharsets.UTF_8));
    }

    private String forbidden(String path) {
        return address + ": Vault forbids reading " + path + " (403)"
                + (address.token() == null ? "; no token is configured" : " with the token");
    }

    /** @param accepted a further status that is no failure of the store */
    private Answer get(String path, String query, int accepted) throws StoreException, InterruptedException {
        String target = engine + PercentCoding.encodePath(path) + query;
        try {
            Answer answer = calls.send(
                    () -> {
                        var request = HttpRequest.newBuilder(URI.create(target)).header("X-Vault-Request", "true");
                        if (address.token() != null) {
                            request.header("X-Vault-Token", address.token());
                        }
                        return request.build();
                    },
                    _ -> false);
            if (answer.status() == accepted) {
                return answer;
            }
            return switch (answer.status()) {
                case 200, 404 -> answer;
                case FORBIDDEN -> throw new StoreException(forbidden(path));
                case 503 -> throw new StoreException(address + ": Vault is sealed or overloaded (503)");
                default -> throw new StoreException(address + ": Vault answers " + answer.status() + ", expected 200");
            };
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(address + ": " + e.getMessage(), e);
        }
    }

    private Map<?, ?> data(Answer answer) throws StoreException {
        try {
            if (Json.read(answer.body()) instanceof Map<?, ?> map && map.get("data") instanceof Map<?, ?> data) {
                return data;
            }
        } catch (MalformedJson e) {
            throw unexpected(e);
        }
        throw unexpected(null);
    }

    private StoreException unexpected(@Nullable Exception cause) {
        return new StoreException(
                address + ": this is no key-value engine of version 2, or Vault answers something else", cause);
    }

    @Override
    public void close() {
        calls.close();
    }
}
