package io.precinct.launcher.container;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a container, as framework properties. The names are those of
 * {@code io.precinct.core.api.launch.Launch}: the launcher shares no class with the container, so both declare them,
 * and a test compares them. Not thread-safe.
 */
public final class Settings {
    static final String CONFIG_DIR = "precinct.config";
    static final String DATA_DIR = "precinct.data";
    static final String HOME = "precinct.home";
    static final String PORT = "precinct.port";
    static final String TOKEN = "precinct.token";
    static final String STRICT_INPUT = "precinct.strict_input";
    static final String FEATURES = "precinct.features";
    static final String VERSION = "precinct.version";
    static final String MODE = "precinct.mode";
    static final String BACKUP = "precinct.backup";
    static final String RESTORE = "precinct.restore";
    static final String DEPLOYMENTS = "precinct.deployments";
    static final String GRAMMARS = "precinct.grammars";
    static final String CONFIG_STATE = "precinct.config.state";
    static final String CONFIG_PROBLEMS = "precinct.config.problems";
    static final String URL = "precinct.url";
    static final String URL_PROBLEM = "precinct.url.problem";
    static final String DRAIN = "precinct.drain";
    static final String DRAINING = "precinct.draining";
    static final String PENDING = "precinct.pending";
    static final String RESTORING = "precinct.restoring";
    static final String HOPELESS = "precinct.hopeless";
    static final String ANSWER = "precinct.answer";
    static final String LOADED = "loaded";
    static final String FAILED = "failed";

    private final Map<String, String> properties = new HashMap<>();

    /** The purpose of a container. */
    public enum Mode {
        /** To serve. */
        RUN("run"),
        /** To check the configuration: no listener, no deployments. */
        CHECK("check");

        private final String value;

        Mode(String value) {
            this.value = value;
        }
    }

    public Settings(Mode mode, String version) {
        properties.put(MODE, mode.value);
        properties.put(VERSION, version);
    }

    /** Absolute paths of the distribution, of the configuration folder and of the data folder. */
    public Settings folders(Path home, Path config, Path data) {
        properties.put(HOME, home.toString());
        properties.put(CONFIG_DIR, config.toString());
        properties.put(DATA_DIR, data.toString());
        return this;
    }

    /** Names of the enabled features. */
    public Settings features(List<String> names) {
        properties.put(FEATURES, String.join(",", names));
        return this;
    }

    /** The port that overrides the configured one. */
    public Settings port(Optional<Integer> port) {
        port.ifPresent(number -> properties.put(PORT, number.toString()));
        return this;
    }

    /** The strict_input argument of the boot call. */
    public Settings strictInput(Optional<Boolean> strict) {
        strict.ifPresent(value -> properties.put(STRICT_INPUT, value.toString()));
        return this;
    }

    /** The token that admin operations require. */
    public Settings token(String token) {
        properties.put(TOKEN, token);
        return this;
    }

    /** A backup to write while nothing serves. */
    public Settings backup(Path file) {
        properties.put(BACKUP, file.toString());
        return this;
    }

    /** A backup to read into the data folder. */
    public Settings restore(Path file) {
        properties.put(RESTORE, file.toString());
        return this;
    }

    /** A command for the records of deployments, as JSON. */
    public Settings deployments(String command) {
        properties.put(DEPLOYMENTS, command);
        return this;
    }

    /** Makes the container fetch the pinned grammars. */
    public Settings fetchGrammars() {
        properties.put(GRAMMARS, "fetch");
        return this;
    }

    /** The settings as framework properties. */
    Map<String, String> properties() {
        return Map.copyOf(properties);
    }
}
