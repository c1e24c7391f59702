package dev.signalbox.benchmarks.platform;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One connection to a node, which is opened again when the node has closed it. One thread uses it at a time. */
final class HttpConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final int BUFFER = 16 << 10;

    private final int port;
    private final String token;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    HttpConnection(int port, String token) {
        this.port = port;
        this.token = token;
    }

    HttpMessage send(String method, String path, byte[] body) throws IOException {
        byte[] head = """
                %s %s HTTP/1.1\r
                Host: 127.0.0.1:%d\r
                Authorization: Bearer %s\r
                Content-Type: application/json\r
                Content-Length: %d\r
                \r
                """.formatted(method, path, port, token, body.length).getBytes(StandardCharsets.US_ASCII);
        byte[] request = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, request, head.length, body.length);
        InputStream answers = open(request);
        HttpMessage answer = HttpMessage.read(answers)
                .orElseThrow(() -> new EOFException(method + " " + path + ": the node has closed the connection"));
        if (!answer.keepsAlive()) {
            close();
        }
        return answer;
    }

    /** Writes a request; returns where its answer is read from. */
    private InputStream open(byte[] request) throws IOException {
        Socket connected = socket;
        InputStream answers = in;
        if (connected == null || answers == null) {
            connected = new Socket(InetAddress.getLoopbackAddress(), port);
            connected.setTcpNoDelay(true);
            connected.setSoTimeout(TIMEOUT_MILLIS);
            answers = new BufferedInputStream(connected.getInputStream(), BUFFER);
            socket = connected;
            in = answers;
        }
        connected.getOutputStream().write(request);
        return answers;
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
        }
        socket = null;
        in = null;
    }
}
