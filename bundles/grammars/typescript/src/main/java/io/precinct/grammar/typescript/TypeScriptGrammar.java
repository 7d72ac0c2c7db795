package io.precinct.grammar.typescript;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** TypeScript. */
@Component(service = Extension.class)
public final class TypeScriptGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.named("typescript")
                .files("*.ts", "*.mts", "*.cts")
                .library(Library.of(TypeScriptGrammar.class, "tree-sitter-typescript"))
                .symbols(Text.of(TypeScriptGrammar.class, "symbols.scm"))
                .comments("comment", "html_comment")
                .between("decorator")
                .bodies("class_body", "interface_body", "enum_body", "statement_block")
                .imports("import_statement")
                .highlights(Text.of(TypeScriptGrammar.class, "highlights.scm"))
                .build();
    }
}
