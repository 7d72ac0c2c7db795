package io.precinct.treesitter;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/**
 * Functions and layouts of tree-sitter's C interface (api.h of 0.25). Pointers are longs: on every supported platform
 * they are passed in the same way, and no object is allocated for them.
 */
final class NativeFunctions {
    static final StructLayout NODE = MemoryLayout.structLayout(
            MemoryLayout.sequenceLayout(4, JAVA_INT).withName("context"),
            JAVA_LONG.withName("id"),
            JAVA_LONG.withName("tree"));
    static final StructLayout POINT = MemoryLayout.structLayout(JAVA_INT, JAVA_INT);
    static final StructLayout INPUT = MemoryLayout.structLayout(
            JAVA_LONG.withName("payload"),
            ADDRESS.withName("read"),
            JAVA_INT.withName("encoding"),
            MemoryLayout.paddingLayout(4),
            JAVA_LONG.withName("decode"));
    static final StructLayout OPTIONS = MemoryLayout.structLayout(JAVA_LONG, ADDRESS);
    /** TSQueryCapture: a node and the index of its capture. */
    static final long CAPTURE_SIZE = 40;

    /** All of memory, to dereference pointers of the library without an object per pointer. */
    static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = SymbolLookup.libraryLookup(TreeSitter.library(), Arena.global());

