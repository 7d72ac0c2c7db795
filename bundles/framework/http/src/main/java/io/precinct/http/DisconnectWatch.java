package io.precinct.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Detects that a client has closed its connection, or reset its HTTP/2 stream, while its request is served and the body
 * has been read. It is polled now and then, mostly by another thread than the request's, and ends once the connection
 * continues with its next request.
 *
 * <p>The end of an HTTP/1.1 connection comes after all data that the client has sent. If the client has already sent
 * its next request, the end is not detected: that would require reading further, and the connection takes back only the
 * one byte for which it certainly has room.
 */
final class DisconnectWatch {
    private final Request request;
    private boolean over;
    private boolean silent;
    private volatile boolean reset;

    /** For a request that is about to be handled. */
    DisconnectWatch(Request request) {
        this.request = request;
        if (isHttp2()) {
            // From the beginning: a listener that is added after the reset is not notified.
            request.addFailureListener(_ -> reset = true);
        }
    }

    private boolean isHttp2() {
        return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
    }

    /** Notes that the request has ended: the connection now belongs to the next one. */
    synchronized void over() {
        over = true;
    }

    /** Whether the client has gone. */
    synchronized boolean seen() {
        if (over || silent) {
            return false;
        }
        if (isHttp2()) {
            return reset;
        }
        EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
        // One byte always fits behind what the connection has read, since that included this request, which is done.
        // More might not fit, and would be lost to the next requests.
        ByteBuffer next = BufferUtil.allocate(1);
        try {
            int count = endPoint.fill(next);
            if (count > 0) {
                ahead(endPoint, next);
            }
            return count < 0;
        } catch (IOException gone) {
            return true;
        }
    }

    /**
     * Notes that the client has sent its next request ahead, so it is there; its connection keeps what was read of it.
     */
    private void ahead(EndPoint endPoint, ByteBuffer next) {
        silent = true;
        if (endPoint.getConnection() instanceof Connection.UpgradeTo connection) {
            connection.onUpgradeTo(next);
        }
    }
}
