package dev.signalbox.jdbc.lease;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A database session that holds a lock which any user may take.
 *
 * @param session the server's number of the session
 * @param user null if the server does not show it
 * @param address null if the server does not show it, or the session is local
 * @param connectedSince null if the server does not show it
 * @param ours whether the user is one that may also change our leases
 * @param node whether it is a session of a node
 */
public record LockHolder(
        String session,
        @Nullable String user,
        @Nullable String address,
        @Nullable String connectedSince,
        boolean ours,
        boolean node) {
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>(List.of(session));
        parts.add(user == null ? "of an unknown user" : "of user " + user);
        if (address != null) {
            parts.add("from " + address);
        }
        if (connectedSince != null) {
            parts.add("connected since " + connectedSince);
        }
        return String.join(" ", parts);
    }
}
