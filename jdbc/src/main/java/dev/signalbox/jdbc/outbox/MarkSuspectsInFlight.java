package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Records suspects as in flight before they are sent. A takeover may bring hundreds, each in its own request: requests
 * that arrive during a write are combined into the next one.
 */
public final class MarkSuspectsInFlight {
    /** Records suspects behind the fence. */
    @FunctionalInterface
    public interface SuspectWriter {
        /** @return false if the owner is fenced */
        boolean mark(Connection connection, Incarnation owner, List<String> ids, boolean alone) throws SQLException;
    }

    /** Provides the statement, which may have to inspect the table first. */
    @FunctionalInterface
    public interface SuspectWriterSupplier {
        SuspectWriter get() throws SourceException;
    }

    /** The request of one caller, and its result. */
    private static final class MarkRequest {
        final Incarnation owner;
        final List<String> ids;
        final boolean alone;
        boolean done;
        boolean owned;

        @Nullable
        SourceException failure;

        MarkRequest(Incarnation owner, List<String> ids, boolean alone) {
            this.owner = owner;
            this.ids = ids;
            this.alone = alone;
        }

        boolean fits(MarkRequest other) {
            return owner.equals(other.owner) && alone == other.alone;
        }
    }

    private final FencedStatements statements;
    private final SuspectWriterSupplier marking;
    private final Queue<MarkRequest> requests = new ConcurrentLinkedQueue<>();
    private final ReentrantLock writing = new ReentrantLock();

    public MarkSuspectsInFlight(FencedStatements statements, SuspectWriterSupplier marking) {
        this.statements = statements;
        this.marking = marking;
    }

    /** @return false if the owner is fenced */
    public boolean mark(Incarnation owner, List<String> ids, boolean alone) throws SourceException {
        if (!statements.byLeaseRow()) {
            return true;
        }
        MarkRequest mine = new MarkRequest(owner, ids, alone);
        requests.add(mine);
        writing.lock();
        try {
            if (!mine.done) {
                writeAllLike(mine);
            }
        } finally {
            writing.unlock();
        }
        if (mine.failure != null) {
            throw new SourceException(String.valueOf(mine.failure.getMessage()), mine.failure);
        }
        return mine.owned;
    }

    private void writeAllLike(MarkRequest mine) {
        List<MarkRequest> together = requests.stream().filter(mine::fits).toList();
        requests.removeAll(together);
        List<String> ids = new ArrayList<>();
        together.forEach(request -> ids.addAll(request.ids));
        boolean owned = false;
        SourceException failure = null;
        try {
            owned = write(mine.owner, ids, mine.alone);
        } catch (SourceException e) {
            failure = e;
        }
        for (MarkRequest request : together) {
            request.done = true;
            request.owned = owned;
            request.failure = failure;
        }
    }

    private boolean write(Incarnation owner, List<String> ids, boolean alone) throws SourceException {
        SuspectWriter suspectWriter = marking.get();
        return statements.write(
                "mark suspects in flight", owner, connection -> suspectWriter.mark(connection, owner, ids, alone));
    }
}
