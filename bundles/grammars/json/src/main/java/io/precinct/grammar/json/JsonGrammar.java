package io.precinct.grammar.json;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** JSON. */
@Component(service = Extension.class)
public final class JsonGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.named("json")
                .files("*.json", "*.jsonc", "*.geojson", "*.webmanifest")
                .library(Library.of(JsonGrammar.class, "tree-sitter-json"))
                .symbols(Text.of(JsonGrammar.class, "symbols.scm"))
                .kind("class")
                .kind("method")
                .comments("comment")
                .bodies("object", "array")
                .highlights(Text.of(JsonGrammar.class, "highlights.scm"))
                .build();
    }
}
