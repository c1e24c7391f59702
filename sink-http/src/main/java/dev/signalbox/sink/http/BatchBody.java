package dev.signalbox.sink.http;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The request's body: the payloads as they are, between brackets and commas.
 *
 * <p>The client asks for it only once the connection stands and the headers are written. So it also tells whether a
 * failed request can have reached the destination, and it makes sure that the client does not send it a second time of
 * its own accord.
 */
final class BatchBody implements HttpRequest.BodyPublisher {
    /** Small payloads are gathered up to this size, since each buffer costs a write; larger ones are not copied. */
    private static final int CHUNK = 32 << 10;

    private final List<byte[]> payloads;
    private final long length;
    private final AtomicBoolean begun = new AtomicBoolean();

    BatchBody(List<byte[]> payloads) {
        this.payloads = payloads;
        this.length = payloads.stream().mapToLong(payload -> payload.length).sum() + payloads.size() + 1;
    }

    /** Takes the body back: true if nothing of it has left, and then nothing will. */
    boolean withdraw() {
        return begun.compareAndSet(false, true);
    }

    @Override
    public long contentLength() {
        return length;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        boolean first = begun.compareAndSet(false, true);
        BufferSubscription subscription = new BufferSubscription(first ? new Buffers(payloads) : null, subscriber);
        subscriber.onSubscribe(subscription);
        if (!first) {
            subscriber.onError(new IOException("the request was withdrawn, or about to be sent a second time"));
        }
    }

    /** The body in buffers, made one at a time. */
    static final class Buffers implements Iterator<ByteBuffer> {
        private final List<byte[]> payloads;
        /** Each payload has two parts: the bracket or comma before it, and itself; the closing bracket comes last. */
        private int part;

        Buffers(List<byte[]> payloads) {
            this.payloads = payloads;
        }

        @Override
        public boolean hasNext() {
            return part <= 2 * payloads.size();
        }

        @Override
        public ByteBuffer next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            byte[] first = bytesOf(part);
            if (first.length >= CHUNK) {
                part++;
                return ByteBuffer.wrap(first).asReadOnlyBuffer();
            }
            return gather();
        }

        private ByteBuffer gather() {
            int end = part;
            int size = 0;
            while (end <= 2 * payloads.size() && size + bytesOf(end).length <= CHUNK) {
                size += bytesOf(end).length;
                end++;
            }
            ByteBuffer buffer = ByteBuffer.allocate(size);
            for (; part < end; part++) {
                buffer.put(bytesOf(part));
            }
            return buffer.flip();
        }

        private static final byte[] OPEN = {'['};
        private static final byte[] COMMA = {','};
        private static final byte[] CLOSE = {']'};

        private byte[] bytesOf(int which) {
            if (which == 2 * payloads.size()) {
                return CLOSE;
            }
            if (which % 2 == 1) {
                return payloads.get(which / 2);
            }
            return which == 0 ? OPEN : COMMA;
        }
    }
}
