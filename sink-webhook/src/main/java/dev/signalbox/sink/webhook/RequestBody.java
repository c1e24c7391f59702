package dev.signalbox.sink.webhook;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.jspecify.annotations.Nullable;

/** A body that is written in parts: between two of them the client notices an early answer. */
final class RequestBody extends AbstractHttpEntity {
    private static final int PART = 64 << 10;
    private static final @Nullable ContentType OF_A_HEADER = null;

    private final byte[] bytes;

    RequestBody(byte[] bytes) {
        super(OF_A_HEADER, null);
        this.bytes = bytes;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        for (int at = 0; at < bytes.length; at += PART) {
            out.write(bytes, at, Math.min(PART, bytes.length - at));
        }
        out.flush();
    }

    @Override
    public InputStream getContent() {
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public long getContentLength() {
        return bytes.length;
    }

    @Override
    public boolean isRepeatable() {
        return false;
    }

    @Override
    public boolean isStreaming() {
        return false;
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
