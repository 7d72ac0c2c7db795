package io.precinct.grammar.javascript;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** JavaScript. */
@Component(service = Extension.class)
public final class JavaScriptGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(JavaScriptGrammar.class, "javascript")
                .files("*.js", "*.mjs", "*.cjs", "*.jsx")
                .comments("comment", "html_comment")
                .between("decorator")
                .bodies("class_body", "statement_block", "switch_body")
                .wrappers("jsx_expression")
                .imports("import_statement")
                .build();
    }
}
