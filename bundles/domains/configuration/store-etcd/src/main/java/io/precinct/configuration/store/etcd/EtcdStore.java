package io.precinct.configuration.store.etcd;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.api.data.MalformedJson;
import io.precinct.common.http.HttpCalls;
import io.precinct.common.http.HttpCalls.Answer;
import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreEntry;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StorePage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keys below a prefix in etcd. All pages are of the revision of the first one. The version is the revision of the whole
 * server, so that a write elsewhere has the prefix read again. Confined to a thread.
 */
final class EtcdStore implements ParameterStore {
    private static final int PAGE = 500;
    private static final long OVERHEAD = 1L << 20;

    private final StoreAddress address;
    private final String server;
    private final String root;
    private final HttpCalls calls;
    private @Nullable String session;
    private @Nullable Object revision;

    EtcdStore(StoreAddress address, URI url) {
        this.address = address;
        server = url.getScheme() + "://" + url.getRawAuthority();
        root = url.getPath().replaceAll("/+$", "") + "/";
        calls = new HttpCalls(address.timeout(), 2 * address.maxBytes() + OVERHEAD);
    }

    @Override
    public @Nullable String version() throws StoreException, InterruptedException {
        return String.valueOf(revision(range(Data.map("key", encoded(root), "count_only", true))));
    }

    /** The cursor is the first key of the page, in base 64: keys are bytes. */
    @Override
    public StorePage list(String prefix, @Nullable String cursor) throws StoreException, InterruptedException {
        Map<?, ?> answer = range(Data.map(
                "key",
                cursor == null ? encoded(root + prefix) : cursor,
                "range_end",
                Base64.getEncoder().encodeToString(behind(root + prefix)),
                "limit",
                PAGE,
                "revision",
                cursor == null ? null : revision));
        if (cursor == null) {
            revision = revision(answer);
        }
        var unreadable = new ArrayList<String>();
        List<StoreEntry> entries = entries(answer, unreadable);
        byte[] last = Boolean.TRUE.equals(answer.get("more")) ? lastKey(answer) : null;
        // The first key that is behind another is that with a NUL at its end.
        return new StorePage(
                entries,
                last == null ? null : Base64.getEncoder().encodeToString(Arrays.copyOf(last, last.length + 1)),
                unreadable);
    }

    private byte @Nullable [] lastKey(Map<?, ?> answer) throws StoreException {
        return answer.get("kvs") instanceof List<?> pairs && !pairs.isEmpty()
                ? bytes(map(pairs.getLast()).get("key"))
                : null;
    }

    @Override
    public @Nullable StoreEntry get(String key) throws StoreException, InterruptedException {
        List<StoreEntry> entries = entries(range(Data.map("key", encoded(root + key))), new ArrayList<>());
        return entries.isEmpty() ? null : entries.getFirst();
    }

    private static String encoded(String key) {
        return Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }

    /** The first key that does not begin with a prefix: its last byte, which is never the greatest one, plus one. */
    private static byte[] behind(String prefix) {
        byte[] end = prefix.getBytes(StandardCharsets.UTF_8);
        end[end.length - 1]++;
        return end;
    }

    private Map<?, ?> range(Map<String, @Nullable Object> request) throws StoreException, InterruptedException {
        if (address.username() != null && session == null) {
            Map<?, ?> answer =
                    post("/v3/auth/authenticate", Data.map("name", address.username(), "password", address.password()));
            if (!(answer.get("token") instanceof String token)) {
                throw unexpected(null);
            }
            session = token;
        }
        return post("/v3/kv/range", request);
    }

    private Map<?, ?> post(String path, Map<String, @Nullable Object> body)
            throws StoreException, InterruptedException {
        byte[] sent = Json.compactBytes(body);
        try {
            Answer answer = calls.send(
                    () -> {
                        var request = HttpRequest.newBuilder(URI.create(server + path))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofByteArray(sent));
                        if (session != null) {
                            request.header("Authorization", session);
                        }
                        return request.build();
                    },
                    _ -> false);
            return switch (answer.status()) {
                case 200 -> map(Json.read(answer.body()));
                case 400, 401, 403 ->
                    throw new StoreException(address + ": etcd refuses " + path + " (" + answer.status() + ")"
                            + (address.username() == null ? "; no username is configured" : " to the user"));
                default -> throw new StoreException(address + ": etcd answers " + answer.status() + ", expected 200");
            };
        } catch (MalformedJson e) {
            throw unexpected(e);
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(address + ": " + e.getMessage(), e);
        }
    }

    private Map<?, ?> map(@Nullable Object json) throws StoreException {
        if (json instanceof Map<?, ?> map) {
            return map;
        }
        throw unexpected(null);
    }

    /** Whole numbers of 64 bits are texts in the JSON of etcd. */
    private Object revision(Map<?, ?> answer) throws StoreException {
        Object number = map(answer.get("header")).get("revision");
        if (number == null) {
            throw unexpected(null);
        }
        return number;
    }

    /** What has no entry or no value is left out of the answer. */
    private List<StoreEntry> entries(Map<?, ?> answer, List<String> unreadable) throws StoreException {
        var entries = new ArrayList<StoreEntry>();
        Object pairs = answer.get("kvs");
        for (Object pair : pairs instanceof List<?> list ? list : List.of()) {
            try {
                Map<?, ?> map = map(pair);
                byte[] raw = bytes(map.get("key"));
                String key = new String(raw, StandardCharsets.UTF_8);
                if (!key.startsWith(root)) {
                    throw unexpected(null);
                }
                if (!Arrays.equals(raw, key.getBytes(StandardCharsets.UTF_8))) {
                    unreadable.add(key.substring(root.length()));
                    continue;
                }
                entries.add(new StoreEntry(key.substring(root.length()), false, bytes(map.get("value"))));
            } catch (IllegalArgumentException e) {
                throw unexpected(e);
            }
        }
        return entries;
    }

    private static byte[] bytes(@Nullable Object base64) {
        return base64 == null ? new byte[0] : Base64.getDecoder().decode(String.valueOf(base64));
    }

    private StoreException unexpected(@Nullable Exception cause) {
        return new StoreException(address + ": etcd answers something else than the keys below " + root, cause);
    }

    @Override
    public void close() {
        calls.close();
    }
}
