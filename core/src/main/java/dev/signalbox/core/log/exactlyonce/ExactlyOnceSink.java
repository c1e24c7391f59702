package dev.signalbox.core.log.exactlyonce;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.LogFollower;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink.TransactionalDestination.BeginResult;
import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink.TransactionalDestination.TransactionResult;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A feed whose events arrive exactly once. To the dispatcher it is an ordinary source and sink. The source reports what
 * is in flight and what the database has recorded; the sink sends nothing that a committed transaction contains.
 *
 * <p>{@code docs/decisions/0016-exactly-once-into-kafka.md} explains why that is enough.
 */
public final class ExactlyOnceSink implements Sink {
    private static final System.Logger LOG = System.getLogger(ExactlyOnceSink.class.getName());

    private final String feed;
    private final EventLog log;
    private final TransactionalDestination destination;
    private final ClaimSource source;
    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile @Nullable DeliveryTracker tracker;

    public ExactlyOnceSink(EventLog log, FollowerSettings settings, TransactionalDestination destination) {
        this.feed = settings.name();
        this.log = log;
        this.destination = destination;
        this.source = new TrackedFollower(settings);
    }

    /** Reports claims and recorded settlements to the tracker of their time. */
    private final class TrackedFollower extends LogFollower {
        TrackedFollower(FollowerSettings settings) {
            super(log, settings, (owner, opened) -> tracker = new DeliveryTracker(owner, opened));
        }

        @Override
        public ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException {
            ClaimResult claimResult = super.claim(owner, request);
            DeliveryTracker now = tracker;
            if (now != null) {
                now.claimed(owner, claimResult.messages());
            }
            return claimResult;
        }

        /** If the progress is opened meanwhile, the verdicts are dropped. */
        @Override
        public SettleResult settle(Incarnation owner, List<Settlement> settlements) throws SourceException {
            DeliveryTracker then = tracker;
            SettleResult settleResult = super.settle(owner, settlements);
            if (then != null) {
                then.settled(owner, settlements, settleResult.recorded());
            }
            return settleResult;
        }
    }

    public ClaimSource source() {
        return source;
    }

    @Override
    public SinkLimits limits() {
        return destination.limits();
    }

    /** One transaction at a time: the next checkpoint depends on the result of the last one. */
    @Override
    public Answer send(List<Message> batch, long notAfter) throws InterruptedException {
        turn.lockInterruptibly();
        try {
            DeliveryTracker now = tracker;
            if (now == null) {
                return new Answer.Whole(new Outcome.Unavailable("the progress of " + feed + " is not open yet"));
            }
            Outcome refusal = now.isCurrent() ? null : begin(now);
            return refusal == null ? new Answer.Each(deliver(now, batch)) : new Answer.Whole(refusal);
        } finally {
            turn.unlock();
        }
    }

    private @Nullable Outcome begin(DeliveryTracker now) throws InterruptedException {
        return switch (destination.begin()) {
            case BeginResult.Refused(Outcome outcome) -> outcome;
            case BeginResult.Begun(Optional<byte[]> checkpoint) -> begun(now, checkpoint);
        };
    }

    /**
     * Checks the ownership only after all other producers are fenced. If it were checked before, another owner could
     * have come, delivered, recorded and forgotten the events that we have in flight.
     */
    private @Nullable Outcome begun(DeliveryTracker now, Optional<byte[]> checkpoint) {
        try {
            if (!log.owns(now.owner())) {
                return new Outcome.Unavailable(feed + " belongs to another node now");
            }
            if (checkpoint.isEmpty()) {
                warnOfNothing(now);
                now.readNothing();
            } else {
                now.read(Checkpoint.of(checkpoint.get()));
            }
            return null;
        } catch (SourceException e) {
            return new Outcome.Unavailable("it is not known whether " + feed + " is still ours: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return new Outcome.Unavailable("the checkpoint of " + feed + " cannot be read: " + e.getMessage());
        }
    }

    private void warnOfNothing(DeliveryTracker now) {
        if (now.hasHistory()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "feed {0}: there is no checkpoint of what was delivered. If it delivers exactly once for the first time that is"
                            + " right; if the checkpoints were deleted, what a crash left unrecorded comes a second time",
                    feed);
        }
    }

