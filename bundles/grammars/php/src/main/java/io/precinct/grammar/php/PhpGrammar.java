package io.precinct.grammar.php;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** PHP. */
@Component(service = Extension.class)
public final class PhpGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.named("php")
                .files("*.php", "*.phtml")
                .library(Library.of(PhpGrammar.class, "tree-sitter-php"))
                .symbols(Text.of(PhpGrammar.class, "symbols.scm"))
                .comments("comment")
                .between("attribute_list")
                .bodies("declaration_list", "enum_declaration_list", "compound_statement")
                .imports("namespace_definition", "namespace_use_declaration", "declare_statement")
                .highlights(Text.of(PhpGrammar.class, "highlights.scm"))
                .build();
    }
}
