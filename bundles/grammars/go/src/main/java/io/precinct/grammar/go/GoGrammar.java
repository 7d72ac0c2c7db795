package io.precinct.grammar.go;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** Go. */
@Component(service = Extension.class)
public final class GoGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(GoGrammar.class, "go")
                .files("*.go")
                .kind("class", "struct", "interface", "type")
                .comments("comment")
                .bodies("block", "statement_list", "field_declaration_list")
                .imports("package_clause", "import_declaration")
                .build();
    }
}
