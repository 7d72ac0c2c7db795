package io.precinct.grammar.javascript;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** JavaScript. */
@Component(service = Extension.class)
public final class JavaScriptGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.named("javascript")
                .files("*.js", "*.mjs", "*.cjs", "*.jsx")
                .library(Library.of(JavaScriptGrammar.class, "tree-sitter-javascript"))
                .symbols(Text.of(JavaScriptGrammar.class, "symbols.scm"))
                .comments("comment", "html_comment")
                .between("decorator")
                .bodies("class_body", "statement_block")
                .imports("import_statement")
                .highlights(Text.of(JavaScriptGrammar.class, "highlights.scm"))
                .build();
    }
}
