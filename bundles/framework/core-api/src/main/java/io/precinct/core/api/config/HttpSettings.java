package io.precinct.core.api.config;

import java.time.Duration;
import java.util.List;

/**
 * The settings of {@code service.yml} for the listener.
 *
 * @param port listen port; 0 for any free one. Needs no restart: the listener moves
 * @param bind address to bind to; loopback unless configured otherwise
 * @param hosts further accepted values of {@code Host}, besides loopback names and the bound address
 * @param corsOrigins origins that may call from a browser; empty: none
 * @param trustedProxies addresses whose forwarded headers are believed; empty: none
 * @param accessLog whether requests are logged
 * @param compression whether answers are compressed for clients that accept it
 * @param limits sizes, rates and times
 */
public record HttpSettings(
        int port,
        String bind,
        List<String> hosts,
        List<String> corsOrigins,
        List<String> trustedProxies,
        boolean accessLog,
        boolean compression,
        Limits limits) {
    public HttpSettings {
        hosts = List.copyOf(hosts);
        corsOrigins = List.copyOf(corsOrigins);
        trustedProxies = List.copyOf(trustedProxies);
    }

    /**
     * The same settings for another address.
     *
     * @since 1.2
     */
    public HttpSettings at(int newPort, String newBind) {
        return new HttpSettings(newPort, newBind, hosts, corsOrigins, trustedProxies, accessLog, compression, limits);
    }

    /**
     * Sizes, rates and times; {@code limits} of {@code service.yml}.
     *
     * @param bodyBytes largest request body ({@code body_bytes}, default 1 MiB)
     * @param headerBytes largest request head ({@code header_bytes}, default 16 KiB)
     * @param inFlight requests served at once ({@code in_flight}, default 1024); more are answered 503
     * @param perClientPerSecond requests a client address may send ({@code per_client_per_second}, default 0: no
     *     limit); more are answered 429
     * @param idle time a connection may be silent ({@code idle_seconds}, default 30)
     * @param stop time requests in flight get when the service stops ({@code stop_seconds}, default 8)
     * @param lateTag time a late tag gets to resolve ({@code late_tag_millis}, default 2000)
     * @param request time a request gets once its body has been read ({@code request_seconds}, default 30; 0: no
     *     deadline); later it is answered 504
     * @param processor processor time that a request may use ({@code processor_seconds}, default 10; 0: no limit); one
     *     that uses more is answered 504
     * @param answerBytes largest answer that is not streamed ({@code answer_bytes}, default 32 MiB); instead of a
     *     larger one, the client gets 500
     * @param drain time for which requests are still taken once the service is asked to stop ({@code drain_seconds},
     *     default 0)
     */
    public record Limits(
            long bodyBytes,
            int headerBytes,
            int inFlight,
            int perClientPerSecond,
            Duration idle,
            Duration stop,
            Duration lateTag,
            Duration request,
            Duration processor,
            long answerBytes,
            Duration drain) {
        /** The defaults. */
        public static final Limits DEFAULTS = new Limits(
                1 << 20, 16 << 10, 1024, 0, Duration.ofSeconds(30), Duration.ofSeconds(8), Duration.ofSeconds(2));

        /** With the default deadline and processor time of a request, and size of an answer. */
        public Limits(
                long bodyBytes,
                int headerBytes,
                int inFlight,
                int perClientPerSecond,
                Duration idle,
                Duration stop,
                Duration lateTag) {
            this(
                    bodyBytes,
                    headerBytes,
                    inFlight,
                    perClientPerSecond,
                    idle,
                    stop,
                    lateTag,
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(10),
                    32 << 20);
        }

        /** Without a time for draining. */
        public Limits(
                long bodyBytes,
                int headerBytes,
                int inFlight,
                int perClientPerSecond,
                Duration idle,
                Duration stop,
                Duration lateTag,
                Duration request,
                Duration processor,
                long answerBytes) {
            this(
                    bodyBytes,
                    headerBytes,
                    inFlight,
                    perClientPerSecond,
                    idle,
                    stop,
                    lateTag,
                    request,
                    processor,
                    answerBytes,
                    Duration.ZERO);
        }
    }

    /** The defaults, on this port of the loopback interface. */
    public static HttpSettings onPort(int port) {
        return new HttpSettings(port, "127.0.0.1", List.of(), List.of(), List.of(), true, true, Limits.DEFAULTS);
    }
}
