package dev.signalbox.sink.http;

import dev.signalbox.core.outcome.Outcome;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Creates the outcome of a request without a response. */
final class RequestErrors {
    private final HttpSinkSettings settings;
    private final OutcomeReasons outcomeReasons;

    RequestErrors(HttpSinkSettings settings, OutcomeReasons outcomeReasons) {
        this.settings = settings;
        this.outcomeReasons = outcomeReasons;
    }

    /** No part of the batch has left, so the destination is the cause, not the messages. */
    Outcome beforeSending(@Nullable Throwable failure) {
        return new Outcome.Unavailable(outcomeReasons.word(settings.displayEndpoint() + ": " + describe(failure)));
    }

    /** Part of the batch may have arrived. */
    Outcome afterSending(@Nullable Throwable failure) {
        return new Outcome.Unknown(
                outcomeReasons.word(settings.displayEndpoint() + ": sent, but no answer came: " + describe(failure)));
    }

    /** Whether TLS failed; after that, a connection carries no more data. */
    static boolean isTls(@Nullable Throwable failure) {
        return causes(failure).anyMatch(SSLException.class::isInstance);
    }

    private static Stream<@Nullable Throwable> causes(@Nullable Throwable failure) {
        return Stream.<@Nullable Throwable>iterate(failure, cause -> cause != null, RequestErrors::causeOf)
                .limit(10);
    }

    private String describe(@Nullable Throwable failure) {
        return causes(failure)
                .map(this::known)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElseGet(() -> plain(failure));
    }

    private static @Nullable Throwable causeOf(@Nullable Throwable failure) {
        return failure == null ? null : failure.getCause();
    }

    private String known(@Nullable Throwable failure) {
        return switch (failure) {
            case HttpConnectTimeoutException e -> "no connection within " + settings.connectTimeout();
            case HttpTimeoutException e -> "no response within " + settings.requestTimeout();
            case TimeoutException e -> "not finished within " + settings.totalDeadline();
            case UnresolvedAddressException e -> "unknown host";
            case UnknownHostException e -> "unknown host";
            case SSLException e -> "TLS failed: " + e.getMessage();
            case ConnectException e
            when e.getCause() == null -> "connection failed" + (e.getMessage() == null ? "" : ": " + e.getMessage());
            case null, default -> "";
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
