package io.precinct.grammar.cpp;

import io.precinct.api.service.Extension;
import io.precinct.source.api.grammar.Grammar;
import io.precinct.source.api.grammar.Language;
import org.osgi.service.component.annotations.Component;

/** C++. */
@Component(service = Extension.class)
public final class CppGrammar implements Grammar {
    @Override
    public Language language() {
        return Language.bundled(CppGrammar.class, "cpp")
                .files(
                        "*.h", "*.cpp", "*.cc", "*.cxx", "*.c++", "*.hpp", "*.hh", "*.hxx", "*.h++", "*.ipp", "*.tpp",
                        "*.inl")
                .kind("class", "struct")
                .comments("comment")
                .between("attribute_declaration")
                .bodies("compound_statement", "field_declaration_list", "enumerator_list", "declaration_list")
                .texts("preproc_arg")
                .imports("preproc_include", "preproc_ifdef", "using_declaration")
                .build();
    }
}
