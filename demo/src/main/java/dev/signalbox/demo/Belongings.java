package dev.signalbox.demo;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** What has to be closed in the end, the last first, whatever goes wrong with one of them. */
public final class Belongings implements AutoCloseable {
    private final Deque<Part> parts = new ArrayDeque<>();

    /** How one of them is closed. */
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
