package dev.signalbox.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The contract of the outbox on every database, with Signalbox's own table and source. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OutboxContract {
    private static final String COUNT = "SELECT count(*) FROM signalbox_outbox";
    private static final Incarnation OWNER = new Incarnation("owner");

    final Outbox outbox = Outbox.of(Layout.signalbox());
    TestDatabase database;
    ClaimSource source;

    abstract TestDatabase create() throws Exception;

    /** Creates the table, and a source that reads it. */
    abstract ClaimSource newSource() throws Exception;

    @BeforeAll
    void prepare() throws Exception {
        database = create();
        source = newSource();
    }

    @BeforeEach
    void empty() throws Exception {
        database.run("DELETE FROM signalbox_outbox");
    }

    @AfterAll
    void drop() throws Exception {
        if (source != null) {
            source.close();
            database.close();
        }
    }

    static Message message(String group, int number) {
        return Message.builder("order.changed")
                .group(group)
                .payload("{\"n\": " + number + "}")
                .build();
    }

    List<dev.signalbox.core.message.Message> claim(ClaimSource from) throws Exception {
        var request = new ClaimRequest(Shards.ALL, 2_000, Long.MAX_VALUE, 2_000, Set.of(), Set.of());
        return from.claim(OWNER, request).messages();
    }

    @Test
    void signalboxReadsWhatWasRecorded() throws Exception {
        Message message = Message.builder("order.created")
                .group("order \"1\"")
                .aggregateType("Order")
                .payload("{\"name\": \"Zoë 🚂 \\\\ '?'\"}")
                .correlationId("c\"1\\")
                .build();
        String id;
        try (Connection connection = database.begin()) {
            id = outbox.record(connection, message);
            connection.commit();
        }
        var claimed = claim(source);
        assertThat(claimed).hasSize(1);
        assertThat(claimed.getFirst().id()).isEqualTo(id).hasSize(13);
        assertThat(claimed.getFirst().group()).isEqualTo("order \"1\"");
        assertThat(claimed.getFirst().type()).isEqualTo("order.created");
        assertThat(claimed.getFirst().payload().utf8()).isEqualTo(message.payload());
        assertThat(database.value("SELECT headers FROM signalbox_outbox"))
                .contains("\"correlationId\"", "\"c\\\"1\\\\\"", "\"aggregateType\"", "\"Order\"");
    }

    static Message requested(String aggregateType, String aggregate) {
        return Message.builder("RESERVATION_REQUESTED")
                .aggregateType(aggregateType)
                .group(aggregate)
                .payload("{\"guests\": 4}")
                .build();
    }

    @Test
    void aRollbackLeavesNothingAndNoOtherTransactionSeesIt() throws Exception {
        try (Connection connection = database.begin()) {
            outbox.record(connection, message("g", 1));
            assertThat(database.value(COUNT)).isEqualTo("0");
            connection.rollback();
        }
        assertThat(database.value(COUNT)).isEqualTo("0");
    }

    @Test
    void aConnectionThatCommitsByItselfIsRefused() throws Exception {
        try (Connection connection = database.connect()) {
            assertThatThrownBy(() -> outbox.record(connection, message("g", 1)))
                    .isInstanceOf(NoTransactionException.class)
                    .hasMessageContaining("setAutoCommit(false)");
            assertThat(database.value(COUNT)).isEqualTo("0");
            Outbox.builder(Layout.signalbox()).requireTransaction(false).build().record(connection, message("g", 1));
        }
        assertThat(database.value(COUNT)).isEqualTo("1");
    }

    @Test
    void itPreparesOneStatementAndTouchesNothingElse() throws Exception {
        List<String> calls = new ArrayList<>();
        try (Connection connection = database.begin()) {
            Connection noted = noting(connection, calls);
            outbox.record(noted, message("g", 1));
            calls.clear();
            outbox.record(noted, message("g", 2));
            outbox.record(
                    noted,
                    IntStream.range(3, 103).mapToObj(i -> message("g", i)).toList());
            connection.rollback();
        }
        assertThat(calls).containsExactly("getAutoCommit", "prepareStatement", "getAutoCommit", "prepareStatement");
    }

    private static Connection noting(Connection real, List<String> calls) {
        return (Connection) Proxy.newProxyInstance(
                OutboxContract.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, values) -> {
                    calls.add(method.getName());
                    try {
                        return method.invoke(real, values);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void aBatchIsDeliveredInTheOrderGiven() throws Exception {
        List<Message> messages =
                IntStream.range(0, 1_100).mapToObj(i -> message("g", i)).toList();
        List<String> ids;
        try (Connection connection = database.begin()) {
            ids = outbox.record(connection, messages);
            connection.commit();
        }
        assertThat(ids).hasSize(1_100).isSorted();
        assertThat(database.rows("SELECT id FROM signalbox_outbox ORDER BY position"))
                .isEqualTo(ids);
        var first = claim(source).stream().map(it -> it.payload().utf8()).toList();
        assertThat(messages.stream().map(Message::payload).toList()).startsWith(first.toArray(String[]::new));
        assertThat(first).isNotEmpty();
    }

    @Test
    void aRefusalWritesNothingAndTheTransactionGoesOn() throws Exception {
        Message tagged = Message.builder("t").payload("{}").tag("region", "eu").build();
        try (Connection connection = database.begin()) {
            assertThatThrownBy(() -> outbox.record(connection, List.of(message("g", 1), tagged)))
                    .isInstanceOf(MessageRefusedException.class)
                    .hasMessageContaining("the tags [region] would be lost");
            outbox.record(connection, message("g", 2));
            assertThat(outbox.record(connection, List.of())).isEmpty();
            connection.commit();
        }
        assertThat(database.rows("SELECT payload FROM signalbox_outbox")).containsExactly("{\"n\": 2}");
    }

    @Test
    void manyThreadsUseOneOutbox() throws Exception {
        Outbox fresh = Outbox.of(Layout.signalbox());
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Callable<Void>> writers = IntStream.range(0, 4)
                    .<Callable<Void>>mapToObj(writer -> () -> write(fresh, "group-" + writer))
                    .toList();
            for (Future<Void> done : threads.invokeAll(writers)) {
                done.get();
            }
        }
        assertThat(database.value("SELECT count(DISTINCT id) FROM signalbox_outbox"))
                .isEqualTo("80");
    }

    private Void write(Outbox outbox, String group) throws SQLException {
        try (Connection connection = database.begin()) {
            for (int i = 0; i < 20; i++) {
                outbox.record(connection, message(group, i));
            }
            connection.commit();
        }
        return null;
    }
}
