package dev.signalbox.sink.http;

import dev.signalbox.core.json.JsonBytes;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.EventMetadata;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The request body: the unchanged payloads between brackets and commas, each inside the envelope of its event if it has
 * one.
 *
 * <p>The client subscribes only after the connection is established and the headers are written, or after a TLS handshake
 * has failed. So this class also knows whether a failed request can have reached the destination, and it prevents the
 * client from resending the request by itself.
 */
final class BatchBody implements HttpRequest.BodyPublisher {
    /** Payloads are copied into chunks of up to this size, since each buffer costs a write; larger ones are not copied. */
    private static final int CHUNK = 32 << 10;

    private final List<Message> batch;
    private final PayloadFraming framing;
    private final long length;
    private final AtomicBoolean begun = new AtomicBoolean();

    /** The client tried to send it a second time: its first connection has failed, and carries no more data. */
    private volatile boolean refusedAgain;

    /** The buffer that the client writes from; its position moves as soon as bytes leave. */
    private volatile @Nullable ByteBuffer first;

    BatchBody(List<Message> batch) {
        this.batch = batch;
        this.framing = PayloadFraming.of(batch);
        long payloads = 0;
        for (Message message : batch) {
            payloads += message.payload().bytes().length;
        }
        this.length = payloads + framing.size();
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
            return isPayload(which) ? batch.get(which / 2).payload().bytes() : framing.bytes();
        }

        private int start(int which) {
            return isPayload(which) ? 0 : framing.start(which / 2);
        }

        private int length(int which) {
            int piece = which / 2;
            return isPayload(which)
                    ? batch.get(piece).payload().bytes().length
                    : framing.end(piece) - framing.start(piece);
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

    /**
     * Everything in a request body around the payloads: brackets, commas, and the members of an event beside its data. Piece
     * {@code i} precedes payload {@code i}, and one more piece follows the last.
     *
     * <p>The pieces of a batch share one array, so that a hundred events cost a few allocations instead of a few hundred.
     */
    static final class PayloadFraming {
        private static final int USUAL_SIZE = 192;
        private static final byte[] POSITION = ascii("{\"position\":");
        private static final byte[] TRANSACTION = ascii(",\"transactionId\":\"");
        private static final byte[] TYPE = ascii("\",\"type\":");
        private static final byte[] TAGS = ascii(",\"tags\":");
        private static final byte[] DATA = ascii(",\"data\":");
        private static final byte[] OCCURRED_AT = ascii(",\"occurredAt\":");

        private final JsonBytes json;
        private final int[] ends;

        private PayloadFraming(JsonBytes json, int pieces) {
            this.json = json;
            this.ends = new int[pieces];
        }

        static PayloadFraming of(List<Message> batch) {
            boolean events = batch.stream().anyMatch(message -> message.event() != null);
            JsonBytes json = new JsonBytes(batch.size() * (events ? USUAL_SIZE : 1) + 1);
            PayloadFraming framing = new PayloadFraming(json, batch.size() + 1);
            json.put('[');
            for (int i = 0; i < batch.size(); i++) {
                if (i > 0) {
                    close(json, batch.get(i - 1));
                    json.put(',');
                }
                open(json, batch.get(i));
                framing.ends[i] = json.size();
            }
            if (!batch.isEmpty()) {
                close(json, batch.getLast());
            }
            json.put(']');
            framing.ends[batch.size()] = json.size();
            return framing;
        }

        private static void open(JsonBytes json, Message message) {
            EventMetadata event = message.event();
            if (event == null) {
                return;
            }
            json.put(POSITION);
            json.number(event.position());
            json.put(TRANSACTION);
            json.unsigned(event.transaction());
            json.put(TYPE);
            json.string(message.type());
            json.put(TAGS);
            TagsJson.write(json, event.tags());
            json.put(DATA);
        }

        private static void close(JsonBytes json, Message message) {
            if (message.event() != null) {
                json.put(OCCURRED_AT);
                json.instant(message.createdAt());
                json.put('}');
            }
        }

        int size() {
            return json.size();
        }

        /** The array that contains all pieces, not a copy. */
        byte[] bytes() {
            return json.bytes();
        }

        int start(int piece) {
            return piece == 0 ? 0 : ends[piece - 1];
        }

        int end(int piece) {
            return ends[piece];
        }

        private static byte[] ascii(String text) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }

        /**
         * Writes tags as one JSON object, so that receivers can look up a tag by key. If several tags share a key, its value is an
         * array; a tag without a value gets an empty string. An event has few tags, so each key is compared with the others, which
         * needs no memory.
         */
        static final class TagsJson {
            private TagsJson() {}

            static void write(JsonBytes json, List<String> tags) {
                json.put('{');
                for (int i = 0; i < tags.size(); i++) {
                    if (next(tags, 0, tags.get(i)) < i) {
                        continue;
                    }
                    if (i > 0) {
                        json.put(',');
                    }
                    json.string(tags.get(i), 0, keyLength(tags.get(i)));
                    json.put(':');
                    writeValues(json, tags, i);
                }
                json.put('}');
            }

            /** Writes the values of all tags that share the key of this one. */
            private static void writeValues(JsonBytes json, List<String> tags, int first) {
                String tag = tags.get(first);
                boolean several = next(tags, first + 1, tag) < tags.size();
                if (several) {
                    json.put('[');
                }
                for (int i = first; i < tags.size(); i = next(tags, i + 1, tag)) {
                    if (i > first) {
                        json.put(',');
                    }
                    json.string(
                            tags.get(i),
                            Math.min(keyLength(tags.get(i)) + 1, tags.get(i).length()),
                            tags.get(i).length());
                }
                if (several) {
                    json.put(']');
                }
            }

            /** The index of the next tag with the same key, from this index on; the number of tags if there is none. */
            private static int next(List<String> tags, int from, String tag) {
                int length = keyLength(tag);
                int i = from;
                while (i < tags.size()
                        && !(keyLength(tags.get(i)) == length && tag.regionMatches(0, tags.get(i), 0, length))) {
                    i++;
                }
                return i;
            }

            private static int keyLength(String tag) {
                int equals = tag.indexOf('=');
                return equals < 0 ? tag.length() : equals;
            }
        }
    }
}
