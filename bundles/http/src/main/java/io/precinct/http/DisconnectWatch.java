package io.precinct.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Notices that a client has closed its connection while its request, whose body has been read, is at work. Asked now and
 * then, by another thread than the request's; over once the connection goes on to its next request.
 */
final class DisconnectWatch {
    private final Request request;
    private boolean over;
    private boolean silent;
    private boolean listening;
    private volatile boolean failed;

    DisconnectWatch(Request request) {
        this.request = request;
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
        if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2) {
            return reset();
        }
        EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
        // One byte always fits behind what the connection has read, since this request, which it is done with, was a
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

    private boolean reset() {
        if (!listening) {
            listening = true;
            request.addFailureListener(failure -> failed = true);
        }
        return failed;
    }
}
