package io.precinct.config.section;

import io.precinct.config.yaml.ValueText;
import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.config.HttpSettings.Limits;
import java.math.BigInteger;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the settings of the listener, which are top-level keys of {@code service.yml}. */
final class HttpSection {
    static final int DEFAULT_PORT = 3000;
    private static final String DEFAULT_BIND = "127.0.0.1";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?");
    private static final Pattern HOST = Pattern.compile("([A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?");
    private static final Pattern ORIGIN =
            Pattern.compile("[a-z][a-z0-9+.-]*://([A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?");

    private static final Pattern RANGE = Pattern.compile("(.+)/([0-9]{1,3})");
    /** Largest limit that may be configured for a body, in bytes; bodies are held in memory. */
    static final long LARGEST_BODY = 1L << 30;

    private HttpSection() {}

    /**
     * Reads the settings of the listener.
     *
     * @param fixedPort a port that overrides the configured one
     */
    static HttpSettings read(Section root, OptionalInt fixedPort) {
        int port = root.small("port", 0, 65_535, DEFAULT_PORT);
        String bind = Objects.requireNonNullElse(bind(root), DEFAULT_BIND);
        List<String> hosts = checked(
                root,
                "hosts",
                root.texts("hosts"),
                text -> HOST.matcher(text).matches(),
                "example.org or example.org:8080");
        List<String> proxies = checked(
                root,
                "trusted_proxies",
                root.texts("trusted_proxies"),
                HttpSection::isNetwork,
                "10.0.0.1, ::1, 10.0.0.0/8 or fd00::/8");
        return new HttpSettings(
                fixedPort.orElse(port),
                bind,
                hosts,
                origins(root),
                proxies,
                root.flag("access_log", true),
                root.flag("compression", true),
                limits(root));
    }

    /** The address or host name to bind to, or null if it is absent or invalid, which is reported. */
    static @Nullable String bind(Section section) {
        Section.Text bind = section.text("bind");
        if (bind == null) {
            return null;
        }
        boolean looksLikeAddress =
                bind.value().matches("[0-9.]+") || bind.value().contains(":");
        boolean good = looksLikeAddress
                ? isAddress(bind.value())
                : NAME.matcher(bind.value()).matches();
        if (!good) {
            section.problems()
                    .error(
                            bind.at(),
                            section.name("bind") + " takes an address or a host name, got "
                                    + ValueText.quoted(bind.value()),
                            "127.0.0.1 for this machine only, 0.0.0.0 for every interface");
            return null;
        }
        return bind.value();
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
        return prefix <= bits && new BigInteger(1, address).getLowestSetBit() >= bits - prefix
                || prefix <= bits && new BigInteger(1, address).signum() == 0;
    }

    private static List<String> origins(Section root) {
        try (Section cors = root.section("cors")) {
            return checked(
                    cors,
                    "origins",
                    cors.texts("origins"),
                    text -> ORIGIN.matcher(text).matches(),
                    "https://example.org, without path and final slash; * is not allowed");
        }
    }

    private static List<String> checked(
            Section section, String key, List<Section.Text> texts, Predicate<String> good, @Nullable String example) {
        for (Section.Text text : texts) {
            if (!good.test(text.value())) {
                section.problems()
                        .error(
                                text.at(),
                                section.name(key) + " does not take " + ValueText.quoted(text.value()),
                                "say " + example);
            }
        }
        return texts.stream().map(Section.Text::value).toList();
    }

    private static Limits limits(Section root) {
        Limits absent = Limits.DEFAULTS;
        try (Section limits = root.section("limits")) {
            return new Limits(
                    limits.whole("body_bytes", 1, LARGEST_BODY, absent.bodyBytes()),
                    limits.small("header_bytes", 1 << 10, 1 << 20, absent.headerBytes()),
                    limits.small("in_flight", 1, 32_768, absent.inFlight()),
                    limits.small("per_client_per_second", 0, 1_000_000, absent.perClientPerSecond()),
                    seconds(limits, "idle_seconds", 1, 86_400, absent.idle()),
                    seconds(limits, "stop_seconds", 0, 600, absent.stop()),
                    Duration.ofMillis(limits.whole(
                            "late_tag_millis", 1, 600_000, absent.lateTag().toMillis())),
                    seconds(limits, "request_seconds", 0, 86_400, absent.request()),
                    seconds(limits, "processor_seconds", 0, 86_400, absent.processor()),
                    limits.whole("answer_bytes", 1, LARGEST_BODY, absent.answerBytes()));
        }
    }

    static Duration seconds(Section section, String key, long least, long most, Duration absent) {
        return Duration.ofSeconds(section.whole(key, least, most, absent.toSeconds()));
    }
}
