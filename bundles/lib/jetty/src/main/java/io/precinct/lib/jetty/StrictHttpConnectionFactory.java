package io.precinct.lib.jetty;

import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * Creates HTTP/1 connections that answer 400 to a request line that does not conform to RFC 9112 §3. Jetty alone also
 * accepts {@code http/1.1} and several spaces, which a proxy in front of it may interpret in another way.
 */
public final class StrictHttpConnectionFactory extends HttpConnectionFactory {
    public StrictHttpConnectionFactory(HttpConfiguration http) {
        super(http);
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        var connection = new StrictHttpConnection(getHttpConfiguration(), connector, endPoint);
        connection.setTransferEncodingChunkMaxLength(getTransferEncodingChunkMaxLength());
        return configure(connection, connector, endPoint);
    }

    private static final class StrictHttpConnection extends HttpConnection {
        /** Set while the constructor of the superclass runs, which also creates the parser that needs it. */
        private @Nullable RequestHandler handler;

        StrictHttpConnection(HttpConfiguration http, Connector connector, EndPoint endPoint) {
            super(http, connector, endPoint);
        }

        @Override
        protected RequestHandler newRequestHandler() {
            RequestHandler made = super.newRequestHandler();
            handler = made;
            return made;
        }

        @Override
        protected HttpParser newHttpParser(HttpCompliance compliance) {
            RequestHandler made = handler;
            if (made == null) {
                throw new IllegalStateException("a parser is made after its handler");
            }
            HttpConfiguration http = getHttpConfiguration();
            var parser = new RequestLineParser(made, http.getRequestHeaderSize(), compliance);
            parser.setHeaderCacheSize(http.getHeaderCacheSize());
            parser.setHeaderCacheCaseSensitive(http.isHeaderCacheCaseSensitive());
            return parser;
        }
    }
}
