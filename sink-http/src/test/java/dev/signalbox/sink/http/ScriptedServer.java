package dev.signalbox.sink.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A server on a loopback port that handles each connection or request as the test's script says. */
final class ScriptedServer implements AutoCloseable {
    /** Handles a connection, which is closed afterwards. */
    interface ConnectionScript {
        void play(Socket socket) throws IOException;
    }

    /** Handles a request; false ends the connection. */
    interface RequestScript {
        boolean play(Socket socket, Request request) throws IOException;
    }

    /** A received request; its body has one character for each byte. */
    record Request(String head, String latin1) {
        byte[] bytes() {
            return latin1.getBytes(StandardCharsets.ISO_8859_1);
        }

        String text() {
            return new String(bytes(), StandardCharsets.UTF_8);
        }
    }

    /** More connections than any test opens at once: on overflow, connections that look established get lost. */
    private static final int BACKLOG = 1_000;

    final List<Request> requests = new CopyOnWriteArrayList<>();
    final AtomicInteger connections = new AtomicInteger();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ServerSocket listener;
    private final ConnectionScript script;

    private ScriptedServer(@Nullable ConnectionScript connectionScript, @Nullable RequestScript requestScript) {
        try {
            listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        script = connectionScript != null
                ? connectionScript
                : socket -> serve(socket, Objects.requireNonNull(requestScript));
        Thread.startVirtualThread(this::accept);
    }

    static ScriptedServer connections(ConnectionScript script) {
        return new ScriptedServer(script, null);
    }

    static ScriptedServer requests(RequestScript script) {
        return new ScriptedServer(null, script);
    }

    /** Sends the same response to every request. */
    static ScriptedServer answering(String status, String headers, String body) {
        byte[] response = response(status, headers, body);
        return requests((socket, request) -> {
            socket.getOutputStream().write(response);
            return true;
        });
    }

    static byte[] response(String status, String headers, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        return ("HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: " + content.length + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port() + "/api/events/batch");
    }

    int port() {
        return listener.getLocalPort();
    }

    static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    /** Ends a connection so that the other side sees a reset instead of an end of stream. */
    static void reset(Socket socket) throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Waits for the other side to end the connection. */
    static void awaitEnd(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] ignored = new byte[64 << 10];
        while (in.read(ignored) >= 0) {
            // Further bytes do not matter.
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                connections.incrementAndGet();
                open.add(socket);
                Thread.startVirtualThread(() -> play(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void play(Socket socket) {
        try (socket) {
            script.play(socket);
        } catch (IOException otherSideGone) {
            // The connection is closed below.
        } finally {
            open.remove(socket);
        }
    }

    private void serve(Socket socket, RequestScript requestScript) throws IOException {
        while (true) {
            Request request = readRequest(socket.getInputStream());
            if (request == null) {
                return;
            }
            requests.add(request);
            if (!requestScript.play(socket, request)) {
                return;
            }
        }
    }

    static @Nullable String readHead(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                return null;
            }
            head.write(b);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    private static @Nullable Request readRequest(InputStream in) throws IOException {
        String head = readHead(in);
        if (head == null) {
            return null;
        }
        int length = head.lines()
                .filter(line -> line.regionMatches(true, 0, "Content-Length:", 0, 15))
                .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElseThrow();
        byte[] body = in.readNBytes(length);
        return body.length < length ? null : new Request(head, new String(body, StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
