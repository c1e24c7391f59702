package dev.signalbox.testkit.admin;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.coordination.RelaySharing;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An empty outbox table of a real server with FlowCatalyst's columns and index, and its admin. */
public interface OutboxAdminFixture {
    /** @param holdExhausted whether a failed message holds up its group */
    OutboxAdmin admin(boolean holdExhausted) throws Exception;

    /** The admin of a user who may read and change rows but not delete them. */
    OutboxAdmin adminWithoutDelete() throws Exception;

    RelayControl register(RelaySharing relaySharing) throws Exception;

    /** The name of the relays' table. */
    String relays();

    /**
     * Inserts rows with numbered ids ({@code group-000001}, or {@code loose-000001} for ungrouped ones), of type ODD or
     * EVEN, created in the first seconds of 2024 and changed in those of its second month, unless they wait. The reason
     * of a failed row contains its number.
     */
    void insert(String status, @Nullable String group, int from, int to) throws Exception;

    /** Inserts waiting rows {@code m1} and so on, created now, spread over groups; one was created two days ago. */
    void insertMany(int rows, int groups, String oldest) throws Exception;

    /** Sets the creation time of rows of a state, or of all, to this long ago. */
    void createdAgo(@Nullable String status, Duration ago) throws Exception;

    void payload(String id, String payload) throws Exception;

    void suspect(String id, int level, int crashes) throws Exception;

    /** Marks the row as claimed since then. */
    void mark(String id, Instant since) throws Exception;

    /** Records that a node with a lease claimed the row at that time. */
    void claim(String incarnation, String node, String id, Instant at) throws Exception;

    void forgetClaims() throws Exception;

    /** Adds a node whose lease ends in this time, or ended this long ago, and that owns these shards of the relay. */
    void owner(String incarnation, String node, Duration leaseLeft, int... shards) throws Exception;

    void forgetOwners() throws Exception;

    /** The number of rows in a state. */
    int count(String status) throws Exception;

    /** Status, attempts, time of change and reason of a row, null where there is none. */
    String row(String id) throws Exception;

    void dropRelays() throws Exception;

    void close() throws Exception;
}
