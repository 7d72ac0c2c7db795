package io.precinct.lib.jetty;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Creates HTTP/1 connections that answer 400 to a request line that does not conform to RFC 9112 §3. Jetty alone also
 * accepts {@code http/1.1} and several spaces, which a proxy in front of it may interpret in another way.
 *
 * <p>If the path has a {@code %} without two hexadecimal digits after it, Jetty alone gives the request up before it
 * reads the headers. Here it reads the request as if each such {@code %} were encoded, and {@link #targetOf} is what the
 * client sent, for an answer that explains it.
 */
public final class StrictHttpConnectionFactory extends HttpConnectionFactory {
    private static final String TARGET = "io.precinct.lib.jetty.target";

    public StrictHttpConnectionFactory(HttpConfiguration http) {
        super(http);
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        var connection = new StrictHttpConnection(getHttpConfiguration(), connector, endPoint);
        connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
        return configure(connection, connector, endPoint);
    }

    /** The line of the request that was refused on a connection before it could be read; null if it is not known. */
    public static @Nullable RequestLine refused(Connection connection) {
        return connection instanceof StrictHttpConnection strict ? strict.refused() : null;
    }

    /** The request target as it was sent, if its path is not well encoded; null for every other request. */
    public static @Nullable String targetOf(Request request) {
        return (String) request.getConnectionMetaData().getAttribute(TARGET);
    }

    /** The target with each % encoded that begins no escape in its path; the same object if there is none. */
    private static String readable(String target) {
        int query = target.indexOf('?');
        int end = query < 0 ? target.length() : query;
        var readable = new StringBuilder();
        int copied = 0;
        for (int i = target.indexOf('%'); i >= 0 && i < end; i = target.indexOf('%', i + 1)) {
            if (i + 2 >= end || !isHex(target.charAt(i + 1)) || !isHex(target.charAt(i + 2))) {
                readable.append(target, copied, i).append("%25");
                copied = i + 1;
            }
        }
        return copied == 0
                ? target
                : readable.append(target, copied, target.length()).toString();
    }

    private static boolean isHex(char c) {
        return c >= '0' && c <= '9' || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f';
    }

    private static final class StrictHttpConnection extends HttpConnection {
        /** How much of what follows a refused head is read and dropped, and for how long. */
        private static final long MOST_DROPPED = 16 << 20;

        private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);
        private static final int PIECE = 16 << 10;

        /** Set while the constructor of the superclass runs, which also creates the parser that needs it. */
        private @Nullable RequestHandler handler;

        private @Nullable RequestLineParser parser;

        /** The request line, until the whole head is read. */
        private @Nullable String method;

        private @Nullable String target;

        private long dropped;
        private long dropping;

        StrictHttpConnection(HttpConfiguration http, Connector connector, EndPoint endPoint) {
            super(http, connector, endPoint);
        }

        @Override
        protected RequestHandler newRequestHandler() {
            RequestHandler made = new HeadHandler();
            handler = made;
            return made;
        }

        /**
         * Reads and drops what still arrives after a refused head has been answered, within bounds. Jetty would leave it
         * unread; to close a connection with unread bytes resets it, and a reset overtakes the answer on its way.
         */
        @Override
        public void onFillable() {
            if (parser != null && parser.hasEnded() && getEndPoint().isOutputShutdown()) {
                drop();
            } else {
                super.onFillable();
            }
        }

        private void drop() {
            long now = System.nanoTime();
            if (dropped == 0) {
                dropping = now;
            }
            ByteBuffer piece = BufferUtil.allocate(PIECE);
            try {
                while (dropped < MOST_DROPPED && now - dropping < LONGEST_NANOS) {
                    int count = getEndPoint().fill(piece);
                    if (count == 0) {
                        fillInterested();
                        return;
                    }
                    if (count < 0) {
                        break;
                    }
                    dropped += count;
                    BufferUtil.clear(piece);
                }
                close();
            } catch (IOException gone) {
                getEndPoint().close(gone);
            }
        }

        @Nullable
        RequestLine refused() {
            String name = method;
            if (name != null) {
                return new RequestLine(name, target == null ? "" : target);
            }
            return parser == null ? null : parser.refused();
        }

        /** Remembers the request line while the rest of the head may still be refused. */
        private final class HeadHandler extends RequestHandler {
            @Override
            public void startRequest(String sentMethod, String sentTarget, HttpVersion version) {
                method = sentMethod;
                target = sentTarget;
                super.startRequest(sentMethod, sentTarget, version);
            }

            @Override
            public boolean headerComplete() {
                boolean handle = super.headerComplete();
                method = null;
                target = null;
                return handle;
            }
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // the same object means that nothing had to be encoded
        protected HttpStreamOverHTTP1 newHttpStream(String method, String target, HttpVersion version) {
            String readable = readable(target);
            if (readable == target) {
                removeAttribute(TARGET); // of a request before
            } else {
                setAttribute(TARGET, target);
            }
            return super.newHttpStream(method, readable, version);
        }

        @Override
        protected HttpParser newHttpParser(HttpCompliance compliance) {
            RequestHandler made = handler;
            if (made == null) {
                throw new IllegalStateException("a parser is made after its handler");
            }
            HttpConfiguration http = getHttpConfiguration();
            var strict = new RequestLineParser(made, http.getRequestHeaderSize(), compliance);
            strict.setHeaderCacheSize(http.getHeaderCacheSize());
            strict.setHeaderCacheCaseSensitive(http.isHeaderCacheCaseSensitive());
            parser = strict;
            return strict;
        }
    }
}
