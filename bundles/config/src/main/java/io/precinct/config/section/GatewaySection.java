package io.precinct.config.section;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.config.yaml.Show;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code gateway}: the public listener, kept as plain data for the domain that serves it; its paths absolute. */
final class GatewaySection {
    /** What the gateway never exposes. */
    private static final List<String> NEVER = List.of("/inspect", "/operations");

    private GatewaySection() {}

    static Map<String, @Nullable Object> read(Section root, Path configDir) {
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
            List<Section.Text> expose = section.texts("expose");
            expose.forEach(path -> checkExposed(section, path));
            if (!expose.isEmpty()) {
                gateway.put("expose", expose.stream().map(Section.Text::value).toList());
            }
            if (section.node("tls") != null) {
                gateway.put("tls", tls(section, configDir));
            }
        }
        return gateway.build();
    }

    private static Map<String, @Nullable Object> tls(Section gateway, Path configDir) {
        MapBuilder tls = Data.mapBuilder();
        try (Section section = gateway.section("tls")) {
            for (String key : List.of("keystore", "certificate", "key")) {
                Path file = section.path(key, configDir);
                if (file != null) {
                    tls.put(key, file.toString());
                }
            }
            Section.Text password = section.text("password");
            if (password != null) {
                tls.put("password", password.value());
            }
            boolean keystore = tls.contains("keystore");
            boolean pem = tls.contains("certificate") && tls.contains("key");
            if (keystore == pem) {
                section.problems()
                        .error(
                                section.at(),
                                "gateway.tls takes either a keystore or a certificate and its key",
                                "tls: {certificate: server.pem, key: server.key}");
            }
        }
        return tls.build();
    }

    private static void checkExposed(Section section, Section.Text path) {
        if (!path.value().startsWith("/")) {
            section.problems()
                    .error(
                            path.at(),
                            "gateway.expose takes paths, got " + Show.quoted(path.value()),
                            "say /api/tasks/**");
        } else if (NEVER.stream().anyMatch(never -> path.value().startsWith(never))
                || path.value().matches("/\\*+")) {
            section.problems()
                    .error(
                            path.at(),
                            "gateway.expose cannot hold " + Show.quoted(path.value())
                                    + "; inspection and admin operations are never exposed",
                            "name what the public needs, such as /api/tasks/**");
        }
    }
}
