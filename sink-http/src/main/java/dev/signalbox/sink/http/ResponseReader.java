package dev.signalbox.sink.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The part of a response received so far. It is kept apart from the client's own result, so that a received status is known
 * even if the body never ends.
 */
final class ResponseReader implements HttpResponse.BodyHandler<Boolean> {
    /** How the body ended. */
    enum BodyEnd {
        /** Read to its end. */
        WHOLE,
        /** Longer than the limit; the rest is not read. */
        CAPPED,
        /** The connection broke, or time was up. */
        BROKEN
    }

    /** A response whose headers have arrived, with the part of its body read so far. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record ReceivedResponse(HttpResponse.ResponseInfo info, byte[] body, BodyEnd ending) {
        int status() {
            return info.statusCode();
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    private final int cap;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(512);
    private HttpResponse.@Nullable ResponseInfo info;
    private BodyEnd bodyEnd = BodyEnd.BROKEN;

    ResponseReader(int cap) {
        this.cap = cap;
    }

    /** The received part; null if not even a status arrived. */
    synchronized @Nullable ReceivedResponse heard() {
        return info == null ? null : new ReceivedResponse(info, body.toByteArray(), bodyEnd);
    }

    @Override
    public synchronized HttpResponse.BodySubscriber<Boolean> apply(HttpResponse.ResponseInfo arrived) {
        info = arrived;
        return new BodyCollector();
    }

    /** Appends what fits; returns false if there was more. */
    private synchronized boolean add(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            int room = Math.min(buffer.remaining(), cap - body.size());
            byte[] part = new byte[room];
            buffer.get(part);
            body.writeBytes(part);
            if (buffer.hasRemaining()) {
                bodyEnd = BodyEnd.CAPPED;
                return false;
            }
        }
        return true;
    }

    private final class BodyCollector implements HttpResponse.BodySubscriber<Boolean> {
        private final CompletableFuture<Boolean> done = new CompletableFuture<>();
        private Flow.@Nullable Subscription subscription;

        @Override
        public CompletionStage<Boolean> getBody() {
            return done;
        }

        @Override
        public void onSubscribe(Flow.Subscription arrived) {
            subscription = arrived;
            arrived.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            if (!done.isDone() && !add(buffers)) {
                done.complete(true);
                if (subscription != null) {
                    subscription.cancel();
                }
            }
        }

        @Override
        public void onError(Throwable failure) {
            done.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            if (!done.isDone()) {
                synchronized (ResponseReader.this) {
                    bodyEnd = BodyEnd.WHOLE;
                }
                done.complete(true);
            }
        }
    }
}
