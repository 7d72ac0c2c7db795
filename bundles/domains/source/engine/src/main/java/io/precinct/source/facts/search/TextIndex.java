package io.precinct.source.facts.search;

import io.precinct.lib.re2j.RequiredText;
import io.precinct.lib.re2j.RequiredText.All;
import io.precinct.lib.re2j.RequiredText.OneOf;
import io.precinct.lib.re2j.RequiredText.OneText;
import io.precinct.source.facts.extraction.Blobs;
import io.precinct.source.git.TreeFile;
import io.precinct.source.linguist.TextMark;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.zip.CRC32C;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.misc.store.RAFDirectory;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.MergeInfo;
import org.apache.lucene.store.NoLockFactory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Tells which texts contain which {@link Grams}, and keeps the texts, so that they can be read faster than from git.
 * Lucene keeps both over restarts: each blob is a document, whose number here is never reused. If the process is
 * killed, what it had not committed is lost and the rest is intact. Queries are thread-safe; one thread at a time adds
 * and removes.
 */
final class TextIndex implements AutoCloseable {
    /** Version of the index; one of another version is discarded. */
    private static final String VERSION = "3." + Blobs.DECODING;

    private static final String WRITTEN_BY = "version";

    private static final String BLOB = "blob";
    private static final String NUMBER = "number";
    private static final String GRAM = "gram";
    /** The text, with its checksum in front. */
    private static final String TEXT = "text";
    /** Why a text is not searched. */
    private static final String LEFT_OUT = "left_out";

    /** What the text reveals about its origin. */
    private static final String MARK = "mark";

    /** How the names of files with texts, and with lists of documents, end. */
    private static final List<String> UNMAPPED = List.of(".fdt", ".doc");

    /** Makes Lucene read these in pieces of 4 KB instead of 1 KB. */
    private static final IOContext LARGE_READS = IOContext.merge(new MergeInfo(0, 0, false, 1));

    /** How much memory additions take before they are written. */
    private static final double BUFFER_MEGABYTES = 16;

    /** Further grams of a text hardly rule out more documents. */
    private static final int MOST_GRAMS = 100;

    /** Grams of all texts of a query together: Lucene refuses more than 1,024 parts. */
    private static final int MOST_OF_QUERY = 500;

    /**
     * This logger warns that vectors could be computed faster; there are none here. It is held, since the log itself
     * does not hold it.
     */
    private static final Logger VECTORS =
            Logger.getLogger("org.apache.lucene.internal.vectorization.VectorizationProvider");

    static {
        VECTORS.setLevel(Level.SEVERE);
    }

    private static final FieldType TERM = type(false);
    private static final FieldType TERMS = type(true);

    private final Directory folder;
    private final IndexWriter writer;
    private final SearcherManager searchers;
    private final Grams grams = new Grams();
    private final GramStream stream = new GramStream(grams);
    private int next;
    private volatile @Nullable Marked marked;
    /** Incremented before and after numbers are removed. */
    private volatile int sweeps;

    /** The texts with each mark, of one state of the index. */
    private record Marked(IndexReader reader, Map<TextMark, BitSet> texts) {}

    private static FieldType type(boolean many) {
        var type = new FieldType();
        type.setIndexOptions(IndexOptions.DOCS);
        type.setTokenized(many);
        type.setOmitNorms(true);
        type.freeze();
        return type;
    }

