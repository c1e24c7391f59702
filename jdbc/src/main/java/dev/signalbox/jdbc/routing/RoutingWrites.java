package dev.signalbox.jdbc.routing;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.lease.OwnerFencedException;
import java.sql.SQLException;
import java.util.Map;

/**
 * What an owner writes about clusters. Each transaction locks the owner's lease row first, so a fenced owner writes
 * nothing.
 *
 * @param holdLease returns a row, and locks it, if the lease of {@code owner} is in force on this server
 */
public record RoutingWrites(Fence fence, Sql holdLease) {
    <T> T run(String what, Incarnation owner, SqlWork<T> work) throws SourceException {
        try {
            return fence.write(owner, connection -> {
                Map<String, String> values = Map.of("owner", owner.value());
                if (fence.byLeaseRow()
                        && holdLease.first(connection, values, row -> true).isEmpty()) {
                    throw new OwnerFencedException("the lease of " + owner.value() + " has ended");
                }
                return work.run(connection);
            });
        } catch (SQLException e) {
            throw new SourceException("could not " + what + ": " + e.getMessage(), e);
        }
    }
}