    private List<Outcome> deliver(DeliveryTracker now, List<Message> batch) throws InterruptedException {
        Outcome[] outcomes = new Outcome[batch.size()];
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            switch (now.of(batch.get(i))) {
                case DELIVERED -> outcomes[i] = Outcome.DELIVERED;
                case NOT_IN_FLIGHT ->
                    outcomes[i] = new Outcome.Failed("it was claimed before the progress of " + feed + " was opened");
                case TO_BE_SENT -> places.add(i);
            }
        }
        List<Message> wanted = places.stream().map(batch::get).toList();
        List<Outcome> sent = wanted.isEmpty() ? List.of() : send(now, wanted);
        for (int i = 0; i < sent.size(); i++) {
            outcomes[places.get(i)] = sent.get(i);
        }
        return Arrays.asList(outcomes);
    }

    private List<Outcome> send(DeliveryTracker now, List<Message> wanted) throws InterruptedException {
        TransactionResult transactionResult = null;
        try {
            transactionResult =
                    destination.send(wanted, going -> now.checkpointWith(going).bytes());
        } finally {
            if (!(transactionResult instanceof TransactionResult.Known)) {
                now.markUncertain(wanted);
            }
        }
        return switch (transactionResult) {
            case TransactionResult.Known(List<Outcome> outcomes) -> {
                List<Message> delivered = new ArrayList<>();
                for (int i = 0; i < wanted.size(); i++) {
                    if (outcomes.get(i) instanceof Outcome.Delivered) {
                        delivered.add(wanted.get(i));
                    }
                }
                now.delivered(delivered);
                yield outcomes;
            }
            case TransactionResult.Unknown(Outcome outcome) ->
                wanted.stream().map(_ -> outcome).toList();
        };
    }

    @Override
    public void close() {
        destination.close();
    }

    /**
     * The deliveries of an owner since it opened the progress: events in flight, and delivered events that the database may
     * not have recorded as done. Does no I/O. Claims, verdicts and deliveries come from different threads.
     */
    static final class DeliveryTracker {
        /** What to do with a message. */
        enum DeliveryState {
            TO_BE_SENT,
            DELIVERED,
            /** Its state is unknown: it was claimed before the progress was opened, or is settled. */
            NOT_IN_FLIGHT
        }

        private final Incarnation owner;
        private final OpenResult.Opened opened;
        /** Claimed and unsettled events by position, with the number of their claim. */
        private final Map<Long, Long> inFlight = new HashMap<>();

        private final Map<Long, CheckpointedEvent> delivered = new TreeMap<>();
        /** Events of a transaction whose end is unknown. */
        private final Map<Long, CheckpointedEvent> uncertain = new HashMap<>();

        private boolean read;
        private boolean current;

        DeliveryTracker(Incarnation owner, OpenResult.Opened opened) {
            this.owner = owner;
            this.opened = opened;
        }

        Incarnation owner() {
            return owner;
        }

        /** Whether it includes the destination's checkpoint, and no other owner can write one. */
        synchronized boolean isCurrent() {
            return current;
        }

        /** Whether the feed has recorded progress before: then it may have a checkpoint too. */
        boolean hasHistory() {
            return opened.revision() > 0;
        }

        /**
         * Takes in the checkpoint that was read after all other producers were fenced.
         *
         * <p>The first one contains what earlier owners have delivered. A later one decides about the uncertain events; its
         * other events that the tracker does not have were settled since it was written.
         */
        synchronized void read(Checkpoint checkpoint) {
            boolean counts = checkpoint.generation() == opened.generation();
            for (CheckpointedEvent event : counts ? checkpoint.events() : List.<CheckpointedEvent>of()) {
                boolean news = read ? event.equals(uncertain.get(event.position())) : !event.isDoneIn(opened);
                if (news) {
                    delivered.put(event.position(), event);
                }
            }
            uncertain.clear();
            read = true;
            current = true;
        }

        /** There is no checkpoint. */
        synchronized void readNothing() {
            read(new Checkpoint(opened.generation(), List.of()));
        }

        synchronized void claimed(Incarnation claimant, List<Message> messages) {
            if (claimant.equals(owner)) {
                for (Message message : messages) {
                    inFlight.put(
                            CheckpointedEvent.eventOf(message).position(),
                            message.claim().number());
                }
            }
        }

        synchronized DeliveryState of(Message message) {
            CheckpointedEvent event = CheckpointedEvent.of(message);
            Long claim = inFlight.get(event.position());
            if (claim == null || claim != message.claim().number()) {
                return DeliveryState.NOT_IN_FLIGHT;
            }
            return event.equals(delivered.get(event.position())) ? DeliveryState.DELIVERED : DeliveryState.TO_BE_SENT;
        }

        /** The checkpoint for a transaction with these messages. */
        synchronized Checkpoint checkpointWith(Collection<Message> messages) {
            Map<Long, CheckpointedEvent> all = new TreeMap<>(delivered);
            messages.forEach(message -> put(all, message));
            return new Checkpoint(opened.generation(), new ArrayList<>(all.values()));
        }

        /** They are in a committed transaction. */
        synchronized void delivered(Collection<Message> messages) {
            messages.forEach(message -> put(delivered, message));
        }

        /** They are in a transaction whose end is unknown: the checkpoint must be read before anything else is sent. */
        synchronized void markUncertain(Collection<Message> messages) {
            messages.forEach(message -> put(uncertain, message));
            current = false;
        }

        private static void put(Map<Long, CheckpointedEvent> events, Message message) {
            CheckpointedEvent event = CheckpointedEvent.of(message);
            events.put(event.position(), event);
        }

        /** The database has recorded these verdicts. It does not know whether released events were delivered. */
        synchronized void settled(Incarnation settler, List<Settlement> settlements, Set<String> recorded) {
            if (!settler.equals(owner)) {
                return;
            }
            for (Settlement settlement : settlements) {
                Message message = settlement.message();
                long position = CheckpointedEvent.eventOf(message).position();
                if (recorded.contains(message.id())
                        && inFlight.remove(position, message.claim().number())) {
                    boolean done = settlement.verdict() instanceof Verdict.Complete
                            || settlement.verdict() instanceof Verdict.Park;
                    if (done) {
                        delivered.remove(position);
                    }
                }
            }
        }
    }

    /** A destination of one feed that takes events and a checkpoint in one transaction. One call at a time. */
    public interface TransactionalDestination extends AutoCloseable {
        /** How much one transaction takes. */
        SinkLimits limits();

        /** Fences all earlier producers of this feed and ends their transactions; then reads the last checkpoint. */
        BeginResult begin() throws InterruptedException;

        /** Sends a batch and its checkpoint in one transaction, without refused messages and later ones of their groups. */
        TransactionResult send(List<Message> batch, Function<List<Message>, byte[]> checkpoint)
                throws InterruptedException;

        /** The result of beginning anew. */
        sealed interface BeginResult {
            /** No other producer can commit anything from now on. */
            record Begun(Optional<byte[]> checkpoint) implements BeginResult {}

            /** The destination is unavailable now. */
            record Refused(Outcome outcome) implements BeginResult {}
        }

        /** The result of a transaction. */
        sealed interface TransactionResult {
            /** It was committed with the delivered messages, or there was nothing to commit. */
            record Known(List<Outcome> outcomes) implements TransactionResult {}

            /** It may or may not have been committed, or another producer has fenced this one: begin anew. */
            record Unknown(Outcome outcome) implements TransactionResult {}
        }

        @Override
        void close();
    }
}
