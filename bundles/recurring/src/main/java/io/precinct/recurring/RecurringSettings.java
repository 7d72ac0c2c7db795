package io.precinct.recurring;

import io.precinct.api.config.TagException;
import io.precinct.core.api.config.Configuration;
import io.precinct.core.api.config.ConfigurationSource;
import io.precinct.rest.api.CasesKeys;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What {@code recurring:} of {@code cases.yml} says; a reload changes it. Thread-safe. */
@Component(service = RecurringSettings.class)
public final class RecurringSettings {
    private static final Logger LOG = LoggerFactory.getLogger(RecurringSettings.class);
    private static final int LONGEST_POLL = 3600;
    private static final int MOST_CATCH_UP = 1000;

    private final AutoCloseable subscription;
    private volatile Values values = Values.DEFAULT;
    private volatile Runnable changed = () -> {};

    /**
     * The settings of a moment.
     *
     * @param enabled whether this process fires templates on schedule; by hand they are triggered all the same
     * @param timezone of a schedule that names none
     * @param maxCatchUp of a schedule that names none, 1 to 1000
     * @param poll how often a case is looked at that an {@code after_completion} template waits for
     */
    public record Values(boolean enabled, ZoneId timezone, int maxCatchUp, Duration poll) {
        /** Where the file says nothing. */
        public static final Values DEFAULT = new Values(true, ZoneId.of("UTC"), 10, Duration.ofSeconds(3));
    }

    /** Follows the configuration. */
    @Activate
    public RecurringSettings(@Reference ConfigurationSource source) {
        subscription = source.subscribe(this::configured);
    }

    private RecurringSettings(Values values) {
        this.values = values;
        subscription = () -> {};
    }

    /** Settings that stay as they are. */
    public static RecurringSettings fixed(Values values) {
        return new RecurringSettings(values);
    }

    /** As they are now. */
    public Values now() {
        return values;
    }

    /** Calls {@code listener}, the only one, after each change; it must return quickly. */
    public void whenChanged(Runnable listener) {
        changed = listener;
    }

    private void configured(Configuration configuration) {
        try {
            values = read(CasesKeys.read(configuration).get("recurring"));
            changed.run();
        } catch (TagException | IOException | IllegalArgumentException e) {
            LOG.warn("{}: recurring goes on as it was: {}", CasesKeys.file(configuration), e.getMessage());
        }
    }

    private static Values read(@Nullable Object section) {
        if (section == null) {
            return Values.DEFAULT;
        }
        if (!(section instanceof Map<?, ?> keys)) {
            throw new IllegalArgumentException("recurring is a map, got " + section);
        }
        Object enabled = keys.get("enabled");
        if (enabled != null && !(enabled instanceof Boolean)) {
            throw new IllegalArgumentException("recurring.enabled is true or false, got " + enabled);
        }
        return new Values(
                !Boolean.FALSE.equals(enabled),
                zone(keys.get("timezone")),
                whole(keys, "max_catch_up", MOST_CATCH_UP, Values.DEFAULT.maxCatchUp),
                Duration.ofSeconds(whole(keys, "poll_seconds", LONGEST_POLL, (int) Values.DEFAULT.poll.toSeconds())));
    }

    private static ZoneId zone(@Nullable Object name) {
        try {
            return name == null ? Values.DEFAULT.timezone : ZoneId.of(String.valueOf(name));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "recurring.timezone is a name of the time zone database, got " + name, e);
        }
    }

    private static int whole(Map<?, ?> keys, String key, int most, int otherwise) {
        return switch (keys.get(key)) {
            case null -> otherwise;
            case Number n
            when n.doubleValue() == n.intValue() && n.intValue() >= 1 && n.intValue() <= most -> n.intValue();
            case Object other ->
                throw new IllegalArgumentException("recurring." + key + " is 1 to " + most + ", got " + other);
        };
    }

    /** Ends following. */
    @Deactivate
    public void close() throws Exception {
        subscription.close();
    }
}
