package io.precinct.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A connection on which the test controls every byte. */
final class RawConnection implements AutoCloseable {
    /** An answer as received: header names in lower case, several lines joined. */
    record Answer(int status, Map<String, String> headers, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        String header(String name) {
            return headers.get(name);
        }
    }

    private final Socket socket;
    private final InputStream in;
    private final byte[] scratch = new byte[16 << 10];

    RawConnection(int port) throws IOException {
        this("127.0.0.1", port);
    }

    RawConnection(String host, int port) throws IOException {
        this(new Socket(host, port));
    }

    RawConnection(Socket connected) throws IOException {
        socket = connected;
        socket.setSoTimeout(20_000);
        socket.setTcpNoDelay(true);
        in = socket.getInputStream();
    }

    Socket socket() {
        return socket;
    }

    /** Sends text; {@code \n} stands for a line break of HTTP. */
    RawConnection send(String text) throws IOException {
        return send(text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    RawConnection send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** {@code GET path}, with further header lines. */
    Answer get(String path, String... headers) throws IOException {
        send("GET " + path + " HTTP/1.1\nHost: localhost\n" + lines(headers) + "\n");
        return read();
    }

    static String lines(String... headers) {
        return headers.length == 0 ? "" : String.join("\n", headers) + "\n";
    }

    Answer read() throws IOException {
        return read(true);
    }

    /** Reads one answer; {@code body} is false for the answer to HEAD. */
    Answer read(boolean body) throws IOException {
        String[] first = line().split(" ", 3);
        int status = Integer.parseInt(first[1]);
        var headers = new LinkedHashMap<String, String>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            headers.merge(name, line.substring(colon + 1).trim(), (a, b) -> a + ", " + b);
        }
        boolean empty = !body || status == 204 || status == 304 || status < 200;
        return new Answer(status, headers, empty ? new byte[0] : content(headers));
    }

    /** Reads the head of an answer and leaves its body. */
    void readHead() throws IOException {
        read(false);
    }

    private byte[] content(Map<String, String> headers) throws IOException {
        if (headers.containsKey("content-length")) {
            byte[] content = in.readNBytes(Integer.parseInt(headers.get("content-length")));
            if (content.length < Integer.parseInt(headers.get("content-length"))) {
                throw new EOFException("the connection ended after " + content.length + " bytes of the body");
            }
            return content;
        }
        if (!"chunked".equals(headers.get("transfer-encoding"))) {
            return in.readAllBytes();
        }
        var out = new ByteArrayOutputStream();
        for (byte[] chunk = chunk(); chunk.length > 0; chunk = chunk()) {
            out.writeBytes(chunk);
        }
        return out.toByteArray();
    }

    /** Reads one chunk; the last chunk is empty. The line break after a chunk may arrive with the next chunk. */
    byte[] chunk() throws IOException {
        String line = line();
        int size = Integer.parseInt(line.isEmpty() ? line() : line, 16);
        byte[] chunk = in.readNBytes(size);
        if (chunk.length < size) {
            throw new EOFException("the connection ended within a chunk");
        }
        if (size == 0) {
            line();
        }
        return chunk;
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the connection ended after: " + line);
            }
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }

    /** Reads an answer of known length and returns how many bytes it took. */
    int sizeOfNext() throws IOException {
        int size = 0;
        int length = 0;
        for (String line = line(); !line.isEmpty(); line = line()) {
            size += line.length() + 2;
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(15).trim());
            }
        }
        in.skipNBytes(length);
        return size + 2 + length;
    }

    /** Reads this many bytes and drops them. */
    void skip(int bytes) throws IOException {
        for (int left = bytes; left > 0; ) {
            int count = in.read(scratch, 0, Math.min(left, scratch.length));
            if (count < 0) {
                throw new EOFException("the connection ended " + left + " bytes early");
            }
            left -= count;
        }
    }

    /** Waits for the other side to close; anything it sends before is dropped. */
    boolean closes() throws IOException {
        try {
            in.readAllBytes();
            return true;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
