package dev.signalbox.testkit.admin;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.RelayControl;
import dev.signalbox.core.coordination.RelaySharing;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An empty outbox table of a real server with the seed's columns and index, and what operators see of it. */
public interface OutboxAdminFixture {
    /** @param holdExhausted whether a failed message holds up its group */
    OutboxAdmin admin(boolean holdExhausted) throws Exception;

    /** The desk of a user who may read and change rows but not delete them. */
    OutboxAdmin adminWithoutDelete() throws Exception;

    RelayControl register(RelaySharing relaySharing) throws Exception;

    /** What the table of relays is called. */
    String relays();

    /**
     * Inserts rows with numbered ids ({@code group-000001}, or {@code loose-000001} where there is no group), of type ODD
     * or EVEN, created in the first seconds of 2024 and changed in those of its second month, unless they wait. Failed
     * ones failed because of their number.
     */
    void insert(String status, @Nullable String group, int from, int to) throws Exception;

    /** Inserts waiting rows {@code m1} and so on, created now, spread over groups; one was created two days ago. */
    void insertMany(int rows, int groups, String oldest) throws Exception;

    /** Lets rows of a state, or all, have been created so long ago. */
    void createdAgo(@Nullable String status, Duration ago) throws Exception;

    void payload(String id, String payload) throws Exception;

    void suspect(String id, int level, int crashes) throws Exception;

    /** Marks the row as held since then. */
    void mark(String id, Instant since) throws Exception;

    /** Records that a node with a lease claimed the row at that time. */
    void claim(String incarnation, String node, String id, Instant at) throws Exception;

    void forgetClaims() throws Exception;

    /** A node whose lease ends in so long, or ended as long ago, and that owns these shards of the relay. */
    void owner(String incarnation, String node, Duration leaseLeft, int... shards) throws Exception;

    void forgetOwners() throws Exception;

    /** How many rows there are in a state. */
    int count(String status) throws Exception;

    /** Status, attempts, time of change and reason of a row, with nothing where there is nothing. */
    String row(String id) throws Exception;

    void dropRelays() throws Exception;

    void close() throws Exception;
}
