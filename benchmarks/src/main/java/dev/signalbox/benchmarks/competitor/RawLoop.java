package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.jdbc.SqlTemplate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The baseline of a database: a tight loop on one connection, without leases, retries or several nodes. */
abstract class RawLoop implements Competitor {
    static final int BATCH = 500;
    static final Duration IDLE_WAIT = Duration.ofMillis(10);
    static final Claim NO_CLAIM = new Claim(0, Instant.EPOCH);

    /** One iteration of the loop. */
    interface Round {
        /** @return the number of messages delivered and recorded */
        int run() throws SQLException, InterruptedException;
    }

    @Override
    public final boolean usesRawClient() {
        return true;
    }

    abstract Round round(Connection connection, Sink sink) throws SQLException;

    @Override
    public final Running prepare(BenchServer server, Sink sink, Progress progress) throws SQLException {
        Connection connection = server.connect();
        try {
            return new Loop(connection, round(connection, sink), progress);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Prepares a statement of this loop; the batch size is a literal, because the planner overestimates a parameter. */
    final PreparedStatement statement(Connection connection, String script) throws SQLException {
        return statement(connection, script, Map.of());
    }

    /** @param ids the parameters for ids, if the database has no array parameters */
    final PreparedStatement statement(Connection connection, String script, String ids) throws SQLException {
        return statement(connection, script, Map.of("ids", ids));
    }

    /** @param more names that only this script uses */
    final PreparedStatement statement(Connection connection, String script, Map<String, String> more)
            throws SQLException {
        Map<String, String> names = new HashMap<>(more);
        names.put("table", table().quotedName());
        names.put("batch", String.valueOf(BATCH));
        return connection.prepareStatement(
                SqlTemplate.load(RawLoop.class, script).fill(names, Set.of()).text());
    }

    static List<Message> read(PreparedStatement query) throws SQLException {
        List<Message> messages = new ArrayList<>(BATCH);
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                messages.add(new Message(
                        rows.getString("id"),
                        rows.getString("message_group"),
                        0,
                        rows.getString("type"),
                        Payload.of(rows.getBytes("payload")),
                        0,
                        Instant.EPOCH,
                        NO_CLAIM,
                        Suspicion.NONE));
            }
        }
        return messages;
    }

    /** RETURNING guarantees no order. Ids grow with the creation time, so they give the order of each group. */
    static List<Message> inOrder(List<Message> messages) {
        messages.sort(Comparator.comparing(Message::id));
        return messages;
    }

    /** Sends batches one after the other, each as large as the destination accepts. */
    static void send(Sink sink, List<Message> messages) throws InterruptedException {
        int most = sink.limits().messages();
        for (int from = 0; from < messages.size(); from += most) {
            Answer answer = sink.send(messages.subList(from, Math.min(messages.size(), from + most)));
            if (!answer.equals(Answer.DELIVERED)) {
                throw new IllegalStateException("the destination answered " + answer);
            }
        }
    }

    /** Runs the loop on its own thread. */
    private static final class Loop implements Running {
        private final Connection connection;
        private final Round round;
        private final Progress progress;
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final Thread thread;

        Loop(Connection connection, Round round, Progress progress) {
            this.connection = connection;
            this.round = round;
            this.progress = progress;
            this.thread = Thread.ofPlatform().name("raw-loop").unstarted(this::loop);
        }

        @Override
        public void start() {
            thread.start();
        }

        @Override
        public void close() throws SQLException {
            stopped.countDown();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            connection.close();
        }

        private void loop() {
            try {
                int done;
                do {
                    done = round.run();
                    progress.recorded().add(done);
                } while (!stopped.await(done == BATCH ? 0 : IDLE_WAIT.toMillis(), TimeUnit.MILLISECONDS));
            } catch (SQLException | RuntimeException e) {
                progress.over(e.toString());
            } catch (InterruptedException e) {
                progress.over("interrupted");
            }
        }
    }
}
