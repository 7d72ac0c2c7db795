package io.precinct.grammar.scala;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** Scala. */
@Component(service = Extension.class)
public final class ScalaGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(ScalaGrammar.class, "scala")
                .files("*.scala", "*.sc", "*.sbt")
                .comments("comment", "block_comment")
                .between("annotation", "modifiers")
                .bodies("template_body", "enum_body", "block", "indented_block", "case_block", "indented_cases")
                .imports("package_clause", "import_declaration")
                .build();
    }
}
