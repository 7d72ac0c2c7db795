package io.precinct.core.api.launch;

import io.precinct.core.api.config.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names of the framework properties that the launcher sets, and of the service properties that it watches. The launcher
 * stands outside the container and shares no class with it, so these names are their whole contract.
 */
public final class Launch {
    /** Framework property: absolute path of the configuration folder. */
    public static final String CONFIG_DIR = "precinct.config";
    /** Framework property: absolute path of the folder that survives restarts. */
    public static final String DATA_DIR = "precinct.data";
    /** Framework property: absolute path of the distribution. */
    public static final String HOME = "precinct.home";
    /** Framework property: port that wins over the configured one, or absent. */
    public static final String PORT = "precinct.port";
    /** Framework property: the token of this instance for admin operations. */
    public static final String TOKEN = "precinct.token";
    /** Framework property: {@code true} or {@code false}, the strict_input argument of the boot call; or absent. */
    public static final String STRICT_INPUT = "precinct.strict_input";
    /** Framework property: names of the enabled features, separated by commas. */
    public static final String FEATURES = "precinct.features";
    /** Framework property: version of the distribution. */
    public static final String VERSION = "precinct.version";
    /** Framework property: {@code run} or {@code check}; with {@code check} no listener opens and nothing is deployed. */
    public static final String MODE = "precinct.mode";
    /** Framework property beside {@link #MODE} check: absolute path of a backup to write while nothing serves; or absent. */
    public static final String BACKUP = "precinct.backup";
    /** Framework property beside {@link #MODE} check: absolute path of a backup to read into the data folder; or absent. */
    public static final String RESTORE = "precinct.restore";

    /**
     * Framework property beside {@link #MODE} check: what to do with the records of deployments while nothing serves, as
     * JSON {@code {action, bundle, force}}, where the action is that of a command: {@code undeploy}, {@code rollback},
     * {@code disable}, {@code enable} or {@code bundles}; or absent. {@link #ANSWER} is the outcome.
     */
    public static final String DEPLOYMENTS = "precinct.deployments";

    /**
     * Framework property beside {@link #MODE} check: {@code fetch} to fetch the pinned grammars of live source while
     * nothing serves; or absent.
     */
    public static final String GRAMMARS = "precinct.grammars";

    /**
     * Service property of the configuration source, and of any service that reads a configuration file of its own:
     * {@value #LOADING}, {@value #LOADED} or {@value #FAILED}. It is set to loading as soon as a reload is due, so that
     * the other two are never stale. One failure decides for all, and all have to be loaded.
     */
    public static final String CONFIG_STATE = "precinct.config.state";
    /** Service property beside {@link #CONFIG_STATE}: every problem as {@code file:line: message (hint)}, String[]. */
    public static final String CONFIG_PROBLEMS = "precinct.config.problems";
    /** Service property of the listener, once it serves: {@code http://127.0.0.1:<port>}. */
    public static final String URL = "precinct.url";
    /** Service property of the listener if it cannot open: the reason. */
    public static final String URL_PROBLEM = "precinct.url.problem";

    /**
     * Service property beside {@link #URL}: for how many seconds requests are still taken once the instance is asked to
     * stop, Long.
     */
    public static final String DRAIN = "precinct.drain";

    /**
     * Service property of a service of the launcher, which registers it when the instance is asked to stop. From then
     * on the instance is not ready, and its answers close their connections; the listeners stop later.
     */
    public static final String DRAINING = "precinct.draining";

    /**
     * Service property of any service: why the instance is not ready yet, for example because its database is being
     * migrated. While a service carries it, the ready line waits.
     */
    public static final String PENDING = "precinct.pending";

    /**
     * Service property of any service: what is still being restored that {@code service.yml} may need, such as the
     * resolver of a tag. While a service carries it, a failed configuration is not final.
     */
    public static final String RESTORING = "precinct.restoring";

    /** Service property of any service: why the instance will never be ready; a start ends with it. */
    public static final String HOPELESS = "precinct.hopeless";

    /** Service property of the deployer, once {@link #DEPLOYMENTS} is done: the outcome as JSON. */
    public static final String ANSWER = "precinct.answer";

    /** A value of {@link #CONFIG_STATE}. */
    public static final String LOADING = "loading";
    /** A value of {@link #CONFIG_STATE}. */
    public static final String LOADED = "loaded";
    /** A value of {@link #CONFIG_STATE}. */
    public static final String FAILED = "failed";

    private Launch() {}

    /**
     * The service properties that report how a configuration file was read.
     *
     * @param state {@value #LOADING}, {@value #LOADED} or {@value #FAILED}
     * @param problems its problems, for people
     * @return a new map, to which more may be added
     */
    public static Map<String, Object> configuration(String state, List<Problem> problems) {
        Map<String, Object> properties = new HashMap<>();
        properties.put(CONFIG_STATE, state);
        properties.put(CONFIG_PROBLEMS, problems.stream().map(Problem::line).toArray(String[]::new));
        return properties;
    }
}
