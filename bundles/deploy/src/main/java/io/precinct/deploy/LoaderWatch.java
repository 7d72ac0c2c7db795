package io.precinct.deploy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;

/** Counts the class loaders of bundles that are gone and yet not collected. Keeps none of them alive. Thread-safe. */
final class LoaderWatch {
    private record Departed(String bundle, WeakReference<ClassLoader> loader) {}

    private final List<Departed> departed = new ArrayList<>();

    /** Remembers the loader of a bundle that is about to be uninstalled. */
    void watch(Bundle bundle) {
        BundleWiring wiring = bundle.adapt(BundleWiring.class);
        ClassLoader loader = wiring == null ? null : wiring.getClassLoader();
        if (loader != null) {
            synchronized (this) {
                departed.add(new Departed(bundle.getSymbolicName(), new WeakReference<>(loader)));
            }
        }
    }

    /** How many are alive, by symbolic name; zero for a bundle all of whose loaders are gone. */
    synchronized Map<String, Integer> alive() {
        Map<String, Integer> alive = new TreeMap<>();
        for (Departed one : departed) {
            alive.merge(one.bundle(), one.loader().refersTo(null) ? 0 : 1, Integer::sum);
        }
        departed.removeIf(one -> one.loader().refersTo(null));
        return alive;
    }
}
