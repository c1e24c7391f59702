package dev.signalbox.sink.http;

import dev.signalbox.core.outcome.Outcome;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Creates the outcome of a request without a response. */
final class RequestErrors {
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

    /** Whether TLS failed; after that, a connection carries no more data. */
    static boolean isTls(@Nullable Throwable failure) {
        return causes(failure).anyMatch(SSLException.class::isInstance);
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
            when e.getCause() == null -> "connection failed" + (e.getMessage() == null ? "" : ": " + e.getMessage());
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
