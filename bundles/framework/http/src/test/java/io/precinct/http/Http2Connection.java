package io.precinct.http;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.hpack.HpackDecoder;

/** HTTP/2 with prior knowledge, frame by frame (RFC 9113), to send what no client library would send. */
final class Http2Connection implements AutoCloseable {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final short INITIAL_WINDOW_SIZE = 4;
    private static final int CANCEL = 8;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private final Socket socket;
    private final DataInputStream in;
    private final HpackDecoder decoder = new HpackDecoder(8192, () -> 0);
    private int stream = -1;

    Http2Connection(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(20_000);
        in = new DataInputStream(socket.getInputStream());
        socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        frame(SETTINGS, 0, 0, new byte[0]);
    }

    /** Limits answers to one byte from now on, and one more for each {@link #takeByte}. */
    void oneByte() throws IOException {
        byte[] setting =
                ByteBuffer.allocate(6).putShort(INITIAL_WINDOW_SIZE).putInt(1).array();
        frame(SETTINGS, 0, 0, setting);
    }

    void takeByte() throws IOException {
        frame(WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(1).array());
    }

    /** Begins a POST whose body is never sent. */
    void post(String path) throws IOException {
        begin("POST", path, END_HEADERS);
    }

    /** Sends a GET, and reads nothing. */
    void request(String path) throws IOException {
        begin("GET", path, END_STREAM | END_HEADERS);
    }

    private void begin(String method, String path, int flags) throws IOException {
        var block = new ByteArrayOutputStream();
        field(block, ":method", method);
        field(block, ":scheme", "http");
        field(block, ":path", path);
        field(block, ":authority", "localhost");
        stream += 2;
        frame(HEADERS, flags, stream, block.toByteArray());
    }

    /** Cancels the last request. */
    void reset() throws IOException {
        frame(RST_STREAM, 0, stream, ByteBuffer.allocate(4).putInt(CANCEL).array());
    }

    /** {@code GET /hello} with these further fields, names and values in turn; returns the body of the answer. */
    String get(String... fields) throws IOException {
        var block = new ByteArrayOutputStream();
        field(block, ":method", "GET");
        field(block, ":scheme", "http");
        field(block, ":path", "/hello");
        for (int i = 0; i < fields.length; i += 2) {
            field(block, fields[i], fields[i + 1]);
        }
        stream += 2;
        frame(HEADERS, END_STREAM | END_HEADERS, stream, block.toByteArray());
        return body();
    }

    /** Sends a request with one more field; returns the head of the answer, which must be in one frame. */
    MetaData.Response head(String method, String path, String name, String value) throws Exception {
        var block = new ByteArrayOutputStream();
        field(block, ":method", method);
        field(block, ":scheme", "http");
        field(block, ":path", path);
        field(block, ":authority", "localhost");
        field(block, name, value);
        stream += 2;
        frame(HEADERS, END_STREAM | END_HEADERS, stream, block.toByteArray());
        MetaData.Response head = null;
        while (true) {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int of = in.readInt();
            byte[] content = in.readNBytes(length);
            if (of == stream && type == HEADERS) {
                head = (MetaData.Response) decoder.decode(ByteBuffer.wrap(content));
            }
            if (of == stream && (flags & END_STREAM) != 0) {
                return head;
            }
            if (type == GOAWAY || type == RST_STREAM) {
                throw new IOException("the server gave up the stream");
            }
        }
    }

    /** Reads the answer to the last request; returns its body. */
    String body() throws IOException {
        var body = new ByteArrayOutputStream();
        while (true) {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int of = in.readInt();
            byte[] content = in.readNBytes(length);
            if (type == GOAWAY) {
                throw new IOException("the server gave up the connection");
            }
            if (of == stream && type == DATA) {
                body.writeBytes(content);
            }
            if (of == stream && (flags & END_STREAM) != 0) {
                return body.toString(StandardCharsets.UTF_8);
            }
        }
    }

    /** A literal field without indexing, RFC 7541 §6.2.2. */
    private static void field(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        block.write(name.length());
        block.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        block.write(value.length());
        block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    private void frame(int type, int flags, int of, byte[] content) throws IOException {
        var frame = new ByteArrayOutputStream();
        frame.write(content.length >> 16);
        frame.write(content.length >> 8);
        frame.write(content.length);
        frame.write(type);
        frame.write(flags);
        for (int shift = 24; shift >= 0; shift -= 8) {
            frame.write(of >> shift);
        }
        frame.writeBytes(content);
        socket.getOutputStream().write(frame.toByteArray());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
