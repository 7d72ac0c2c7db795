package io.precinct.source.facts.extraction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What comments with annotations are attached to; each rule in the languages where it bites. */
class AssociationTest {
    @Test
    void aCommentIsAttachedToTheDeclarationThatFollows() {
        assertThat(ExtractedFacts.of("java", """
                        class A {
                            // @req:J-1
                            void f() {}

                            /** Says so: @req:J-2. */
                            int x;
                        }
                        """).notes())
                .containsExactly("req:J-1 next method A/f | void f() {}", "req:J-2 next field A/x | int x;");
        assertThat(ExtractedFacts.of("go", """
                        package p

                        // @req:G-1
                        func (s *Server) Serve() {}

                        // @req:G-2
                        type T struct{}
                        """).notes())
                .containsExactly(
                        "req:G-1 next method Server/Serve | func (s *Server) Serve() {}",
                        "req:G-2 next struct T | type T struct{}");
        assertThat(ExtractedFacts.of("c", """
                        /* @req:C-1 */
                        static int f(void) { return 0; }
                        """).notes())
                .containsExactly("req:C-1 next function f | static int f(void) { return 0; }");
    }

    @Test
    void aPythonCommentThatOpensABodyBelongsToWhatStandsFirstInIt() {
        assertThat(ExtractedFacts.of("python", """
                        class A:
                            # @req:P-1
                            def f(self):
                                # @req:P-2
                                return 1
                        """).notes())
                .containsExactly("req:P-1 next method A/f | def f(self):", "req:P-2 next return_statement | return 1");
    }

