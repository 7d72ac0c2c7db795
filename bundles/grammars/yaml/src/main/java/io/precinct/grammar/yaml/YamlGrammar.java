package io.precinct.grammar.yaml;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** YAML. */
@Component(service = Extension.class)
public final class YamlGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(YamlGrammar.class, "yaml")
                .files("*.yaml", "*.yml")
                .kind("class")
                .kind("method")
                .comments("comment")
                .bodies("document", "block_node", "block_mapping", "block_sequence")
                .loose("block_node", "block_mapping", "block_sequence")
                .build();
    }
}
