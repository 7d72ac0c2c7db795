package io.precinct.grammar.rust;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** Rust. */
@Component(service = Extension.class)
public final class RustGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(RustGrammar.class, "rust")
                .files("*.rs")
                .kind("class", "struct", "enum", "trait")
                .comments("line_comment", "block_comment")
                .between("attribute_item", "inner_attribute_item")
                .bodies("block", "declaration_list", "field_declaration_list", "enum_variant_list", "match_block")
                .imports("use_declaration", "extern_crate_declaration")
                .docstrings(Text.of(RustGrammar.class, "docstrings.scm"))
                .build();
    }
}
