package dev.signalbox.sink.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import dev.signalbox.core.diagnostics.LogLineText;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.sink.rabbitmq.MessagePreparer.PreparedMessage;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Maps RabbitMQ's errors to outcomes, whose reasons never contain the password. */
final class RabbitErrors {
    private static final Pattern TOO_LARGE = Pattern.compile("message size \\d+ .*max size (\\d{1,18})");
    private static final int MOST_CHARACTERS = 500;
    /** Masking a shorter password would make texts unreadable. */
    private static final int SHORTEST_SECRET = 3;

    private static final int PUBLISH_CLASS = 60;

    private final String name;
    private final RabbitLogin login;
    private final boolean withoutCertificate;

    RabbitErrors(RabbitBrokerSettings settings) {
        this.name = settings.name();
        this.login = settings.login();
        RabbitTls tls = settings.tls();
        this.withoutCertificate = tls != null && tls.keyStore() == null;
    }

    Outcome returned(int code, String text, String exchange, String key) {
        return new Outcome.Failed(
                word(route(exchange, key) + "the message came back: " + code + " " + text + ", no queue takes it"));
    }

    Outcome refused(String key) {
        return new Outcome.Failed(word(
                "routing key '" + key + "': a queue refused the message (basic.nack), because it is full, perhaps"));
    }

    private static String route(String exchange, String key) {
        return (exchange.isEmpty() ? "the default exchange" : "exchange '" + exchange + "'") + ", routing key '" + key
                + "': ";
    }

    Outcome unavailable(String reason) {
        return new Outcome.Unavailable(word(reason));
    }

    Outcome unavailable(String what, Throwable failure) {
        return new Outcome.Unavailable(word(what + describe(failure)));
    }

    /** A broker that requires a client certificate does not say so: it closes the connection. */
    Outcome noConnection(String what, Throwable failure) {
        boolean hungUp =
                withoutCertificate && deepest(failure).getClass() == SocketException.class; // not one that refused
        String hint = hungUp ? "; it may ask for a certificate, and no key store is set" : "";
        return new Outcome.Unavailable(word(what + describe(failure) + hint));
    }

    /** Interrupting a virtual thread closes the socket that it waits for; the resulting error is not the broker's. */
    static void stopIfInterrupted(String what, Exception failure) throws InterruptedException {
        if (Thread.interrupted()) {
            throw (InterruptedException) new InterruptedException(what).initCause(failure);
        }
    }

    Outcome unknown(String reason) {
        return new Outcome.Unknown(word("published, but no confirm came: " + reason));
    }

    Outcome rejected(Throwable failure) {
        return new Outcome.Rejected(word(describe(failure)));
    }

    /** Outcomes of the unconfirmed messages, in publishing order, after the channel or connection closed. */
    List<Outcome> afterEnd(ShutdownSignalException end, List<PreparedMessage.Sendable> unanswered) {
        if (end.getReason() instanceof AMQP.Channel.Close close && close.getClassId() == PUBLISH_CLASS) {
            switch (close.getReplyCode()) {
                case AMQP.NOT_FOUND, AMQP.ACCESS_REFUSED -> {
                    return Collections.nCopies(unanswered.size(), unavailable("", end));
                }
                case AMQP.PRECONDITION_FAILED -> {
                    Matcher size = TOO_LARGE.matcher(String.valueOf(close.getReplyText()));
                    if (size.find()) {
                        return tooLarge(Long.parseLong(size.group(1)), end, unanswered);
                    }
                }
                default -> {}
            }
        }
        return Collections.nCopies(unanswered.size(), unknown(describe(end)));
    }

    /** The first message above the limit closed the channel: earlier ones are in doubt, later ones were not read. */
    private List<Outcome> tooLarge(long limit, ShutdownSignalException end, List<PreparedMessage.Sendable> unanswered) {
        List<Outcome> outcomes = new ArrayList<>(Collections.nCopies(unanswered.size(), Outcome.NOT_ATTEMPTED));
        for (int i = 0; i < unanswered.size(); i++) {
            if (unanswered.get(i).body().length > limit) {
                outcomes.set(i, new Outcome.TooLarge(word(describe(end))));
                break;
            }
            outcomes.set(i, unknown(describe(end)));
        }
        return outcomes;
    }

    /** Whether the exchange must be declared or checked before anything else is published. */
    static boolean doubtsExchange(@Nullable ShutdownSignalException end) {
        return end != null
                && end.getReason() instanceof AMQP.Channel.Close close
                && close.getReplyCode() == AMQP.NOT_FOUND;
    }

    private String describe(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ShutdownSignalException end && end.getReason() != null) {
                return describe(end.getReason());
            }
            if (cause instanceof AuthenticationFailureException
                    || cause instanceof PossibleAuthenticationFailureException) {
                return "the broker refuses the login of the user " + login.user();
            }
        }
        Throwable deepest = deepest(failure);
        String what = deepest.getClass().getSimpleName().replaceFirst("Exception$", "");
        String all = deepest.getMessage() == null ? what : what + ": " + deepest.getMessage();
        return failure instanceof ShutdownSignalException ? "the connection was lost (" + all + ")" : all;
    }

    private static Throwable deepest(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest;
    }

    private static String describe(Method reason) {
        return switch (reason) {
            case AMQP.Channel.Close close -> close.getReplyCode() + " " + close.getReplyText();
            case AMQP.Connection.Close close -> close.getReplyCode() + " " + close.getReplyText();
            default -> reason.protocolMethodName();
        };
    }

    String word(String text) {
        String all = "RabbitMQ " + name + ": " + text;
        String secret = login.password();
        return LogLineText.beginning(
                secret.length() < SHORTEST_SECRET ? all : all.replace(secret, "***"), MOST_CHARACTERS);
    }
}
