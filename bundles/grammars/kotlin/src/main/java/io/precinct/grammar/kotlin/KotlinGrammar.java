package io.precinct.grammar.kotlin;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** Kotlin. */
@Component(service = Extension.class)
public final class KotlinGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(KotlinGrammar.class, "kotlin")
                .files("*.kt", "*.kts")
                .comments("line_comment", "multiline_comment")
                .between("annotation", "modifiers", "parameter_modifiers")
                .bodies("class_body", "enum_class_body", "function_body", "control_structure_body", "statements")
                .imports("file_annotation", "package_header", "import_list", "import_header")
                .build();
    }
}
