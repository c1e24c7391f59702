package dev.signalbox.server.web;

import dev.signalbox.core.diagnostics.FailureLog;
import dev.signalbox.core.time.Clock;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreDeniedException;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.InputTooLargeException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.input.SearchTooBroadException;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.secret.SecretKeyException;
import dev.signalbox.runtime.database.FailureText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers errors of the event platform with problem documents. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
final class PlatformProblemAdvice {
    private static final int LONGEST_SHOWN = 300;

    /** During an outage every request fails, so a line for each would be as many as clients send. */
    private final FailureLog unanswered = new FailureLog("a request was not answered by the database");

    private final FailureLog refused = new FailureLog("a request was refused by the database");
    private final ProblemAdvice problems;
    private final Clock clock;

    @Autowired
    PlatformProblemAdvice(ProblemAdvice problems) {
        this(problems, Clock.SYSTEM);
    }

    PlatformProblemAdvice(ProblemAdvice problems, Clock clock) {
        this.problems = problems;
        this.clock = clock;
    }

    @ExceptionHandler(MalformedJsonException.class)
    ResponseEntity<ProblemDetail> malformed(MalformedJsonException e) {
        return problems.expected(ProblemException.badRequest(clean(sentence(e))));
    }

    @ExceptionHandler(InputTooLargeException.class)
    ResponseEntity<ProblemDetail> tooLarge(InputTooLargeException e) {
        return problems.expected(ProblemException.tooLarge(sentence(e)));
    }

    @ExceptionHandler(InvalidInputException.class)
    ResponseEntity<ProblemDetail> invalid(InvalidInputException e) {
        List<Map<String, Object>> errors =
                e.errors().stream().map(PlatformProblemAdvice::view).toList();
        FieldError first = e.errors().getFirst();
        String where = first.index() == null ? "" : "item " + first.index() + ": ";
        String more = errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more)";
        return problems.expected(ProblemException.invalid(
                where + clean((first.field() + " " + first.message()).strip()) + more, errors));
    }

    private static Map<String, Object> view(FieldError error) {
        Map<String, Object> view = new LinkedHashMap<>();
        if (error.index() != null) {
            view.put("index", error.index());
        }
        view.put("field", clean(error.field()));
        view.put("message", clean(error.message()));
        return view;
    }

    /** Fields of maps are named by clients, and half a surrogate pair could not be written. */
    private static String clean(String text) {
        return text.codePoints()
                .limit(LONGEST_SHOWN)
                .map(point ->
                        Character.isISOControl(point) || Character.getType(point) == Character.SURROGATE ? '?' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @ExceptionHandler(ConflictException.class)
    ResponseEntity<ProblemDetail> conflict(ConflictException e) {
        return problems.expected(ProblemException.conflict(e.field(), sentence(e)));
    }

    /** The database answers, so to try again does not help. */
    @ExceptionHandler(StoreDeniedException.class)
    ResponseEntity<ProblemDetail> denied(StoreDeniedException e) {
        refused.raise(FailureText.of(e), clock.nanos());
        return problems.expected(ProblemException.unavailable(
                "The platform's database role lacks rights on the schema signalbox_platform; an operator finds out which"
                        + " with: signalbox schema check"));
    }

    /** The node has logged it when it started. */
    @ExceptionHandler(SecretKeyException.class)
    ResponseEntity<ProblemDetail> wrongKey() {
        return problems.expected(ProblemException.unavailable(
                "This node does not have the key with which the platform's secrets are stored, so it takes no requests; an operator"
                        + " has to set signalbox.platform.secret-key"));
    }

    /** The cause may name hosts and statements, so only the log has it. */
    @ExceptionHandler(StoreException.class)
    ResponseEntity<ProblemDetail> database(StoreException e, HttpMethod method) {
        unanswered.raise(FailureText.of(e), clock.nanos());
        boolean mayBeDone = e.mayHaveChanged() && !method.equals(HttpMethod.GET);
        return problems.expected(ProblemException.unavailable(
                mayBeDone
                        ? "The database did not answer, and may have done what was asked for. Try again; with a deduplicationId or"
                                + " idempotencyKey nothing is stored twice."
                        : "The database did not answer; try again."));
    }

    @ExceptionHandler(SearchTooBroadException.class)
    ResponseEntity<ProblemDetail> tooBroad(SearchTooBroadException e) {
        return problems.expected(ProblemException.badRequest(sentence(e)));
    }

    private static String sentence(Exception e) {
        return String.valueOf(e.getMessage());
    }
}
