package io.precinct.core.chain;

import io.precinct.api.config.TagException;
import io.precinct.api.config.TagResolver;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.LateTag;
import io.precinct.core.api.plugin.DeployedResolver;
import io.precinct.core.api.thread.AbandonableThread;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The late tags of one scenario and their outcomes. All are resolved in parallel, each on its own thread and with one
 * common deadline. So a resolver that hangs delays the request only until the deadline and does not affect the others.
 */
final class LateTags {
    /** The outcome of resolving a tag. */
    sealed interface Outcome {
        /** The tag resolves to this value: plain data that may contain shapes. */
        record Value(@Nullable Object value) implements Outcome {}

        /** The tag was not resolved; the reason may be shown to clients. */
        record Failure(String reason) implements Outcome {}
    }

    private final ChainEnvironment environment;
    private final Map<LateTag, Outcome> outcomes = new IdentityHashMap<>();

    private LateTags(ChainEnvironment environment) {
        this.environment = environment;
    }

    /** Resolves every tag in {@code data}, within the deadline of the configuration. */
    static LateTags in(ChainEnvironment environment, Object data) {
        var tags = new LateTags(environment);
        var found = new ArrayList<LateTag>();
        collect(data, found);
        tags.resolve(found);
        return tags;
    }

    /** The outcome of one of the tags that were found. */
    Outcome of(LateTag tag) {
        Outcome outcome = outcomes.get(tag);
        return outcome == null ? new Outcome.Failure("it was not looked for") : outcome;
    }

    private static void collect(@Nullable Object data, List<LateTag> found) {
        switch (data) {
            case LateTag tag -> found.add(tag);
            case Map<?, ?> map -> map.values().forEach(value -> collect(value, found));
            case List<?> list -> list.forEach(value -> collect(value, found));
            case null, default -> {
                // Nothing to resolve.
            }
        }
    }

    private record Running(LateTag tag, FutureTask<@Nullable Object> task, AbandonableThread thread) {}

    private void resolve(List<LateTag> tags) {
        Duration limit = environment.configuration().http().limits().lateTag();
        Instant deadline = Instant.now().plus(limit);
        var running = new ArrayList<Running>();
        for (LateTag tag : tags) {
            var task = new FutureTask<@Nullable Object>(() -> resolve(tag, deadline));
            var thread = new AbandonableThread("tag-" + tag.tag(), task);
            thread.start();
            running.add(new Running(tag, task, thread));
        }
        long until = System.nanoTime() + limit.toNanos();
        for (Running each : running) {
            outcomes.put(each.tag(), outcome(each, until, limit));
        }
    }

    private Outcome outcome(Running running, long until, Duration limit) {
        try {
            return new Outcome.Value(running.task().get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            running.thread().abandon();
            return new Outcome.Failure("it took longer than " + limit.toMillis() + " ms");
        } catch (InterruptedException e) {
            running.thread().abandon();
            Thread.currentThread().interrupt();
            return new Outcome.Failure("interrupted meanwhile");
        } catch (ExecutionException e) {
            return new Outcome.Failure(reason(running.tag(), e.getCause() == null ? e : e.getCause()));
        }
    }

    /**
     * The message of a {@link TagException} is meant for the client; anything else that a resolver throws is logged.
     */
    private String reason(LateTag tag, Throwable thrown) {
        if (thrown instanceof TagException said) {
            String reason = said.hint() == null ? said.getMessage() : said.getMessage() + " (" + said.hint() + ")";
            return ServerPaths.hidden(
                    String.valueOf(reason), environment.configuration().dir());
        }
        return "its resolver failed, incident " + ErrorReplies.incident(thrown, "the resolver of !" + tag.tag());
    }

    // @req:late-tags
    private @Nullable Object resolve(LateTag tag, Instant deadline) throws Exception {
        DeployedResolver deployed = environment.resolvers().get(tag.tag());
        if (deployed == null) {
            throw new TagException("!" + tag.tag() + " cannot be resolved: its resolver is not deployed");
        }
        return deployed.resolver().resolve(new Call(environment.configuration(), tag, deadline));
    }

    private record Call(Configuration configuration, LateTag late, Instant deadline) implements TagResolver.Call {
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
            try {
                return configuration.yaml().read(file);
            } catch (TagException e) {
                throw new TagException(
                        ServerPaths.named(String.valueOf(e.getMessage()), file, configuration.dir()), e.hint());
            }
        }
    }
}
