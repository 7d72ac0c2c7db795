package io.precinct.grammar.php;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** PHP. */
@Component(service = Extension.class)
public final class PhpGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(PhpGrammar.class, "php")
                .files("*.php", "*.phtml")
                .comments("comment")
                .between("attribute_list", "visibility_modifier")
                .bodies(
                        "declaration_list",
                        "enum_declaration_list",
                        "compound_statement",
                        "match_block",
                        "switch_block")
                .imports("namespace_definition", "namespace_use_declaration", "declare_statement")
                .build();
    }
}
