package io.precinct.lib.treesitter;

import java.net.URL;
import java.util.Optional;

/** Locates the shared library of tree-sitter's core for a platform. */
public final class CoreLibrary {
    private CoreLibrary() {}

    /**
     * The library for a platform.
     *
     * @param platform {@code linux-x64, linux-arm64, darwin-x64, darwin-arm64}
     * @return a URL inside this bundle, or empty if there is none for the platform
     */
    public static Optional<URL> of(String platform) {
        String end = platform.startsWith("darwin") ? ".dylib" : ".so";
        return Optional.ofNullable(CoreLibrary.class.getResource("/natives/" + platform + "/libtree-sitter" + end));
    }
}
