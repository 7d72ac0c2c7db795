package io.precinct.common.osgi;

import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;

/** The classes of a bundle: their names, and their loader. */
public final class BundleClasses {
    private static final String ENDING = ".class";

    private BundleClasses() {}

    /** The names of the classes in a bundle; none if it has been uninstalled. */
    public static List<String> names(Bundle bundle) {
        Enumeration<URL> entries = entries(bundle);
        return entries == null
                ? List.of()
                : Collections.list(entries).stream()
                        .map(url -> name(url.getPath()))
                        .toList();
    }

    /** The loader of the classes of a bundle; null if it is not resolved. */
    public static @Nullable ClassLoader loader(Bundle bundle) {
        BundleWiring wiring = bundle.adapt(BundleWiring.class);
        return wiring == null ? null : wiring.getClassLoader();
    }

    private static @Nullable Enumeration<URL> entries(Bundle bundle) {
        try {
            return bundle.findEntries("/", "*" + ENDING, true);
        } catch (IllegalStateException _) {
            return null; // uninstalled meanwhile
        }
    }

    private static String name(String path) {
        int begin = path.startsWith("/") ? 1 : 0;
        return path.substring(begin, path.length() - ENDING.length()).replace('/', '.');
    }
}
