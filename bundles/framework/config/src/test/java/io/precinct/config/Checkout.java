package io.precinct.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The checkout these tests run in. */
final class Checkout {
    static final Path ROOT = find();

    private Checkout() {}

    private static Path find() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("config/service.yml"))) {
            folder = Objects.requireNonNull(folder.getParent(), "not within the repository");
        }
        return folder;
    }
}
