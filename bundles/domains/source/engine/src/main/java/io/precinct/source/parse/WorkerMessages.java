package io.precinct.source.parse;

import io.precinct.treesitter.BadQuery;
import java.io.IOException;
import java.util.List;

/** The messages to a parsing process and its answers. */
final class WorkerMessages {
    private WorkerMessages() {}

    /** The first message: what to load. */
    record Hello(String core, String library, byte[] language) {
        byte[] encode() {
            return MessageFraming.bytes(out -> {
                out.writeUTF(core);
                out.writeUTF(library);
                MessageFraming.write(out, language);
            });
        }

        static Hello decode(byte[] frame) throws IOException {
            var in = MessageFraming.in(frame);
            return new Hello(in.readUTF(), in.readUTF(), MessageFraming.read(in));
        }
    }

    /**
     * Requests work.
     *
     * @param millis how long it may take
     * @param operation name of its class
     */
    record Request(long millis, String operation, byte[] options, byte[] utf8) {
        byte[] encode() {
            return MessageFraming.bytes(out -> {
                out.writeLong(millis);
                out.writeUTF(operation);
                MessageFraming.write(out, options);
                MessageFraming.write(out, utf8);
            });
        }

        static Request decode(byte[] frame) throws IOException {
            var in = MessageFraming.in(frame);
            return new Request(in.readLong(), in.readUTF(), MessageFraming.read(in), MessageFraming.read(in));
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
        return MessageFraming.bytes(out -> {
            switch (answer) {
                case Answer.Ready(int abi, List<String> types) -> {
                    out.writeByte('R');
                    out.writeInt(abi);
                    MessageFraming.texts(out, types);
                }
                case Answer.Refused(String message, boolean mismatch, int abi) -> {
                    out.writeByte('N');
                    MessageFraming.text(out, message);
                    out.writeBoolean(mismatch);
                    out.writeInt(abi);
                }
                case Answer.Result(byte[] bytes) -> {
                    out.writeByte('=');
                    MessageFraming.write(out, bytes);
                }
                case Answer.Late() -> out.writeByte('L');
                case Answer.Wrong(BadQuery bad) -> {
                    out.writeByte('Q');
                    out.writeUTF(bad.kind().name());
                    out.writeInt(bad.offset());
                    out.writeInt(bad.row());
                    out.writeInt(bad.column());
                    MessageFraming.texts(out, List.of(bad.word(), String.valueOf(bad.getMessage())));
                    MessageFraming.texts(out, bad.suggestions());
                }
                case Answer.Failed(String message) -> {
                    out.writeByte('!');
                    MessageFraming.text(out, message);
                }
            }
        });
    }

    static Answer decode(byte[] frame) throws IOException {
        var in = MessageFraming.in(frame);
        int type = in.readByte();
        return switch (type) {
            case 'R' -> new Answer.Ready(in.readInt(), MessageFraming.texts(in));
            case 'N' -> new Answer.Refused(MessageFraming.text(in), in.readBoolean(), in.readInt());
            case '=' -> new Answer.Result(MessageFraming.read(in));
            case 'L' -> new Answer.Late();
            case 'Q' -> {
                var kind = BadQuery.Kind.valueOf(in.readUTF());
                int offset = in.readInt();
                int row = in.readInt();
                int column = in.readInt();
                List<String> words = MessageFraming.texts(in);
                yield new Answer.Wrong(
                        BadQuery.of(kind, offset, row, column, words.get(0), words.get(1), MessageFraming.texts(in)));
            }
            case '!' -> new Answer.Failed(MessageFraming.text(in));
            default -> throw new IOException("an answer of the unknown type " + type);
        };
    }
}
