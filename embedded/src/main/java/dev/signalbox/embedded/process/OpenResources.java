package dev.signalbox.embedded.process;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Closes resources in reverse order of opening, even if closing one of them fails. */
public final class OpenResources implements AutoCloseable {
    private final Deque<Part> parts = new ArrayDeque<>();

    @FunctionalInterface
    public interface Part {
        void close() throws IOException;
    }

    public void add(Part part) {
        parts.push(part);
    }

    @Override
    public void close() throws IOException {
        Part last = parts.poll();
        if (last != null) {
            try {
                last.close();
            } finally {
                close();
            }
        }
    }
}
