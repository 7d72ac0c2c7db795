package io.precinct.source.parse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.precinct.common.digest.Digests;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A registry of npm packages. Thread-safe. */
final class NpmRegistry {
    /** Reads what npm writes: no part of a document can be trusted to exist, or to be what it should be. */
    static final JsonMapper NPM = new JsonMapper();

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final Duration WHOLE = Duration.ofMinutes(5);
    private static final int LARGEST = 64 << 20;

    private final URI base;
    private final Duration whole;

    NpmRegistry(URI base) {
        this(base, WHOLE);
    }

    /** @param whole how long an answer may take in total */
    NpmRegistry(URI base, Duration whole) {
        this.whole = whole;
        this.base = URI.create(base.toString().endsWith("/") ? base.toString() : base + "/");
    }

    /**
     * The configured registry, or the one that npm is set up with on this machine.
     *
     * @throws LanguageUnusable if there is neither
     */
    static NpmRegistry of(@Nullable URI configured) throws LanguageUnusable {
        if (configured != null) {
            return new NpmRegistry(configured);
        }
        try {
            Process npm = new ProcessBuilder("npm", "config", "get", "registry")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            npm.getOutputStream().close();
            if (!npm.waitFor(20, TimeUnit.SECONDS)) {
                npm.destroyForcibly();
                throw new LanguageUnusable(NO_REGISTRY, null);
            }
            String answer = new String(npm.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (npm.exitValue() == 0 && answer.startsWith("http")) {
                return new NpmRegistry(URI.create(answer));
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new LanguageUnusable(NO_REGISTRY, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LanguageUnusable(NO_REGISTRY, e);
        }
        throw new LanguageUnusable(NO_REGISTRY, null);
    }

    private static final String NO_REGISTRY =
            "no registry to fetch from: set grammars.registry in source.yml, or npm's own on this machine";

    /** The version of a package to fetch, by its tag {@code latest}; empty if there is no such package. */
    Optional<Pins.Pin> latest(String language, String packageName) throws IOException, InterruptedException {
        JsonNode document = document(packageName);
        String version = document.path("dist-tags").path("latest").textValue();
        String integrity = version == null
                ? null
                : place(document, version).path("integrity").textValue();
        return version == null || integrity == null
                ? Optional.empty()
                : Optional.of(new Pins.Pin(language, packageName, version, sha512(integrity)));
    }

    /** The location of a version; missing if there is none. */
    private static JsonNode place(JsonNode document, String version) {
        return document.path("versions").path(version).path("dist");
    }

    /**
     * A pinned package.
     *
     * @throws IOException if it is not there, or is not the one that was pinned
     */
    byte[] tarball(Pins.Pin pin) throws IOException, InterruptedException {
        String url = place(document(pin.packageName()), pin.version())
                .path("tarball")
                .textValue();
        if (url == null) {
            throw new IOException("the registry has no " + pin.packageName() + " " + pin.version());
        }
        byte[] tarball = get(base.resolve(url), "application/octet-stream")
                .orElseThrow(() -> new IOException("the registry has no tarball of " + pin.packageName()));
        String found = integrity(tarball);
        if (!found.equals(pin.integrity())) {
            throw new IOException(pin.packageName() + " " + pin.version() + " is not what was pinned: expected "
                    + pin.integrity() + ", got " + found);
        }
        return tarball;
    }

    /** The registry's document of a package; missing if there is none. */
    private JsonNode document(String packageName) throws IOException, InterruptedException {
        URI uri = base.resolve(packageName.replace("/", "%2f"));
        Optional<byte[]> found = get(uri, "application/vnd.npm.install-v1+json, application/json");
        return found.isEmpty() ? MissingNode.getInstance() : NPM.readTree(found.get());
    }

    private Optional<byte[]> get(URI uri, String accept) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(ANSWER)
                .header("Accept", accept)
                .build();
        try (HttpClient client = HttpClient.newBuilder()
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()) {
            try {
                // The time-out of a request ends with the headers of its answer: the body has to be watched from here.
                HttpResponse<byte[]> response = client.sendAsync(
                                request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), LARGEST))
                        .get(whole.toNanos(), TimeUnit.NANOSECONDS);
                if (response.statusCode() == 404) {
                    return Optional.empty();
                }
                if (response.statusCode() != 200) {
                    throw new IOException("the registry answered " + response.statusCode() + " for " + uri.getPath());
                }
                return Optional.of(response.body());
            } catch (TimeoutException e) {
                throw new IOException(
                        "the registry's answer for " + uri.getPath() + " was not there after " + whole.toMillis()
                                + " ms",
                        e);
            } catch (ExecutionException e) {
                throw new IOException("no answer of the registry for " + uri.getPath() + ": " + e.getCause(), e);
            } finally {
                client.shutdownNow();
            }
        }
    }

    /** The content's hash as npm writes it. */
    static String integrity(byte[] content) {
        return "sha512-" + Base64.getEncoder().encodeToString(Digests.sha512().digest(content));
    }

    /** The strongest of several hashes of one content. */
    private static String sha512(String integrity) throws IOException {
        for (String one : integrity.split(" ", -1)) {
            if (one.startsWith("sha512-")) {
                return one;
            }
        }
        throw new IOException("the registry names no sha512 but " + integrity);
    }
}
