package io.precinct.source.parse;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.precinct.treesitter.BadQuery;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** What a process that parses is told and what it answers. */
final class WorkerMessages {
    private WorkerMessages() {}

    /** The first message: what to load. */
    record Hello(String core, String library, byte[] language) {
        byte[] encode() {
            return bytes(out -> {
                out.writeUTF(core);
                out.writeUTF(library);
                block(out, language);
            });
        }

        static Hello decode(byte[] frame) throws IOException {
            var in = in(frame);
            return new Hello(in.readUTF(), in.readUTF(), block(in));
        }
    }

    /**
     * Work.
     *
     * @param millis how long it may take
     * @param operation name of its class
     */
    record Request(long millis, String operation, byte[] options, byte[] utf8) {
        byte[] encode() {
            return bytes(out -> {
                out.writeLong(millis);
                out.writeUTF(operation);
                block(out, options);
                block(out, utf8);
            });
        }

        static Request decode(byte[] frame) throws IOException {
            var in = in(frame);
            return new Request(in.readLong(), in.readUTF(), block(in), block(in));
        }
    }

    /** An answer. */
    sealed interface Answer {
        /** The language is loaded. */
        record Ready(int abi, List<String> types) implements Answer {
            public Ready {
                types = List.copyOf(types);
            }
        }

        /** The language cannot be loaded. */
        record Refused(String message, boolean abiMismatch, int abi) implements Answer {}

        /** What an operation found. */
        record Result(byte[] bytes) implements Answer {}

        /** It did not end in time. */
        record Late() implements Answer {}

        /** Its query is wrong. */
        record Wrong(BadQuery query) implements Answer {}

        /** It failed. */
        record Failed(String message) implements Answer {}
    }

    static byte[] encode(Answer answer) {
        return bytes(out -> {
            switch (answer) {
                case Answer.Ready(int abi, List<String> types) -> {
                    out.writeByte('R');
                    out.writeInt(abi);
                    texts(out, types);
                }
                case Answer.Refused(String message, boolean mismatch, int abi) -> {
                    out.writeByte('N');
                    block(out, message.getBytes(UTF_8));
                    out.writeBoolean(mismatch);
                    out.writeInt(abi);
                }
                case Answer.Result(byte[] bytes) -> {
                    out.writeByte('=');
                    block(out, bytes);
                }
                case Answer.Late() -> out.writeByte('L');
                case Answer.Wrong(BadQuery bad) -> {
                    out.writeByte('Q');
                    out.writeUTF(bad.kind().name());
                    out.writeInt(bad.offset());
                    out.writeInt(bad.row());
                    out.writeInt(bad.column());
                    texts(out, List.of(bad.word(), String.valueOf(bad.getMessage())));
                    texts(out, bad.suggestions());
                }
                case Answer.Failed(String message) -> {
                    out.writeByte('!');
                    block(out, message.getBytes(UTF_8));
                }
            }
        });
    }

    static Answer decode(byte[] frame) throws IOException {
        var in = in(frame);
        int type = in.readByte();
        return switch (type) {
            case 'R' -> new Answer.Ready(in.readInt(), texts(in));
            case 'N' -> new Answer.Refused(text(in), in.readBoolean(), in.readInt());
            case '=' -> new Answer.Result(block(in));
            case 'L' -> new Answer.Late();
            case 'Q' -> {
                var kind = BadQuery.Kind.valueOf(in.readUTF());
                int offset = in.readInt();
                int row = in.readInt();
                int column = in.readInt();
                List<String> words = texts(in);
                yield new Answer.Wrong(BadQuery.of(kind, offset, row, column, words.get(0), words.get(1), texts(in)));
            }
            case '!' -> new Answer.Failed(text(in));
            default -> throw new IOException("an answer of the unknown type " + type);
        };
    }

    private interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    private static byte[] bytes(Writing writing) {
        var bytes = new ByteArrayOutputStream();
        try {
            writing.to(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static DataInputStream in(byte[] frame) {
        return new DataInputStream(new ByteArrayInputStream(frame));
    }

    private static void block(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] block(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(block(in), UTF_8);
    }

    private static void texts(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            block(out, text.getBytes(UTF_8));
        }
    }

    private static List<String> texts(DataInputStream in) throws IOException {
        var texts = new ArrayList<String>();
        for (int left = in.readInt(); left > 0; left--) {
            texts.add(text(in));
        }
        return texts;
    }
}
