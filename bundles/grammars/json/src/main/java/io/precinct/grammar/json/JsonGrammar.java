package io.precinct.grammar.json;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** JSON. */
@Component(service = Extension.class)
public final class JsonGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(JsonGrammar.class, "json")
                .files("*.json", "*.jsonc", "*.geojson", "*.webmanifest")
                .kind("class")
                .kind("method")
                .comments("comment")
                .build();
    }
}
