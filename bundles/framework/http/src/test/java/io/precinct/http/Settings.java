package io.precinct.http;

import io.precinct.core.api.config.HttpSettings;
import io.precinct.core.api.config.HttpSettings.Limits;
import java.time.Duration;
import java.util.List;

/** Settings that differ from the defaults only in what a test needs. */
final class Settings {
    private int port;
    private String bind = "127.0.0.1";
    private List<String> hosts = List.of();
    private List<String> origins = List.of();
    private List<String> proxies = List.of();
    private boolean compression = true;
    private int headerBytes = Limits.DEFAULTS.headerBytes();
    private int inFlight = Limits.DEFAULTS.inFlight();
    private int perSecond;
    private Duration idle = Limits.DEFAULTS.idle();
    /** Long enough for any test to release its requests. */
    private Duration stop = Duration.ofMinutes(1);

    private Duration drain = Duration.ZERO;

    Settings port(int value) {
        port = value;
        return this;
    }

    Settings bind(String value) {
        bind = value;
        return this;
    }

    Settings hosts(String... value) {
        hosts = List.of(value);
        return this;
    }

    Settings origins(String... value) {
        origins = List.of(value);
        return this;
    }

    Settings proxies(String... value) {
        proxies = List.of(value);
        return this;
    }

    Settings compression(boolean value) {
        compression = value;
        return this;
    }

    Settings headerBytes(int value) {
        headerBytes = value;
        return this;
    }

    Settings inFlight(int value) {
        inFlight = value;
        return this;
    }

    Settings perSecond(int value) {
        perSecond = value;
        return this;
    }

    Settings idle(Duration value) {
        idle = value;
        return this;
    }

    Settings stop(Duration value) {
        stop = value;
        return this;
    }

    Settings drain(Duration value) {
        drain = value;
        return this;
    }

    HttpSettings build() {
        Limits defaults = Limits.DEFAULTS;
        var limits = new Limits(
                defaults.bodyBytes(),
                headerBytes,
                inFlight,
                perSecond,
                idle,
                stop,
                defaults.lateTag(),
                defaults.request(),
                defaults.processor(),
                defaults.answerBytes(),
                drain);
        return new HttpSettings(port, bind, hosts, origins, proxies, true, compression, limits);
    }
}
