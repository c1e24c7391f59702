package dev.signalbox.embedded.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the end of processes that others have started. The JDK looks at most three times a second, and regards a process
 * as alive until init has noticed its end, which takes seconds in some containers.
 */
public final class ProcessExit {
    private static final long POLL_MILLIS = 10;
    /** Linux's state of a process that has ended while its parent has not asked for its exit code. */
    private static final char ZOMBIE = 'Z';
    /** What separates the name of the program, in brackets, from the state. */
    private static final String BEFORE_STATE = ") ";

    private ProcessExit() {}

    /** Returns when the process has ended, or after this time; an interrupt counts only then. */
    public static void await(ProcessHandle process, Duration within) {
        long start = System.nanoTime();
        boolean interrupted = false;
        while (!hasEnded(process) && System.nanoTime() - start < within.toNanos()) {
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    public static boolean hasEnded(ProcessHandle process) {
        return !process.isAlive() || isZombie(process.pid());
    }

    /** False where there is no such file system. */
    private static boolean isZombie(long pid) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            int state = line.lastIndexOf(BEFORE_STATE) + BEFORE_STATE.length();
            return state < line.length() && line.charAt(state) == ZOMBIE;
        } catch (IOException e) {
            return false;
        }
    }
}
