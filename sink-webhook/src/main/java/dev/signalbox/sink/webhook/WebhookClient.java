package dev.signalbox.sink.webhook;

import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.webhook.Exchange.Abort;
import dev.signalbox.sink.webhook.WebhookResponse.NotSent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.util.TimeValue;

/**
 * Sends requests to targets that others have chosen. It dials vetted addresses only, follows no redirect, repeats nothing,
 * and ends every exchange at its deadline, however slowly the target answers.
 *
 * <p>One client serves any number of targets. It is called from virtual threads, many at once.
 */
public final class WebhookClient implements AutoCloseable {
    static final String USER_AGENT = "signalbox/" + version();
    private static final Duration EVICTION_INTERVAL = Duration.ofSeconds(5);

    private final WebhookClientSettings settings;
    private final Clock clock;
    private final PoolingHttpClientConnectionManager connections;
    private final CloseableHttpClient http;
    private final Set<Exchange> underWay = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("signalbox-webhook-timer").factory());
    private volatile boolean closed;

    /** Does not connect. */
    public WebhookClient(WebhookClientSettings settings, NameLookup lookup, Clock clock) {
        this(settings, lookup, clock, usualTls());
    }

    WebhookClient(WebhookClientSettings settings, NameLookup lookup, Clock clock, SSLContext tls) {
        this.settings = settings;
        this.clock = clock;
        this.connections = HttpEngine.connections(settings, new VettedResolver(lookup, settings.targets()), tls, clock);
        this.http = HttpEngine.client(connections, USER_AGENT);
        timer.setRemoveOnCancelPolicy(true);
        long interval = EVICTION_INTERVAL.toSeconds();
        var _ = timer.scheduleWithFixedDelay(this::evict, interval, interval, TimeUnit.SECONDS);
    }

    /** The rules that targets are checked by, before each connection. */
    public TargetRules targets() {
        return settings.targets();
    }

    /** Sends a request and waits for its answer, until its time-out at most. Failures of the target are responses. */
    public WebhookResponse send(WebhookRequest request) throws InterruptedException {
        TargetUrl target;
        try {
            target = TargetUrl.parse(request.target().toString(), settings.targets());
        } catch (IllegalArgumentException e) {
            return new NotSent(NotSent.Cause.REFUSED_TARGET, "the target " + e.getMessage(), Duration.ZERO);
        }
        Exchange exchange = new Exchange(target, request, clock);
        underWay.add(exchange);
        try {
            Future<?> deadline = schedule(exchange);
            try {
                return closed ? closed(exchange) : exchange(exchange);
            } finally {
                deadline.cancel(false);
            }
        } catch (RejectedExecutionException e) {
            return closed(exchange);
        } finally {
            underWay.remove(exchange);
        }
    }

    private Future<?> schedule(Exchange exchange) {
        return timer.schedule(
                () -> exchange.abort(Abort.DEADLINE),
                exchange.request().timeout().toNanos(),
                TimeUnit.NANOSECONDS);
    }

    private static NotSent closed(Exchange exchange) {
        return new NotSent(
                NotSent.Cause.CLOSED, exchange.target().origin() + ": the client is closed", exchange.duration());
    }

    private WebhookResponse exchange(Exchange exchange) throws InterruptedException {
        try {
            return exchange.run(() -> answered(exchange));
        } catch (IOException e) {
            throwIfInterrupted();
            return ExchangeFailures.of(exchange, e);
        } catch (IllegalStateException e) {
            // What is ended between two steps of the HTTP client finds its connection gone.
            if (exchange.aborted() == null) {
                throw e;
            }
            throwIfInterrupted();
            return ExchangeFailures.of(exchange, e);
        }
    }

    private WebhookResponse answered(Exchange exchange) throws IOException {
        TargetUrl target = exchange.target();
        HttpPost post = exchange.post();
        post.setConfig(HttpEngine.request(exchange.request().timeout()));
        HttpHost host = new HttpHost(target.secure() ? "https" : "http", target.host(), target.port());
        ClassicHttpResponse response = http.executeOpen(host, post, null);
        try {
            return AnswerReader.read(response, exchange);
        } finally {
            // The answer is known, whatever becomes of its connection.
            Closer.closeQuietly(response);
        }
    }

    private static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted during a request");
        }
    }

    /** Not on the timer's thread: the end of a TLS connection writes to it, and may block. */
    private void evict() {
        Thread.ofVirtual().name("signalbox-webhook-eviction").start(() -> {
            connections.closeExpired();
            connections.closeIdle(TimeValue.of(HttpEngine.LONGEST_IDLE));
        });
    }

    /** The connections that are open, in use or idle. */
    int openConnections() {
        return connections.getTotalStats().getLeased()
                + connections.getTotalStats().getAvailable();
    }

    /** Ends what is under way; later requests are not sent. */
    @Override
    public void close() {
        closed = true;
        underWay.forEach(exchange -> exchange.abort(Abort.CLOSED));
        timer.shutdownNow();
        http.close(CloseMode.IMMEDIATE);
    }

    private static SSLContext usualTls() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no TLS", e);
        }
    }

    private static String version() {
        try (InputStream file = WebhookClient.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(Objects.requireNonNull(file, "version.properties"));
            return properties.getProperty("version", "unknown");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
