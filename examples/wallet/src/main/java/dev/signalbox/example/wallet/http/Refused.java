package dev.signalbox.example.wallet.http;

/** A request that is refused before it becomes a command. */
final class Refused extends RuntimeException {
    private final transient Problem problem;

    Refused(Problem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}
