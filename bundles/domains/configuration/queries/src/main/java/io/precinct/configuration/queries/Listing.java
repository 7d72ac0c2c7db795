package io.precinct.configuration.queries;

import io.precinct.api.data.Data;
import io.precinct.api.data.Json;
import io.precinct.common.digest.Digests;
import io.precinct.common.secret.UrlSecrets;
import io.precinct.configuration.api.ConfigurationQueries;
import io.precinct.configuration.queries.ConfigurationResources.Head;
import io.precinct.configuration.queries.ConfigurationResources.Item;
import io.precinct.configuration.queries.ConfigurationResources.Skip;
import io.precinct.configuration.queries.document.BadDocument;
import io.precinct.configuration.queries.document.Format;
import io.precinct.configuration.queries.document.Located;
import io.precinct.configuration.queries.expression.BadExpression;
import io.precinct.configuration.queries.expression.Deadline;
import io.precinct.configuration.queries.expression.Expression;
import io.precinct.source.api.FileEntry;
import io.precinct.source.api.FileText;
import io.precinct.source.api.SourceFault;
import io.precinct.source.api.View;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One page of the results of a question at a commit. For a single use; not thread-safe. */
final class Listing {
    private static final int MOST_SKIPPED = 1_000;
    private static final long MOST_WEIGHT = 8L << 20;
    private static final int DIGEST_DIGITS = 20;

    /** The document of a cursor that continues with the next file. */
    private static final int BEHIND_ALL = Integer.MAX_VALUE - 1;

    private final Head head;
    private final Question question;
    private final FileLists lists;
    private final ParsedFiles parsed;
    private final Deadline deadline;

    private final List<Item> items = new ArrayList<>();
    private final List<Skip> skipped = new ArrayList<>();
    private long weight;
    private boolean full;

    /** Whether the page ends within a file. */
    private boolean partial;

    private @Nullable String truncated;

    /** The last document that this page has an answer for. */
    private @Nullable String lastPath;

    private int lastDocument;

    /**
     * A page.
     *
     * @param payload the answer
     * @param tag its entity tag
     * @param weight its memory use in bytes, roughly
     * @param lasting whether the same request gives the same answer
     */
    record Page(Map<String, @Nullable Object> payload, String tag, long weight, boolean lasting) {}

    Listing(Head head, Question question, FileLists lists, ParsedFiles parsed, Deadline deadline) {
        this.head = head;
        this.question = question;
        this.lists = lists;
        this.parsed = parsed;
        this.deadline = deadline;
    }

    /**
     * Goes through the files from a cursor on, until the page is full or the time is over.
     *
     * @throws SourceFault 504 {@code query_timeout} if there is no result by then; 422 if the question is about one
     *     file and that or the expression is at fault
     */
    // @req:configuration-queries
    Page from(@Nullable ListCursor cursor) {
        return page(walk(cursor));
    }

    /**
     * Goes through all files, until there are as many results as the question's limit, or the time is over.
     *
     * @throws SourceFault as {@link #from}
     */
    ConfigurationQueries.Found found() {
        boolean more = walk(null);
        return new ConfigurationQueries.Found(
                items.stream().map(Listing::value).toList(),
                skipped.stream()
                        .map(skip -> new ConfigurationQueries.Skipped(skip.path(), skip.reason(), skip.detail()))
                        .toList(),
                truncated == null && more ? "limit" : truncated);
    }

    private static ConfigurationQueries.Value value(Item item) {
        Object plain = Objects.requireNonNull(item.value().plain());
        return new ConfigurationQueries.Value(item.file().path(), item.document(), plain, item.masked());
    }

    /** Returns whether there is more than was gone through. */
    private boolean walk(@Nullable ListCursor cursor) {
        var files = new SelectedFiles(head.view(), lists, question, cursor == null ? null : cursor.path());
        if (cursor != null) {
            lastPath = cursor.path();
            lastDocument = cursor.document();
        }
        boolean begun = false;
        FileEntry file = files.next();
        while (file != null && !full && truncated == null) {
            if (begun && deadline.isOver()) {
                truncated = "time";
                break;
            }
            int after = cursor != null && file.path().equals(cursor.path()) ? cursor.document() : -1;
            ask(file, files.isSingle(), after, begun);
            begun = true;
            if (partial || truncated != null) {
                break;
            }
            if (!full) {
                lastPath = file.path();
                lastDocument = BEHIND_ALL;
            }
            file = files.next();
        }
        return file != null;
    }

