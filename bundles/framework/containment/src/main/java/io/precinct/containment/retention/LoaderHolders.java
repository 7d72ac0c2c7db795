package io.precinct.containment.retention;

import io.precinct.common.osgi.BundleClasses;
import io.precinct.core.api.deploy.HolderSearch;
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
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Describes in sentences what holds the class loaders of departed bundles. Thread-safe. */
@Component
public final class LoaderHolders implements HolderSearch {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int MOST = 20;

    private final BundleContext context;

    /** Looks at the bundles of {@code context}'s container. */
    @Activate
    public LoaderHolders(BundleContext context) {
        this.context = context;
    }

    @Override
    public Map<ClassLoader, List<String>> holders(Map<ClassLoader, List<String>> departed) {
        List<Bundle> bundles = List.of(context.getBundles());
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
