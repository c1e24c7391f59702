package dev.signalbox.server;

/** What the program ends with. */
public enum ExitCode {
    /** All went well; after a stop, everything is settled or given back. */
    OK(0),
    /** Something failed while running. */
    FAILED(1),
    /** The command line or the configuration is wrong. */
    BAD_USAGE(2),
    /** Stopped when the grace time was over: of some messages it is not known whether they arrived. */
    UNKNOWN_OUTCOMES(3),
    /** A check has found that all works, but that something would improve it. */
    IMPROVABLE(4),
    /** A check has found that something cannot work. */
    CANNOT_WORK(5);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    /** The number that the operating system sees. */
    public int code() {
        return code;
    }
}
