package dev.signalbox.demo.examples;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A server that starts while other things do.
 *
 * @param <S> the server
 */
public final class Starting<S> {
    private final String name;
    private final FutureTask<S> start;
    private final Thread thread;

    private Starting(String name, FutureTask<S> start) {
        this.name = name;
        this.start = start;
        this.thread = Thread.ofVirtual().name(name).start(start);
    }

    /** Begins, and returns at once. */
    public static <S> Starting<S> of(String name, Callable<S> start) {
        return new Starting<>(name, new FutureTask<>(start));
    }

    /** Waits until it is up. */
    public S await() throws InterruptedException, IOException {
        try {
            return start.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new IOException(cause == null ? name + " did not start" : String.valueOf(cause.getMessage()), e);
        }
    }

    /** Gives up what has not come up yet. What has is to be ended by the caller. */
    public Optional<S> end() {
        thread.interrupt();
        try {
            return Optional.of(start.get());
        } catch (ExecutionException e) {
            return Optional.empty(); // it has never been up, and ended its process itself
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
