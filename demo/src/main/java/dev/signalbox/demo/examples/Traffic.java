package dev.signalbox.demo.examples;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/**
 * People at work with an example, and those who watch what becomes of it.
 *
 * @param <A> what is found in the end
 */
public interface Traffic<A extends ExampleAudit> {
    /** What keeps it from going on. */
    Optional<String> failure();

    /** Waits for those who were told to go home. */
    void sendHome() throws InterruptedException;

    /** Whether the other end has all that was taken at this one. */
    boolean isDone() throws SQLException, IOException, InterruptedException;

    /** Compares both ends, when nobody delivers any more. */
    A audit() throws SQLException, IOException, InterruptedException;

    /** Ends all who are still at work. */
    void end() throws SQLException, InterruptedException;
}
