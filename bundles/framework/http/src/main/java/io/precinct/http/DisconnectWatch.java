package io.precinct.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Notices that a client has closed its connection, or reset its stream of HTTP/2, while its request, whose body has been
 * read, is at work. Asked now and then, mostly by another thread than the request's; over once the connection goes on to
 * its next request.
 *
 * <p>The end of a connection of HTTP/1.1 comes after everything that the client has sent. If it has sent its next request
 * ahead, the end is not looked for: that would take reading on, and the connection takes back no more than the one byte
 * for which it certainly has room.
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
            // From the beginning: whoever begins to listen after the reset is not told of it.
            request.addFailureListener(_ -> reset = true);
        }
    }

    private boolean isHttp2() {
        return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
    }

    /** The request has ended: the connection is its next one's. */
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
        // One byte always fits after what the connection has read, since this request, which it is done with, was a
        // part of that. More might not, and what does not fit is lost to the next requests.
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

    /** A client that sends its next request ahead is there; its connection keeps what was read of it. */
    private void ahead(EndPoint endPoint, ByteBuffer next) {
        silent = true;
        if (endPoint.getConnection() instanceof Connection.UpgradeTo connection) {
            connection.onUpgradeTo(next);
        }
    }
}
