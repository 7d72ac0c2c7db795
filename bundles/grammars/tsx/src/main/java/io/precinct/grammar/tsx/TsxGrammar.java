package io.precinct.grammar.tsx;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** TypeScript with JSX. */
@Component(service = Extension.class)
public final class TsxGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(TsxGrammar.class, "tsx")
                .files("*.tsx")
                .comments("comment", "html_comment")
                .between("decorator")
                .bodies("class_body", "interface_body", "enum_body", "statement_block", "switch_body")
                .wrappers("jsx_expression")
                .imports("import_statement")
                .highlights(
                        Text.of(TsxGrammar.class, "highlights.scm") + Text.of(TsxGrammar.class, "highlights-jsx.scm"))
                .build();
    }
}
