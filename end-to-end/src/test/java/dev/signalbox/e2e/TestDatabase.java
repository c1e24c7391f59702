package dev.signalbox.e2e;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A fresh database of any kind, with FlowCatalyst's outbox. */
interface TestDatabase extends AutoCloseable {
    /** A message as the application commits it. */
    record Message(String id, String type, @Nullable String group, String payload) {}

    /** A session of the application. */
    interface Writer extends AutoCloseable {
        /** Commits these messages, in this order, to a table of the outbox. */
        void commit(String table, List<Message> messages);

        @Override
        void close();
    }

    /** The database settings of a FlowCatalyst outbox processor's file, by key. */
    Map<String, String> processor();

    Writer writer();

    /** The ids of all events with that status. */
    List<String> idsOf(String status);

    /** The ids of all events that must arrive, which are those that have not failed. */
    List<String> idsToArrive();

    /** Each combination of status and number of attempts that occurs, joined by a bar. */
    List<String> statesAndAttempts();

    /** Whether no row of either table is waiting or claimed. */
    boolean isSettled();

    /** Which node owns which shard of the events, with a valid lease. */
    Map<Integer, String> owners();

    @Override
    void close();
}
