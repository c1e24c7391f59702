package dev.signalbox.sink.http;

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
 * Sends each batch to an HTTP API as one JSON array: of the payloads, byte for byte, or of event objects with the payload
 * as the member {@code data}.
 */
public final class HttpSink implements Sink {
    private final HttpSinkSettings settings;
    private final RequestTemplate form;
    private final ResponseInterpreter interpreter;
    private final RequestErrors errors;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("signalbox-http-", 0).factory());
    private final HttpClient client;

    /**
     * Does not connect.
     *
     * @param wallClock the clock that a date in a Retry-After header is compared with
     */
    public HttpSink(HttpSinkSettings settings, InstantSource wallClock) {
        OutcomeReasons reasons = new OutcomeReasons(settings);
        this.settings = settings;
        this.form = new RequestTemplate(settings);
        this.interpreter = new ResponseInterpreter(settings, reasons, wallClock);
        this.errors = new RequestErrors(settings, reasons);
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(settings.timeouts().connect())
                .executor(threads)
                .build();
    }

    @Override
    public SinkLimits limits() {
        return settings.limits();
    }

    @Override
    public Answer send(List<Message> batch) throws InterruptedException {
        if (batch.isEmpty()) {
            return Answer.DELIVERED;
        }
        BatchScreening screened = BatchScreening.of(batch);
        if (screened.sendable().isEmpty()) {
            return screened.refused();
        }
        return screened.complete(exchange(screened.sendable()));
    }

    private Answer exchange(List<Message> batch) throws InterruptedException {
        BatchBody body = new BatchBody(batch);
        ResponseReader reader = new ResponseReader(settings.maxResponseBytes());
        Throwable failure = await(client.sendAsync(form.request(body), reader));
        ResponseReader.ReceivedResponse response = reader.heard();
        if (response != null) {
            return interpreter.answer(response, batch);
        }
        boolean isOver = RequestErrors.isTls(failure) || body.isRefusedAgain();
        boolean unsent = body.withdraw() || (isOver && body.isUntouched());
        return new Answer.Whole(unsent ? errors.beforeSending(failure) : errors.afterSending(failure));
    }

    /** Waits for the exchange and cancels it when time is up; returns why there is no complete response. */
    private @Nullable Throwable await(CompletableFuture<?> exchange) throws InterruptedException {
        try {
            exchange.get(settings.timeouts().total().toNanos(), TimeUnit.NANOSECONDS);
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
