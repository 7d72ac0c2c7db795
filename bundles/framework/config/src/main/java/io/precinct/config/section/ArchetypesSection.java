package io.precinct.config.section;

import io.precinct.common.spelling.Suggestions;
import io.precinct.config.name.KnownNames;
import io.precinct.config.name.UnknownNames;
import io.precinct.config.settings.Section;
import io.precinct.config.settings.Value;
import io.precinct.config.yaml.Problems;
import io.precinct.config.yaml.ValueText;
import io.precinct.config.yaml.YamlNode;
import io.precinct.core.api.config.ArchetypeSlot;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code archetypes}: a map from slot to the archetype that is booted into it, in the order of the file. */
final class ArchetypesSection {
    private ArchetypesSection() {}

    static List<ArchetypeSlot> read(
            List<YamlNode.Entry> section, KnownNames names, UnknownNames unknown, Problems problems) {
        var slots = new ArrayList<ArchetypeSlot>();
        for (YamlNode.Entry entry : section) {
            Section slot = Section.of(entry.value(), "archetypes." + ValueText.shortened(entry.key()), problems);
            if (slot == null) {
                continue;
            }
            try (slot) {
                Value.Text archetype = slot.value("archetype").text();
                var args = slot.value("args").data();
                if (archetype == null) {
                    if (slot.isSilent("archetype")) {
                        problems.error(slot.at(), slot.name("archetype") + " is missing", "name the archetype to boot");
                    }
                    continue;
                }
                if (!names.hasArchetype(archetype.value())) {
                    unknown.archetype(archetype.value());
                    problems.warn(
                            archetype.at(),
                            "no archetype " + ValueText.quoted(archetype.value())
                                    + " is deployed; the slot stays empty",
                            Suggestions.hint(archetype.value(), names.archetypes(), "archetypes"));
                }
                slots.add(new ArchetypeSlot(entry.key(), archetype.value(), args, entry.keyAt()));
            }
        }
        return slots;
    }
}
