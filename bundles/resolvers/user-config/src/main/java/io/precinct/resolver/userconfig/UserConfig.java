package io.precinct.resolver.userconfig;

import io.precinct.api.config.ResolvesTag;
import io.precinct.api.config.TagException;
import io.precinct.api.config.TagResolver;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * {@code !UserConfig mail.sender} or {@code !UserConfig {key: mail.sender, default: nobody}}: a value in the operator's
 * own file, {@code ~/.config/precinct/user.yml} or the file that {@code PRECINCT_USER_CONFIG} names. A missing key is
 * an error unless there is a default; a file that is no valid YAML is always an error.
 */
// @req:user-config-tag
@Component
@ResolvesTag(value = "UserConfig", phase = ResolvesTag.Phase.EARLY)
public final class UserConfig implements TagResolver {
    private static final String FILE_VARIABLE = "PRECINCT_USER_CONFIG";
    private static final String KEY = "key";
    private static final String DEFAULT = "default";
    private static final String EXAMPLE = "!UserConfig mail.sender, or !UserConfig {key: mail.sender, default: nobody}";

    private final UnaryOperator<@Nullable String> environment;
    private final Path home;

    /** Reads the file of the user who runs this process. */
    @Activate
    public UserConfig() {
        this(System::getenv, Path.of(System.getProperty("user.home", ".")));
    }

    UserConfig(UnaryOperator<@Nullable String> environment, Path home) {
        this.environment = environment;
        this.home = home;
    }

    @Override
    public @Nullable Object resolve(Call call) throws TagException {
        String key = key(call.argument());
        Path file = file();
        // Read even if the file is missing, so that the configuration is loaded again once the file is written.
        Optional<Object> found = Files.exists(file) ? find(call.readYaml(file), key) : readMissing(call, file);
        if (found.isPresent()) {
            return found.get() == NOTHING ? null : found.get();
        }
        if (call.argument() instanceof Map<?, ?> argument && argument.containsKey(DEFAULT)) {
            return argument.get(DEFAULT);
        }
        String why = Files.exists(file) ? "has no key " + key : "does not exist, so there is no key " + key;
        throw new TagException(
                file + " " + why,
                "write it there, or say !UserConfig {key: " + key + ", default: …}; " + FILE_VARIABLE
                        + " names another file");
    }

    /** Stands for a key whose value is null. */
    private static final Object NOTHING = new Object();

    private static Optional<Object> readMissing(Call call, Path file) {
        try {
            call.readYaml(file);
        } catch (TagException e) {
            return Optional.empty(); // The file is missing, so a default applies.
        }
        return Optional.empty();
    }

    private static String key(@Nullable Object argument) throws TagException {
        Object key = argument;
        if (argument instanceof Map<?, ?> map) {
            for (Object name : map.keySet()) {
                if (!KEY.equals(name) && !DEFAULT.equals(name)) {
                    throw new TagException("unknown key \"" + name + "\"; allowed are key and default", EXAMPLE);
                }
            }
            key = map.get(KEY);
        }
        if (key instanceof String text && !text.isBlank() && !text.startsWith(".") && !text.endsWith(".")) {
            return text;
        }
        throw new TagException("takes a dotted key, or a map of key and default", EXAMPLE);
    }

    private Path file() throws TagException {
        String named = environment.apply(FILE_VARIABLE);
        try {
            return named == null || named.isBlank()
                    ? home.resolve(".config").resolve("precinct").resolve("user.yml")
                    : Path.of(named).toAbsolutePath();
        } catch (InvalidPathException e) {
            throw new TagException(FILE_VARIABLE + " is no path: " + e.getReason(), "name a YAML file");
        }
    }

    private static Optional<Object> find(@Nullable Object data, String key) {
        Object value = data;
        for (String step : key.split("\\.", -1)) {
            if (!(value instanceof Map<?, ?> map) || !map.containsKey(step)) {
                return Optional.empty();
            }
            value = map.get(step);
        }
        return Optional.of(value == null ? NOTHING : value);
    }
}
