package io.precinct.config.section;

import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsMember;
import io.precinct.api.settings.SettingsSection;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.config.HttpSettings.Limits;
import java.math.BigInteger;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The settings of the listener, which are top-level keys of {@code service.yml}. */
final class HttpSection {
    /** Largest limit that may be configured for a body, in bytes; bodies are held in memory. */
    static final long LARGEST_BODY = 1L << 30;

    private static final HttpSettings ABSENT = HttpSettings.onPort(3000);
    private static final Limits DEFAULTS = ABSENT.limits();
    private static final String HOST = "([A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?");
    private static final Pattern RANGE = Pattern.compile("(.+)/([0-9]{1,3})");

    private static final Setting<Integer> PORT = count("port", 0, 65_535, ABSENT.port())
            .describedAs("The port to listen on, 0 for any free one; the listener moves when it changes. `--port` wins"
                    + " over it, on reload too.");

    private static final Setting<String> BIND = bind().or(ABSENT.bind())
            .describedAs("Where to listen; `0.0.0.0` is every interface. The listener moves when it changes.");

    private static final Setting<List<String>> HOSTS = Setting.texts(
                    "hosts", HOST, "names, each with or without a port")
            .hint("say example.org or example.org:8080")
            .describedAs("Further values of `Host` that are accepted, beside loopback names and the bound address.");

    private static final Setting<List<String>> PROXIES = Setting.texts(
                    "trusted_proxies", HttpSection::isNetwork, "addresses, or ranges such as 10.0.0.0/8")
            .hint("say 10.0.0.1, ::1, 10.0.0.0/8 or fd00::/8")
            .describedAs("Proxies whose forwarded headers are believed.");

    private static final Setting<Boolean> ACCESS_LOG =
            Setting.flag("access_log").or(ABSENT.accessLog()).describedAs("Whether requests are logged.");

    private static final Setting<Boolean> COMPRESSION = Setting.flag("compression")
            .or(ABSENT.compression())
            .describedAs("Whether answers are compressed for clients that accept it.");

    private static final Setting<List<String>> ORIGINS = Setting.texts(
                    "origins", "[a-z][a-z0-9+.-]*://" + HOST, "origins, without path and final slash")
            .hint("say https://example.org; * is not allowed")
            .describedAs("Origins that may call from a browser.");

    private static final SettingsSection CORS =
            SettingsSection.of("cors", "Calls from browsers on other origins.", ORIGINS);

    private static final Setting<Long> BODY_BYTES = Setting.whole("body_bytes", 1, LARGEST_BODY)
            .or(DEFAULTS.bodyBytes())
            .describedAs("The largest request body.");

    private static final Setting<Integer> HEADER_BYTES =
            count("header_bytes", 1 << 10, 1 << 20, DEFAULTS.headerBytes()).describedAs("The largest request head.");

    private static final Setting<Integer> IN_FLIGHT = count("in_flight", 1, 32_768, DEFAULTS.inFlight())
            .describedAs("Requests served at once, then 503; one boundary may have as many as are still free, and"
                    + " always 16.");

    private static final Setting<Duration> REQUEST = seconds("request_seconds", 0, 86_400, DEFAULTS.request())
            .describedAs("Time a request gets once its body is read, then 504; 0 is no deadline. Not for answers that"
                    + " are streamed.");

    private static final Setting<Duration> PROCESSOR = seconds("processor_seconds", 0, 86_400, DEFAULTS.processor())
            .describedAs("Processor time a request may use until it has its answer, then 504; 0 is no limit.");

    private static final Setting<Long> ANSWER_BYTES = Setting.whole("answer_bytes", 1, LARGEST_BODY)
            .or(DEFAULTS.answerBytes())
            .describedAs("The largest answer that is not streamed, about: the characters of a text count, and eight for"
                    + " a number. A boundary that writes a larger one is answered for with 500.");

    private static final Setting<Integer> PER_CLIENT = count(
                    "per_client_per_second", 0, 1_000_000, DEFAULTS.perClientPerSecond())
            .describedAs("Requests of one address in a second, then 429; 0 is no limit.");

    private static final Setting<Duration> IDLE =
            seconds("idle_seconds", 1, 86_400, DEFAULTS.idle()).describedAs("Silence on a connection.");

    private static final Setting<Duration> DRAIN = seconds("drain_seconds", 0, 600, DEFAULTS.drain())
            .describedAs("Time for which requests are still taken once the service is asked to stop, while `/ready` is"
                    + " 503. `stop_seconds` begins after it.");

    private static final Setting<Duration> STOP = seconds("stop_seconds", 0, 600, DEFAULTS.stop())
            .describedAs("Time for requests in flight when the service stops.");

    private static final Setting<Duration> LATE_TAG = Setting.whole("late_tag_millis", 1, 600_000)
            .or(DEFAULTS.lateTag().toMillis())
            .as(Duration::ofMillis)
            .describedAs("Time a late tag gets to resolve.");

    private static final SettingsSection LIMITS = SettingsSection.of(
            "limits",
            "Sizes, rates and times.",
            BODY_BYTES,
            HEADER_BYTES,
            IN_FLIGHT,
            REQUEST,
            PROCESSOR,
            ANSWER_BYTES,
            PER_CLIENT,
            IDLE,
            DRAIN,
            STOP,
            LATE_TAG);

    static final List<SettingsMember> MEMBERS =
            List.of(PORT, BIND, HOSTS, PROXIES, CORS, ACCESS_LOG, COMPRESSION, LIMITS);

    private HttpSection() {}

    /**
     * The settings of the listener in the file.
     *
     * @param fixedPort a port that overrides the configured one
     */
    static HttpSettings read(Settings file, OptionalInt fixedPort) {
        Settings limits = file.section(LIMITS);
        return new HttpSettings(
                fixedPort.orElse(file.need(PORT)),
                file.need(BIND),
                file.need(HOSTS),
                file.section(CORS).need(ORIGINS),
                file.need(PROXIES),
                file.need(ACCESS_LOG),
                file.need(COMPRESSION),
                new Limits(
                        limits.need(BODY_BYTES),
                        limits.need(HEADER_BYTES),
                        limits.need(IN_FLIGHT),
                        limits.need(PER_CLIENT),
                        limits.need(IDLE),
                        limits.need(STOP),
                        limits.need(LATE_TAG),
                        limits.need(REQUEST),
                        limits.need(PROCESSOR),
                        limits.need(ANSWER_BYTES),
                        limits.need(DRAIN)));
    }

    static Setting<Integer> count(String key, int least, int most, int absent) {
        return Setting.whole(key, least, most).or((long) absent).as(Math::toIntExact);
    }

    static Setting<Duration> seconds(String key, long least, long most, Duration absent) {
        return Setting.whole(key, least, most).or(absent.toSeconds()).as(Duration::ofSeconds);
    }

    /** The address at which a listener listens. */
    static Setting<String> bind() {
        return Setting.text("bind")
                .as(HttpSection::addressOrName, "an address or a host name")
                .hint("127.0.0.1 for this machine only, 0.0.0.0 for every interface");
    }

    private static String addressOrName(String text) {
        boolean looksLikeAddress = text.matches("[0-9.]+") || text.contains(":");
        if (looksLikeAddress ? isAddress(text) : NAME.matcher(text).matches()) {
            return text;
        }
        throw new IllegalArgumentException("neither an address nor a host name");
    }

    /** Whether an address is reachable from this machine only. */
    static boolean isLoopback(String bind) {
        return bind.equals("localhost")
                || isAddress(bind) && InetAddress.ofLiteral(bind).isLoopbackAddress();
    }

    private static boolean isAddress(String text) {
        try {
            InetAddress.ofLiteral(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether this is an address, or a range whose bits after the prefix are 0; other ranges are probably mistakes. */
    private static boolean isNetwork(String text) {
        Matcher range = RANGE.matcher(text);
        if (!range.matches()) {
            return isAddress(text);
        }
        if (!isAddress(range.group(1))) {
            return false;
        }
        byte[] address = InetAddress.ofLiteral(range.group(1)).getAddress();
        int prefix = Integer.parseInt(range.group(2));
        int bits = address.length * 8;
        var number = new BigInteger(1, address);
        return prefix <= bits && (number.signum() == 0 || number.getLowestSetBit() >= bits - prefix);
    }
}
