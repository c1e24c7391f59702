package dev.signalbox.server.web;

import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.settings.Masking;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Answers errors of handlers with a problem document that reveals no internals. */
@RestControllerAdvice
final class ProblemAdvice extends ResponseEntityExceptionHandler {
    private static final System.Logger LOG = System.getLogger(ProblemAdvice.class.getName());

    private static final String RETRY_AFTER_SECONDS = "1";

    @ExceptionHandler(ProblemException.class)
    ResponseEntity<ProblemDetail> expected(ProblemException e) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(e.status());
        if (e.status() == HttpStatus.SERVICE_UNAVAILABLE) {
            answer.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        return answer.contentType(MediaType.APPLICATION_PROBLEM_JSON).body(e.document());
    }

    @ExceptionHandler(RefusedException.class)
    ResponseEntity<ProblemDetail> refused(RefusedException e) {
        return expected(ProblemException.conflict(String.valueOf(e.getMessage())));
    }

    @ExceptionHandler(SourceException.class)
    ResponseEntity<ProblemDetail> database(SourceException e) {
        LOG.log(System.Logger.Level.WARNING, "a request was not answered by the database: {0}", e.getMessage());
        return expected(
                ProblemException.unavailable(Masking.shown("The database did not answer: " + e.getMessage(), 1000)));
    }

    /** Tomcat reads the query when it is first asked for a parameter. */
    @ExceptionHandler(InvalidParameterException.class)
    ResponseEntity<ProblemDetail> undecodable(InvalidParameterException e) {
        return expected(ProblemException.badRequest("The query of the address can't be decoded."));
    }

    @ExceptionHandler(Exception.class)
    ResponseEntity<ProblemDetail> unexpected(Exception e) {
        LOG.log(System.Logger.Level.ERROR, "a request failed unexpectedly", e);
        return expected(ProblemException.internal("The log says what went wrong."));
    }

    @Override
    protected ResponseEntity<Object> createResponseEntity(
            @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ProblemDetail problem = body instanceof ProblemDetail given ? given : ProblemDetail.forStatus(status);
        problem.setProperty("error", ProblemDocument.code(status));
        // Whatever the client accepts: nothing else says what is wrong.
        HttpHeaders typed = new HttpHeaders();
        typed.addAll(headers);
        typed.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        return new ResponseEntity<>(problem, typed, status);
    }
}
