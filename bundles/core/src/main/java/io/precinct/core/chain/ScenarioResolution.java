package io.precinct.core.chain;

import io.precinct.api.config.TagException;
import io.precinct.api.config.TagResolver;
import io.precinct.api.shape.Shape;
import io.precinct.api.shape.ShapeReader;
import io.precinct.core.api.chain.Scenario;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.LateTag;
import io.precinct.core.api.config.ScenarioSource;
import io.precinct.core.api.plugin.DeployedResolver;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A scenario whose late tags are resolved by the resolvers of the chain. What was known when configuration was loaded
 * costs nothing here; the rest runs against a deadline, on a thread of its own so that a resolver that hangs costs the
 * request no more than that.
 */
public record ScenarioResolution(Frame frame, ScenarioSource source) implements Scenario {
    private interface Resolving<T> {
        T by(Instant deadline) throws Exception;
    }

    /** Late tags that were not resolved; the message says why. */
    public static final class Unresolved extends Exception {
        private static final long serialVersionUID = 1L;

        private Unresolved(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    static List<Scenario> of(Frame frame, String route) {
        var scenarios = new ArrayList<Scenario>();
        for (ScenarioSource source : frame.configuration().scenariosOf(route).values()) {
            scenarios.add(new ScenarioResolution(frame, source));
        }
        return scenarios;
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public Resolved resolve() {
        if (source.expected() != null) {
            return new Resolved(source.expected(), source.description(), null);
        }
        try {
            return inTime(this::resolved);
        } catch (Unresolved e) {
            return failed(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Members of the scenario, of those names that it has; late tags are resolved, within the deadline of the
     * configuration, and shapes stand as themselves. A late tag in any other member costs nothing and cannot fail.
     *
     * @throws Unresolved where a late tag cannot be resolved, or what stands for the whole scenario is no map
     */
    public Map<String, @Nullable Object> members(String... names) throws Unresolved {
        return inTime(deadline -> {
            Object whole = source.raw() instanceof LateTag tag ? resolveTag(tag, deadline) : source.raw();
            if (!(whole instanceof Map<?, ?> scenario)) {
                throw new TagException(noMap());
            }
            var members = new LinkedHashMap<String, @Nullable Object>();
            for (String name : names) {
                if (scenario.containsKey(name)) {
                    members.put(name, resolve(scenario.get(name), deadline));
                }
            }
            return members;
        });
    }

    private <T> T inTime(Resolving<T> work) throws Unresolved {
        Duration limit = frame.configuration().http().limits().lateTag();
        var task = new FutureTask<>(() -> work.by(Instant.now().plus(limit)));
        Thread resolving = Thread.ofVirtual().name("scenario-" + source.name()).start(task);
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            resolving.interrupt();
            throw new Unresolved("not resolved within " + limit.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unresolved("interrupted while it was resolved", e);
        } catch (ExecutionException e) {
            throw new Unresolved(message(e.getCause()), e);
        }
    }

    private Resolved failed(String reason) {
        return new Resolved(null, source.description(), reason);
    }

    private String noMap() {
        return source.raw() + " is not a map with \"expected\"";
    }

    private static String message(@Nullable Throwable cause) {
        return switch (cause) {
            case TagException tag ->
                tag.hint() == null ? String.valueOf(tag.getMessage()) : tag.getMessage() + " (" + tag.hint() + ")";
            case null -> "failed";
            default -> cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        };
    }

    private Resolved resolved(Instant deadline) throws Exception {
        Object data = resolve(source.raw(), deadline);
        if (!(data instanceof Map<?, ?> scenario)) {
            return failed(noMap());
        }
        if (!(scenario.get("expected") instanceof Object expected)) {
            return failed(source.raw() + " has no \"expected\"");
        }
        String description = scenario.get("description") instanceof String text ? text : source.description();
        if (expected instanceof Shape.Fields fields) {
            return new Resolved(fields, description, null);
        }
        if (!(expected instanceof Map<?, ?> map)) {
            return failed("\"expected\" of " + source.raw() + " is not a map");
        }
        var faults = new ArrayList<String>();
        Shape.Fields fields = ShapeReader.readFields(map, fault -> {
            if (!fault.warning()) {
                faults.add(fault.path() + ": " + fault.message());
            }
        });
        return faults.isEmpty()
                ? new Resolved(fields, description, null)
                : new Resolved(null, description, String.join("; ", faults));
    }

    /** Replaces the late tags of {@code data} by what they resolve to. */
    private @Nullable Object resolve(@Nullable Object data, Instant deadline) throws Exception {
        return switch (data) {
            case LateTag tag -> resolveTag(tag, deadline);
            case Map<?, ?> map -> {
                var resolved = new LinkedHashMap<String, @Nullable Object>();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    resolved.put(String.valueOf(entry.getKey()), resolve(entry.getValue(), deadline));
                }
                yield resolved;
            }
            case List<?> list -> {
                var resolved = new ArrayList<@Nullable Object>();
                for (Object element : list) {
                    resolved.add(resolve(element, deadline));
                }
                yield resolved;
            }
            case null, default -> data;
        };
    }

    // @req:late-tags
    private @Nullable Object resolveTag(LateTag tag, Instant deadline) throws Exception {
        DeployedResolver deployed = frame.resolvers().get(tag.tag());
        if (deployed == null) {
            throw new TagException("!" + tag.tag() + " cannot be resolved: its resolver is not deployed");
        }
        return deployed.resolver().resolve(new LateCall(frame.configuration(), tag, deadline));
    }

    private record LateCall(Configuration configuration, LateTag late, Instant deadline) implements TagResolver.Call {
        @Override
        public String tag() {
            return late.tag();
        }

        @Override
        public @Nullable Object argument() {
            return late.argument();
        }

        @Override
        public Map<String, @Nullable Object> settings() {
            Map<String, @Nullable Object> settings = configuration.resolvers().get(late.tag());
            return settings == null ? Map.of() : settings;
        }

        @Override
        public Path configDir() {
            return configuration.dir();
        }

        @Override
        public @Nullable Object readYaml(Path file) throws TagException {
            return configuration.yaml().read(file);
        }
    }
}
