package io.precinct.source.endpoints.export;

import io.precinct.source.api.PageRequest;
import io.precinct.source.api.ResultPage;
import io.precinct.source.api.View;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes the content of a repository in another tool's format, item by item. */
interface Export {
    /** How many items are held at once. */
    int PART = 500;

    /**
     * Writes a whole document.
     *
     * @param path a file, a folder or a pattern; null for all
     * @throws IOException if the client is gone, or a part can no longer be known: the output is then not a document
     */
    void write(View view, @Nullable String path, OutputStream out) throws IOException;

    /** Takes an item. */
    interface Sink<T> {
        /** Takes the next one. */
        void take(T item) throws IOException;
    }

    /** Takes every item of a list. */
    static <T> void each(Function<PageRequest, ResultPage<T>> list, Sink<T> sink) throws IOException {
        String after = null;
        do {
            ResultPage<T> page = list.apply(PageRequest.brief(PART, after));
            if (page.truncated() != null) {
                throw new IOException("the list was cut: " + page.truncated());
            }
            for (T item : page.items()) {
                sink.take(item);
            }
            after = page.next();
        } while (after != null);
    }
}
