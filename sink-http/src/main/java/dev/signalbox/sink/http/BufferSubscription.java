package dev.signalbox.sink.http;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Hands buffers to a subscriber on demand. */
final class BufferSubscription implements Flow.Subscription {
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