    /**
     * Opens the index in a folder, which is made. An existing index is read once and checked; one of another version,
     * or of another limit, is discarded.
     *
     * @param limit largest text that is searched, in bytes
     * @throws IOException if it is damaged, in use, or cannot be read or written
     */
    TextIndex(Path path, long limit) throws IOException {
        String version = VERSION + "." + limit;
        Directory opened = folder(path);
        IndexWriter writing = null;
        try {
            if (!version.equals(version(opened))) {
                opened.close();
                delete(path);
                opened = folder(path);
            }
            writing = new IndexWriter(
                    opened,
                    new IndexWriterConfig(null)
                            .setRAMBufferSizeMB(BUFFER_MEGABYTES)
                            .setMergeScheduler(new SerialMergeScheduler())
                            .setMergePolicy(separateFiles())
                            .setUseCompoundFile(false)
                            .setCommitOnClose(true));
            writing.setLiveCommitData(Map.of(WRITTEN_BY, version).entrySet());
            searchers = new SearcherManager(writing, new SearcherFactory() {
                @Override
                public IndexSearcher newSearcher(IndexReader reader, @Nullable IndexReader before) {
                    var searcher = new IndexSearcher(reader);
                    searcher.setQueryCache(null);
                    return searcher;
                }
            });
            folder = opened;
            writer = writing;
            next = 1 + largest();
        } catch (IOException | RuntimeException | Error e) {
            if (writing != null) {
                writing.rollback();
            }
            opened.close();
            throw e;
        }
    }

    /**
     * A folder whose files are mapped into memory. Those of texts and of lists of documents are not: they are as large
     * as all others together many times over, and would count as memory of the process once they were read. They are
     * not read through a channel either: a request that is interrupted would close it for all others.
     */
    private static Directory folder(Path path) throws IOException {
        Files.createDirectories(path);
        return new MMapDirectory(path) {
            private final Directory files = new RAFDirectory(path, NoLockFactory.INSTANCE);

            @Override
            public IndexInput openInput(String name, IOContext context) throws IOException {
                return UNMAPPED.stream().anyMatch(name::endsWith)
                        ? files.openInput(name, LARGE_READS)
                        : super.openInput(name, context);
            }
        };
    }

    /** So that texts are in files of their own, however small a part of the index is. */
    private static MergePolicy separateFiles() {
        var policy = new TieredMergePolicy();
        policy.setNoCFSRatio(0);
        return policy;
    }

    private static @Nullable String version(Directory folder) throws IOException {
        if (!DirectoryReader.indexExists(folder)) {
            return null;
        }
        try (DirectoryReader reader = DirectoryReader.open(folder)) {
            for (LeafReaderContext leaf : reader.leaves()) {
                checkIntegrity((CodecReader) leaf.reader());
            }
            return reader.getIndexCommit().getUserData().get(WRITTEN_BY);
        }
    }

    /** Checks all but the texts, which have checksums of their own. */
    private static void checkIntegrity(CodecReader part) throws IOException {
        part.getPostingsReader().checkIntegrity();
        part.getDocValuesReader().checkIntegrity();
    }

