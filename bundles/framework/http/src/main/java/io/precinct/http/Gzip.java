package io.precinct.http;

import io.precinct.common.accept.AcceptEncoding;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * Compresses complete bodies, in one piece (RFC 1952). Streams are not compressed, because data written to them must be
 * sent at once. Thread-safe.
 */
final class Gzip {
    /** The smallest answer that is compressed; a smaller answer fits into one packet anyway. */
    static final int SMALLEST = 1400;

    private static final int LEVEL = 4;
    private static final byte[] HEAD = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

    /** A deflater holds 256 KiB outside the heap, which is slow to allocate and released late. */
    private static final ArrayBlockingQueue<Deflater> SPARE = new ArrayBlockingQueue<>(8);

    private Gzip() {}

    /** Whether an answer of this type and size is worth compressing. */
    static boolean worthwhile(int status, String mediaType, int length) {
        return length >= SMALLEST && status != 206 && compressible(mediaType);
    }

    /** Whether the client prefers gzip to the answer as it is. */
    static boolean accepted(HttpFields request) {
        return AcceptEncoding.prefersGzip(String.join(",", request.getValuesList(HttpHeader.ACCEPT_ENCODING)));
    }

    /** The compressed form, or null if it is no shorter. */
    static byte @Nullable [] compress(byte[] content) {
        Deflater spare = SPARE.poll();
        Deflater deflater = spare == null ? new Deflater(LEVEL, true) : spare;
        try {
            var out = new ByteArrayOutputStream(Math.max(512, content.length / 4));
            out.writeBytes(HEAD);
            deflater.setInput(content);
            deflater.finish();
            byte[] buffer = new byte[Math.min(8192, content.length)];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            var checksum = new CRC32();
            checksum.update(content);
            littleEndian(out, checksum.getValue());
            littleEndian(out, content.length);
            return out.size() < content.length ? out.toByteArray() : null;
        } finally {
            deflater.reset();
            if (!SPARE.offer(deflater)) {
                deflater.end();
            }
        }
    }

    private static void littleEndian(ByteArrayOutputStream out, long value) {
        for (int shift = 0; shift < 32; shift += 8) {
            out.write((int) (value >> shift));
        }
    }

    private static boolean compressible(String mediaType) {
        int parameters = mediaType.indexOf(';');
        String type =
                parameters < 0 ? mediaType : mediaType.substring(0, parameters).trim();
        return type.startsWith("text/")
                || type.equals("application/json")
                || type.equals("application/javascript")
                || type.equals("application/xml")
                || type.endsWith("+json")
                || type.endsWith("+xml");
    }
}
