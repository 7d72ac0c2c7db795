package io.precinct.config.section;

import io.precinct.api.data.Data;
import io.precinct.api.data.MapBuilder;
import io.precinct.api.settings.Setting;
import io.precinct.api.settings.Settings;
import io.precinct.api.settings.SettingsMember;
import io.precinct.api.settings.SettingsSection;
import io.precinct.common.certificate.CertificateFiles;
import io.precinct.common.certificate.ServerCertificate;
import io.precinct.common.certificate.UnusableCertificate;
import io.precinct.config.yaml.ValueText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code gateway}: the public listener, kept as plain data with absolute paths for the domain that serves it. */
final class GatewaySection {
    /** First segments that the gateway never exposes. */
    private static final Set<String> NEVER = Set.of("inspect", "admin");

    private static final Setting<Integer> PORT = Setting.whole("port", 0, 65_535)
            .as(Math::toIntExact)
            .hint("name the port it listens on")
            .describedAs("The port it listens on.")
            .required();

    private static final Setting<String> BIND = HttpSection.bind()
            .absentMeans("`0.0.0.0` with `tls`, `127.0.0.1` without")
            .describedAs("Where it listens.");

    private static final Setting<Boolean> PLAIN = Setting.flag("plain")
            .or(false)
            .describedAs("Whether it may listen beyond loopback without `tls`, behind a proxy that adds it.");

    private static final Setting<String> PASSWORD = Setting.text("password")
            .secret()
            .describedAs("The password of the keystore, or of an encrypted key; take it from `!Env`.");

    private static final Setting<Path> KEYSTORE =
            Setting.path("keystore").describedAs("The keystore, PKCS #12 or JKS; read again when it is renewed.");

    private static final Setting<Path> CERTIFICATE =
            Setting.path("certificate").describedAs("The certificate chain in PEM; read again when it is renewed.");

    private static final Setting<Path> KEY =
            Setting.path("key").describedAs("The private key in PEM (PKCS #8); read again when it is renewed.");

    private static final SettingsSection TLS = SettingsSection.of(
            "tls",
            "Its certificate: a keystore, or a PEM certificate and its key; absent: clear text.",
            KEYSTORE,
            PASSWORD,
            CERTIFICATE,
            KEY);

    private static final Setting<List<String>> EXPOSE = Setting.texts("expose", "/.*", "paths")
            .hint("say /notes/**")
            .absentMeans("the routes that declare it")
            .describedAs("Paths it exposes, in place of what routes declare; `*` is one segment, a last `**` one or"
                    + " more. Never inspection or administration.");

    private static final Setting<String> ROLE =
            role("The role that its users need to administer this instance: to deploy, roll back, reload.");

    private static final SettingsSection ADMIN = SettingsSection.of(
            "admin", "Exposes administration to users of a role, over TLS or on loopback; absent: to nobody.", ROLE);

    private static final Setting<String> VIEWER =
            role("The role that its users need to see this instance: the console, inspection, health, metrics, and"
                    + " every other route that is not declared never exposed.");

    private static final SettingsSection CONSOLE = SettingsSection.of(
            "console",
            "Exposes the console to users of a role, who sign in with a browser, over TLS or on loopback; absent: to"
                    + " nobody.",
            VIEWER);

    private static final SettingsSection GATEWAY = SettingsSection.of(
            "gateway",
            "The listener for the world outside: HTTP basic authentication and TLS.",
            PORT,
            BIND,
            PLAIN,
            TLS,
            EXPOSE,
            ADMIN,
            CONSOLE);

    static final List<SettingsMember> MEMBERS = List.of(GATEWAY);

    private GatewaySection() {}

    private static Setting<String> role(String description) {
        return Setting.text("role", "[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}", "a role")
                .hint("say operator, and give it to users: precinct user role NAME operator")
                .describedAs(description)
                .required();
    }

    /**
     * The settings of the gateway in the file.
     *
     * @param internalPort port of the internal listener
     * @param check whether the certificate is judged, too. A gateway that runs judges it itself, again and again, as its
     *     files may change at any time
     */
    static Map<String, @Nullable Object> read(Settings file, int internalPort, boolean check) {
        if (!file.says(GATEWAY)) {
            return Map.of();
        }
        Settings gateway = file.section(GATEWAY);
        MapBuilder data = Data.mapBuilder();
        Integer port = gateway.get(PORT);
        if (port != null) {
            data.put(PORT.key(), port);
        }
        if (port != null && port > 0 && port == internalPort) {
            gateway.error(PORT, "gateway.port is " + port + ", the port of the internal listener", "name another one");
        }
        List<String> expose = gateway.need(EXPOSE);
        for (int i = 0; i < expose.size(); i++) {
            checkExposed(gateway, i, expose.get(i));
        }
        if (!expose.isEmpty()) {
            data.put(EXPOSE.key(), expose);
        }
        String bind = gateway.get(BIND);
        if (bind != null) {
            data.put(BIND.key(), bind);
            checkBind(gateway, bind);
        }
        if (gateway.says(TLS)) {
            data.put(TLS.key(), tls(gateway, check));
        }
        role(gateway, bind, ADMIN, ROLE, data);
        role(gateway, bind, CONSOLE, VIEWER, data);
        return data.build();
    }

