package io.precinct.source.parse;

import io.precinct.source.api.grammar.Language;
import io.precinct.source.parse.WorkerMessages.Answer;
import io.precinct.source.parse.WorkerMessages.Hello;
import io.precinct.source.parse.WorkerMessages.Request;
import io.precinct.treesitter.BadQuery;
import io.precinct.treesitter.Cancelled;
import io.precinct.treesitter.Cursor;
import io.precinct.treesitter.Deadline;
import io.precinct.treesitter.Parser;
import io.precinct.treesitter.TreeSitter;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The process that parses with one untrusted language. Ends when its parent ends. */
public final class WorkerMain {
    private final DataOutputStream out;

    private WorkerMain(DataOutputStream out) {
        this.out = out;
    }

    /** Reads messages from standard input and answers them on standard output, one by one. */
    public static void main(String[] arguments) throws Exception {
        var out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        // Nothing but answers may go to standard output.
        System.setOut(System.err);
        new WorkerMain(out).serve(requests());
    }

    /** Reads ahead on a thread of its own, so that the end of the parent is noticed whatever native code is doing. */
    private static BlockingQueue<byte[]> requests() {
        var requests = new LinkedBlockingQueue<byte[]>();
        Thread.ofPlatform().daemon().name("requests").start(() -> {
            try (var in = new DataInputStream(new BufferedInputStream(new FileInputStream(FileDescriptor.in)))) {
                while (true) {
                    requests.add(MessageFraming.read(in));
                }
            } catch (IOException e) {
                Runtime.getRuntime().halt(0);
            }
        });
        return requests;
    }

    private void serve(BlockingQueue<byte[]> requests) throws IOException, InterruptedException {
        var hello = Hello.decode(requests.take());
        TreeSitter.load(Path.of(hello.core()));
        Language language = LanguageCodec.decode(hello.language());
        LoadedLanguage loaded;
        try {
            loaded = LoadedLanguage.load(language, Path.of(hello.library()), "");
        } catch (LanguageUnusable e) {
            answer(new Answer.Refused(String.valueOf(e.getMessage()), e.abiMismatch(), e.abi()));
            return;
        }
        answer(new Answer.Ready(
                loaded.nativeLanguage().abi(), loaded.nativeLanguage().namedTypes()));
        var tools = new ParserTools(new Parser(), new Cursor());
        while (true) {
            answer(work(tools, loaded, Request.decode(requests.take())));
        }
    }

    private Answer work(ParserTools tools, LoadedLanguage loaded, Request request) {
        tools.begin(loaded, Deadline.in(Duration.ofMillis(request.millis())));
        try {
            return new Answer.Result(operation(request.operation()).run(tools, request.utf8(), request.options()));
        } catch (Cancelled e) {
            return new Answer.Late();
        } catch (BadQuery e) {
            return new Answer.Wrong(e);
        } catch (ReflectiveOperationException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
            return new Answer.Failed(request.operation() + ": " + e);
        } finally {
            tools.end();
        }
    }

    private static Operation operation(String name) throws ReflectiveOperationException {
        return Class.forName(name).asSubclass(Operation.class).getConstructor().newInstance();
    }

    private void answer(Answer answer) throws IOException {
        MessageFraming.write(out, WorkerMessages.encode(answer));
    }
}
