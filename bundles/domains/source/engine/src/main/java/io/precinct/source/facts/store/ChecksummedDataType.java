package io.precinct.source.facts.store;

import io.precinct.source.facts.extraction.DamagedFacts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/**
 * The format of keys and values in the file: each has its own checksum, since MVStore has none for the content of its
 * pages. A flipped bit causes {@link DamagedFacts} instead of yielding another word.
 */
abstract class ChecksummedDataType<T> extends BasicDataType<T> {
    /** Words, in the order of {@link String#compareTo}. */
    static final ChecksummedDataType<String> TEXT = new ChecksummedDataType<>() {
        @Override
        byte[] bytes(String value) {
            return value.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        String value(byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        @Override
        public int compare(String left, String right) {
            return left.compareTo(right);
        }

        @Override
        public int getMemory(String value) {
            return 48 + 2 * value.length();
        }

        @Override
        public String[] createStorage(int size) {
            return new String[size];
        }
    };

    /** Bytes, which are no keys. */
    static final ChecksummedDataType<byte[]> BYTES = new ChecksummedDataType<>() {
        @Override
        byte[] bytes(byte[] value) {
            return value;
        }

        @Override
        byte[] value(byte[] bytes) {
            return bytes;
        }

        @Override
        public int getMemory(byte[] value) {
            return 24 + value.length;
        }

        @Override
        public byte[][] createStorage(int size) {
            return new byte[size][];
        }
    };

    /** Numbers as keys. */
    static final ChecksummedDataType<Integer> NUMBER = new ChecksummedDataType<>() {
        @Override
        byte[] bytes(Integer value) {
            return ByteBuffer.allocate(4).putInt(value).array();
        }

        @Override
        Integer value(byte[] bytes) {
            return ByteBuffer.wrap(bytes).getInt();
        }

        @Override
        public int compare(Integer left, Integer right) {
            return Integer.compare(left, right);
        }

        @Override
        public int getMemory(Integer value) {
            return 16;
        }

        @Override
        public Integer[] createStorage(int size) {
            return new Integer[size];
        }
    };

    abstract byte[] bytes(T value);

    abstract T value(byte[] bytes);

    @Override
    public void write(WriteBuffer out, T value) {
        byte[] bytes = bytes(value);
        out.putVarInt(bytes.length).put(bytes).putInt(sum(bytes));
    }

    @Override
    public T read(ByteBuffer in) {
        int length = DataUtils.readVarInt(in);
        if (length < 0 || length > in.remaining() - 4) {
            throw new DamagedFacts("a record of " + length + " bytes in " + in.remaining());
        }
        var bytes = new byte[length];
        in.get(bytes);
        if (in.getInt() != sum(bytes)) {
            throw new DamagedFacts("the checksum of a record of " + length + " bytes is wrong");
        }
        return value(bytes);
    }

    private static int sum(byte[] bytes) {
        var sum = new CRC32C();
        sum.update(bytes, 0, bytes.length);
        return (int) sum.getValue();
    }
}
