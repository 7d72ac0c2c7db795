package io.precinct.config.section;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.config.yaml.ValueText;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code gateway}: the public listener, kept as plain data for the domain that serves it; its paths absolute. */
final class GatewaySection {
    /** First segments that the gateway never exposes. */
    private static final Set<String> NEVER = Set.of("inspect", "admin");

    private GatewaySection() {}

    /**
     * Reads the gateway.
     *
     * @param internalPort of the other listener
     */
    static Map<String, @Nullable Object> read(Section root, Path configDir, int internalPort) {
        if (root.node("gateway") == null) {
            return Map.of();
        }
        MapBuilder gateway = Data.mapBuilder();
        try (Section section = root.section("gateway")) {
            long port = section.whole("port", 0, 65_535, -1);
            if (port >= 0) {
                gateway.put("port", (int) port);
            } else if (section.isSilent("port")) {
                section.problems().error(section.at(), "gateway.port is missing", "name the port it listens on");
            }
            if (port > 0 && port == internalPort) {
                section.problems()
                        .error(
                                section.at("port"),
                                "gateway.port is " + port + ", the port of the internal listener",
                                "name another one");
            }
            List<Section.Text> expose = section.texts("expose");
            expose.forEach(path -> checkExposed(section, path));
            if (!expose.isEmpty()) {
                gateway.put("expose", expose.stream().map(Section.Text::value).toList());
            }
            boolean secure = section.node("tls") != null;
            if (secure) {
                gateway.put("tls", tls(section, configDir));
            }
            bind(section, gateway, secure);
        }
        return gateway.build();
    }

    /** Passwords travel in clear text only where somebody has said so: to this machine, or to a proxy that adds TLS. */
    private static void bind(Section section, MapBuilder gateway, boolean secure) {
        boolean plain = section.flag("plain", false);
        String bind = HttpSection.bind(section);
        if (bind == null) {
            return;
        }
        gateway.put("bind", bind);
        if (!secure && !plain && !HttpSection.isLoopback(bind)) {
            section.problems()
                    .error(
                            section.at("bind"),
                            "gateway.bind is " + bind + ", where passwords would be sent in clear text",
                            "name a certificate with tls, or, behind a proxy that adds TLS, say plain: true");
        }
    }

    private static Map<String, @Nullable Object> tls(Section gateway, Path configDir) {
        MapBuilder tls = Data.mapBuilder();
        try (Section section = gateway.section("tls")) {
            Section.Text password = section.text("password");
            if (password != null) {
                tls.put("password", password.value());
            }
            var files = new EnumMap<TlsFile, Path>(TlsFile.class);
            for (TlsFile file : TlsFile.values()) {
                Path path = section.path(file.key(), configDir);
                if (path != null) {
                    tls.put(file.key(), path.toString());
                    files.put(file, path);
                }
            }
            boolean keystore = tls.contains("keystore");
            boolean pem = tls.contains("certificate") && tls.contains("key");
            if (keystore == pem) {
                section.problems()
                        .error(
                                section.at(),
                                "gateway.tls takes either a keystore or a certificate and its key",
                                "tls: {certificate: server.pem, key: server.key}");
            } else {
                files.forEach((file, path) -> file.check(section, path, password == null ? "" : password.value()));
            }
        }
        return tls.build();
    }

    private static void checkExposed(Section section, Section.Text path) {
        String pattern = path.value();
        if (!pattern.startsWith("/")) {
            section.problems()
                    .error(path.at(), "gateway.expose takes paths, got " + ValueText.quoted(pattern), "say /notes/**");
            return;
        }
        List<String> segments = List.of(pattern.substring(1).split("/", -1));
        String first = segments.getFirst().toLowerCase(Locale.ROOT);
        if (NEVER.contains(first) || first.startsWith("*") || first.startsWith(":") || first.contains("%")) {
            section.problems()
                    .error(
                            path.at(),
                            "gateway.expose cannot hold " + ValueText.quoted(pattern)
                                    + "; inspection and admin operations are never exposed",
                            "begin with what the public needs, such as /notes/**");
            return;
        }
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            boolean last = i == segments.size() - 1;
            boolean good = segment.equals("*")
                    || segment.matches("[^*]+") && !segment.matches("\\.\\.?")
                    || last && segment.matches("\\*(\\*|[A-Za-z_][A-Za-z0-9_]*)");
            if (!good) {
                section.problems()
                        .error(
                                path.at(),
                                "gateway.expose has the segment " + ValueText.quoted(segment) + " in "
                                        + ValueText.quoted(pattern) + ", which no path can match",
                                "* stands for one segment, a last ** for one or more");
                return;
            }
        }
    }
}
