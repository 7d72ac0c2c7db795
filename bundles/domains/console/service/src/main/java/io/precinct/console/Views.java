package io.precinct.console;

import io.precinct.api.contract.Schema;
import io.precinct.api.contract.View;
import io.precinct.console.api.ConsoleView;
import io.precinct.core.api.inspect.Inspection;
import io.precinct.core.api.plugin.Plugin;
import io.precinct.core.api.plugin.PluginSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The views that are deployed now, looked up whenever somebody asks. Thread-safe. */
final class Views {
    private static final Logger LOG = LoggerFactory.getLogger(Views.class);

    private final Inspection inspection;
    private volatile @Nullable Current current;

    /** What was made of a moment. It holds no plug-in, which would keep a bundle in memory after it went. */
    private record Current(long revision, List<Entry> views) {}

    /**
     * A view as the navigation shows it.
     *
     * @param generation of its bundle, which browsers compare to see that it was replaced
     */
    record Entry(String name, String title, int order, long generation, Asset module) {
        static final View<Entry> VIEW = View.<Entry>object()
                .with("name", Schema.text().example("runtime"), Entry::name)
                .with("title", Schema.text().example("Runtime"), Entry::title)
                .with(
                        "module",
                        Schema.text().example("/console/assets/runtime-0a1b2c3d.js"),
                        entry -> entry.module.path())
                .with("generation", Schema.integer(), Entry::generation)
                .named("ConsoleView");
    }

    Views(Inspection inspection) {
        this.inspection = inspection;
    }

    /** In the order of the navigation. */
    List<Entry> all() {
        PluginSnapshot plugins = inspection.plugins();
        Current known = current;
        if (known == null || known.revision != plugins.revision()) {
            known = new Current(plugins.revision(), read(plugins, known));
            current = known;
        }
        return known.views;
    }

    /** The script of this file name. */
    Optional<Asset> named(String file) {
        return all().stream()
                .map(Entry::module)
                .filter(module -> module.name().equals(file))
                .findFirst();
    }

    private static List<Entry> read(PluginSnapshot plugins, @Nullable Current before) {
        List<Entry> entries = new ArrayList<>();
        for (Plugin<?> plugin : plugins.extensions().values()) {
            if (plugin.service() instanceof ConsoleView view) {
                entry(plugin, view, before).ifPresent(entries::add);
            }
        }
        entries.sort(Comparator.comparingInt(Entry::order).thenComparing(Entry::title));
        return List.copyOf(entries);
    }

    private static Optional<Entry> entry(Plugin<?> plugin, ConsoleView view, @Nullable Current before) {
        long generation = plugin.generation().id();
        if (before != null) {
            for (Entry known : before.views) {
                if (known.generation == generation && known.name.equals(view.name())) {
                    return Optional.of(known);
                }
            }
        }
        try {
            return Optional.of(new Entry(
                    view.name(), view.title(), view.order(), generation, Asset.script(view.name(), view.module())));
        } catch (RuntimeException e) {
            LOG.warn("the view {} of {} is left out of the console", plugin.name(), plugin.generation(), e);
            return Optional.empty();
        }
    }
}
