package dev.signalbox.core.diagnostics;

/**
 * Reports that the memory ran out to the handler of uncaught errors. A caught error must not hide that: what goes on
 * afterwards may fail anywhere, so a program ends.
 */
public final class OutOfMemory {
    private static final int DEEPEST = 20;

    private OutOfMemory() {}

    /** Reports a failure if its cause is that the memory ran out. */
    public static void report(Throwable failure) {
        Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
        if (handler != null && isCauseOf(failure)) {
            handler.uncaughtException(Thread.currentThread(), failure);
        }
    }

    public static boolean isCauseOf(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof OutOfMemoryError) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
