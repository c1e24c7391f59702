package dev.signalbox.example.wallet.http;

import dev.signalbox.eventstore.EventStoreException;
import dev.signalbox.eventstore.LostRaceException;
import dev.signalbox.example.wallet.domain.WalletRefusal;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;

/** A problem document (RFC 9457). Programs read {@code error}, people {@code detail}. */
record ProblemDocument(int status, String error, String detail, Map<String, Object> more) {
    private static final System.Logger LOG = System.getLogger(ProblemDocument.class.getName());

    /** A request is rejected before it becomes a command. */
    static final class RefusedException extends RuntimeException {
        private final transient ProblemDocument problem;

        RefusedException(ProblemDocument problem) {
            super(problem.detail());
            this.problem = problem;
        }
    }

    ProblemDocument(int status, String error, String detail) {
        this(status, error, detail, Map.of());
    }

    static ProblemDocument of(RuntimeException failure) {
        return switch (failure) {
            case RefusedException refused -> refused.problem;
            case WalletRefusal refusal -> of(refusal);
            case LostRaceException _ ->
                new ProblemDocument(503, "busy", "Others were faster each time. Send it again, with the same id.");
            case EventStoreException broken -> {
                LOG.log(Level.WARNING, "A request was not answered: {0}", broken.getMessage());
                yield new ProblemDocument(
                        503, "unavailable", "The database does not answer. Send it again later, with the same id.");
            }
            default -> {
                LOG.log(Level.ERROR, "A request has failed", failure);
                yield new ProblemDocument(500, "internal_error", "Something is wrong here; the log says what.");
            }
        };
    }

    private static ProblemDocument of(WalletRefusal refusal) {
        String detail = String.valueOf(refusal.getMessage());
        return switch (refusal) {
            case WalletRefusal.UnknownWallet _ -> new ProblemDocument(404, "unknown_wallet", detail);
            case WalletRefusal.WalletExists _ -> new ProblemDocument(409, "wallet_exists", detail);
            case WalletRefusal.IdAlreadyUsed _ -> new ProblemDocument(409, "id_already_used", detail);
            case WalletRefusal.NotEnoughMoney poor ->
                new ProblemDocument(409, "not_enough_money", detail, Map.of("balance", poor.balance()));
        };
    }

    Answer answer() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", "about:blank");
        document.put("title", title());
        document.put("status", status);
        document.put("detail", detail);
        document.put("error", error);
        document.putAll(more);
        Answer answer = new Answer(status, "application/problem+json", document, Map.of());
        return status == 503 ? answer.with("Retry-After", "1") : answer;
    }

    private String title() {
        return switch (status) {
            case 400 -> "Bad Request";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 409 -> "Conflict";
            case 413 -> "Content Too Large";
            case 415 -> "Unsupported Media Type";
            case 503 -> "Service Unavailable";
            default -> "Internal Server Error";
        };
    }
}
