package dev.signalbox.demo.examples;

import dev.signalbox.demo.News;
import java.io.IOException;
import java.time.Duration;

/**
 * People who come once a second, all together: in between the other end can catch up, and both can be seen to agree. Whom
 * nobody answers, or who is sent away, comes again in a second.
 */
public final class Crowd implements Runnable {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long REST = Duration.ofMillis(600).toNanos();

    private final String complaint;
    private final Visitor visitor;
    private final int perSecond;
    private final Place place;

    /** What one of them does. */
    @FunctionalInterface
    public interface Visitor {
        void visit() throws IOException, InterruptedException;
    }

    /** @param complaint what is said when one was sent away, before the reason */
    public Crowd(String complaint, Visitor visitor, int perSecond, Place place) {
        this.complaint = complaint;
        this.visitor = visitor;
        this.perSecond = perSecond;
        this.place = place;
    }

    @Override
    public void run() {
        long next = place.clock().nanos();
        try {
            while (place.ending().waitUntil(next)) {
                comeTogether();
                next = Math.max(next + SECOND, place.clock().nanos() + REST);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void comeTogether() throws InterruptedException {
        try {
            for (int i = 0; i < perSecond && !place.ending().hasBegun(); i++) {
                visitor.visit();
            }
        } catch (IOException e) {
            place.news().add(News.Tone.BAD, complaint + ": " + e.getMessage());
        }
    }
}
