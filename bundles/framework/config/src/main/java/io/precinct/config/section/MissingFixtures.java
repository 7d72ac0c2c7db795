package io.precinct.config.section;

import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.config.yaml.YamlNode;
import io.precinct.core.api.config.LateTag;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * Warns of fixtures that do not exist. This is no error: fixtures are looked up on each request that needs them, so a
 * fixture may still be recorded or written.
 *
 * @param dirs the folders of fixtures
 */
record MissingFixtures(List<Path> dirs, Problems problems) {
    private static final String TAG = "Fixture";

    void warnBelow(YamlNode node) {
        switch (node) {
            case YamlNode.Late(LateTag tag) -> warn(tag);
            case YamlNode.Mapping map -> map.entries().forEach(entry -> warnBelow(entry.value()));
            case YamlNode.Sequence list -> list.items().forEach(this::warnBelow);
            case YamlNode.Shaped shaped -> warnBelow(shaped.content());
            case YamlNode.Tagged tagged -> warnBelow(tagged.content());
            case YamlNode.Scalar _, YamlNode.Broken _ -> {}
        }
    }

    private void warn(LateTag tag) {
        if (tag.tag().equals(TAG) && tag.argument() instanceof String name && !isThere(name)) {
            problems.warn(
                    tag.at(),
                    "there is no fixture " + ValueText.quoted(name) + " yet",
                    "write " + ValueText.shortened(name) + ".yml or mocks/" + ValueText.shortened(name)
                            + ".yml into a directory of resolvers.Fixture.fixture_dirs");
        }
    }

    /** Whether a fixture exists. Also true for a name that no fixture can have, which the resolver reports. */
    private boolean isThere(String name) {
        try {
            return dirs.stream().anyMatch(dir -> isThere(dir, name + ".yml") || isThere(dir, "mocks/" + name + ".yml"));
        } catch (InvalidPathException e) {
            return true;
        }
    }

    private static boolean isThere(Path dir, String file) {
        Path path = dir.resolve(file).normalize();
        return !path.startsWith(dir.normalize()) || Files.isRegularFile(path);
    }
}
