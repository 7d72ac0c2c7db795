package io.precinct.http.gateway;

import io.precinct.common.certificate.CertificateFiles;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.HttpSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The {@code gateway} of {@code service.yml}.
 *
 * @param http its address, and otherwise the settings of the internal listener
 * @param tls its certificate files; empty: clear text
 * @param exposes patterns of paths; empty: as the routes declare
 * @param administrators the role of users who may administer the instance; empty: nobody may
 * @param viewers the role of users who may see the instance in the console; empty: nobody may
 */
record GatewaySettings(
        HttpSettings http,
        Optional<CertificateFiles> tls,
        List<String> exposes,
        Optional<String> administrators,
        Optional<String> viewers) {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String EVERYWHERE = "0.0.0.0";

    /** The settings, or empty if the configuration has no gateway. */
    static Optional<GatewaySettings> of(Configuration configuration) {
        Map<String, @Nullable Object> gateway = configuration.gateway();
        if (!(gateway.get("port") instanceof Integer port)) {
            return Optional.empty();
        }
        Optional<CertificateFiles> tls =
                gateway.get("tls") instanceof Map<?, ?> named ? files(named) : Optional.empty();
        String bind = gateway.get("bind") instanceof String named ? named : tls.isPresent() ? EVERYWHERE : LOOPBACK;
        List<String> exposes = gateway.get("expose") instanceof List<?> patterns
                ? patterns.stream().map(String::valueOf).toList()
                : List.of();
        return Optional.of(new GatewaySettings(
                configuration.http().at(port, bind), tls, exposes, role(gateway, "admin"), role(gateway, "console")));
    }

    private static Optional<String> role(Map<String, @Nullable Object> gateway, String section) {
        return gateway.get(section) instanceof Map<?, ?> named
                ? Optional.ofNullable(named.get("role")).map(String::valueOf)
                : Optional.empty();
    }

    private static Optional<CertificateFiles> files(Map<?, ?> tls) {
        var files = new CertificateFiles(
                path(tls.get("keystore")),
                path(tls.get("certificate")),
                path(tls.get("key")),
                tls.get("password") instanceof String password ? password : "");
        return files.isComplete() ? Optional.of(files) : Optional.empty();
    }

    private static @Nullable Path path(@Nullable Object value) {
        return value instanceof String text ? Path.of(text) : null;
    }
}
