package dev.signalbox.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Signals to a process, by its id. */
final class ProcessSignals {
    private ProcessSignals() {}

    static void send(String signal, long pid) {
        try {
            int code = new ProcessBuilder("kill", "-s", signal, Long.toString(pid))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill -s " + signal + " " + pid + " ended with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