    /** Deletes the files of an index from its folder. */
    static void delete(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
                for (Path file : files) {
                    Files.delete(file);
                }
            }
        }
    }

    private int largest() throws IOException {
        return asking(searcher -> {
            int largest = 0;
            for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
                NumericDocValues numbers = leaf.reader().getNumericDocValues(NUMBER);
                while (numbers != null && numbers.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
                    largest = Math.max(largest, (int) numbers.longValue());
                }
            }
            return largest;
        });
    }

    private interface Question<T> {
        T of(IndexSearcher searcher) throws IOException;
    }

    private <T> T asking(Question<T> question) throws IOException {
        IndexSearcher searcher = searchers.acquire();
        try {
            return question.of(searcher);
        } finally {
            searchers.release(searcher);
        }
    }

    /** Gives the terms of a text to Lucene. */
    private static final class GramStream extends TokenStream {
        private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
        private final BytesRef bytes = new BytesRef(new byte[Grams.LENGTH]);
        private final Grams grams;
        private int at;

        GramStream(Grams grams) {
            this.grams = grams;
        }

        @Override
        public void reset() throws IOException {
            super.reset();
            at = 0;
        }

        @Override
        public boolean incrementToken() {
            if (at == grams.count()) {
                return false;
            }
            clearAttributes();
            encode(grams.get(at++), bytes.bytes);
            term.setBytesRef(bytes);
            return true;
        }
    }

    private static void encode(int gram, byte[] to) {
        to[0] = (byte) (gram >> 24);
        to[1] = (byte) (gram >> 16);
        to[2] = (byte) (gram >> 8);
        to[3] = (byte) gram;
    }

    private static BytesRef binary(String blob) {
        return new BytesRef(HexFormat.of().parseHex(blob));
    }

    /**
     * Adds the text of a blob that has no number yet; it is found after {@link #refresh}.
     *
     * @param utf8 null if it is not searched
     * @param leftOut why it is not, or null
     * @param kept whether the text is kept too
     */
    void add(String blob, byte @Nullable [] utf8, @Nullable String leftOut, boolean kept) throws IOException {
        BytesRef id = binary(blob);
        var document = new Document();
        document.add(new Field(BLOB, id, TERM));
        document.add(new BinaryDocValuesField(BLOB, id));
        document.add(new NumericDocValuesField(NUMBER, next++));
        if (utf8 != null) {
            grams.read(utf8);
            document.add(new Field(GRAM, stream, TERMS));
            TextMark.of(utf8).forEach(mark -> document.add(new Field(MARK, mark.name(), TERM)));
        }
        if (utf8 != null && kept) {
            document.add(new StoredField(TEXT, checked(utf8)));
        }
        if (leftOut != null) {
            document.add(new Field(LEFT_OUT, leftOut, TERM));
        }
        writer.addDocument(document);
    }

    private static byte[] checked(byte[] utf8) {
        return ByteBuffer.allocate(Integer.BYTES + utf8.length)
                .putInt(checksum(utf8, 0))
                .put(utf8)
                .array();
    }

    private static int checksum(byte[] bytes, int from) {
        var sum = new CRC32C();
        sum.update(bytes, from, bytes.length - from);
        return (int) sum.getValue();
    }

    /** Begins to read texts. */
    Reading read() throws IOException {
        return new Reading(searchers.acquire());
    }

    /** Reads the texts that are kept at one moment. Confined to a thread. */
    final class Reading implements AutoCloseable {
        private final IndexSearcher searcher;
        private final List<Part> parts = new ArrayList<>();

        private record Part(
                TermsEnum blobs,
                StoredFields texts,
                @Nullable Bits live) {}

        private Reading(IndexSearcher searcher) throws IOException {
            this.searcher = searcher;
            for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
                Terms terms = leaf.reader().terms(BLOB);
                if (terms != null) {
                    parts.add(new Part(
                            terms.iterator(),
                            leaf.reader().storedFields(),
                            leaf.reader().getLiveDocs()));
                }
            }
        }

        /**
         * The text of a blob in UTF-8; null if it is not kept.
         *
         * @throws IOException if the index is damaged or cannot be read
         */
        byte @Nullable [] text(String blob) throws IOException {
            BytesRef id = binary(blob);
            for (Part part : parts) {
                if (part.blobs.seekExact(id)) {
                    int document = document(part.blobs.postings(null, PostingsEnum.NONE), part.live);
                    if (document != DocIdSetIterator.NO_MORE_DOCS) {
                        return text(part.texts, document);
                    }
                }
            }
            return null;
        }

        private byte @Nullable [] text(StoredFields texts, int document) throws IOException {
            var found = new byte[1][];
            texts.document(document, new StoredFieldVisitor() {
                @Override
                public Status needsField(FieldInfo field) {
                    return field.name.equals(TEXT) ? Status.YES : Status.NO;
                }

                @Override
                public void binaryField(FieldInfo field, byte[] value) {
                    found[0] = value;
                }
            });
            byte[] checked = found[0];
            if (checked == null) {
                return null;
            }
            if (checked.length < Integer.BYTES
                    || ByteBuffer.wrap(checked).getInt() != checksum(checked, Integer.BYTES)) {
                throw new CorruptIndexException("a text does not match its checksum", folder.toString());
            }
            return Arrays.copyOfRange(checked, Integer.BYTES, checked.length);
        }

        @Override
        public void close() throws IOException {
            searchers.release(searcher);
        }
    }

    /** The first document that was not removed. */
    private static int document(PostingsEnum postings, @Nullable Bits live) throws IOException {
        int document = postings.nextDoc();
        while (document != DocIdSetIterator.NO_MORE_DOCS && live != null && !live.get(document)) {
            document = postings.nextDoc();
        }
        return document;
    }

    /** Makes additions visible to searches. */
    void refresh() throws IOException {
        searchers.maybeRefreshBlocking();
    }

    /** Commits additions, so that they outlast the process. */
    void commit() throws IOException {
        writer.commit();
    }

    /** How many blobs it knows. */
    int size() {
        return writer.getDocStats().numDocs;
    }

    /** A number that changes once numbers known by now may be gone. */
    int sweeps() {
        return sweeps;
    }

    /**
     * Forgets blobs whose numbers nobody needs.
     *
     * @param most blobs that are kept although nobody needs them
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time
    void sweep(BitSet needed, int most) throws IOException {
        int surplus = size() - needed.cardinality() - most;
        if (surplus <= 0) {
            return;
        }
        sweeps++;
        asking(searcher -> {
            int left = surplus;
            for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
                left -= sweep(leaf.reader(), needed, left);
            }
            return left;
        });
        refresh();
        sweeps++;
    }

    /** Takes texts that were removed off the disk. */
    void expunge() throws IOException {
        writer.forceMergeDeletes();
        refresh();
    }

    private int sweep(LeafReader leaf, BitSet needed, int most) throws IOException {
        NumericDocValues numbers = leaf.getNumericDocValues(NUMBER);
        BinaryDocValues blobs = leaf.getBinaryDocValues(BLOB);
        Bits live = leaf.getLiveDocs();
        int gone = 0;
        while (numbers != null && blobs != null && gone < most) {
            int document = numbers.nextDoc();
            if (document == DocIdSetIterator.NO_MORE_DOCS) {
                break;
            }
            if ((live == null || live.get(document))
                    && !needed.get((int) numbers.longValue())
                    && blobs.advanceExact(document)) {
                writer.deleteDocuments(new Term(BLOB, BytesRef.deepCopyOf(blobs.binaryValue())));
                gone++;
            }
        }
        return gone;
    }

    /**
     * The numbers of the blobs of files, in their order; -1 for those that are not known.
     *
     * @param before numbers of the same files that are known already, or -1; null for none
     */
    int[] numbers(List<TreeFile> files, int @Nullable [] before) throws IOException {
        return asking(searcher -> {
            int[] numbers = before == null ? new int[files.size()] : before.clone();
            if (before == null) {
                Arrays.fill(numbers, -1);
            }
            for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
                look(leaf.reader(), files, numbers);
            }
            return numbers;
        });
    }

    private static void look(LeafReader leaf, List<TreeFile> files, int[] numbers) throws IOException {
        Terms terms = leaf.terms(BLOB);
        NumericDocValues values = leaf.getNumericDocValues(NUMBER);
        if (terms == null || values == null) {
            return;
        }
        TermsEnum blobs = terms.iterator();
        long[] byNumber = null;
        PostingsEnum postings = null;
        Bits live = leaf.getLiveDocs();
        for (int i = 0; i < numbers.length; i++) {
            TreeFile file = files.get(i);
            if (numbers[i] >= 0 || !file.isFile() || !blobs.seekExact(binary(file.blob()))) {
                continue;
            }
            postings = blobs.postings(postings, PostingsEnum.NONE);
            int document = document(postings, live);
            if (document != DocIdSetIterator.NO_MORE_DOCS) {
                byNumber = byNumber == null ? values(values, leaf.maxDoc()) : byNumber;
                numbers[i] = (int) byNumber[document];
            }
        }
    }

    /** Values by document: they can be read in the order of documents only. */
    private static long[] values(NumericDocValues values, int documents) throws IOException {
        long[] all = new long[documents];
        for (int at = values.nextDoc(); at != DocIdSetIterator.NO_MORE_DOCS; at = values.nextDoc()) {
            all[at] = values.longValue();
        }
        return all;
    }

    /** The numbers of the blobs whose text may contain what is required; null for all. */
    @Nullable
    BitSet candidates(RequiredText required) throws IOException {
        int texts = texts(required);
        // Fewer grams rule out fewer documents, and no wrong ones.
        Query query = texts > MOST_OF_QUERY
                ? null
                : query(required, Math.min(MOST_GRAMS, MOST_OF_QUERY / Math.max(1, texts)));
        return query == null ? null : numbers(query);
    }

    /** The numbers of the blobs that are not searched for a reason. */
    BitSet leftOut(String reason) throws IOException {
        return numbers(new TermQuery(new Term(LEFT_OUT, reason)));
    }

    /** The numbers of the texts with each mark. */
    Map<TextMark, BitSet> marked() throws IOException {
        IndexReader now = asking(IndexSearcher::getIndexReader);
        Marked known = marked;
        if (known == null || known.reader() != now) {
            var found = new EnumMap<TextMark, BitSet>(TextMark.class);
            for (TextMark mark : TextMark.values()) {
                found.put(mark, numbers(new TermQuery(new Term(MARK, mark.name()))));
            }
            known = new Marked(now, found);
            marked = known;
        }
        return known.texts();
    }

    private BitSet numbers(Query query) throws IOException {
        return asking(searcher -> {
            var found = new BitSet();
            Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
            for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
                var scorer = weight.scorer(leaf);
                NumericDocValues numbers = leaf.reader().getNumericDocValues(NUMBER);
                if (scorer == null || numbers == null) {
                    continue;
                }
                Bits live = leaf.reader().getLiveDocs();
                DocIdSetIterator documents = scorer.iterator();
                for (int at = documents.nextDoc(); at != DocIdSetIterator.NO_MORE_DOCS; at = documents.nextDoc()) {
                    if ((live == null || live.get(at)) && numbers.advanceExact(at)) {
                        found.set((int) numbers.longValue());
                    }
                }
            }
            return found;
        });
    }

    private static int texts(RequiredText required) {
        return switch (required) {
            case OneText(List<String> texts) -> texts.size();
            case OneOf(List<RequiredText> parts) ->
                parts.stream().mapToInt(TextIndex::texts).sum();
            case All(List<RequiredText> parts) ->
                parts.stream().mapToInt(TextIndex::texts).sum();
        };
    }

    /**
     * The query for what is required; null if every document may contain it.
     *
     * @param most grams of each text
     */
    private static @Nullable Query query(RequiredText required, int most) {
        return switch (required) {
            case OneText(List<String> texts) ->
                oneOf(texts.stream().map(text -> query(text, most)).toArray(Query[]::new));
            case OneOf(List<RequiredText> parts) ->
                oneOf(parts.stream().map(part -> query(part, most)).toArray(Query[]::new));
            case All(List<RequiredText> parts) -> {
                var all = new BooleanQuery.Builder();
                for (RequiredText part : parts) {
                    Query query = query(part, most);
                    if (query != null) {
                        all.add(query, BooleanClause.Occur.FILTER);
                    }
                }
                BooleanQuery made = all.build();
                yield made.clauses().isEmpty() ? null : made;
            }
        };
    }

    private static @Nullable Query oneOf(@Nullable Query[] queries) {
        var any = new BooleanQuery.Builder();
        for (Query query : queries) {
            if (query == null) {
                return null;
            }
            any.add(query, BooleanClause.Occur.SHOULD);
        }
        return queries.length == 0 ? new MatchAllDocsQuery() : any.build();
    }

    private static @Nullable Query query(String text, int most) {
        List<BytesRef> found = Grams.of(text);
        var all = new BooleanQuery.Builder();
        for (BytesRef gram : found.subList(0, Math.min(found.size(), most))) {
            var term = new Term(GRAM, gram);
            all.add(
                    gram.length < Grams.LENGTH ? new PrefixQuery(term) : new TermQuery(term),
                    BooleanClause.Occur.FILTER);
        }
        return found.isEmpty() ? null : all.build();
    }

    /** Abandons uncommitted additions and work in progress. */
    void abandon() throws IOException {
        writer.rollback();
        searchers.close();
        folder.close();
    }

    @Override
    public void close() throws IOException {
        searchers.close();
        writer.close();
        folder.close();
    }
}
