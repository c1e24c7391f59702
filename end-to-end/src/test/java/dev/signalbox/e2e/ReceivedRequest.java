package dev.signalbox.e2e;

import java.util.List;

/**
 * A request that reached the receiver.
 *
 * @param at when its last byte arrived, on this JVM's clock
 * @param connection the sender's port, which identifies the connection
 */
record ReceivedRequest(
        long at, String path, String authorization, int connection, int bytes, List<ReceivedItem> items) {
    boolean has(String id) {
        return items.stream().anyMatch(receivedItem -> receivedItem.id().equals(id));
    }
}
