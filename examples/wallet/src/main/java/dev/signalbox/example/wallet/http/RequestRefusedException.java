package dev.signalbox.example.wallet.http;

/** A request is rejected before it becomes a command. */
final class RequestRefusedException extends RuntimeException {
    private final transient ProblemDocument problemDocument;

    RequestRefusedException(ProblemDocument problemDocument) {
        super(problemDocument.detail());
        this.problemDocument = problemDocument;
    }

    ProblemDocument problem() {
        return problemDocument;
    }
}