    @Test
    void aTrailingCommentBelongsToTheCodeBeforeIt() {
        assertThat(ExtractedFacts.of("java", """
                        class A {
                            int x; // @req:J-1
                            int y;
                            void f() {
                                g(); // @req:J-2
                            } // @req:J-3
                        }
                        """).notes())
                .containsExactly(
                        "req:J-1 trailing field A/x | int x;",
                        "req:J-2 trailing expression_statement | g();",
                        "req:J-3 trailing method A/f | void f() {");
        assertThat(ExtractedFacts.of("python", """
                        def f():
                            x = 1
                            return x  # @req:P-1

                        y = 2  # @req:P-2
                        z = 3
                        """).notes())
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("req:P-1 trailing return_statement | return x"),
                        second -> assertThat(second).startsWith("req:P-2 trailing field y | y = 2"));
        assertThat(ExtractedFacts.of("rust", """
                        struct S {
                            a: u8, // @req:R-1
                            b: u8,
                        }
                        """).notes()).containsExactly("req:R-1 trailing field S/a | a: u8");
    }

    @Test
    void aCommentBehindAnOpenerBelongsToWhatIsOpenedThere() {
        assertThat(ExtractedFacts.of("python", """
                        class A:  # @req:P-1
                            def f(self):  # @req:P-2
                                pass
                        """).notes())
                .containsExactly(
                        "req:P-1 enclosing class A | class A:  # @req:P-1",
                        "req:P-2 enclosing method A/f | def f(self):  # @req:P-2");
        assertThat(ExtractedFacts.of("java", """
                        class A { // @req:J-1
                            void f() { // @req:J-2
                                g();
                            }
                        }
                        """).notes())
                .containsExactly(
                        "req:J-1 enclosing class A | class A { // @req:J-1",
                        "req:J-2 enclosing method A/f | void f() { // @req:J-2");
        assertThat(ExtractedFacts.of("javascript", """
                        function f() { // @req:S-1
                          return 1;
                        }
                        """).notes())
                .containsExactly("req:S-1 enclosing function f | function f() { // @req:S-1");
        assertThat(ExtractedFacts.of("go", """
                        package p

                        func f() { // @req:G-1
                        }
                        """).notes())
                .containsExactly("req:G-1 enclosing function f | func f() { // @req:G-1");
    }

    @Test
    void attributesAndDecoratorsBelongToTheDeclaration() {
        assertThat(ExtractedFacts.of("rust", """
                        // @req:R-1
                        #[derive(Debug)]
                        #[repr(C)]
                        struct S;

                        #[test]
                        // @req:R-2
                        fn f() {}
                        """).notes())
                .containsExactly("req:R-1 next struct S | #[derive(Debug)]", "req:R-2 next function f | #[test]");
        assertThat(ExtractedFacts.of("python", """
                        # @req:P-1
                        @cached
                        def f():
                            pass

                        @cached
                        # @req:P-2
                        def g():
                            pass
                        """).notes())
                .containsExactly("req:P-1 next function f | @cached", "req:P-2 next function g | @cached");
        assertThat(ExtractedFacts.of("java", """
                        class A {
                            // @req:J-1
                            @Override
                            public void f() {}

                            @Override // @req:J-2
                            public void g() {}

                            @Override
                            // @req:J-3
                            public void h() {}
                        }
                        """).notes())
                .containsExactly(
                        "req:J-1 next method A/f | @Override",
                        "req:J-2 next method A/g | @Override // @req:J-2",
                        "req:J-3 next method A/h | @Override");
    }

    @Test
    void adjacentLineCommentsAreOneGroupAndABlankLineEndsIt() {
        ExtractedFacts found = ExtractedFacts.of("go", """
                package p

                // One.

                // @req:G-1
                // More of it.
                func f() {}
                """);
        assertThat(found.notes()).containsExactly("req:G-1 next function f | func f() {}");
        assertThat(found.comment(0)).isEqualTo("// @req:G-1\n// More of it.");
    }

    @Test
    void aTrailingCommentIsNoPartOfTheGroupBelowIt() {
        ExtractedFacts found = ExtractedFacts.of("java", """
                class A {
                    int x; // about x
                    // @req:J-1
                    int y;
                }
                """);
        assertThat(found.notes()).containsExactly("req:J-1 next field A/y | int y;");
        assertThat(found.comment(0)).isEqualTo("// @req:J-1");
    }

    @Test
    void severalAnnotationsInACommentAreSeveralItems() {
        assertThat(ExtractedFacts.of("java", """
                        /** @req:A-1, @req:A-2 (@req:A-3). */
                        class A {}
                        """).notes())
                .containsExactly(
                        "req:A-1 next class A | class A {}",
                        "req:A-2 next class A | class A {}",
                        "req:A-3 next class A | class A {}");
    }

    @Test
    void aDocstringBelongsToWhatEnclosesIt() {
        assertThat(ExtractedFacts.of("python", """
                        \"\"\"@req:P-0\"\"\"
                        class A:
                            \"\"\"Something.

                            @req:P-1
                            \"\"\"
                            def f(self):
                                '''@req:P-2'''
                        x = "@req:P-3"
                        """).notes())
                .containsExactly(
                        "req:P-0 file file | \"\"\"@req:P-0\"\"\"",
                        "req:P-1 enclosing class A | class A:",
                        "req:P-2 enclosing method A/f | def f(self):");
    }

    @Test
    void whereNothingFollowsTheEnclosingDeclarationIsMeant() {
        assertThat(ExtractedFacts.of("java", """
                        class A {
                            void f() {
                                g();
                                // @req:J-1
                            }
                            void h() {
                                // @req:J-2
                            }
                        }
                        // @req:J-3
                        """).notes())
                .containsExactly(
                        "req:J-1 enclosing method A/f | void f() {",
                        "req:J-2 enclosing method A/h | void h() {",
                        "req:J-3 file file | class A {");
    }

    @Test
    void aFirstCommentBeforePackageOrImportIsAboutTheFile() {
        assertThat(ExtractedFacts.of("java", """
                        /* @req:J-1 */
                        package p;
                        """).notes()).containsExactly("req:J-1 file file | /* @req:J-1 */");
        assertThat(ExtractedFacts.of("python", """
                        #!/usr/bin/env python3
                        # @req:P-1
                        import os
                        """).notes())
                .containsExactly("req:P-1 file file | #!/usr/bin/env python3");
        assertThat(ExtractedFacts.of("javascript", """
                        // @req:S-1
                        import x from "x";

                        // @req:S-2
                        export class A {}
                        """).notes())
                .containsExactly("req:S-1 file file | // @req:S-1", "req:S-2 next class A | export class A {}");
    }

    @Test
    void rustCommentsWithinCommentsAreOne() {
        assertThat(ExtractedFacts.of("rust", """
                        impl Foo {
                            /// @req:R-1
                            /// Second line.
                            pub fn bar(&self) {}

                            /* outer /* @req:R-2 */ */
                            fn baz() {}
                        }
                        """).notes())
                .containsExactly(
                        "req:R-1 next method Foo/bar | pub fn bar(&self) {}",
                        "req:R-2 next method Foo/baz | fn baz() {}");
    }

    @Test
    void annotationsOutsideOfCommentsAreNone() {
        assertThat(ExtractedFacts.of("java", "class A { String s = \"@req:A-1\"; }")
                        .notes())
                .isEmpty();
    }

    @Test
    void windowsLineEndsAndTextOutsideOfAsciiDoNotShiftAnything() {
        ExtractedFacts found =
                ExtractedFacts.of("java", "class Ä {\r\n    // ü @req:Ü-1\r\n    // €\r\n    void f() {}\r\n}\r\n");
        assertThat(found.notes()).containsExactly("req:Ü-1 next method Ä/f | void f() {}");
        assertThat(found.comment(0)).isEqualTo("// ü @req:Ü-1\r\n    // €");
    }
}
