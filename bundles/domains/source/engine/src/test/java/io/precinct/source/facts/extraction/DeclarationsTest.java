package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeclarationsTest {
    @Test
    void containersAreThePathOfEverythingThatEncloses() {
        assertThat(ExtractedFacts.of("java", """
                        class Outer {
                            class Inner {
                                void f() {
                                    class Local { int x; }
                                }
                            }
                        }
                        """).symbols())
                .containsExactly(
                        "class Outer",
                        "class Outer/Inner",
                        "method Outer/Inner/f",
                        "class Outer/Inner/f/Local",
                        "field Outer/Inner/f/Local/x");
    }

    @Test
    void aFunctionInAClassIsAMethodOnceOnly() {
        assertThat(ExtractedFacts.of("python", """
                        class A:
                            @property
                            def f(self): pass
                        def g(): pass
                        """).symbols()).containsExactly("class A", "method A/f", "function g");
    }

    @Test
    void receiversAndImplBlocksAreContainersButNoSymbols() {
        assertThat(ExtractedFacts.of("go", "package p\nfunc (s *Server) Serve() {}\n")
                        .symbols())
                .containsExactly("method Server/Serve");
        assertThat(ExtractedFacts.of("rust", "impl Foo { fn bar() {} }").symbols())
                .containsExactly("method Foo/bar");
    }

    @Test
    void namesOfOneDeclarationDoNotContainEachOther() {
        assertThat(ExtractedFacts.of("java", "class A { int a, b; }").symbols())
                .containsExactly("class A", "field A/a", "field A/b");
    }

    @Test
    void errorsOfSyntaxAreTold() {
        assertThat(ExtractedFacts.of("java", "class A { void f( }").facts().hasError())
                .isTrue();
        assertThat(ExtractedFacts.of("java", "class A { }").facts().hasError()).isFalse();
    }
}
