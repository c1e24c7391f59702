package dev.signalbox.server.cli;

/** Ends a command with one line and an exit code. */
final class Refusal extends Exception {
    static final int NOT_FOUND_OR_REFUSED = 1;
    static final int WRONG_USAGE = 2;
    static final int NOT_REACHABLE = 3;

    private final int exitCode;

    private Refusal(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    static Refusal refused(String message) {
        return new Refusal(NOT_FOUND_OR_REFUSED, message);
    }

    static Refusal usage(String message) {
        return new Refusal(WRONG_USAGE, message);
    }

    static Refusal notReachable(String message) {
        return new Refusal(NOT_REACHABLE, message);
    }

    int exitCode() {
        return exitCode;
    }
}
