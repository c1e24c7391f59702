package dev.signalbox.sink.http;

import dev.signalbox.core.delivery.Outcome;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Answer;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.SinkLimits;
import java.net.http.HttpClient;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends each batch to an HTTP API as one JSON array: of the payloads, byte for byte, or of events, each an object in
 * which the payload is the member {@code data}.
 */
public final class HttpSink implements Sink {
    private final HttpSinkSettings settings;
    private final RequestForm form;
    private final Interpreter interpreter;
    private final Failures failures;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("signalbox-http-", 0).factory());
    private final HttpClient client;

    /**
     * Opens no connection yet.
     *
     * @param wallClock what a date in a Retry-After header is compared with
     */
    public HttpSink(HttpSinkSettings settings, InstantSource wallClock) {
        Reasons reasons = new Reasons(settings);
        this.settings = settings;
        this.form = new RequestForm(settings);
        this.interpreter = new Interpreter(settings, reasons, wallClock);
        this.failures = new Failures(settings, reasons);
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(settings.connectTimeout())
                .executor(threads)
                .build();
    }

    @Override
    public SinkLimits limits() {
        return new SinkLimits(settings.maxMessages(), settings.maxBytes());
    }

    @Override
    public Answer send(List<Message> batch) throws InterruptedException {
        if (batch.isEmpty()) {
            return Answer.DELIVERED;
        }
        Screening screening = Screening.of(batch);
        if (screening.sendable().isEmpty()) {
            return screening.refused();
        }
        return screening.complete(exchange(screening.sendable()));
    }

    private Answer exchange(List<Message> batch) throws InterruptedException {
        BatchBody body = new BatchBody(batch);
        Reply reply = new Reply(settings.maxResponseBytes());
        Throwable failure = await(client.sendAsync(form.request(body), reply));
        Reply.Heard heard = reply.heard();
        if (heard != null) {
            return interpreter.answer(heard, batch);
        }
        Outcome outcome = body.withdraw() ? failures.beforeSending(failure) : failures.afterSending(failure);
        return new Answer.Whole(outcome);
    }

    /** Waits until it is over or time is up, in which case it is broken off; returns why there is no complete response. */
    private @Nullable Throwable await(CompletableFuture<?> exchange) throws InterruptedException {
        try {
            exchange.get(settings.totalDeadline().toNanos(), TimeUnit.NANOSECONDS);
            return null;
        } catch (ExecutionException failed) {
            return failed.getCause();
        } catch (TimeoutException late) {
            exchange.cancel(true);
            return late;
        } catch (InterruptedException interrupted) {
            exchange.cancel(true);
            throw interrupted;
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
        threads.close();
    }
}
