package io.precinct.grammar.css;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** CSS. */
@Component(service = Extension.class)
public final class CssGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.named("css")
                .files("*.css")
                .library(Library.of(CssGrammar.class, "tree-sitter-css"))
                .symbols(Text.of(CssGrammar.class, "symbols.scm"))
                .kind("method")
                .comments("comment", "js_comment")
                .bodies("block")
                .imports("charset_statement", "import_statement")
                .highlights(Text.of(CssGrammar.class, "highlights.scm"))
                .build();
    }
}
