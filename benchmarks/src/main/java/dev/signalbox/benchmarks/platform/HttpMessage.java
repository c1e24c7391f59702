package dev.signalbox.benchmarks.platform;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;

/**
 * A request or an answer as it was read. A full client or server would take a good part of the processors that are measured.
 *
 * @param firstLine the request line or the status line
 * @param keepsAlive whether the connection stays open
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record HttpMessage(String firstLine, byte[] body, boolean keepsAlive) {
    private static final int HEXADECIMAL = 16;

    /** Empty if the connection has ended. */
    static Optional<HttpMessage> read(InputStream in) throws IOException {
        Optional<String> first = line(in);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        int length = 0;
        boolean chunked = false;
        boolean keepsAlive = true;
        for (String header = lineOf(in); !header.isEmpty(); header = lineOf(in)) {
            int colon = header.indexOf(':');
            String value = header.substring(colon + 1).strip();
            switch (header.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT)) {
                case "content-length" -> length = Integer.parseInt(value);
                case "transfer-encoding" -> chunked = value.equalsIgnoreCase("chunked");
                case "connection" -> keepsAlive = !value.equalsIgnoreCase("close");
                default -> {
                    // Another header
                }
            }
        }
        return Optional.of(new HttpMessage(first.get(), chunked ? chunks(in) : bytes(in, length), keepsAlive));
    }

    /** The status of an answer. */
    int status() {
        return Integer.parseInt(firstLine.split(" ", -1)[1]);
    }

    private static byte[] chunks(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(in); size > 0; size = chunkSize(in)) {
            body.writeBytes(bytes(in, size));
            lineOf(in);
        }
        lineOf(in);
        return body.toByteArray();
    }

    private static int chunkSize(InputStream in) throws IOException {
        return Integer.parseInt(lineOf(in), HEXADECIMAL);
    }

    private static byte[] bytes(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the connection has ended within a body");
        }
        return bytes;
    }

    private static String lineOf(InputStream in) throws IOException {
        return line(in).orElseThrow(() -> new EOFException("the connection has ended within a message"));
    }

    private static Optional<String> line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return Optional.empty();
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return Optional.of(line.toString());
    }
}
