package io.precinct.dependencies.importer.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class GoModulesTest {
    // @req:dependency-import-go
    @Test
    void whatModulesRequireDirectlyIsFoundAfterReplacements() {
        var found = ReadFiles.of(Map.of("cart/go.mod", """
                // The cart.
                module github.com/shop/cart // was elsewhere

                go 1.24
                toolchain go1.24.1
                require github.com/single/one v1.0.0
                require "github.com/quoted/two" v1.0.0
                require (
                \tgithub.com/shop/kit v0.0.0
                \tgithub.com/gone/away v1.2.3
                \tgithub.com/inner/three v1.2.3 // indirect
                \tgithub.com/inner/four v1.2.3 // indirect; pinned
                \tgithub.com/five/v2 v2.0.0+incompatible // why not
                )
                replace (
                \tgithub.com/shop/kit => ../kit
                )
                replace github.com/gone/away v1.2.3 => github.com/fork/away v1.2.4
                exclude github.com/six v1.0.0
                retract [v0.1.0, v0.2.0]
                tool golang.org/x/tools/cmd/stringer
                """, "kit/go.mod", "module github.com/shop/common-kit\n"));
        assertThat(found.edges())
                .containsExactly(
                        "library:golang/github.com/shop/cart > library:golang/github.com/five/v2",
                        "library:golang/github.com/shop/cart > library:golang/github.com/fork/away",
                        "library:golang/github.com/shop/cart > library:golang/github.com/quoted/two",
                        "library:golang/github.com/shop/cart > library:golang/github.com/shop/common-kit",
                        "library:golang/github.com/shop/cart > library:golang/github.com/single/one");
        assertThat(found.faults()).isEmpty();
    }

    // @req:dependency-import-hostile
    @Test
    void whatIsNoModuleIsSaidWithItsLine() {
        assertThat(ReadFiles.of("go.mod", "module a\nrequire b\n").faults())
                .containsExactly("!go.mod:2 require takes a path and a version");
        assertThat(ReadFiles.of("go.mod", "module a\nrequire (\nb v1\n").faults())
                .containsExactly("!go.mod:3 the block of require does not end");
        assertThat(ReadFiles.of("go.mod", "go 1.24\n").faults())
                .containsExactly("!go.mod:1 no line says which module this is");
        assertThat(ReadFiles.of("go.mod", "module a\nreplace b => \n").faults())
                .containsExactly("!go.mod:2 replace takes a path, => and another");
        assertThat(ReadFiles.of("go.mod", "").faults()).hasSize(1);
    }
}
