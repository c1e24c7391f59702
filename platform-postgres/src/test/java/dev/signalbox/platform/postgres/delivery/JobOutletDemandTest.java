package dev.signalbox.platform.postgres.delivery;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.OutletDemand;
import dev.signalbox.core.source.OutletDemand.OutletRoom;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.platform.delivery.AttemptJournal;
import dev.signalbox.testkit.contract.OutletDemandContract;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The contract of sources with outlets. Its ids are texts of the test, so they are translated. */
class JobOutletDemandTest extends OutletDemandContract {
    @Override
    protected OutletFixture open() throws SQLException {
        return new Streams();
    }

    private static final class Streams implements OutletFixture {
        private final JobSourceFixture jobs = new JobSourceFixture();
        private final Map<String, String> texts = new HashMap<>();
        private final Set<Long> known = new HashSet<>();
        private long last;

        private Streams() throws SQLException {}

        @Override
        public ClaimSource newSource() {
            return new Translated(jobs.newSource(new AttemptJournal()), texts);
        }

        @Override
        public Incarnation join(String name) {
            try {
                return jobs.join(name + " of the contract");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void insert(String id, long outlet, @Nullable String group) {
            try {
                subscribe(outlet);
                long event = ++last;
                texts.put(Tsid.from(event).toString(), id);
                jobs.execute(
                        "INSERT INTO signalbox_platform.queue (stream, job, event, message_group) VALUES (%d, %d, %d, %s)"
                                .formatted(outlet, event, event, group == null ? "NULL" : "'" + group + "'"));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        private void subscribe(long outlet) throws SQLException {
            if (!known.add(outlet)) {
                return;
            }
            if (outlet == POOLED) {
                jobs.execute(
                        "INSERT INTO signalbox_platform.dispatch_pools (id, client, code, name, rate_limit, concurrency, changed_in)"
                                + " VALUES (" + POOL + ", '', 'p', 'p', 1, 1, 1)");
            }
            jobs.execute(
                    "INSERT INTO signalbox_platform.subscriptions (id, client, code, name, target, mode, timeout_seconds, max_retries,"
                            + " sequence, data_only, max_age_seconds, delay_seconds, status, while_paused, custom_config, secret,"
                            + " changed_in, dispatch_pool) VALUES (%1$d, '', 'c%1$d', 'n', 'https://x.example/', 'BLOCK_ON_ERROR', 1, 1, 1,"
                                    .formatted(outlet)
                            + " true, 1000, 0, 'ACTIVE', 'KEEP', '{}', '', 1, " + (outlet == POOLED ? POOL : null)
                            + ")");
        }

        @Override
        public void close() {
            jobs.close();
        }
    }

    /** The source, seen with the ids of the test. */
    private record Translated(ClaimSource jobs, Map<String, String> texts) implements ClaimSource {
        @Override
        public ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException {
            OutletDemand demand = request.outlets();
            Map<Long, OutletRoom> rooms = new HashMap<>();
            demand.rooms().forEach((outlet, room) -> rooms.put(outlet, idsOf(room)));
            ClaimResult result = jobs.claim(
                    owner,
                    new ClaimRequest(
                            request.shards(),
                            request.messages(),
                            request.bytes(),
                            request.perGroup(),
                            request.heldGroups(),
                            request.heldMessages(),
                            request.due(),
                            new OutletDemand(demand.closed(), demand.closedPools(), rooms, demand.others())));
            return new ClaimResult(
                    result.messages().stream()
                            .map(message -> renamed(message, texts.getOrDefault(message.id(), message.id())))
                            .toList(),
                    result.more(),
                    result.moreOf());
        }

        private OutletRoom idsOf(OutletRoom room) {
            Set<String> held = new HashSet<>();
            room.heldMessages().forEach(text -> held.add(idOf(text)));
            return new OutletRoom(room.messages(), room.heldGroups(), held, room.due());
        }

        private String idOf(String text) {
            return texts.entrySet().stream()
                    .filter(entry -> entry.getValue().equals(text))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse(text);
        }

        private static Message renamed(Message message, String id) {
            return new Message(
                    id,
                    message.group(),
                    message.shard(),
                    message.type(),
                    message.payload(),
                    message.attempts(),
                    message.createdAt(),
                    message.claim(),
                    message.suspicion(),
                    message.event(),
                    message.headers(),
                    message.outlet());
        }

        @Override
        public SettleResult settle(Incarnation owner, List<Settlement> settlements) throws SourceException {
            return jobs.settle(
                    owner,
                    settlements.stream()
                            .map(it -> new Settlement(
                                    renamed(it.message(), idOf(it.message().id())), it.verdict()))
                            .toList());
        }

        @Override
        public RecoveryResult recover(Incarnation owner) throws SourceException {
            return jobs.recover(owner);
        }

        @Override
        public boolean markInFlight(Incarnation owner, List<String> ids, boolean alone) throws SourceException {
            return jobs.markInFlight(owner, ids, alone);
        }

        @Override
        public void endAlone(Incarnation owner, String id) throws SourceException {
            jobs.endAlone(owner, id);
        }

        @Override
        public SweepResult sweep(Incarnation owner) throws SourceException {
            return jobs.sweep(owner);
        }

        @Override
        public void close() {
            jobs.close();
        }
    }
}
