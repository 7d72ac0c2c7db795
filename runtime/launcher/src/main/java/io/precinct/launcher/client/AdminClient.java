package io.precinct.launcher.client;

import io.precinct.api.data.Json;
import io.precinct.launcher.Failure;
import io.precinct.launcher.Failure.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A client for the admin operations of an instance. It uses no proxies and follows no redirects, so that the token and
 * the password are sent only to the instance.
 *
 * <p>It uses the JDK's older HTTP client on purpose: with {@code java.net.http}, {@code precinct status} costs 0.65 s
 * of CPU instead of 0.15 s, nearly all of it for initialisation.
 */
public final class AdminClient {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    /** A deployment waits for health checks and for requests in flight on the old generation. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Duration SILENCE = Duration.ofMinutes(1);

    /** Statuses that the same request gets again. */
    private static final Set<Integer> REFUSALS = Set.of(
            HttpURLConnection.HTTP_BAD_REQUEST,
            HttpURLConnection.HTTP_UNAUTHORIZED,
            HttpURLConnection.HTTP_FORBIDDEN,
            HttpURLConnection.HTTP_ENTITY_TOO_LARGE);

    static {
        // Each operation must be sent only once, but the JDK would repeat a POST if the connection breaks.
        System.setProperty("sun.net.http.retryPost", "false");
    }

    private final InstanceTarget target;
    private final URI url;
    private final Map<String, String> headers;

    private AdminClient(InstanceTarget target, URI url, Map<String, String> headers) {
        this.target = target;
        this.url = url;
        this.headers = Map.copyOf(headers);
    }

    /**
     * A client of the instance.
     *
     * @throws Failure if no instance runs
     */
    public static AdminClient of(InstanceTarget target) throws Failure {
        InstanceTarget.Address address = target.find();
        return new AdminClient(target, address.url(), headers(target, address));
    }

    private static Map<String, String> headers(InstanceTarget target, InstanceTarget.Address address) {
        if (target.credentials().isPresent()) {
            // The gateway requires the second header, because a page of another site cannot make a browser send it.
            return Map.of("Authorization", target.credentials().get().basic(), "X-Service-Admin", "1");
        }
        return address.token()
                .map(token -> Map.of("Authorization", "Bearer " + token))
                .orElse(Map.of());
    }

    /**
     * A client of the instance that also sends these headers, which win over its own.
     *
     * @throws Failure if no instance runs
     */
    public static AdminClient of(InstanceTarget target, Map<String, String> headers) throws Failure {
        InstanceTarget.Address address = target.find();
        Map<String, String> all = new HashMap<>(headers(target, address));
        all.putAll(headers);
        return new AdminClient(target, address.url(), all);
    }

    /**
     * The address of a page that reads the token from its fragment, which no request contains. Without the fragment if
     * no token is known.
     */
    public String page(String path) {
        String authorization = headers.getOrDefault("Authorization", "");
        String scheme = "Bearer ";
        return url.resolve(path)
                + (authorization.startsWith(scheme) ? "#token=" + authorization.substring(scheme.length()) : "");
    }

    /** {@code GET path}. */
    public AdminAnswer get(String path) throws Failure {
        return exchange("GET", path, connection -> {});
    }

    /** {@code POST path} with a JSON body. */
    public AdminAnswer post(String path, Map<String, ?> body) throws Failure {
        return post(path, Json.compactBytes(body));
    }

    /** {@code POST path} with a JSON body as it is. */
    public AdminAnswer post(String path, byte[] json) throws Failure {
        return exchange("POST", path, json(json));
    }

    /** {@code PUT path} with a JSON body. */
    public AdminAnswer put(String path, Map<String, ?> body) throws Failure {
        return exchange("PUT", path, json(Json.compactBytes(body)));
    }

    /**
     * {@code POST path} with a file as body. Requests the status from a gateway first: a gateway closes the connection
     * of an unauthorised client while the file is being sent, and the client would not learn why.
     */
    public AdminAnswer post(String path, Path file, String contentType) throws Failure {
        if (target.credentials().isPresent()) {
            AdminAnswer status = get("/admin/status");
            if (!status.good() || !status.members().containsKey("version")) {
                return status;
            }
        }
        return exchange("POST", path, connection -> {
            connection.setRequestProperty("Content-Type", contentType);
            connection.setFixedLengthStreamingMode(Files.size(file));
            connection.setDoOutput(true);
            try (OutputStream out = connection.getOutputStream()) {
                Files.copy(file, out);
            }
        });
    }

