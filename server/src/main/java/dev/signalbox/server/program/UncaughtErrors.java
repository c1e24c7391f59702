package dev.signalbox.server.program;

import dev.signalbox.core.diagnostics.OutOfMemory;
import java.io.PrintStream;
import java.util.function.IntConsumer;

/**
 * Ends the process if its memory ran out. It halts without the shutdown hooks: they need memory too, and another node
 * takes over when the lease expires. The JVM's own flag for this exits with 3, which means something else here.
 *
 * <p>Errors that a library catches in its own threads never come here. The JVM reports those by a signal.
 */
public final class UncaughtErrors implements Thread.UncaughtExceptionHandler {
    private static final String MESSAGE =
            "out of memory: this process ends; give it more by -Xmx, or a smaller buffer.bytes";

    private final PrintStream err;
    private final IntConsumer halt;

    UncaughtErrors(PrintStream err, IntConsumer halt) {
        this.err = err;
        this.halt = halt;
    }

    /** From now on handles the uncaught errors of all threads, and the end of the memory in any. */
    public static void install() {
        UncaughtErrors errors = new UncaughtErrors(System.err, Runtime.getRuntime()::halt);
        Thread.setDefaultUncaughtExceptionHandler(errors);
        try {
            OutOfMemorySignal.handle(errors::endOutOfMemory);
        } catch (IllegalStateException e) {
            System.err.println(
                    "signalbox: an OutOfMemoryError ends this process with another code than 6: " + e.getMessage());
        }
    }

    @Override
    public void uncaughtException(Thread thread, Throwable error) {
        if (!OutOfMemory.isCauseOf(error)) {
            err.println("Exception in thread \"" + thread.getName() + "\"");
            error.printStackTrace(err);
            return;
        }
        endOutOfMemory();
    }

    private void endOutOfMemory() {
        try {
            err.println(MESSAGE);
        } finally {
            halt.accept(ExitCode.OUT_OF_MEMORY.code());
        }
    }
}
