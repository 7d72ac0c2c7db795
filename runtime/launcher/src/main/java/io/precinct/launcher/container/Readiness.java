package io.precinct.launcher.container;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.AllServiceListener;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceReference;

/**
 * Detects when the container is ready to serve. It watches the service properties that report the state of the
 * configuration sources, of the listener, and of services that are not ready yet. Thread-safe.
 */
public final class Readiness implements AllServiceListener {
    private static final String WATCHED =
            "(|(" + Settings.CONFIG_STATE + "=*)(" + Settings.URL + "=*)(" + Settings.URL_PROBLEM + "=*)("
                    + Settings.PENDING + "=*)(" + Settings.RESTORING + "=*)(" + Settings.HOPELESS + "=*)("
                    + Settings.ANSWER + "=*))";

    private final BundleContext context;
    private State state = new State(null, List.of(), null, null, List.of(), List.of(), null, null);
    private boolean abandoned;

    private Readiness(BundleContext context) {
        this.context = context;
    }

    static Readiness watching(BundleContext context) {
        var readiness = new Readiness(context);
        try {
            context.addServiceListener(readiness, WATCHED);
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException("a filter of our own is wrong: " + WATCHED, e);
        }
        return readiness;
    }

    /**
     * The state that the watched services report.
     *
     * @param configuration the combined {@code CONFIG_STATE} of all configuration sources; null before there is a
     *     source
     * @param problems problems of the configuration, including warnings
     * @param url address at which the listener serves, or null
     * @param urlProblem why the listener cannot open, or null
     * @param pending what is not ready yet
     * @param restoring what is still being restored and may be needed by the configuration
     * @param hopeless why the container will never serve, or null
     * @param answer what came of a command for the records of deployments, or null
     */
    record State(
            @Nullable String configuration,
            List<String> problems,
            @Nullable String url,
            @Nullable String urlProblem,
            List<String> pending,
            List<String> restoring,
            @Nullable String hopeless,
            @Nullable String answer) {
        boolean loaded() {
            return Settings.LOADED.equals(configuration);
        }

        /**
         * Whether the configuration has failed for good. While something is being restored, only that may be missing.
         */
        boolean failed() {
            return Settings.FAILED.equals(configuration) && restoring.isEmpty();
        }
    }

    /** The outcome of waiting. */
    public sealed interface Outcome {
        /** The listener serves at {@code url}. */
        record Serving(URI url) implements Outcome {}

        /** The configuration is valid, perhaps with warnings. */
        record GoodConfiguration(List<String> warnings) implements Outcome {}

        /** The configuration is not valid; {@code problems} are all errors and warnings. */
        record BadConfiguration(List<String> problems) implements Outcome {}

        /** The container will never serve, because something that it needs has failed for good. */
        record Hopeless(String reason) implements Outcome {}

        /** The listener cannot open. */
        record NoListener(String problem) implements Outcome {}

        /** The waiting was ended by {@link Readiness#abandon}. */
        record Abandoned() implements Outcome {}
    }

    @Override
    public synchronized void serviceChanged(ServiceEvent event) {
        ServiceReference<?> leaving =
                event.getType() == ServiceEvent.UNREGISTERING ? event.getServiceReference() : null;
        String configuration = null;
        List<String> problems = new ArrayList<>();
        List<String> pending = new ArrayList<>();
        List<String> restoring = new ArrayList<>();
        String url = null;
        String urlProblem = null;
        String hopeless = null;
        String answer = null;
        for (ServiceReference<?> service : watched()) {
            if (service.equals(leaving)) {
                continue;
            }
            if (service.getProperty(Settings.CONFIG_STATE) instanceof String found) {
                configuration = combined(configuration, found);
                problems.addAll(texts(service.getProperty(Settings.CONFIG_PROBLEMS)));
            }
            url = text(service, Settings.URL, url);
            urlProblem = text(service, Settings.URL_PROBLEM, urlProblem);
            hopeless = text(service, Settings.HOPELESS, hopeless);
            answer = text(service, Settings.ANSWER, answer);
            pending.addAll(texts(service.getProperty(Settings.PENDING)));
            restoring.addAll(texts(service.getProperty(Settings.RESTORING)));
        }
        state = new State(configuration, problems, url, urlProblem, pending, restoring, hopeless, answer);
        notifyAll();
    }

    /** The combined state of two sources: failed if one has failed, loaded only if both are. */
    private static String combined(@Nullable String one, String other) {
        return one == null || Settings.FAILED.equals(other) || Settings.LOADED.equals(one) ? other : one;
    }

    private static @Nullable String text(ServiceReference<?> service, String property, @Nullable String otherwise) {
        return service.getProperty(property) instanceof String found ? found : otherwise;
    }

