package dev.signalbox.e2e;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A fresh database of any kind, with the seed's outbox in it. */
interface TestDatabase extends AutoCloseable {
    /** A message as the application commits it. */
    record Message(String id, String type, @Nullable String group, String payload) {}

    /** A session of the application. */
    interface Writer extends AutoCloseable {
        /** Commits these, in this order, to a table of the outbox. */
        void commit(String table, List<Message> messages);

        @Override
        void close();
    }

    /** What a FlowCatalyst outbox processor's file says about it, by key. */
    Map<String, String> processor();

    Writer writer();

    /** The ids of all events with that status. */
    List<String> idsOf(String status);

    /** The ids of all events that have to arrive, which are those that have not failed. */
    List<String> idsToArrive();

    /** Each status and number of attempts that some event has, joined by a bar. */
    List<String> statesAndAttempts();

    /** Whether nothing waits and nothing is held, in either table. */
    boolean isSettled();

    /** Which node owns which shard of the events, by a lease that has not run out. */
    Map<Integer, String> owners();

    @Override
    void close();
}
