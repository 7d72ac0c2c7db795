package io.precinct.grammar.java;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** Java. */
@Component(service = Extension.class)
public final class JavaGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(JavaGrammar.class, "java")
                .files("*.java")
                .comments("line_comment", "block_comment")
                .between("modifiers")
                .bodies(
                        "class_body",
                        "interface_body",
                        "enum_body",
                        "enum_body_declarations",
                        "annotation_type_body",
                        "block",
                        "switch_block",
                        "constructor_body",
                        "module_body")
                .imports("package_declaration", "import_declaration")
                .build();
    }
}