    /** The watched services; none once the framework has stopped. */
    private ServiceReference<?>[] watched() {
        try {
            ServiceReference<?>[] found = context.getAllServiceReferences(null, WATCHED);
            return found == null ? new ServiceReference<?>[0] : found;
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException("a filter of our own is wrong: " + WATCHED, e);
        } catch (IllegalStateException e) {
            return new ServiceReference<?>[0];
        }
    }

    private static List<String> texts(@Nullable Object value) {
        return switch (value) {
            case String[] texts -> List.copyOf(Arrays.asList(texts));
            case Collection<?> texts -> texts.stream().map(String::valueOf).toList();
            case null -> List.of();
            default -> List.of(value.toString());
        };
    }

    synchronized State state() {
        return state;
    }

    /** For how long the listeners want to take requests once the instance is asked to stop. */
    Duration drain() {
        long seconds = 0;
        for (ServiceReference<?> service : watched()) {
            if (service.getProperty(Settings.DRAIN) instanceof Long found) {
                seconds = Math.max(seconds, found);
            }
        }
        return Duration.ofSeconds(seconds);
    }

    /** The bundles that have opened a listener or failed to. */
    Set<Bundle> listeners() {
        Set<Bundle> bundles = new LinkedHashSet<>();
        for (ServiceReference<?> service : watched()) {
            Bundle bundle = service.getBundle();
            boolean listens =
                    service.getProperty(Settings.URL) != null || service.getProperty(Settings.URL_PROBLEM) != null;
            if (listens && bundle != null && bundle.getBundleId() != 0) {
                bundles.add(bundle);
            }
        }
        return bundles;
    }

    /**
     * Waits until the listener serves at another address than {@code url}; empty if {@link #abandon} ends the waiting.
     */
    public synchronized Optional<URI> awaitMove(URI url) throws InterruptedException {
        while (!abandoned) {
            if (state.url != null && !state.url.equals(url.toString())) {
                return Optional.of(URI.create(state.url));
            }
            wait();
        }
        return Optional.empty();
    }

    /** What the container is still waiting for, as human-readable texts. */
    synchronized List<String> waitingFor() {
        List<String> waiting = new ArrayList<>();
        if (state.configuration == null) {
            waiting.add("no bundle has registered a configuration source");
        } else if (!state.loaded()) {
            waiting.add("the configuration is still " + state.configuration);
        }
        if (state.url == null) {
            waiting.add("no bundle has opened a listener");
        }
        waiting.addAll(state.pending);
        state.restoring.stream().filter(what -> !waiting.contains(what)).forEach(waiting::add);
        return waiting;
    }

    /** Waits for the answer to a command for the records of deployments, whether the configuration is good or not. */
    public synchronized Optional<String> awaitAnswer(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (state.answer == null && !abandoned) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            wait(left / 1_000_000 + 1);
        }
        return Optional.ofNullable(state.answer);
    }

    /** Ends all waiting, now and in future. */
    public synchronized void abandon() {
        abandoned = true;
        notifyAll();
    }

    /** Waits until the container serves or is known never to; empty if that takes longer than {@code patience}. */
    public Optional<Outcome> awaitServing(Duration patience) throws InterruptedException {
        return await(patience, Settings.Mode.RUN);
    }

    /** Waits until the configuration has been checked; empty if that takes longer than {@code patience}. */
    public Optional<Outcome> awaitConfiguration(Duration patience) throws InterruptedException {
        return await(patience, Settings.Mode.CHECK);
    }

    private synchronized Optional<Outcome> await(Duration patience, Settings.Mode mode) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            Optional<Outcome> outcome = outcome(mode);
            if (outcome.isPresent()) {
                return outcome;
            }
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return Optional.empty();
            }
            wait(left / 1_000_000 + 1);
        }
    }

    private Optional<Outcome> outcome(Settings.Mode mode) {
        if (abandoned) {
            return Optional.of(new Outcome.Abandoned());
        }
        if (state.failed()) {
            return Optional.of(new Outcome.BadConfiguration(state.problems));
        }
        if (state.hopeless != null) {
            return Optional.of(new Outcome.Hopeless(state.hopeless));
        }
        boolean ready = state.loaded() && state.pending.isEmpty();
        if (mode == Settings.Mode.CHECK) {
            return ready ? Optional.of(new Outcome.GoodConfiguration(state.problems)) : Optional.empty();
        }
        if (state.url != null) {
            return ready ? Optional.of(new Outcome.Serving(URI.create(state.url))) : Optional.empty();
        }
        return Optional.ofNullable(state.urlProblem).map(Outcome.NoListener::new);
    }
}
