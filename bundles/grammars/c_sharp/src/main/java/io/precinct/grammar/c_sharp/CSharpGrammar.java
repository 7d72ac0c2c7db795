package io.precinct.grammar.c_sharp;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** C#. */
@Component(service = Extension.class)
public final class CSharpGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.named("c_sharp")
                .files("*.cs", "*.csx")
                .library(Library.of(CSharpGrammar.class, "tree-sitter-c-sharp"))
                .symbols(Text.of(CSharpGrammar.class, "symbols.scm"))
                .comments("comment")
                .between("attribute_list")
                .bodies("declaration_list", "enum_member_declaration_list", "block")
                .imports("using_directive", "extern_alias_directive", "file_scoped_namespace_declaration")
                .highlights(Text.of(CSharpGrammar.class, "highlights.scm"))
                .build();
    }
}
