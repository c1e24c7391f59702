package dev.signalbox.sink.http;

import dev.signalbox.core.message.Message;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The request body: the unchanged payloads between brackets and commas, and what the format writes around each.
 *
 * <p>The client subscribes only after the connection is established and the headers are written, or after a TLS handshake
 * has failed. So this class also knows whether a failed request can have reached the destination, and it prevents the
 * client from resending the request by itself.
 */
final class BatchBody implements HttpRequest.BodyPublisher {
    /** Payloads are copied into chunks of up to this size, since each buffer costs a write; larger ones are not copied. */
    private static final int CHUNK = 32 << 10;

    private static final byte[] NOTHING = {};

    private final List<Message> batch;
    private final MessageFormat format;
    private final PayloadFraming framing;
    private final long length;
    private final AtomicBoolean begun = new AtomicBoolean();

    /** The client tried to send it a second time: its first connection has failed, and carries no more data. */
    private volatile boolean refusedAgain;

    /** The buffer that the client writes from; its position moves as soon as bytes leave. */
    private volatile @Nullable ByteBuffer first;

    /** @param array whether the messages stand between brackets; otherwise there is one */
    BatchBody(List<Message> batch, MessageFormat format, boolean array) {
        this.batch = batch;
        this.format = format;
        this.framing = PayloadFraming.of(batch, format, array);
        long payloads = 0;
        for (Message message : batch) {
            payloads += payload(message).length;
        }
        this.length = payloads + framing.size();
    }

    /** The bytes between the pieces of the framing. */
    private byte[] payload(Message message) {
        return format.embedsPayload(message) ? message.payload().bytes() : NOTHING;
    }

    /** Withdraws the body: true if no part of it has left, and none will. */
    boolean withdraw() {
        return begun.compareAndSet(false, true);
    }

    /**
     * Whether the client has read nothing of the body, even if it has subscribed. This is certain only after a failed
     * connection or handshake, or a second attempt of the client: then the connection accepts no more data, while on any other connection the client
     * may be about to write.
     */
    boolean isUntouched() {
        ByteBuffer begin = first;
        return begin == null || begin.position() == 0;
    }

    /** Whether the client wanted to send it on a second connection after the first had failed. */
    boolean isRefusedAgain() {
        return refusedAgain;
    }

    @Override
    public long contentLength() {
        return length;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        boolean first = begun.compareAndSet(false, true);
        BufferSubscription subscription = new BufferSubscription(first ? buffers() : null, subscriber);
        subscriber.onSubscribe(subscription);
        if (!first) {
            refusedAgain = true;
            subscriber.onError(new IOException(
                    "the connection failed, or the request was withdrawn: it is not sent a second time"));
        }
    }

    /** The body as buffers, created one at a time. */
    Iterator<ByteBuffer> buffers() {
        return new Buffers();
    }

    private final class Buffers implements Iterator<ByteBuffer> {
        /**
         * Each payload has two parts: the piece of envelope before it and the payload itself. The closing piece comes last.
         */
        private int part;

        @Override
        public boolean hasNext() {
            return part <= 2 * batch.size();
        }

        @Override
        public ByteBuffer next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            ByteBuffer buffer = buffer();
            if (first == null) {
                first = buffer;
            }
            return buffer;
        }

        private ByteBuffer buffer() {
            if (length(part) >= CHUNK) {
                return ByteBuffer.wrap(array(part), start(part), length(part++))
                        .slice()
                        .asReadOnlyBuffer();
            }
            return gather();
        }

        private ByteBuffer gather() {
            int end = part;
            int size = 0;
            while (end <= 2 * batch.size() && size + length(end) <= CHUNK) {
                size += length(end);
                end++;
            }
            ByteBuffer buffer = ByteBuffer.allocate(size);
            for (; part < end; part++) {
                buffer.put(array(part), start(part), length(part));
            }
            return buffer.flip();
        }

        private byte[] array(int which) {
            return isPayload(which) ? payload(batch.get(which / 2)) : framing.bytes();
        }

        private int start(int which) {
            return isPayload(which) ? 0 : framing.start(which / 2);
        }

        private int length(int which) {
            int piece = which / 2;
            return isPayload(which) ? payload(batch.get(piece)).length : framing.end(piece) - framing.start(piece);
        }

        private static boolean isPayload(int which) {
            return which % 2 == 1;
        }
    }

    /** Hands buffers to a subscriber on demand. */
    static final class BufferSubscription implements Flow.Subscription {
        private @Nullable Iterator<ByteBuffer> buffers;
        private final Flow.Subscriber<? super ByteBuffer> subscriber;
        private long wanted;
        private boolean handing;

        /** Without buffers, the subscription is complete from the start. */
        BufferSubscription(@Nullable Iterator<ByteBuffer> buffers, Flow.Subscriber<? super ByteBuffer> subscriber) {
            this.buffers = buffers;
            this.subscriber = subscriber;
        }

        @Override
        public void request(long count) {
            if (count < 1) {
                cancel();
                subscriber.onError(new IllegalArgumentException("asked for " + count + " buffers"));
                return;
            }
            synchronized (this) {
                wanted = wanted + count < 0 ? Long.MAX_VALUE : wanted + count;
                if (handing) {
                    // The subscriber requests more from within onNext: the loop that called it continues.
                    return;
                }
                handing = true;
            }
            hand();
        }

        private void hand() {
            while (true) {
                ByteBuffer next = take();
                if (next == null) {
                    return;
                }
                subscriber.onNext(next);
                if (finished()) {
                    subscriber.onComplete();
                    return;
                }
            }
        }

        private synchronized @Nullable ByteBuffer take() {
            if (buffers == null || wanted == 0) {
                handing = false;
                return null;
            }
            wanted--;
            return buffers.next();
        }

        private synchronized boolean finished() {
            if (buffers == null || buffers.hasNext()) {
                return false;
            }
            buffers = null;
            handing = false;
            return true;
        }

        @Override
        public synchronized void cancel() {
            buffers = null;
        }
    }
}
