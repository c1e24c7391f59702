package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.postgres.FencedStatements;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Records suspects as in flight before they are sent. After a takeover there may be hundreds, each in a request of its own:
 * those that come while a write is under way are written together by the next one.
 */
public final class MarkSuspects {
    private static final Sql MARK =
            SqlTemplate.load(MarkSuspects.class, "mark-in-flight.sql").fill(Map.of(), Set.of());

    /** What one caller wants recorded, and what came of it. */
    private static final class Wish {
        final Incarnation owner;
        final List<String> ids;
        boolean done;
        boolean owned;

        @Nullable
        SourceException failure;

        Wish(Incarnation owner, List<String> ids) {
            this.owner = owner;
            this.ids = ids;
        }
    }

    private final FencedStatements statements;
    private final String relay;
    private final Queue<Wish> wishes = new ConcurrentLinkedQueue<>();
    private final ReentrantLock writing = new ReentrantLock();

    public MarkSuspects(FencedStatements statements, String relay) {
        this.statements = statements;
        this.relay = relay;
    }

    /** @return false if the owner is fenced */
    public boolean mark(Incarnation owner, List<String> ids) throws SourceException {
        if (!statements.byLeaseRow()) {
            return true;
        }
        Wish mine = new Wish(owner, ids);
        wishes.add(mine);
        writing.lock();
        try {
            if (!mine.done) {
                writeAllOf(owner);
            }
        } finally {
            writing.unlock();
        }
        if (mine.failure != null) {
            throw new SourceException(String.valueOf(mine.failure.getMessage()), mine.failure);
        }
        return mine.owned;
    }

    private void writeAllOf(Incarnation owner) {
        List<Wish> together =
                wishes.stream().filter(wish -> wish.owner.equals(owner)).toList();
        wishes.removeAll(together);
        List<String> ids = new ArrayList<>();
        together.forEach(wish -> ids.addAll(wish.ids));
        boolean owned = false;
        SourceException failure = null;
        try {
            owned = write(owner, ids);
        } catch (SourceException e) {
            failure = e;
        }
        for (Wish wish : together) {
            wish.done = true;
            wish.owned = owned;
            wish.failure = failure;
        }
    }

    private boolean write(Incarnation owner, List<String> ids) throws SourceException {
        Map<String, Object> values = Map.of("owner", owner.value(), "relay", relay, "ids", ids.toArray(String[]::new));
        return statements.write("mark suspects in flight", owner, connection -> {
            try (PreparedStatement statement = MARK.prepare(connection, values);
                    ResultSet rows = statement.executeQuery()) {
                return rows.next() && rows.getBoolean("owned");
            }
        });
    }
}
