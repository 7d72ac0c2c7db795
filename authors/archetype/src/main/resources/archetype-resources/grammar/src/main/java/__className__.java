package ${package};

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/**
 * Lua. Read once, when the bundle is deployed. For another language: its native parser in pom.xml and here, its files,
 * its node types, and the queries beside this class.
 */
@Component(service = Extension.class)
public final class ${className} implements Grammar {
    @Override
    public Language language() {
        return Language.named("${name}")
                .files("*.lua", "*.rockspec")
                .library(Library.of(${className}.class, "tree-sitter-lua"))
                .symbols(Text.of(${className}.class, "symbols.scm"))
                // A kind that clients may ask for in every language; a language without classes has none of it.
                .kind("class")
                .comments("comment")
                .bodies("block")
                .highlights(Text.of(${className}.class, "highlights.scm"))
                .build();
    }
}
