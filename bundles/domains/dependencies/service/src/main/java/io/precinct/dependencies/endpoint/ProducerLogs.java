package io.precinct.dependencies.endpoint;

import io.precinct.dependencies.api.Definition;
import io.precinct.dependencies.api.EdgeEvent;
import io.precinct.dependencies.api.ProducedEvents;
import io.precinct.dependencies.api.SaidEdge;
import io.precinct.dependencies.event.Definitions;
import io.precinct.dependencies.event.DependencyEvent;
import io.precinct.dependencies.event.EventLines;
import io.precinct.dependencies.event.ProducerEvents;
import io.precinct.postgres.api.Transaction;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Lets other bundles of this process add events. Stateless, hence thread-safe. */
@Component
public final class ProducerLogs implements ProducedEvents {
    private final DependencyDatabase graph;

    /** Creates an instance on this graph. */
    @Activate
    public ProducerLogs(@Reference DependencyDatabase graph) {
        this.graph = graph;
    }

    @Override
    public <T extends @Nullable Object> T produce(String producer, Function<Log, T> work) {
        check(producer);
        return graph.database().write(transaction -> {
            ProducerEvents.lock(transaction);
            return work.apply(new ProducerLog(transaction, producer));
        });
    }

    @Override
    public <T extends @Nullable Object> T read(String producer, Function<Log, T> work) {
        check(producer);
        return graph.database().read(transaction -> work.apply(new ProducerLog(transaction, producer)));
    }

    @Override
    public List<SaidEdge> said(String producer) {
        check(producer);
        return graph.database().read(transaction -> ProducerEvents.said(transaction, producer));
    }

    @Override
    public List<String> producers() {
        return graph.database().read(ProducerEvents::producers);
    }

    private static void check(String producer) {
        if (!producer.startsWith(IMPORT)) {
            throw new IllegalArgumentException("the name of a producer begins with " + IMPORT + ": " + producer);
        }
    }

    private final class ProducerLog implements Log {
        private final Transaction transaction;
        private final String producer;

        ProducerLog(Transaction transaction, String producer) {
            this.transaction = transaction;
            this.producer = producer;
        }

        @Override
        public List<SaidEdge> said() {
            return ProducerEvents.said(transaction, producer);
        }

        @Override
        public void append(List<EdgeEvent> events) {
            Instant latest = Instant.now().plus(EventEndpoints.AHEAD);
            List<DependencyEvent> checked = events.stream()
                    .map(event -> ProducerEvents.checked(producer, event, latest))
                    .toList();
            for (int at = 0; at < checked.size(); at += EventLines.MOST) {
                List<DependencyEvent> batch = checked.subList(at, Math.min(checked.size(), at + EventLines.MOST));
                graph.events().add(transaction, batch);
            }
        }

        @Override
        public Set<Definition> defined() {
            return Definitions.of(transaction, producer);
        }

        @Override
        public void define(Set<Definition> definitions) {
            Definitions.replace(transaction, producer, definitions);
        }

        @Override
        public Map<String, Set<String>> otherDefiners(Collection<String> names) {
            return Definitions.others(transaction, producer, names);
        }

        @Override
        public Log of(String other) {
            check(other);
            return new ProducerLog(transaction, other);
        }
    }
}
