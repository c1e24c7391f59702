package dev.signalbox.server.cli;

/** Ends a command with an error line and an exit code. */
final class CommandException extends Exception {
    static final int NOT_FOUND_OR_REFUSED = 1;
    static final int WRONG_USAGE = 2;
    static final int NOT_REACHABLE = 3;

    final int exitCode;

    private CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    static CommandException refused(String message) {
        return new CommandException(NOT_FOUND_OR_REFUSED, message);
    }

    static CommandException usage(String message) {
        return new CommandException(WRONG_USAGE, message);
    }

    static CommandException notReachable(String message) {
        return new CommandException(NOT_REACHABLE, message);
    }
}
