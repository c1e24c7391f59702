package dev.signalbox.example.web;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Answers with problem documents (RFC 9457), as Spring itself does for 405, 415 and other errors of its own. */
@RestControllerAdvice
public final class ProblemDocuments extends ResponseEntityExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemDocuments.class);

    @ExceptionHandler
    ProblemDetail refused(InvalidFieldsException failure) {
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(failure.getMessage()));
        if (!failure.faults().isEmpty()) {
            problem.setProperty("errors", failure.faults());
        }
        return problem;
    }

    @ExceptionHandler({
        CannotCreateTransactionException.class,
        DataAccessResourceFailureException.class,
        TransientDataAccessException.class
    })
    ResponseEntity<ProblemDetail> noDatabase(RuntimeException failure) {
        LOG.warn("A request was not answered: {}", failure.getMessage());
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, "1")
                .body(ProblemDetail.forStatusAndDetail(
                        HttpStatus.SERVICE_UNAVAILABLE, "The database does not answer. Send it again later."));
    }

    @ExceptionHandler
    ProblemDetail broken(RuntimeException failure) {
        LOG.error("A request has failed", failure);
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.INTERNAL_SERVER_ERROR, "Something is wrong here; the log says what.");
    }
}
