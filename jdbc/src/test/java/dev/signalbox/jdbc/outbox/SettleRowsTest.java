package dev.signalbox.jdbc.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FastPathFailedException;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlWork;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What happens to the records of claims when settlements meet locked rows, and each other. */
class SettleRowsTest {
    private static final Incarnation ME = new Incarnation("me");

    private final Table table = new Table();
    private final InFlightRows inFlightRows = new InFlightRows(new AtomicLong()::incrementAndGet);
    private final SettleRows settling = new SettleRows(table.access(), new ReadAheadCache());

    private static Message message(String id, long claim) {
        return new Message(
                id,
                null,
                0,
                "EVENT",
                Payload.of(new byte[0]),
                0,
                Instant.EPOCH,
                new Claim(claim, Instant.EPOCH),
                Suspicion.NONE);
    }

    private SettleResult settle(Message... messages) throws SourceException {
        List<Settlement> settlements = new ArrayList<>();
        for (Message message : messages) {
            settlements.add(new Settlement(message, Verdict.COMPLETE));
        }
        return settling.settle(ME, inFlightRows, settlements);
    }

    @Test
    void aSettlementAllOfWhoseRowsAreBusyLeavesTheRecordsThatItWasToTakeAlongToTheNext() throws Exception {
        Message half = message("half", 1);
        Message otherHalf = message("other half", 1);
        Message slow = message("slow", 2);
        Message busy = message("busy", 3);
        inFlightRows.claimed(1, List.of(half, otherHalf));
        inFlightRows.claimed(2, List.of(slow));
        inFlightRows.claimed(3, List.of(busy));
        table.locked.addAll(Set.of("slow", "busy"));
        // Two concurrent settlements share the first claim, so neither ends it, and a third is running
        table.meanwhile.put("half", () -> settle(otherHalf));
        table.meanwhile.put("slow", () -> {
            settle(half);
            return settle(busy);
        });

        assertThat(settle(slow)).isEqualTo(new SettleResult(Set.of(), Set.of("slow")));
        assertThat(table.ended).isEmpty();

        table.locked.clear();
        assertThat(settle(slow, busy)).isEqualTo(SettleResult.all(Set.of("slow", "busy")));
        assertThat(table.ended).containsExactlyInAnyOrder(1L, 2L, 3L);
    }

    /** A table with some locked rows, in which a callback runs during a settlement. */
    private static final class Table implements InvocationHandler {
        final Set<String> locked = new HashSet<>();
        final Map<String, Callable<SettleResult>> meanwhile = new HashMap<>();
        final List<Long> ended = new ArrayList<>();

        OutboxTableAccess access() {
            Fence fence = new Fence() {
                @Override
                public boolean byLeaseRow() {
                    return true;
                }

                @Override
                public <T> T write(Incarnation owner, SqlWork<T> work) throws SQLException {
                    return work.run(unused(Connection.class));
                }
            };
            return new OutboxTableAccess(
                    OutboxLayouts.FLOWCATALYST.layout(),
                    new FencedStatements("outbox_events", fence, () -> unused(Connection.class)),
                    new OutboxContext(OutboxSettings.DEFAULTS, "relay", true),
                    new Inspector(implementedBy(OutboxStatements.class, this)));
        }

        private static <T> T unused(Class<T> type) {
            return implementedBy(type, (proxy, method, _) -> {
                // The code only closes a connection, and ignores the returned value
                if (method.getName().equals("close")) {
                    return proxy;
                }
                throw new UnsupportedOperationException(method.getName());
            });
        }

        private static <T> T implementedBy(Class<T> type, InvocationHandler handler) {
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Exception {
            return switch (method.getName()) {
                case "settle" -> throw new FastPathFailedException("locked rows are passed over");
                case "settleFree" -> settleFree((SettlementBatch) arguments[1]);
                default -> throw new UnsupportedOperationException(method.getName());
            };
        }

        private SettleResult settleFree(SettlementBatch all) throws Exception {
            SettlementBatch free = all.only(id -> !locked.contains(id));
            List<Long> takenAlong = free.settlements().isEmpty() ? List.of() : free.ended();
            Callable<SettleResult> other = meanwhile.remove(all.ids().getFirst());
            if (other != null) {
                other.call();
            }
            ended.addAll(takenAlong);
            Set<String> busy = new HashSet<>(all.ids());
            busy.retainAll(locked);
            return new SettleResult(new HashSet<>(free.ids()), busy);
        }
    }

    private record Inspector(OutboxStatements statements) implements OutboxInspector {
        @Override
        public Quoting quoting() {
            return Quoting.MYSQL;
        }

        @Override
        public InspectedOutbox inspect(Connection connection, OutboxLayout layout, OutboxContext context) {
            return new InspectedOutbox(List.of(), List::of, () -> statements, _ -> List.of());
        }
    }
}
