package dev.signalbox.server.program;

/** The exit codes of the program. */
public enum ExitCode {
    /** Success; after a stop, every message is settled or released. */
    OK(0),
    /** Something failed while running. */
    FAILED(1),
    /** The command line or the configuration is wrong. */
    BAD_USAGE(2),
    /** Stopped after the grace time; the outcome of some messages is unknown. */
    UNKNOWN_OUTCOMES(3),
    /** A check found that everything works, but could be improved. */
    IMPROVABLE(4),
    /** A check found something that cannot work. */
    CANNOT_WORK(5),
    /** The memory of the process ran out; it ended at once, as if it had been killed. */
    OUT_OF_MEMORY(6);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
