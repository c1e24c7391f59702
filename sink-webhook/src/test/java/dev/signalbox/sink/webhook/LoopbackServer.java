package dev.signalbox.sink.webhook;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A server on a loopback port that handles each request as the test's script says. */
final class LoopbackServer implements AutoCloseable {
    /** Handles a request after its head was read; false ends the connection. */
    interface Script {
        boolean play(Connection connection, Request request) throws IOException;
    }

    /** A received request; its body has one character for each byte. */
    record Request(String head, String latin1) {
        byte[] bytes() {
            return latin1.getBytes(StandardCharsets.ISO_8859_1);
        }

        /** The values of a header, in their order. */
        List<String> all(String name) {
            String start = name.toLowerCase(Locale.ROOT) + ":";
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
                    .map(line -> line.substring(start.length()).strip())
                    .toList();
        }

        String header(String name) {
            return String.join(", ", all(name));
        }
    }

    /** One connection to the server. */
    record Connection(Socket socket, Socket plain) {
        void write(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
        }

        void answer(String status, String headers, String body) throws IOException {
            write("HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body);
        }

        /** Ends it so that the other side sees a reset. */
        void reset() throws IOException {
            plain.setSoLinger(true, 0);
            plain.close();
        }

        /** Waits until the other side ends it. */
        void awaitEnd() throws IOException {
            InputStream in = socket.getInputStream();
            byte[] ignored = new byte[8 << 10];
            while (in.read(ignored) >= 0) {
                // Further bytes do not matter.
            }
        }
    }

    final List<Request> requests = new CopyOnWriteArrayList<>();
    final List<Connection> tls = new CopyOnWriteArrayList<>();
    final AtomicInteger connections = new AtomicInteger();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ServerSocket listener;
    private final @Nullable SSLContext context;
    private final Script script;

    private LoopbackServer(InetSocketAddress address, @Nullable SSLContext context, Script script) {
        this.context = context;
        this.script = script;
        try {
            listener = new ServerSocket(address.getPort(), 1_000, address.getAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.startVirtualThread(this::accept);
    }

    static LoopbackServer with(Script script) {
        return new LoopbackServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, script);
    }

    static LoopbackServer at(InetAddress address, int port, Script script) {
        return new LoopbackServer(new InetSocketAddress(address, port), null, script);
    }

    static LoopbackServer withTls(SSLContext context, Script script) {
        return new LoopbackServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), context, script);
    }

    static LoopbackServer answering(String status, String headers, String body) {
        return with((connection, request) -> {
            connection.answer(status, headers, body);
            return true;
        });
    }

    int port() {
        return listener.getLocalPort();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port() + "/hooks");
    }

    int openConnections() {
        return open.size();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                // What is written is at the other side when the write returns, whatever was written before.
                socket.setTcpNoDelay(true);
                connections.incrementAndGet();
                open.add(socket);
                Thread.startVirtualThread(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            Connection connection = new Connection(context == null ? socket : handshake(socket, context), socket);
            Request request = read(connection.socket().getInputStream());
            while (request != null) {
                requests.add(request);
                if (!script.play(connection, request)) {
                    return;
                }
                request = read(connection.socket().getInputStream());
            }
        } catch (IOException otherSideGone) {
            // The connection is closed below.
        } finally {
            open.remove(socket);
        }
    }

    private Socket handshake(Socket socket, SSLContext context) throws IOException {
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(socket, null, true);
        secured.setUseClientMode(false);
        secured.startHandshake();
        tls.add(new Connection(secured, socket));
        return secured;
    }

    private static @Nullable Request read(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                return null;
            }
            head.write(b);
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        int length = Integer.parseInt(new Request(text, "").header("Content-Length"));
        byte[] body = in.readNBytes(length);
        return body.length < length ? null : new Request(text, new String(body, StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