    /**
     * Reads the role of a section, and reports the section if passwords would travel in clear text. A reader of such a
     * password can run code here, so a promise that a proxy adds TLS is not enough.
     */
    private static void role(
            Settings gateway,
            @Nullable String bind,
            SettingsSection section,
            Setting<String> setting,
            MapBuilder data) {
        if (!gateway.says(section)) {
            return;
        }
        String role = gateway.section(section).get(setting);
        if (bind != null && !gateway.says(TLS) && !HttpSection.isLoopback(bind)) {
            gateway.error(
                    section,
                    "gateway." + section.key() + " needs gateway.tls where gateway.bind is " + bind
                            + ": passwords of operators would be sent in clear text",
                    "name a certificate with tls, or bind to 127.0.0.1");
        }
        if (role != null) {
            data.put(section.key(), Data.map(setting.key(), role));
        }
    }

    /**
     * Reports an address without TLS, unless it is a loopback address or {@code plain} states that a proxy adds TLS.
     */
    private static void checkBind(Settings gateway, String bind) {
        if (!gateway.says(TLS) && !gateway.need(PLAIN) && !HttpSection.isLoopback(bind)) {
            gateway.error(
                    BIND,
                    "gateway.bind is " + bind + ", where passwords would be sent in clear text",
                    "name a certificate with tls, or, behind a proxy that adds TLS, say plain: true");
        }
    }

    private static Map<String, @Nullable Object> tls(Settings gateway, boolean check) {
        Settings tls = gateway.section(TLS);
        MapBuilder data = Data.mapBuilder();
        String password = tls.get(PASSWORD);
        if (password != null) {
            data.put(PASSWORD.key(), password);
        }
        for (Setting<Path> setting : List.of(KEYSTORE, CERTIFICATE, KEY)) {
            Path path = tls.get(setting);
            if (path != null) {
                data.put(setting.key(), path.toString());
            }
        }
        var files = new CertificateFiles(
                tls.get(KEYSTORE), tls.get(CERTIFICATE), tls.get(KEY), password == null ? "" : password);
        if (!files.isComplete()) {
            gateway.error(
                    TLS,
                    "gateway.tls takes either a keystore or a certificate and its key",
                    "tls: {certificate: server.pem, key: server.key}");
        } else if (check) {
            judge(tls, files);
        }
        return data.build();
    }

    /** Reports a certificate that the gateway cannot use, that clients refuse, or that should be renewed. */
    private static void judge(Settings tls, CertificateFiles files) {
        Setting<Path> leaf = files.keystore() == null ? CERTIFICATE : KEYSTORE;
        try {
            ServerCertificate certificate = ServerCertificate.read(files);
            Instant now = Instant.now();
            String fault = certificate.fault(now);
            if (fault == null) {
                return;
            }
            String message = tls.name(leaf) + ": " + fault;
            if (certificate.at(now).isAccepted()) {
                tls.warn(leaf, message, "renew it");
            } else {
                tls.error(leaf, message, "renew it");
            }
        } catch (UnusableCertificate e) {
            Setting<Path> at = e.file().equals(files.key()) && !e.file().equals(files.certificate()) ? KEY : leaf;
            tls.error(at, tls.name(at) + ": " + e.getMessage(), e.hint());
        }
    }

    private static void checkExposed(Settings gateway, int item, String pattern) {
        List<String> segments = List.of(pattern.substring(1).split("/", -1));
        String first = segments.getFirst().toLowerCase(Locale.ROOT);
        if (NEVER.contains(first) || first.startsWith("*") || first.startsWith(":") || first.contains("%")) {
            String message = "gateway.expose cannot hold " + ValueText.quoted(pattern)
                    + "; inspection and admin operations are never exposed";
            gateway.error(
                    EXPOSE,
                    item,
                    message,
                    "begin with what the public needs, such as /notes/**; gateway.admin exposes administration");
            return;
        }
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            boolean last = i == segments.size() - 1;
            boolean good = segment.equals("*")
                    || segment.matches("[^*]+") && !segment.matches("\\.\\.?")
                    || last && segment.matches("\\*(\\*|[A-Za-z_][A-Za-z0-9_]*)");
            if (!good) {
                String message = "gateway.expose has the segment " + ValueText.quoted(segment) + " in "
                        + ValueText.quoted(pattern) + ", which no path can match";
                gateway.error(EXPOSE, item, message, "* stands for one segment, a last ** for one or more");
                return;
            }
        }
    }
}