    static final MethodHandle PARSER_NEW = function("ts_parser_new", FunctionDescriptor.of(JAVA_LONG));
    static final MethodHandle PARSER_DELETE = function("ts_parser_delete", FunctionDescriptor.ofVoid(JAVA_LONG));
    static final MethodHandle PARSER_SET_LANGUAGE =
            function("ts_parser_set_language", FunctionDescriptor.of(JAVA_BOOLEAN, JAVA_LONG, JAVA_LONG));
    static final MethodHandle PARSER_PARSE = function(
            "ts_parser_parse_with_options", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, INPUT, OPTIONS));

    static final MethodHandle TREE_DELETE = function("ts_tree_delete", FunctionDescriptor.ofVoid(JAVA_LONG));
    static final MethodHandle TREE_ROOT = function("ts_tree_root_node", FunctionDescriptor.of(NODE, JAVA_LONG));

    static final MethodHandle LANGUAGE_ABI = critical("ts_language_abi_version", JAVA_INT, JAVA_LONG);
    static final MethodHandle LANGUAGE_SYMBOL_COUNT = critical("ts_language_symbol_count", JAVA_INT, JAVA_LONG);
    static final MethodHandle LANGUAGE_SYMBOL_NAME =
            critical("ts_language_symbol_name", JAVA_LONG, JAVA_LONG, JAVA_SHORT);
    static final MethodHandle LANGUAGE_SYMBOL_TYPE =
            critical("ts_language_symbol_type", JAVA_INT, JAVA_LONG, JAVA_SHORT);
    static final MethodHandle LANGUAGE_FIELD_COUNT = critical("ts_language_field_count", JAVA_INT, JAVA_LONG);
    static final MethodHandle LANGUAGE_FIELD_NAME =
            critical("ts_language_field_name_for_id", JAVA_LONG, JAVA_LONG, JAVA_SHORT);

    static final MethodHandle NODE_SYMBOL = critical("ts_node_symbol", JAVA_SHORT, NODE);
    static final MethodHandle NODE_END_BYTE = critical("ts_node_end_byte", JAVA_INT, NODE);
    static final MethodHandle NODE_END_POINT = critical("ts_node_end_point", POINT, NODE);
    static final MethodHandle NODE_HAS_ERROR = critical("ts_node_has_error", JAVA_BOOLEAN, NODE);
    static final MethodHandle NODE_NAMED_CHILD_COUNT = critical("ts_node_named_child_count", JAVA_INT, NODE);
    static final MethodHandle NODE_PARENT = function("ts_node_parent", FunctionDescriptor.of(NODE, NODE));
    static final MethodHandle NODE_NEXT_NAMED =
            function("ts_node_next_named_sibling", FunctionDescriptor.of(NODE, NODE));
    static final MethodHandle NODE_PREVIOUS_NAMED =
            function("ts_node_prev_named_sibling", FunctionDescriptor.of(NODE, NODE));
    static final MethodHandle NODE_NAMED_CHILD =
            function("ts_node_named_child", FunctionDescriptor.of(NODE, NODE, JAVA_INT));
    static final MethodHandle NODE_NAMED_DESCENDANT =
            function("ts_node_named_descendant_for_byte_range", FunctionDescriptor.of(NODE, NODE, JAVA_INT, JAVA_INT));

    static final MethodHandle QUERY_NEW =
            function("ts_query_new", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_INT, ADDRESS, ADDRESS));
    static final MethodHandle QUERY_DELETE = function("ts_query_delete", FunctionDescriptor.ofVoid(JAVA_LONG));
    static final MethodHandle QUERY_PATTERN_COUNT = critical("ts_query_pattern_count", JAVA_INT, JAVA_LONG);
    static final MethodHandle QUERY_CAPTURE_COUNT = critical("ts_query_capture_count", JAVA_INT, JAVA_LONG);
    static final MethodHandle QUERY_START_BYTE =
            critical("ts_query_start_byte_for_pattern", JAVA_INT, JAVA_LONG, JAVA_INT);
    static final MethodHandle QUERY_PREDICATES =
            function("ts_query_predicates_for_pattern", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS));
    static final MethodHandle QUERY_CAPTURE_NAME =
            function("ts_query_capture_name_for_id", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS));
    static final MethodHandle QUERY_STRING =
            function("ts_query_string_value_for_id", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS));
    static final MethodHandle QUERY_QUANTIFIER =
            critical("ts_query_capture_quantifier_for_id", JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT);

    static final MethodHandle CURSOR_NEW = function("ts_query_cursor_new", FunctionDescriptor.of(JAVA_LONG));
    static final MethodHandle CURSOR_DELETE = function("ts_query_cursor_delete", FunctionDescriptor.ofVoid(JAVA_LONG));
    static final MethodHandle CURSOR_EXEC = function(
            "ts_query_cursor_exec_with_options", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, NODE, ADDRESS));
    static final MethodHandle CURSOR_NEXT =
            function("ts_query_cursor_next_match", FunctionDescriptor.of(JAVA_BOOLEAN, JAVA_LONG, ADDRESS));
    static final MethodHandle CURSOR_LIMIT =
            function("ts_query_cursor_set_match_limit", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT));
    static final MethodHandle CURSOR_EXCEEDED =
            critical("ts_query_cursor_did_exceed_match_limit", JAVA_BOOLEAN, JAVA_LONG);

    private NativeFunctions() {}

    /** A text in UTF-8 that the library owns, ended by a zero byte. */
    static String string(long pointer) {
        return MEMORY.getString(pointer, StandardCharsets.UTF_8);
    }

    /** A text in UTF-8 of a known length, which may hold zero bytes. */
    static String string(long pointer, int length) {
        var bytes = new byte[length];
        MemorySegment.copy(MEMORY, JAVA_BYTE, pointer, bytes, 0, length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Frees a native object, by the function that does so. */
    static void delete(MethodHandle function, long pointer) {
        try {
            function.invokeExact(pointer);
        } catch (Throwable t) {
            throw broken(t);
        }
    }

    /** Converts what a native call threw to an unchecked exception; only a defect of this package causes one. */
    static RuntimeException broken(Throwable t) {
        if (t instanceof RuntimeException e) {
            return e;
        }
        if (t instanceof Error e) {
            throw e;
        }
        return new IllegalStateException(t);
    }

    /** An allocator that always returns the same segment, for a result that is read before the next call. */
    static SegmentAllocator into(MemorySegment place) {
        return (size, alignment) -> place;
    }

    private static MethodHandle function(String name, FunctionDescriptor shape) {
        return LINKER.downcallHandle(address(name), shape);
    }

    /** A function of few instructions that never blocks, so that it can be called without a thread state transition. */
    private static MethodHandle critical(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                address(name), FunctionDescriptor.of(result, arguments), Linker.Option.critical(false));
    }

    private static MemorySegment address(String name) {
        return LIBRARY.find(name)
                .orElseThrow(() -> new IllegalStateException(TreeSitter.library() + " has no function " + name
                        + "; it is not the core of tree-sitter 0.25"));
    }
}
