package io.precinct.grammar.html;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import io.precinct.source.api.grammar.Library;
import io.precinct.source.api.grammar.Text;
import org.osgi.service.component.annotations.Component;

/** HTML. */
@Component(service = Extension.class)
public final class HtmlGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.named("html")
                .files("*.html", "*.htm", "*.xhtml")
                .library(Library.of(HtmlGrammar.class, "tree-sitter-html"))
                .symbols(Text.of(HtmlGrammar.class, "symbols.scm"))
                .kind("class")
                .kind("method")
                .comments("comment")
                .highlights(Text.of(HtmlGrammar.class, "highlights.scm"))
                .build();
    }
}
