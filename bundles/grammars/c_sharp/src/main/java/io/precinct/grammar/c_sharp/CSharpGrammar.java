package io.precinct.grammar.c_sharp;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** C#. */
@Component(service = Extension.class)
public final class CSharpGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(CSharpGrammar.class, "c_sharp")
                .files("*.cs", "*.csx")
                .comments("comment")
                .between("attribute_list", "modifier")
                .bodies("declaration_list", "enum_member_declaration_list", "block", "accessor_list", "switch_body")
                .imports("using_directive", "extern_alias_directive", "file_scoped_namespace_declaration")
                .build();
    }
}
