package io.precinct.source.parse;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Finds symbols in a shared library, so that a test can make one that crashes or never ends. */
final class Elf {
    private static final int SYMTAB = 2;

    private final ByteBuffer file;

    private Elf(byte[] file) {
        this.file = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A copy of a library in which a function or table begins with other bytes. */
    static byte[] patched(byte[] library, String symbol, byte... bytes) {
        byte[] copy = library.clone();
        System.arraycopy(bytes, 0, copy, new Elf(copy).offset(symbol), bytes.length);
        return copy;
    }

    /** Code that is no instruction. */
    static byte[] crash() {
        return System.getProperty("os.arch").equals("aarch64") ? new byte[4] : new byte[] {0x0f, 0x0b};
    }

    /** Code that jumps to itself. */
    static byte[] forever() {
        return System.getProperty("os.arch").equals("aarch64")
                ? new byte[] {0, 0, 0, 0x14}
                : new byte[] {(byte) 0xeb, (byte) 0xfe};
    }

    private int offset(String symbol) {
        for (int i = 0; i < file.getShort(60); i++) {
            int section = section(i);
            if (file.getInt(section + 4) == SYMTAB) {
                int table = (int) file.getLong(section + 24);
                int names = (int) file.getLong(section(file.getInt(section + 40)) + 24);
                for (int at = table; at < table + file.getLong(section + 32); at += 24) {
                    if (name(names + file.getInt(at)).equals(symbol)) {
                        int home = section(Short.toUnsignedInt(file.getShort(at + 6)));
                        // Address in memory, minus where its section is in memory, plus where that is in the file.
                        return (int) (file.getLong(at + 8) - file.getLong(home + 16) + file.getLong(home + 24));
                    }
                }
            }
        }
        throw new AssertionError("no symbol " + symbol);
    }

    private int section(int index) {
        return (int) file.getLong(40) + index * file.getShort(58);
    }

    private String name(int at) {
        int end = at;
        while (file.get(end) != 0) {
            end++;
        }
        return new String(file.array(), at, end - at, StandardCharsets.US_ASCII);
    }
}
