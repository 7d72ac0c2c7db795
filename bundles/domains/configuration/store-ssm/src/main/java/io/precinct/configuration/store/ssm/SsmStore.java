package io.precinct.configuration.store.ssm;

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
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parameters below a path of AWS Systems Manager. A {@code SecureString} is a secret, listed without its value and
 * decrypted only when it is asked for. Confined to a thread.
 */
final class SsmStore implements ParameterStore {
    /** The most that AWS gives. */
    private static final int PAGE = 10;

    private static final String JSON = "application/x-amz-json-1.1";
    private static final long MOST_ANSWER = 4L << 20;
    private static final int LONGEST_TYPE = 100;

    private final StoreAddress address;
    private final URI server;
    private final String root;
    private final Signature signature;
    private final Clock clock;
    private final HttpCalls calls;

    SsmStore(StoreAddress address, URI url, Signature signature, Clock clock) {
        this.address = address;
        this.signature = signature;
        this.clock = clock;
        server = URI.create(url.getScheme() + "://" + url.getRawAuthority() + "/");
        root = url.getPath().replaceAll("/+$", "") + "/";
        calls = new HttpCalls(address.timeout(), MOST_ANSWER);
    }

    @Override
    public StorePage list(String prefix, @Nullable String cursor) throws StoreException, InterruptedException {
        Map<String, @Nullable Object> request = Data.map(
                "Path",
                root.length() == 1 ? root : root.substring(0, root.length() - 1),
                "Recursive",
                true,
                "WithDecryption",
                false,
                "MaxResults",
                PAGE);
        Map<String, @Nullable Object> asked = new LinkedHashMap<>(request);
        if (cursor != null) {
            asked.put("NextToken", cursor);
        }
        Map<?, ?> answer = call("GetParametersByPath", asked);
        if (answer == null || !(answer.get("Parameters") instanceof List<?> parameters)) {
            throw unexpected(null);
        }
        var entries = new ArrayList<StoreEntry>();
        for (Object parameter : parameters) {
            StoreEntry entry = entry(parameter, false);
            if (entry.key().startsWith(prefix)) {
                entries.add(entry);
            }
        }
        return new StorePage(entries, answer.get("NextToken") instanceof String next && !next.isEmpty() ? next : null);
    }

    @Override
    public @Nullable StoreEntry get(String key) throws StoreException, InterruptedException {
        Map<?, ?> answer = call("GetParameter", Data.map("Name", root + key, "WithDecryption", true));
        return answer == null ? null : entry(answer.get("Parameter"), true);
    }

    private StoreEntry entry(@Nullable Object parameter, boolean decrypted) throws StoreException {
        if (parameter instanceof Map<?, ?> map
                && map.get("Name") instanceof String name
                && name.startsWith(root)
                && map.get("Value") instanceof String value) {
            boolean secret = "SecureString".equals(map.get("Type"));
            byte[] bytes = secret && !decrypted ? null : value.getBytes(StandardCharsets.UTF_8);
            return new StoreEntry(name.substring(root.length()), secret, bytes);
        }
        throw unexpected(null);
    }

    /** The answer to an operation; null where the parameter is not there. */
    private @Nullable Map<?, ?> call(String operation, Map<String, @Nullable Object> asked)
            throws StoreException, InterruptedException {
        byte[] body = Json.compactBytes(asked);
        try {
            Answer answer = calls.send(() -> request(operation, body), SsmStore::isThrottled);
            if (answer.status() == 200) {
                return Json.read(answer.body()) instanceof Map<?, ?> map ? map : Map.of();
            }
            String type = type(answer);
            if (type.equals("ParameterNotFound")) {
                return null;
            }
            throw new StoreException(
                    address + ": " + operation + " is answered " + answer.status() + " " + type + ", expected 200");
        } catch (MalformedJson e) {
            throw unexpected(e);
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(address + ": " + e.getMessage(), e);
        }
    }

    private HttpRequest request(String operation, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", JSON);
        headers.put("X-Amz-Date", Signature.time(clock.instant()));
        headers.put("X-Amz-Target", "AmazonSSM." + operation);
        if (address.token() != null) {
            headers.put("X-Amz-Security-Token", address.token());
        }
        var request = HttpRequest.newBuilder(server).POST(BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        // The client writes it by itself, and so.
        headers.put("Host", server.getRawAuthority());
        return request.header("Authorization", signature.authorization("POST", "/", "", headers, body))
                .build();
    }

    private static boolean isThrottled(Answer answer) {
        return answer.status() == 400
                && type(answer).matches("ThrottlingException|RequestLimitExceeded|TooManyUpdates");
    }

    /** The name of an error, without its message, which may hold anything. */
    private static String type(Answer answer) {
        try {
            if (Json.read(answer.body()) instanceof Map<?, ?> map && map.get("__type") instanceof String type) {
                String name = type.substring(type.lastIndexOf('#') + 1);
                return name.length() <= LONGEST_TYPE && name.matches("[A-Za-z]+") ? name : "";
            }
        } catch (MalformedJson e) {
            return "";
        }
        return "";
    }

    private StoreException unexpected(@Nullable Exception cause) {
        return new StoreException(address + ": the answer is not that of AWS Systems Manager for " + root, cause);
    }

    @Override
    public void close() {
        calls.close();
    }
}
