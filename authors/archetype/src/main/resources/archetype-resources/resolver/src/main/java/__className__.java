package ${package};

import io.precinct.api.config.ResolvesTag;
import io.precinct.api.config.TagException;
import io.precinct.api.config.TagResolver;
import org.osgi.service.component.annotations.Component;

/**
 * {@code !${name} greeting} stands for what {@code resolvers.${name}.greeting} of service.yml says. Thread-safe.
 *
 * <p>LATE tags stand in scenarios and are resolved when a request is verified; EARLY ones stand anywhere in service.yml
 * and are resolved while it is loaded.
 */
@Component
@ResolvesTag(value = "${name}", phase = ResolvesTag.Phase.LATE)
public final class ${className} implements TagResolver {
    private static final String EXAMPLE = "!${name} greeting";

    /** Called while service.yml is loaded, so that a mistake shows there with its line and not in a request. */
    @Override
    public void check(Call call) throws TagException {
        key(call);
    }

    @Override
    public Object resolve(Call call) throws TagException {
        String key = key(call);
        Object value = call.settings().get(key);
        if (value == null) {
            throw new TagException("there is no value " + key, "add it to resolvers.${name} in service.yml");
        }
        return value;
    }

    private static String key(Call call) throws TagException {
        if (call.argument() instanceof String key) {
            return key;
        }
        throw new TagException("takes the name of a value", EXAMPLE);
    }
}
