package dev.signalbox.sink.webhook;

import dev.signalbox.core.diagnostics.LogLineText;
import dev.signalbox.sink.webhook.Exchange.Abort;
import dev.signalbox.sink.webhook.Exchange.Progress;
import dev.signalbox.sink.webhook.VettedResolver.TargetRefusedException;
import dev.signalbox.sink.webhook.WebhookResponse.NoAnswer;
import dev.signalbox.sink.webhook.WebhookResponse.NotSent;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;

/** Says what a failed exchange means: whether the target can have the request, and why there is no answer. */
final class ExchangeFailures {
    private static final int LONGEST_REASON = 300;

    private ExchangeFailures() {}

    static WebhookResponse of(Exchange exchange, Exception failure) {
        return exchange.progress() == Progress.SENDING ? noAnswer(exchange, failure) : notSent(exchange, failure);
    }

    private static NotSent notSent(Exchange exchange, Exception failure) {
        if (exchange.aborted() == Abort.CLOSED) {
            return notSent(exchange, NotSent.Cause.CLOSED, "the client is closed");
        }
        if (exchange.aborted() == Abort.DEADLINE || failure instanceof ConnectionRequestTimeoutException) {
            return late(exchange);
        }
        return switch (failure) {
            case Exchange.TooLateException _ ->
                notSent(exchange, NotSent.Cause.TOO_LATE, "the time to begin it had passed");
            case TargetRefusedException e -> notSent(exchange, NotSent.Cause.REFUSED_TARGET, text(e));
            case UnknownHostException e -> notSent(exchange, NotSent.Cause.UNKNOWN_HOST, text(e));
            case SSLException e -> notSent(exchange, NotSent.Cause.TLS, "TLS failed: " + text(e));
            case SocketTimeoutException e ->
                notSent(exchange, NotSent.Cause.UNREACHABLE, "no connection in time: " + text(e));
            default -> notSent(exchange, NotSent.Cause.UNREACHABLE, "no connection: " + text(failure));
        };
    }

    private static NotSent late(Exchange exchange) {
        return exchange.progress() == Progress.QUEUED
                ? notSent(exchange, NotSent.Cause.BUSY, "no connection was free within " + timeout(exchange))
                : notSent(exchange, NotSent.Cause.UNREACHABLE, "no connection within " + timeout(exchange));
    }

    private static NotSent notSent(Exchange exchange, NotSent.Cause cause, String reason) {
        return new NotSent(cause, reason(exchange, reason), exchange.duration());
    }

    private static NoAnswer noAnswer(Exchange exchange, Exception failure) {
        Abort aborted = exchange.aborted();
        if (aborted != null) {
            String reason = aborted == Abort.CLOSED ? "the client was closed" : "nothing within " + timeout(exchange);
            return silence(exchange, reason);
        }
        return switch (failure) {
            case SocketTimeoutException _ -> silence(exchange, "nothing within " + timeout(exchange));
            case NoHttpResponseException _ -> silence(exchange, "the connection was closed");
            case ClientProtocolException e -> broken(exchange, e);
            case MessageConstraintException e -> broken(exchange, e);
            default -> silence(exchange, text(failure));
        };
    }

    private static NoAnswer silence(Exchange exchange, String reason) {
        return new NoAnswer(
                NoAnswer.Cause.SILENCE, reason(exchange, "sent, but no answer came: " + reason), exchange.duration());
    }

    private static NoAnswer broken(Exchange exchange, IOException failure) {
        return new NoAnswer(
                NoAnswer.Cause.BROKEN,
                reason(exchange, "sent, but the answer is not valid HTTP: " + text(failure)),
                exchange.duration());
    }

    private static String reason(Exchange exchange, String reason) {
        return LogLineText.beginning(exchange.target().origin() + ": " + reason, LONGEST_REASON);
    }

    private static String timeout(Exchange exchange) {
        return exchange.request().timeout().toString();
    }

    private static String text(Exception failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