    private void ask(FileEntry file, boolean single, int after, boolean begun) {
        Format format = Format.of(file.path());
        if (format == null && single) {
            format = ofValue(file);
        }
        if (format == null) {
            if (single) {
                throw SourceFault.of(
                        422,
                        "unknown_format",
                        "the name of " + file.path() + " does not say what it is",
                        "available",
                        Format.knownEndings());
            }
            return;
        }
        try {
            // Whatever its format, a masked value is a text.
            Format read = isMasked(file) ? Format.TEXT : format;
            ask(file, format, parsed.documents(head.view(), file, read), after);
        } catch (ParsedFiles.NotText e) {
            skip(single, Skip.of(file.path(), e.reason(), null));
        } catch (BadDocument e) {
            skip(single, Skip.of(file.path(), e));
        } catch (BadExpression e) {
            if (single || !e.isOfDocument()) {
                throw Faults.of(e);
            }
            skip(false, Skip.of(file.path(), e.kind(), e.getMessage()));
        } catch (Deadline.Passed e) {
            if (!begun && items.isEmpty()) {
                throw Faults.timeout(e);
            }
            truncated = "time";
        }
    }

    /** The format of a value that is asked for by its key; null if this is no parameter store. */
    private @Nullable Format ofValue(FileEntry file) {
        View view = head.view();
        if (!view.masked() && !view.confidential() || !file.type().equals("file")) {
            return null;
        }
        FileText text = view.text(file);
        return text == null ? Format.TEXT : Format.ofValue(text);
    }

    private boolean isMasked(FileEntry file) {
        if (!head.view().masked() || file.size() != UrlSecrets.MASK.length()) {
            return false;
        }
        FileText text = head.view().text(file);
        return text != null && text.text().equals(UrlSecrets.MASK);
    }

    private void ask(FileEntry file, Format format, List<Located> documents, int after) throws BadExpression {
        boolean masked = head.view().masked();
        for (int i = after + 1; i < documents.size(); i++) {
            if (full) {
                partial = true;
                return;
            }
            Expression.Result found = question.expression().apply(documents.get(i), deadline, masked);
            Located result = found.value();
            if (result.value() != null) {
                if (!items.isEmpty() && weight + result.weight() > MOST_WEIGHT) {
                    full = true;
                    partial = true;
                    return;
                }
                items.add(new Item(file, format, i, result, masked && found.ofPlaceholder()));
                weight += result.weight();
                full = items.size() == question.limit();
            }
            lastPath = file.path();
            lastDocument = i;
        }
    }

    private void skip(boolean single, Skip skip) {
        if (single) {
            throw Faults.of(skip);
        }
        skipped.add(skip);
        lastPath = skip.path();
        lastDocument = BEHIND_ALL;
        full |= skipped.size() == MOST_SKIPPED;
    }

    private Page page(boolean more) {
        String next = more && lastPath != null
                ? new ListCursor(list(question), head.view().commit(), lastPath, lastDocument).text()
                : null;
        var tail = new ConfigurationResources.Tail(ConfigurationResources.ITEM.views(items), next, truncated, skipped);
        Map<String, @Nullable Object> payload = Data.mapBuilder()
                .putAll(ConfigurationResources.HEAD.view(head))
                .putAll(ConfigurationResources.TAIL.view(tail))
                .build();
        // The time of the fetch says nothing about the content.
        Map<String, @Nullable Object> described = new LinkedHashMap<>(payload);
        described.remove(ConfigurationResources.FETCHED_AT.name());
        String text = Json.compact(described);
        return new Page(payload, "W/\"" + digest(text) + "\"", 4L * text.length(), truncated == null);
    }

    /** Identifies the list of a question in its cursors. */
    static String list(Question question) {
        return digest(question.identity().toString());
    }

    private static String digest(String text) {
        return Digests.sha256Hex(text).substring(0, DIGEST_DIGITS);
    }
}
