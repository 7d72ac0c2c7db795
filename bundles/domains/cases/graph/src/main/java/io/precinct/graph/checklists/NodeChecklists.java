package io.precinct.graph.checklists;

import io.precinct.api.boundary.BadInput;
import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.cases.api.Cases.Author;
import io.precinct.graph.api.Checklists;
import io.precinct.graph.api.Graph.Node;
import io.precinct.graph.nodes.CaseHold;
import io.precinct.graph.nodes.Nodes;
import io.precinct.postgres.api.Transaction;
import io.precinct.rest.api.Refusal;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Offers checklists to other domains. Stateless, hence thread-safe. */
@Component
public final class NodeChecklists implements Checklists {
    /** From this status on, the fault is not in the input. */
    private static final int UNAVAILABLE = 500;

    private final Nodes nodes;
    private final ListStore lists;

    /** Creates an instance on these nodes. */
    @Activate
    public NodeChecklists(@Reference Nodes nodes, @Reference CaseHold cases) {
        this.nodes = nodes;
        this.lists = new ListStore(nodes, cases);
    }

    @Override
    public List<Progress> of(String slug) {
        Node node = nodes.read(slug);
        return node == null ? List.of() : ListStore.progress(node);
    }

    @Override
    public Progress ensure(String slug, String name, String actor) {
        return checked(slug, name, () -> {
            ListName list = ListName.of("/name", name);
            return nodes.database().write(transaction -> {
                var changed = lists.ensure(writing(transaction, slug, actor), list);
                return changed.list().progress(changed.node());
            });
        });
    }

    private static ListStore.Writing writing(Transaction transaction, String slug, String actor) {
        return new ListStore.Writing(transaction, slug, Author.background(actor), _ -> {});
    }

    @Override
    public List<Item> execute(
            String slug, String name, String action, Map<String, @Nullable Object> params, String actor) {
        return checked(slug, name, () -> {
            ListAction wanted = ActionForm.read(Data.map("action", action, "params", params));
            if (wanted instanceof ListAction.Show) {
                return lists.show(slug, name).list().items();
            }
            return nodes.database()
                    .write(transaction -> lists.execute(writing(transaction, slug, actor), name, wanted)
                            .list()
                            .items());
        });
    }

    @Override
    public boolean remove(String slug, String name, String actor) {
        return checked(
                slug,
                name,
                () -> nodes.database()
                        .write(transaction -> lists.remove(writing(transaction, slug, actor), name) != null));
    }

    /** Turns the refusals of endpoints into the exceptions of {@link Checklists}. */
    private static <T> T checked(String slug, String list, Supplier<T> work) {
        try {
            return work.get();
        } catch (Refusal refusal) {
            if (refusal.status() == 404) {
                throw new NoSuchList(slug, list);
            }
            if (refusal.status() >= UNAVAILABLE) {
                throw refusal;
            }
            throw new BadInput("checklist", String.valueOf(refusal.getMessage()), Json.compact(list));
        }
    }
}
