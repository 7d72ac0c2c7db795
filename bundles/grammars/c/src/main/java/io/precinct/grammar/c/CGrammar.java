package io.precinct.grammar.c;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** C. */
@Component(service = Extension.class)
public final class CGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(CGrammar.class, "c")
                .files("*.c", "*.h")
                .kind("class", "struct")
                .kind("method", "function")
                .comments("comment")
                .between("attribute_declaration")
                .bodies("compound_statement", "field_declaration_list", "enumerator_list")
                .texts("preproc_arg")
                .imports("preproc_include", "preproc_ifdef")
                .build();
    }
}
