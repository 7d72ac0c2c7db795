package io.precinct.deploy.leak;

import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;

/** Names of the classes in a bundle. */
public final class BundleClasses {
    private static final String ENDING = ".class";

    private BundleClasses() {}

    /** The names of the classes in a bundle; none if it has been uninstalled. */
    public static List<String> names(Bundle bundle) {
        return paths(bundle).stream().map(BundleClasses::name).toList();
    }

    static List<String> paths(Bundle bundle) {
        List<String> paths = new ArrayList<>();
        @Nullable Enumeration<URL> entries = entries(bundle);
        if (entries != null) {
            Collections.list(entries).forEach(url -> paths.add(url.getPath()));
        }
        return paths;
    }

    private static @Nullable Enumeration<URL> entries(Bundle bundle) {
        try {
            return bundle.findEntries("/", "*" + ENDING, true);
        } catch (IllegalStateException _) {
            return null; // uninstalled meanwhile
        }
    }

    static String name(String path) {
        int begin = path.startsWith("/") ? 1 : 0;
        return path.substring(begin, path.length() - ENDING.length()).replace('/', '.');
    }
}
