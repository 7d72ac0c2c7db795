package io.precinct.grammar.java;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** Java. */
@Component(service = Extension.class)
public final class JavaGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.named("java")
                .files("*.java")
                .library(Library.of(JavaGrammar.class, "tree-sitter-java"))
                .symbols(Text.of(JavaGrammar.class, "symbols.scm"))
                .comments("line_comment", "block_comment")
                .bodies(
                        "class_body",
                        "interface_body",
                        "enum_body",
                        "enum_body_declarations",
                        "annotation_type_body",
                        "block",
                        "constructor_body",
                        "module_body")
                .imports("package_declaration", "import_declaration")
                .highlights(Text.of(JavaGrammar.class, "highlights.scm"))
                .build();
    }
}
