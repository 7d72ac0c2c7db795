package io.precinct.source.testing;

import io.precinct.treesitter.TreeSitter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The native core of all tests. A process has one, which its worker processes load too: it must outlive the folder of
 * the test that happens to run first.
 */
public final class NativeCore {
    private NativeCore() {}

    public static void install() {
        try {
            TreeSitter.install(Path.of("target", "core"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
