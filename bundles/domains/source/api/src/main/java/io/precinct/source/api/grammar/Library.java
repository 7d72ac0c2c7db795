package io.precinct.source.api.grammar;

import java.net.URL;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A native parser: a shared library for each platform it runs on, and the function in it that returns the language.
 *
 * @param symbol the function, such as {@code tree_sitter_java}
 * @param files by platform ({@code linux-x64, linux-arm64, darwin-x64, darwin-arm64}), readable while the bundle is
 *     installed
 */
public record Library(String symbol, Map<String, URL> files) {
    /** The names of platforms in file names, by Precinct's own names. */
    private static final Map<String, String> TRIPLES = Map.of(
            "linux-x64", "x86_64-linux-gnu",
            "linux-arm64", "aarch64-linux-gnu",
            "darwin-x64", "x86_64-macos",
            "darwin-arm64", "aarch64-macos");

    public Library {
        files = Map.copyOf(files);
        if (!symbol.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw new IllegalArgumentException("not the name of a C function: " + symbol);
        }
    }

    /**
     * The library that a bundle carries, as {@code /natives/<platform>/<name>.so} (or {@code .dylib}, {@code .node}),
     * or as {@code /lib/<triple>-<name>.so}. Platforms without a file are left out.
     *
     * @param bundle a class of the bundle
     * @param name of the library, such as {@code tree-sitter-lua}; its function is {@code tree_sitter_lua}
     */
    public static Library of(Class<?> bundle, String name) {
        var files = new TreeMap<String, URL>();
        TRIPLES.forEach((platform, triple) -> {
            URL file = find(bundle, List.of("/natives/" + platform + "/" + name, "/lib/" + triple + "-" + name));
            if (file != null) {
                files.put(platform, file);
            }
        });
        return new Library(name.replace('-', '_'), files);
    }

    private static @Nullable URL find(Class<?> bundle, List<String> stems) {
        for (String stem : stems) {
            for (String end : List.of(".so", ".dylib", ".node")) {
                URL file = bundle.getResource(stem + end);
                if (file != null) {
                    return file;
                }
            }
        }
        return null;
    }

    /** The platform of this machine, as named by the keys of {@link #files}. */
    public static String platform() {
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String system = os.startsWith("mac") ? "darwin" : os.startsWith("windows") ? "win32" : os;
        return system + "-"
                + switch (System.getProperty("os.arch", "")) {
                    case "amd64", "x86_64" -> "x64";
                    case "aarch64" -> "arm64";
                    case String other -> other;
                };
    }
}
