package io.precinct.deploy.leak;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.osgi.framework.Bundle;

/**
 * Says in sentences what holds the class loaders of departed bundles. Takes two seconds at most, and pauses no thread.
 */
final class LoaderHolders {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int MOST = 20;

    private LoaderHolders() {}

    /**
     * Looks for what holds them.
     *
     * @param departed loaders that are in memory, each with the names of its bundle's classes
     * @param bundles the installed bundles
     * @return the reasons that were found for each loader; an empty list does not mean that nothing holds it
     */
    static Map<ClassLoader, List<String>> of(Map<ClassLoader, List<String>> departed, List<Bundle> bundles) {
        Map<ClassLoader, Set<String>> reasons = new IdentityHashMap<>();
        departed.keySet().forEach(loader -> reasons.put(loader, new LinkedHashSet<>()));
        Set<ClassLoader> loaders = Collections.newSetFromMap(new IdentityHashMap<>());
        loaders.addAll(departed.keySet());
        var walk = new ReferenceWalk(loaders, System.nanoTime() + PATIENCE.toNanos());
        Map<String, ClassLoader> classes = new HashMap<>();
        departed.forEach((loader, names) -> names.forEach(name -> classes.put(name, loader)));
        Set<String> shared = new HashSet<>();
        bundles.forEach(bundle -> BundleClasses.names(bundle).stream()
                .filter(classes::containsKey)
                .forEach(shared::add));
        BiConsumer<ClassLoader, String> add = (loader, reason) ->
                reasons.getOrDefault(loader, new HashSet<>()).add(reason);
        new JdkRegistries(walk).each(add);
        new HoldingThreads(walk, classes, shared).each(add);
        new StaticFields(walk, bundles).each(add);
        if (reasons.values().stream().anyMatch(Set::isEmpty)) {
            List<String> blocked = HoldingThreads.blockedInDelivery();
            reasons.values().stream().filter(Set::isEmpty).forEach(none -> none.addAll(blocked));
        }
        Map<ClassLoader, List<String>> found = new IdentityHashMap<>();
        reasons.forEach(
                (loader, all) -> found.put(loader, all.stream().limit(MOST).toList()));
        return found;
    }
}
