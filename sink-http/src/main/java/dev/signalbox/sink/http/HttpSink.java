package dev.signalbox.sink.http;

import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Sends each batch to an HTTP API as one JSON array of messages, as its {@link MessageFormat} writes them, or as one
 * message where that has a form of its own.
 */
public final class HttpSink implements Sink {
    private final HttpSinkSettings settings;
    private final SinkLimits limits;
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
        this.limits = settings.format().limited(settings.limits());
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
        return limits;
    }

    @Override
    public Answer send(List<Message> batch, long notAfter) throws InterruptedException {
        if (batch.isEmpty()) {
            return Answer.DELIVERED;
        }
        BatchScreening screened = BatchScreening.of(batch, settings.format());
        if (screened.sendable().isEmpty()) {
            return screened.refused();
        }
        return screened.complete(exchange(screened.sendable()));
    }

    private Answer exchange(List<Message> batch) throws InterruptedException {
        boolean array = !isSingle(batch);
        BatchBody body = new BatchBody(batch, settings.format(), array);
        ResponseReader reader = new ResponseReader(settings.maxResponseBytes());
        Throwable failure = await(client.sendAsync(form.request(body, array, batch), reader));
        ResponseReader.ReceivedResponse response = reader.heard();
        if (response != null) {
            return interpreter.answer(response, batch);
        }
        boolean isOver = RequestErrors.isWithoutConnection(failure) || body.isRefusedAgain();
        boolean unsent = body.withdraw() || (isOver && body.isUntouched());
        return new Answer.Whole(unsent ? errors.beforeSending(failure) : errors.afterSending(failure));
    }

    /** The limit decides, so that the form of a request does not depend on how many messages wait. */
    private boolean isSingle(List<Message> batch) {
        return limits.messages() == 1 && batch.size() == 1 && settings.format().hasSingleForm();
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

    /**
     * A batch split into messages that can be sent and messages that would make the request invalid.
     *
     * @param refusals in the order of the batch; null where the message may be sent
     */
    record BatchScreening(List<@Nullable Outcome> refusals, List<Message> sendable) {
        static BatchScreening of(List<Message> batch, MessageFormat format) {
            JsonCheck check = new JsonCheck();
            List<@Nullable Outcome> refusals = new ArrayList<>(batch.size());
            List<Message> sendable = new ArrayList<>(batch.size());
            for (Message message : batch) {
                Outcome refusal = refusal(check, message, format);
                refusals.add(refusal);
                if (refusal == null) {
                    sendable.add(message);
                }
            }
            return new BatchScreening(refusals, sendable);
        }

        private static @Nullable Outcome refusal(JsonCheck check, Message message, MessageFormat format) {
            Payload payload = message.payload();
            if (payload.isLeftBehind()) {
                return Outcome.Rejected.unsent(
                        "the payload of " + payload.size() + " bytes is larger than a relay may hold");
            }
            String fault = format.fault(message, check);
            return fault == null ? null : Outcome.Rejected.unsent(fault);
        }

        /** The answer for the whole batch, given the answer for the messages sent. */
        Answer complete(Answer sent) {
            if (sendable.size() == refusals.size()) {
                return sent;
            }
            return switch (sent) {
                case Answer.Whole whole -> new Answer.Mixed(refusals, whole.outcome());
                case Answer.Each each -> new Answer.Each(known(each.outcomes()));
                case Answer.Mixed mixed -> new Answer.Mixed(merged(mixed.known()), mixed.rest());
            };
        }

        /** The answer if no message may be sent. */
        Answer refused() {
            return new Answer.Each(known(List.of()));
        }

        private List<Outcome> known(List<? extends @Nullable Outcome> sent) {
            return merged(sent).stream().map(Objects::requireNonNull).toList();
        }

        private List<@Nullable Outcome> merged(List<? extends @Nullable Outcome> sent) {
            Iterator<? extends @Nullable Outcome> next = sent.iterator();
            List<@Nullable Outcome> merged = new ArrayList<>(refusals.size());
            for (Outcome refusal : refusals) {
                merged.add(refusal != null ? refusal : next.next());
            }
            return merged;
        }
    }

    /** The common part of all requests of a sink. */
    static final class RequestTemplate {
        static final String USER_AGENT = "signalbox/" + version();

        private final HttpRequest.Builder common;
        private final MessageFormat format;

        RequestTemplate(HttpSinkSettings settings) {
            this.format = settings.format();
            this.common = HttpRequest.newBuilder(target(settings.endpoint()))
                    .timeout(settings.timeouts().request())
                    .header("User-Agent", USER_AGENT);
            String authorization = authorization(settings);
            if (authorization != null) {
                common.header("Authorization", authorization);
            }
        }

        HttpRequest request(BatchBody body, boolean array, List<Message> batch) {
            HttpRequest.Builder request = common.copy().header("Content-Type", format.contentType(array));
            if (batch.size() == 1) {
                MessageHeaders.addTo(request, batch.getFirst());
            }
            return request.POST(body).build();
        }

        /** Removes user-info, which goes into a header, and the fragment, which is not sent. */
        private static URI target(URI endpoint) {
            String port = endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort();
            String path = endpoint.getRawPath().isEmpty() ? "/" : endpoint.getRawPath();
            String query = endpoint.getRawQuery() == null ? "" : "?" + endpoint.getRawQuery();
            return URI.create(endpoint.getScheme() + "://" + endpoint.getHost() + port + path + query);
        }

        private static @Nullable String authorization(HttpSinkSettings settings) {
            BearerToken token = settings.bearerToken();
            if (token != null) {
                return "Bearer " + token.value();
            }
            String user = settings.endpoint().getUserInfo();
            return user == null
                    ? null
                    : "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
        }

        private static String version() {
            try (InputStream file = RequestTemplate.class.getResourceAsStream("version.properties")) {
                Properties properties = new Properties();
                properties.load(Objects.requireNonNull(file, "version.properties"));
                return properties.getProperty("version", "unknown");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Creates the outcome of a request without a response. */
    static final class RequestErrors {
        private final HttpSinkSettings settings;
        private final OutcomeReasons reasons;

        RequestErrors(HttpSinkSettings settings, OutcomeReasons reasons) {
            this.settings = settings;
            this.reasons = reasons;
        }

        /** No part of the batch has left, so the destination is the cause, not the messages. */
        Outcome beforeSending(@Nullable Throwable failure) {
            return new Outcome.Unavailable(reasons.word(settings.displayEndpoint() + ": " + describe(failure)));
        }

        /** Part of the batch may have arrived. */
        Outcome afterSending(@Nullable Throwable failure) {
            return new Outcome.Unknown(
                    reasons.word(settings.displayEndpoint() + ": sent, but no answer came: " + describe(failure)));
        }

        /** Whether the connection was not established, or its TLS failed; after that, it carries no more data. */
        static boolean isWithoutConnection(@Nullable Throwable failure) {
            return causes(failure)
                    .anyMatch(cause -> cause instanceof SSLException || cause instanceof ConnectException);
        }

        private static Stream<Throwable> causes(@Nullable Throwable failure) {
            return Stream.iterate(
                            Optional.ofNullable(failure), Optional::isPresent, cause -> cause.map(Throwable::getCause))
                    .flatMap(Optional::stream)
                    .limit(10);
        }

        private String describe(@Nullable Throwable failure) {
            return causes(failure)
                    .map(this::known)
                    .filter(text -> !text.isEmpty())
                    .findFirst()
                    .orElseGet(() -> plain(failure));
        }

        private String known(Throwable failure) {
            return switch (failure) {
                case HttpConnectTimeoutException _ ->
                    "no connection within " + settings.timeouts().connect();
                case HttpTimeoutException _ ->
                    "no response within " + settings.timeouts().request();
                case TimeoutException _ ->
                    "not finished within " + settings.timeouts().total();
                case UnresolvedAddressException _, UnknownHostException _ -> "unknown host";
                case SSLException e -> "TLS failed: " + e.getMessage();
                case ConnectException e
                when e.getCause() == null ->
                    "connection failed" + (e.getMessage() == null ? "" : ": " + e.getMessage());
                default -> "";
            };
        }

        private static String plain(@Nullable Throwable failure) {
            if (failure == null) {
                return "the exchange ended without a response";
            }
            // The client's ConnectException has no message, and neither has its cause.
            String what = failure instanceof ConnectException
                    ? "connection refused or host unreachable"
                    : failure.getClass().getSimpleName();
            String message = failure.getMessage();
            return what + (message == null ? "" : ": " + message);
        }
    }
}
