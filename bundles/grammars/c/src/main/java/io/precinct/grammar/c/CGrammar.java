package io.precinct.grammar.c;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** C. */
@Component(service = Extension.class)
public final class CGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.named("c")
                .files("*.c", "*.h")
                .library(Library.of(CGrammar.class, "tree-sitter-c"))
                .symbols(Text.of(CGrammar.class, "symbols.scm"))
                .kind("class", "struct")
                .kind("method", "function")
                .comments("comment")
                .between("attribute_declaration")
                .bodies("compound_statement", "field_declaration_list", "enumerator_list")
                .imports("preproc_include", "preproc_ifdef")
                .highlights(Text.of(CGrammar.class, "highlights.scm"))
                .build();
    }
}
