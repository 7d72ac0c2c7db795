package io.precinct.deploy.leak;

import io.precinct.common.osgi.BundleClasses;
import io.precinct.core.api.deploy.HolderSearch;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;

/**
 * Counts the class loaders of uninstalled bundles that were not collected yet, and has a {@link HolderSearch} find what
 * holds them. Refers to them only weakly. Thread-safe.
 */
public final class LoaderWatch {
    private record Departed(String bundle, WeakReference<ClassLoader> loader, List<String> classes) {}

    /** How long a result is reused: a search takes processor time, and holds the loaders while it runs. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final List<Departed> departed = new ArrayList<>();
    private final Object searching = new Object();
    private Search latest = new Search(Map.of(), List.of(), System.nanoTime());

    /** The result of a search, and the loaders it looked for. */
    private record Search(Map<String, List<String>> found, List<Departed> of, long at) {}

    /** Remembers the loader of a bundle that is about to be uninstalled. */
    public void watch(Bundle bundle) {
        ClassLoader loader = BundleClasses.loader(bundle);
        if (loader != null) {
            List<String> classes = BundleClasses.names(bundle);
            synchronized (this) {
                departed.add(new Departed(bundle.getSymbolicName(), new WeakReference<>(loader), classes));
            }
        }
    }

    /** How many loaders are in memory, by symbolic name; zero for a bundle all of whose loaders were collected. */
    public synchronized Map<String, Integer> alive() {
        Map<String, Integer> alive = new TreeMap<>();
        for (Departed one : departed) {
            alive.merge(one.bundle(), one.loader().refersTo(null) ? 0 : 1, Integer::sum);
        }
        departed.removeIf(one -> one.loader().refersTo(null));
        return alive;
    }

    /**
     * What holds the loaders that are in memory, by symbolic name. A result is reused for at most five seconds, and
     * only for the same loaders. A new search may take two seconds. One search runs at a time.
     *
     * @param with the search to use
     */
    public Map<String, List<String>> holders(HolderSearch with) {
        synchronized (searching) {
            List<Departed> present = present();
            if (!latest.of().equals(present) || System.nanoTime() - latest.at() > FRESH_NANOS) {
                Map<String, List<String>> found = present.isEmpty() ? Map.of() : search(present, with);
                latest = new Search(found, present, System.nanoTime());
            }
            return latest.found();
        }
    }

    private synchronized List<Departed> present() {
        return departed.stream().filter(one -> !one.loader().refersTo(null)).toList();
    }

    private static Map<String, List<String>> search(List<Departed> present, HolderSearch with) {
        Map<ClassLoader, List<String>> loaders = new IdentityHashMap<>();
        Map<ClassLoader, String> names = new IdentityHashMap<>();
        for (Departed one : present) {
            ClassLoader loader = one.loader().get();
            if (loader != null) {
                loaders.put(loader, one.classes());
                names.put(loader, one.bundle());
            }
        }
        Map<String, List<String>> holders = new TreeMap<>();
        with.holders(loaders)
                .forEach((loader, reasons) -> merge(
                        holders.computeIfAbsent(String.valueOf(names.get(loader)), any -> new ArrayList<>()), reasons));
        return holders;
    }

    private static void merge(List<String> known, List<String> reasons) {
        reasons.stream().filter(reason -> !known.contains(reason)).forEach(known::add);
    }
}
