package io.precinct.treesitter;

import static io.github.treesitter.jtreesitter.internal.TreeSitter.ts_language_abi_version;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.github.treesitter.jtreesitter.Language;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A native parser, loaded from a shared library: jtreesitter's language, with its library, which is unloaded when the
 * last user is gone. Thread-safe.
 */
public final class NativeLanguage implements AutoCloseable {
    private static final MethodHandle LANGUAGE_FUNCTION =
            NativeFunctions.LINKER.downcallHandle(FunctionDescriptor.of(ADDRESS));
    private static final int ERROR = 0xFFFF;
    private static final int ERROR_REPEAT = 0xFFFE;

    private final Arena library;
    private final MemorySegment pointer;
    private final Language language;
    private final UseCount uses;
    private final @Nullable String[] types;
    private final Set<String> fields;

    private NativeLanguage(Arena library, MemorySegment pointer, String symbol) {
        this.library = library;
        // What a function returns counts as valid for ever; like this it is refused once the library is unloaded.
        this.pointer = pointer.reinterpret(library, null);
        this.language = new Language(this.pointer);
        this.types = new String[language.getSymbolCount()];
        var names = new HashSet<String>();
        int count = language.getFieldCount();
        for (int i = 1; i <= count; i++) {
            String name = language.getFieldNameForId((short) i);
            if (name != null) {
                names.add(name);
            }
        }
        this.fields = Set.copyOf(names);
        this.uses = new UseCount("the language of " + symbol, TreeSitter.Kind.LANGUAGE);
    }

    /**
     * Loads a parser. The file must not change until the language is closed.
     *
     * @param file shared library
     * @param symbol the function in it that returns the language: {@code tree_sitter_java}
     * @throws BadLanguage if it cannot be loaded, has no such function or its ABI is not 13 to 15
     */
    public static NativeLanguage load(Path file, String symbol) throws BadLanguage {
        Arena library = Arena.ofShared();
        try {
            SymbolLookup lookup = open(file, library);
            MemorySegment function = lookup.find(symbol)
                    .orElseThrow(() -> new BadLanguage(file.getFileName() + " has no function " + symbol));
            // Not by Language.load, which reads from whatever was returned, null included, and hides the ABI version.
            MemorySegment pointer = (MemorySegment) LANGUAGE_FUNCTION.invokeExact(function);
            if (pointer.address() == 0) {
                throw new BadLanguage(symbol + " of " + file.getFileName() + " returned no language");
            }
            int abi = ts_language_abi_version(pointer);
            if (abi < TreeSitter.MIN_ABI || abi > TreeSitter.MAX_ABI) {
                throw new BadLanguage(
                        symbol + " of " + file.getFileName() + " has ABI " + abi + ", expected " + TreeSitter.MIN_ABI
                                + " to " + TreeSitter.MAX_ABI,
                        true,
                        abi);
            }
            return new NativeLanguage(library, pointer, symbol);
        } catch (BadLanguage e) {
            library.close();
            throw e;
        } catch (Throwable t) {
            library.close();
            throw NativeFunctions.broken(t);
        }
    }

    private static SymbolLookup open(Path file, Arena library) throws BadLanguage {
        try {
            return SymbolLookup.libraryLookup(file.toAbsolutePath(), library);
        } catch (IllegalArgumentException e) {
            throw new BadLanguage(file.getFileName() + " cannot be loaded: " + reason(file));
        }
    }

    /** The message of the system's loader, which Java does not pass on. */
    private static String reason(Path file) {
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup system = NativeFunctions.LINKER.defaultLookup();
            MethodHandle open = NativeFunctions.LINKER.downcallHandle(
                    system.findOrThrow("dlopen"), FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT));
            MethodHandle error = NativeFunctions.LINKER.downcallHandle(
                    system.findOrThrow("dlerror"), FunctionDescriptor.of(JAVA_LONG));
            long handle = (long)
                    open.invokeExact(arena.allocateFrom(file.toAbsolutePath().toString()), 1);
            long message = handle == 0 ? (long) error.invokeExact() : 0;
            return message == 0 ? "no reason given" : NativeFunctions.string(message);
        } catch (Throwable t) {
            return "no reason given (" + t + ")";
        }
    }

    /** ABI version of the parser: 13 to 15. */
    public int abi() {
        return language.getAbiVersion();
    }

    /**
     * The same language, for callers of jtreesitter. It is refused after {@link #close}, but does not count as a user:
     * whoever parses with it must close the trees first, since the nodes of an unloaded language end the process.
     */
    public Language language() {
        return language;
    }

    /** The names of its fields. */
    public Set<String> fields() {
        return fields;
    }

    /** The types of its named nodes, supertypes included, sorted. */
    public List<String> namedTypes() {
        uses.enter();
        try {
            var named = new TreeSet<String>();
            for (int i = 1; i < types.length; i++) {
                if (language.isNamed((short) i) || language.isSupertype((short) i)) {
                    named.add(type(i));
                }
            }
            return List.copyOf(named);
        } finally {
            uses.leave();
        }
    }

    /** The number of trees, queries and running parses that use it. */
    public int users() {
        return uses.users();
    }

    /**
     * Unloads the library.
     *
     * @throws IllegalStateException while a tree, a query or a parse still uses it
     */
    @Override
    public void close() {
        if (uses.close()) {
            library.close();
        }
    }

    void enter() {
        uses.enter();
    }

    void leave() {
        uses.leave();
    }

    MemorySegment pointer() {
        return pointer;
    }

    /** The name of a node type. Two threads may look it up at once; they get the same text. */
    String type(int symbol) {
        if (symbol == ERROR || symbol == ERROR_REPEAT) {
            return "ERROR";
        }
        String known = types[symbol];
        if (known == null) {
            known = Objects.requireNonNull(language.getSymbolName((short) symbol))
                    .intern();
            types[symbol] = known;
        }
        return known;
    }
}
