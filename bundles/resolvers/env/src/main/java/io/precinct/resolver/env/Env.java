package io.precinct.resolver.env;

import io.precinct.api.config.ResolvesTag;
import io.precinct.api.config.TagException;
import io.precinct.api.config.TagResolver;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * {@code !Env {name: PORT, default: 3000}}: the environment variable of this name, read as a YAML 1.2 scalar. If the
 * variable is unset or empty, the default applies; without a default this is an error. Values never appear in messages.
 */
// @req:env-tag
@Component
@ResolvesTag(value = "Env", phase = ResolvesTag.Phase.EARLY)
public final class Env implements TagResolver {
    private static final String NAME = "name";
    private static final String DEFAULT = "default";
    private static final String EXAMPLE = "!Env {name: PRECINCT_PORT, default: 3000}";

    private final UnaryOperator<@Nullable String> environment;

    /** Reads the environment of this process. */
    @Activate
    public Env() {
        this(System::getenv);
    }

    Env(UnaryOperator<@Nullable String> environment) {
        this.environment = environment;
    }

    @Override
    public @Nullable Object resolve(Call call) throws TagException {
        if (!(call.argument() instanceof Map<?, ?> argument)) {
            throw new TagException("takes a map of name and default", EXAMPLE);
        }
        for (Object key : argument.keySet()) {
            if (!NAME.equals(key) && !DEFAULT.equals(key)) {
                throw new TagException("unknown key \"" + key + "\"; allowed are name and default", EXAMPLE);
            }
        }
        if (!(argument.get(NAME) instanceof String name) || !isName(name)) {
            throw new TagException("name takes the name of an environment variable", EXAMPLE);
        }
        String text = environment.apply(name);
        if (text != null && !text.isEmpty()) {
            return EnvironmentText.value(name, text);
        }
        if (!argument.containsKey(DEFAULT)) {
            String is = text == null ? " is not set" : " is set to nothing";
            throw new TagException(
                    "the environment variable " + name + is + " and there is no default",
                    "set it, or say !Env {name: " + name + ", default: …}");
        }
        return argument.get(DEFAULT);
    }

    /**
     * Whether a variable can have this name: it is not empty, and contains neither {@code =} nor control characters.
     */
    private static boolean isName(String name) {
        return !name.isEmpty() && name.chars().noneMatch(c -> c == '=' || c == 0 || Character.isISOControl(c));
    }
}
