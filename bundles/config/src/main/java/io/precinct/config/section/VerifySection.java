package io.precinct.config.section;

import io.precinct.config.yaml.YamlNode;
import io.precinct.core.api.config.VerifyOutput;
import io.precinct.core.api.config.VerifyPolicy;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code verify} and {@code verify_output}, of the service and of a route: who may probe, and what becomes of payloads
 * that do not fit.
 */
final class VerifySection {
    private static final String TAKES = "off or a map";
    private static final String EXAMPLE = "verify: off, or verify: {requires: operator}";

    private VerifySection() {}

    static VerifyPolicy ofService(Section root) {
        VerifyPolicy policy = read(root, true);
        return policy == null ? VerifyPolicy.OPEN : policy;
    }

    /** The policy of a route, or null: as the service says. */
    static @Nullable VerifyPolicy ofRoute(Section route) {
        return read(route, false);
    }

    /** What {@code verify_output} says, of the service or of a route; null where it says nothing. */
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
