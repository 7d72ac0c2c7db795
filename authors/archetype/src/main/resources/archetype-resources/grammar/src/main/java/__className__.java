package ${package};

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/**
 * Lua. Read once, when the bundle is deployed. For another language: its native parser in pom.xml, its name, files and
 * node types here, and the queries symbols.scm and highlights.scm beside this class.
 */
@Component(service = Extension.class)
public final class ${className} implements Grammar {
    @Override
    public Language language() {
        // The parser is found in the bundle by the name of the language: tree-sitter-lua.
        return Language.bundled(${className}.class, "lua")
                .files("*.lua", "*.rockspec")
                // A kind that clients may ask for in every language; a language without classes has none of it.
                .kind("class")
                .comments("comment")
                .bodies("block")
                .build();
    }
}
