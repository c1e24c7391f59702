package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.embedded.postgres.LocalPostgres;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.testkit.server.QueryRows;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.ds.PGSimpleDataSource;

/** A fresh database on the server of this test run, with the session settings of the relay's connections. */
final class OutboxTestDatabase {
    static final String PLANNER =
            "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c enable_bitmapscan=off";

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final LocalPostgres SERVER = LocalPostgres.start(50);

    private final String name;

    private OutboxTestDatabase(String name) {
        this.name = name;
    }

    static OutboxTestDatabase create() throws SQLException {
        return create("");
    }

    static OutboxTestDatabase create(String options) throws SQLException {
        OutboxTestDatabase outboxTestDatabase = new OutboxTestDatabase("outbox" + COUNT.incrementAndGet());
        SERVER.execute(LocalPostgres.DATABASE, "CREATE DATABASE " + outboxTestDatabase.name + " " + options);
        outboxTestDatabase.run(resource("side-schema.sql"));
        return outboxTestDatabase;
    }

    static String resource(String name) {
        try (InputStream in = OutboxTestDatabase.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException(name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    PGSimpleDataSource source(String user) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {SERVER.port()});
        source.setDatabaseName(name);
        source.setUser(user);
        source.setOptions(PLANNER);
        return source;
    }

    Connection connect() throws SQLException {
        return source("postgres").getConnection();
    }

    void run(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The rows of a query, with their columns joined by bars. */
    List<String> rows(String sql) throws SQLException {
        try (Connection connection = connect()) {
            return QueryRows.read(connection, sql);
        }
    }

    String value(String sql) throws SQLException {
        return rows(sql).getFirst();
    }

    Incarnation join(String incarnation) throws SQLException {
        run("INSERT INTO signalbox.nodes VALUES ('%s', 'node', now(), now() + interval '10 s')".formatted(incarnation));
        return new Incarnation(incarnation);
    }

    void fence(String incarnation) throws SQLException {
        run("DELETE FROM signalbox.nodes WHERE incarnation = '" + incarnation + "'");
    }

    Fence fenceAs(String user, boolean byLeaseRow) {
        return new Fence() {
            @Override
            public boolean byLeaseRow() {
                return byLeaseRow;
            }

            @Override
            public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
                try (Connection connection = source(user).getConnection()) {
                    connection.setAutoCommit(false);
                    T result = work.run(connection);
                    connection.commit();
                    return result;
                }
            }
        };
    }
}
