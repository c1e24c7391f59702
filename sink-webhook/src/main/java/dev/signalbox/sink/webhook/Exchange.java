package dev.signalbox.sink.webhook;

import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.jspecify.annotations.Nullable;

/** One request on its way: how far it has come, and what may still end it. */
final class Exchange {
    /** The exchange of the thread that runs it: the HTTP client does not pass it to the resolver. */
    private static final ScopedValue<Exchange> CURRENT = ScopedValue.newInstance();

    /** Who ended it. */
    enum Abort {
        DEADLINE,
        CLOSED
    }

    /** How far it has come. */
    enum Progress {
        /** It waits for a connection. */
        QUEUED,
        /** The name is looked up, or the connection established. */
        CONNECTING,
        /** Bytes of it may have left. */
        SENDING
    }

    /** It must not begin any more. */
    static final class TooLateException extends IOException {
        private static final long serialVersionUID = 1;
    }

    /** A step of the exchange, which may block. */
    @FunctionalInterface
    interface Step<T> {
        T run() throws IOException;
    }

    private final TargetUrl target;
    private final WebhookRequest request;
    private final Clock clock;
    private final long started;
    private final HttpPost post;
    private final AtomicReference<@Nullable Abort> abort = new AtomicReference<>();
    private volatile Progress progress = Progress.QUEUED;

    Exchange(TargetUrl target, WebhookRequest request, Clock clock) {
        this.target = target;
        this.request = request;
        this.clock = clock;
        this.started = clock.nanos();
        this.post = new HttpPost(target.pathAndQuery());
        request.headers().forEach(header -> post.addHeader(header.name(), header.value()));
        post.setEntity(new RequestBody(request.body()));
    }

    static Exchange current() {
        try {
            return CURRENT.get();
        } catch (NoSuchElementException e) {
            throw new IllegalStateException("a connection is opened outside of an exchange", e);
        }
    }

    <T> T run(Step<T> step) throws IOException {
        return ScopedValue.where(CURRENT, this).call(step::run);
    }

    TargetUrl target() {
        return target;
    }

    WebhookRequest request() {
        return request;
    }

    HttpPost post() {
        return post;
    }

    Progress progress() {
        return progress;
    }

    void resolving() {
        progress = Progress.CONNECTING;
    }

    /** Called with the connection at hand, just before the first byte is written. */
    void begin() throws TooLateException {
        if (clock.leaseNanos() >= request.notAfter()) {
            throw new TooLateException();
        }
        progress = Progress.SENDING;
    }

    /** Ends it from another thread: closes its connection, whatever it waits for. */
    void abort(Abort why) {
        if (abort.compareAndSet(null, why)) {
            post.cancel();
        }
    }

    /** Who ended it; null if it was not ended from outside. */
    @Nullable
    Abort aborted() {
        return abort.get();
    }

    Duration duration() {
        return Duration.ofNanos(clock.nanos() - started);
    }

    Duration timeLeft() {
        Duration left = request.timeout().minus(duration());
        return left.isNegative() ? Duration.ZERO : left;
    }
}
