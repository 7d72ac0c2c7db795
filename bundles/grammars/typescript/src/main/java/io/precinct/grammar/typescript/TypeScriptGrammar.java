package io.precinct.grammar.typescript;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** TypeScript. */
@Component(service = Extension.class)
public final class TypeScriptGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(TypeScriptGrammar.class, "typescript")
                .files("*.ts", "*.mts", "*.cts")
                .comments("comment", "html_comment")
                .between("decorator")
                .bodies("class_body", "interface_body", "enum_body", "statement_block", "switch_body")
                .imports("import_statement")
                .build();
    }
}
