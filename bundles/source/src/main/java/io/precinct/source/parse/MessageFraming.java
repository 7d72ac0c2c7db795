package io.precinct.source.parse;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;

/** Messages between this process and the ones that parse for it: a length in four bytes, then so many bytes. */
final class MessageFraming {
    /** Longer than any text that is parsed and anything found in it. */
    private static final int LONGEST = 256 << 20;

    private MessageFraming() {}

    static void write(DataOutputStream out, byte[] frame) throws IOException {
        out.writeInt(frame.length);
        out.write(frame);
        out.flush();
    }

    static byte[] read(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > LONGEST) {
            throw new IOException("a message of " + length + " bytes");
        }
        byte[] frame = in.readNBytes(length);
        if (frame.length < length) {
            throw new EOFException();
        }
        return frame;
    }
}
