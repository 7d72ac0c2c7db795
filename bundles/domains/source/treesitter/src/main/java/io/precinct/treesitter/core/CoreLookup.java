package io.precinct.treesitter.core;

import io.github.treesitter.jtreesitter.NativeLibraryLookup;
import io.precinct.treesitter.TreeSitter;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;

/**
 * Gives jtreesitter the core that {@link TreeSitter#load} was given, and no other: for functions that no lookup has,
 * jtreesitter loads whatever {@code libtree-sitter} the machine has, whose objects are not laid out like ours.
 */
public final class CoreLookup implements NativeLibraryLookup {
    @Override
    public SymbolLookup get(Arena arena) {
        Path library = TreeSitter.library();
        // jtreesitter also asks for functions of the C library.
        SymbolLookup all = SymbolLookup.libraryLookup(library, arena)
                .or(Linker.nativeLinker().defaultLookup());
        return name -> {
            var found = all.find(name);
            if (found.isEmpty()) {
                throw new UnsatisfiedLinkError(library + " has no function " + name
                        + "; the core is tree-sitter 0.25, jtreesitter knows functions of later versions");
            }
            return found;
        };
    }
}
