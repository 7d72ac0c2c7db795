package io.precinct.source.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Git's own server on loopback, with all repositories below a folder: one process for each connection. */
public final class GitDaemon implements AutoCloseable {
    private final Path folder;
    private final ServerSocket server;
    private final List<Process> processes = new CopyOnWriteArrayList<>();

    public GitDaemon(Path folder) throws IOException {
        this.folder = folder;
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("git-daemon").start(this::accept);
    }

    public String url(String repository) {
        return "git://127.0.0.1:" + server.getLocalPort() + "/" + repository;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                var builder = new ProcessBuilder("git", "daemon", "--inetd", "--export-all", "--base-path=" + folder)
                        .redirectError(ProcessBuilder.Redirect.DISCARD);
                builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
                Process git = builder.start();
                processes.add(git);
                Thread.ofPlatform().daemon().start(() -> copy(socket, git, true));
                Thread.ofPlatform().daemon().start(() -> copy(socket, git, false));
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /** One direction; its end is that of the connection. */
    private static void copy(Socket socket, Process git, boolean asked) {
        try (socket) {
            if (asked) {
                var out = git.getOutputStream();
                var bytes = new byte[8192];
                for (int n = socket.getInputStream().read(bytes);
                        n > 0;
                        n = socket.getInputStream().read(bytes)) {
                    out.write(bytes, 0, n);
                    out.flush();
                }
                out.close();
            } else {
                git.getInputStream().transferTo(socket.getOutputStream());
            }
        } catch (IOException e) {
            git.destroy(); // the other side has gone
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        processes.forEach(Process::destroyForcibly);
    }
}
