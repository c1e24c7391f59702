package dev.signalbox.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.routing.sink.RoutedSink.ClusterBacklog;
import dev.signalbox.core.source.SourceException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every cluster backlog must do. Each test has two empty tables, for the clusters eu and us. */
public abstract class ClusterBacklogContract {
    /** @param failedHold whether a failed message holds its group */
    protected abstract ClusterBacklog open(boolean failedHold) throws Exception;

    protected abstract Connection connect() throws SQLException;

    /** The table for a cluster, as it is written in a statement. */
    protected static String table(String cluster) {
        return "outbox_for_" + cluster;
    }

    /** The expression for the header {@code h} of a row. */
    protected abstract String header();

    /** The relay that delivers the backlog has dead-lettered a message of this group. */
    protected abstract void fail(String cluster, String group) throws SQLException;

    /** A live owner. */
    protected abstract Incarnation join(String name) throws Exception;

    /** Another node has taken over from this owner. */
    protected abstract void fence(Incarnation owner) throws Exception;

    private @Nullable Incarnation first;

    private Incarnation owner() throws Exception {
        Incarnation joined = first == null ? join("first") : first;
        first = joined;
        return joined;
    }

    private List<List<@Nullable String>> kept(String cluster) throws SQLException {
        List<List<@Nullable String>> kept = new ArrayList<>();
        String query = "SELECT id, message_group, type, payload, " + header() + " FROM " + table(cluster)
                + " ORDER BY position";
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                kept.add(Arrays.asList(
                        rows.getString(1), rows.getString(2), rows.getString(3), rows.getString(4), rows.getString(5)));
            }
        }
        return kept;
    }

    private static Message message(String id, @Nullable String group, Map<String, String> headers) {
        return new Message(
                id,
                group,
                0,
                "OrderCreated",
                Payload.of("{\"id\": \"" + id + "\"}"),
                0,
                Instant.EPOCH,
                new Claim(1, Instant.EPOCH),
                Suspicion.NONE,
                null,
                headers);
    }

    private static List<@Nullable String> row(String id, @Nullable String group, @Nullable String header) {
        return Arrays.asList(id, group, "OrderCreated", "{\"id\": \"" + id + "\"}", header);
    }

    @Test
    void messagesAreKeptAsTheyAreInTheirOrder() throws Exception {
        String odd = "é'\"%_\\\uD83D\uDE00";
        open(false).add(owner(), "us", List.of(message("2", odd, Map.of("h", odd)), message("1", odd, Map.of())));
        open(false).add(owner(), "us", List.of(message("3", null, Map.of())));

        assertThat(kept("us")).containsExactly(row("2", odd, odd), row("1", odd, null), row("3", null, null));
        assertThat(kept("eu")).isEmpty();
    }

    @Test
    void anOwnerWhoseLeaseIsGoneKeepsNothing() throws Exception {
        fence(owner());
        for (Incarnation gone : List.of(owner(), join("second@another"))) {
            assertThatThrownBy(() -> open(false).add(gone, "us", List.of(message("1", "a", Map.of()))))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("has ended");
        }
        assertThat(kept("us")).isEmpty();

        open(false).add(join("third"), "us", List.of(message("1", "a", Map.of())));
        assertThat(kept("us")).hasSize(1);
    }

    @Test
    void whatIsKeptAlreadyIsNotKeptTwice() throws Exception {
        open(false).add(owner(), "us", List.of(message("1", "a", Map.of()), message("2", null, Map.of())));
        open(false)
                .add(
                        owner(),
                        "us",
                        List.of(
                                message("1", "a", Map.of()),
                                message("2", null, Map.of()),
                                message("3", "a", Map.of())));

        assertThat(kept("us"))
                .containsExactlyInAnyOrder(row("1", "a", null), row("2", null, null), row("3", "a", null));
    }

    @Test
    void groupsAreOwedExactlyAsTheyAreWritten() throws Exception {
        open(false).add(owner(), "us", List.of(message("1", "a", Map.of()), message("2", null, Map.of())));

        assertThat(open(false).groupsBehind("us", List.of("a", "A", "a ", "b"))).containsExactly("a");
        assertThat(open(false).groupsBehind("eu", List.of("a"))).isEmpty();
    }

    @Test
    void aFailedMessageIsOwedOnlyIfItHoldsItsGroup() throws Exception {
        open(false).add(owner(), "us", List.of(message("1", "a", Map.of())));
        fail("us", "a");

        assertThat(open(false).groupsBehind("us", List.of("a"))).isEmpty();
        assertThat(open(true).groupsBehind("us", List.of("a"))).containsExactly("a");
    }
}