    /**
     * A stream of server-sent events, which the caller closes. It breaks if nothing is received for a minute, as the
     * instance sends something more often, if only to keep the stream open.
     *
     * @param body JSON, or null for a GET
     * @return null if the instance refuses the request or its user, so that a retry would not help
     * @throws Failure if the instance answers with anything else
     */
    public @Nullable InputStream events(String path, byte @Nullable [] body) throws Failure {
        try {
            HttpURLConnection connection = open(body == null ? "GET" : "POST", path);
            connection.setRequestProperty("Accept", "application/json, text/event-stream");
            connection.setReadTimeout((int) SILENCE.toMillis());
            if (body != null) {
                json(body).send(connection);
            }
            int status = connection.getResponseCode();
            if (REFUSALS.contains(status)) {
                connection.disconnect();
                return null;
            }
            String type = connection.getContentType();
            if (status != HttpURLConnection.HTTP_OK || type == null || !type.startsWith("text/event-stream")) {
                connection.disconnect();
                throw new Failure(url + " answered with status " + status + " and no events");
            }
            return connection.getInputStream();
        } catch (ConnectException | UnknownHostException e) {
            throw target.notRunning("nothing answers on " + url);
        } catch (IOException e) {
            throw Failure.of("the connection to " + url + " broke", e);
        }
    }

    /** Sends the body of a request, if it has one. */
    @FunctionalInterface
    private interface Sender {
        void send(HttpURLConnection connection) throws IOException;
    }

    private static Sender json(byte[] body) {
        return connection -> {
            connection.setRequestProperty("Content-Type", "application/json");
            connection.setDoOutput(true);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body);
            }
        };
    }

    private AdminAnswer exchange(String method, String path, Sender sender) throws Failure {
        try {
            HttpURLConnection connection = open(method, path);
            try {
                sender.send(connection);
            } catch (SSLException | ConnectException | UnknownHostException | SocketTimeoutException e) {
                throw e;
            } catch (IOException e) {
                throw new Failure(
                        Kind.CUT,
                        "the connection to " + url + " broke before everything was sent: " + e.getMessage()
                                + "; nothing has changed: an instance refuses what arrives in part, and closes the"
                                + " connection to what is larger than it takes (256 MB for a jar)",
                        e);
            }
            int status = connection.getResponseCode();
            InputStream body = status < HttpURLConnection.HTTP_BAD_REQUEST
                    ? connection.getInputStream()
                    : connection.getErrorStream();
            try (body) {
                return new AdminAnswer(url, status, body == null ? new byte[0] : body.readAllBytes());
            }
        } catch (ConnectException | UnknownHostException e) {
            throw target.notRunning("nothing answers on " + url);
        } catch (SocketTimeoutException e) {
            throw new Failure(url + " did not answer in time; its log says more", e);
        } catch (HttpRetryException e) {
            throw new Failure(
                    Kind.UNAUTHENTICATED, url + " does not accept the token (status " + e.responseCode() + ")", e);
        } catch (SSLException e) {
            throw notSecure(e);
        } catch (IOException e) {
            throw new Failure(
                    Kind.CUT,
                    "the connection to " + url + " broke before the answer: " + e.getMessage()
                            + "; precinct bundles shows what has become of it",
                    e);
        }
    }

    /** The failure if a certificate is not trusted, or the server does not use TLS. Nothing was sent yet. */
    private Failure notSecure(SSLException problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return new Failure(
                        Kind.UNTRUSTED,
                        "the certificate of " + url + " is not trusted: " + cause.getMessage()
                                + "; name a file with the certificate of its authority with --cacert",
                        problem);
            }
        }
        return new Failure(
                Kind.NO_PRECINCT,
                "no secure connection to " + url + ": " + problem.getMessage() + "; is it https?",
                problem);
    }

    private HttpURLConnection open(String method, String path) throws IOException, Failure {
        String base = url.toString();
        URI uri = URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        if (connection instanceof HttpsURLConnection secure && target.trusted().isPresent()) {
            secure.setSSLSocketFactory(TrustedCertificates.of(target.trusted().get()));
        }
        connection.setRequestMethod(method);
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout((int) CONNECT.toMillis());
        connection.setReadTimeout((int) PATIENCE.toMillis());
        connection.setRequestProperty("Accept", "application/json");
        headers.forEach(connection::setRequestProperty);
        return connection;
    }
}
