package dev.signalbox.sink.webhook;

import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.impl.io.MonitoringResponseOutOfOrderStrategy;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is not used again if something has arrived on it that no request asked for. Otherwise that would be
 * taken for the answer to the next request, which may go to another target of the host.
 */
final class CheckedConnection extends DefaultManagedHttpClientConnection {
    /** A connection that was idle for longer is read from, to see whether the other side has closed it. That takes 1 ms. */
    private static final long UNREAD_IDLE = Duration.ofSeconds(1).toNanos();

    /** While a large body is sent, an early answer is looked for each time that this many bytes have left; that takes 1 ms. */
    private static final long EARLY_ANSWER_INTERVAL = 256L << 10;

    private final Clock clock;
    private final AnswerParser parser;
    private volatile long idleSince;

    private CheckedConnection(Http1Config limits, Clock clock, AnswerParser parser) {
        super(
                "webhook",
                null,
                null,
                limits,
                null,
                null,
                new MonitoringResponseOutOfOrderStrategy(EARLY_ANSWER_INTERVAL),
                null,
                _ -> parser);
        this.clock = clock;
        this.parser = parser;
    }

    /** A connection that is not established yet. */
    static CheckedConnection unbound(Http1Config limits, Clock clock) {
        return new CheckedConnection(limits, clock, new AnswerParser(limits));
    }

    @Override
    public void passivate() {
        idleSince = clock.nanos();
        super.passivate();
    }

    /** Called before each request but the first. */
    @Override
    public boolean isStale() throws IOException {
        if (hasUnreadBytes()) {
            return true;
        }
        return clock.nanos() - idleSince >= UNREAD_IDLE && super.isStale();
    }

    /** Whether more has arrived than the last answer, in the buffers or in those of the operating system; does not wait. */
    private boolean hasUnreadBytes() throws IOException {
        SocketHolder holder = getSocketHolder();
        return holder != null
                && (parser.unreadBytes() > 0
                        || unreadBytes(holder.getBaseSocket()) > 0
                        || unreadBytes(holder.getSSLSocket()) > 0);
    }

    private static int unreadBytes(@Nullable Socket socket) throws IOException {
        return socket == null ? 0 : socket.getInputStream().available();
    }

    /** Parses answers, and knows the buffer from which they are read. */
    private static final class AnswerParser implements HttpMessageParser<ClassicHttpResponse> {
        /** The usual parser of the client skips lines until one looks like HTTP; this one does not. */
        private final HttpMessageParser<ClassicHttpResponse> strict;

        private volatile @Nullable SessionInputBuffer buffer;

        AnswerParser(Http1Config limits) {
            strict = new DefaultHttpResponseParser(limits);
        }

        int unreadBytes() {
            SessionInputBuffer read = buffer;
            return read == null ? 0 : read.length();
        }

        @Override
        public ClassicHttpResponse parse(SessionInputBuffer from, InputStream in) throws IOException, HttpException {
            buffer = from;
            try {
                return strict.parse(from, in);
            } catch (IllegalArgumentException e) {
                // Such as a status of 000, which the parser does not check.
                throw new ProtocolException(e.getMessage(), e);
            }
        }
    }
}
