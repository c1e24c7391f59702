package dev.signalbox.core.once;

import dev.signalbox.core.delivery.Outcome;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.LogFollower;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.once.TransactionalDestination.Beginning;
import dev.signalbox.core.once.TransactionalDestination.Ending;
import dev.signalbox.core.sink.Answer;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.SinkLimits;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.SourceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A pair whose events arrive exactly once. To the dispatcher it is a source and a sink like any others. The source tells what
 * is in hand and what the database has as done; the sink sends nothing that a committed transaction has.
 *
 * <p>Why that is enough is said in {@code docs/decisions/0016-exactly-once-into-kafka.md}.
 */
public final class ExactlyOnce implements Sink {
    private static final System.Logger LOG = System.getLogger(ExactlyOnce.class.getName());

    private final String pair;
    private final EventLog log;
    private final TransactionalDestination destination;
    private final NotingSource source;
    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile @Nullable DeliveryBook book;

    public ExactlyOnce(EventLog log, FollowerSettings settings, TransactionalDestination destination) {
        this.pair = settings.name();
        this.log = log;
        this.destination = destination;
        EventLog noting = new NotingLog(log, (owner, opened) -> book = new DeliveryBook(owner, opened));
        this.source = new NotingSource(new LogFollower(noting, settings), () -> book);
    }

    public ClaimSource source() {
        return source;
    }

    @Override
    public SinkLimits limits() {
        return destination.limits();
    }

    /** One transaction at a time: the next note needs to know what the last one has become. */
    @Override
    public Answer send(List<Message> batch) throws InterruptedException {
        turn.lockInterruptibly();
        try {
            DeliveryBook now = book;
            if (now == null) {
                return new Answer.Whole(new Outcome.Unavailable("nobody has opened " + pair));
            }
            Outcome refusal = now.isCurrent() ? null : begin(now);
            return refusal == null ? new Answer.Each(deliver(now, batch)) : new Answer.Whole(refusal);
        } finally {
            turn.unlock();
        }
    }

    private @Nullable Outcome begin(DeliveryBook now) throws InterruptedException {
        return switch (destination.begin()) {
            case Beginning.Refused(Outcome outcome) -> outcome;
            case Beginning.Begun(Optional<byte[]> note) -> begun(now, note);
        };
    }

    /**
     * Asks for the ownership only now that everybody else is shut out. Had it been asked for before, another owner could have
     * come, delivered, recorded and forgotten what is in our hands.
     */
    private @Nullable Outcome begun(DeliveryBook now, Optional<byte[]> note) {
        try {
            if (!log.owns(now.owner())) {
                return new Outcome.Unavailable(pair + " belongs to another node now");
            }
            if (note.isEmpty()) {
                warnOfNothing(now);
                now.readNothing();
            } else {
                now.read(DeliveryNote.of(note.get()));
            }
            return null;
        } catch (SourceException e) {
            return new Outcome.Unavailable("it is not known whether " + pair + " is still ours: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return new Outcome.Unavailable("the note of " + pair + " cannot be read: " + e.getMessage());
        }
    }

    private void warnOfNothing(DeliveryBook now) {
        if (now.hasHistory()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "pair {0}: there is no note of what was delivered. If it delivers exactly once for the first time that is"
                            + " right; if the notes were deleted, what a crash left unrecorded comes a second time",
                    pair);
        }
    }

    private List<Outcome> deliver(DeliveryBook now, List<Message> batch) throws InterruptedException {
        Outcome[] outcomes = new Outcome[batch.size()];
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            switch (now.of(batch.get(i))) {
                case DELIVERED -> outcomes[i] = Outcome.DELIVERED;
                case NOT_IN_HAND ->
                    outcomes[i] = new Outcome.Failed("it was claimed before the progress of " + pair + " was opened");
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

    private List<Outcome> send(DeliveryBook now, List<Message> wanted) throws InterruptedException {
        Ending ending = null;
        try {
            ending = destination.send(wanted, going -> now.noteWith(going).bytes());
        } finally {
            if (!(ending instanceof Ending.Known)) {
                now.doubt(wanted);
            }
        }
        return switch (ending) {
            case Ending.Known(List<Outcome> outcomes) -> {
                List<Message> delivered = new ArrayList<>();
                for (int i = 0; i < wanted.size(); i++) {
                    if (outcomes.get(i) instanceof Outcome.Delivered) {
                        delivered.add(wanted.get(i));
                    }
                }
                now.delivered(delivered);
                yield outcomes;
            }
            case Ending.Unknown(Outcome outcome) ->
                wanted.stream().map(_ -> outcome).toList();
        };
    }

    @Override
    public void close() {
        destination.close();
    }
}
