package io.precinct.grammar.yaml;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** YAML. */
@Component(service = Extension.class)
public final class YamlGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.named("yaml")
                .files("*.yaml", "*.yml")
                .library(Library.of(YamlGrammar.class, "tree-sitter-yaml"))
                .symbols(Text.of(YamlGrammar.class, "symbols.scm"))
                .kind("class")
                .kind("method")
                .comments("comment")
                .bodies("block_node", "block_mapping", "block_sequence")
                .highlights(Text.of(YamlGrammar.class, "highlights.scm"))
                .build();
    }
}
