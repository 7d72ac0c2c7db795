package io.precinct.itests.hostile.ways;

import io.precinct.api.boundary.Input;
import io.precinct.api.boundary.Outcome;
import io.precinct.api.boundary.Reply;
import io.precinct.api.data.Data;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Reads from a connection on which nothing is ever sent. */
public final class ReadsSocket extends HostileFamily {
    @Override
    Outcome cross(Input input) throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var socket = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket silent = server.accept()) {
            return Reply.ok(Data.map("done", socket.getInputStream().read(), "port", silent.getPort()));
        }
    }
}
