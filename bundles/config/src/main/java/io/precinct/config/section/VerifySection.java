package io.precinct.config.section;

import io.precinct.config.yaml.YamlNode;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.core.api.config.VerifyPolicy;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code verify} and {@code verify_output}, of the service or of a route: who may probe, and what happens to
 * payloads that do not match their output shape.
 */
final class VerifySection {
    private static final String TAKES = "off or a map";
    private static final String EXAMPLE = "verify: off, or verify: {requires: operator}";

    private VerifySection() {}

    static VerifyPolicy ofService(Section root) {
        VerifyPolicy policy = read(root, true);
        return policy == null ? VerifyPolicy.OPEN : policy;
    }

    /** The policy of a route, or null if it is that of the service. */
    static @Nullable VerifyPolicy ofRoute(Section route) {
        return read(route, false);
    }

    /** The value of {@code verify_output}, or null if absent. */
    static @Nullable VerifyOutput output(Section section) {
        String word = section.word("verify_output", List.of("off", "log", "refuse"));
        return word == null ? null : VerifyOutput.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private static @Nullable VerifyPolicy read(Section parent, boolean ofService) {
        YamlNode node = parent.node("verify");
        if (node == null) {
            return null;
        }
        if (node instanceof YamlNode.Scalar(String text, var _, var _, var _) && text.equals("off")) {
            return new VerifyPolicy(false, null, false);
        }
        if (!(node instanceof YamlNode.Mapping)) {
            Section.wrong(parent.problems(), node, parent.name("verify"), TAKES, EXAMPLE);
            return null;
        }
        try (Section section = parent.section("verify")) {
            String role = Optional.ofNullable(section.text("requires"))
                    .map(Section.Text::value)
                    .orElse(null);
            boolean record = ofService && section.flag("record", false);
            return new VerifyPolicy(true, role, record);
        }
    }
}
