package dev.signalbox.sink.kafka;

import dev.signalbox.core.delivery.Outcome;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.once.TransactionalDestination;
import dev.signalbox.core.sink.SinkLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Does with transactions what a Kafka cluster may do, at random: refuses, aborts, and does not tell. */
final class PretendCluster {
    private static final Outcome AWAY = new Outcome.Unavailable("away");

    private final RandomGenerator random;
    private final List<Message> committed = new ArrayList<>();
    private Optional<byte[]> note = Optional.empty();
    private int epoch;
    private @Nullable Open open;
    private boolean healthy;
    private boolean forgetful;

    /** A transaction without an end. */
    private record Open(List<Message> messages, Optional<byte[]> note, boolean prepared) {}

    PretendCluster(RandomGenerator random) {
        this.random = random;
    }

    List<Message> committed() {
        return committed;
    }

    /** From now on everything works. */
    void heal() {
        healthy = true;
    }

    /** From now on no note is found. */
    void forget() {
        forgetful = true;
    }

    private void end() {
        if (open != null && open.prepared()) {
            commit(open.messages(), open.note());
        }
        open = null;
    }

    private void commit(List<Message> messages, Optional<byte[]> text) {
        committed.addAll(messages);
        note = text;
    }

    TransactionalDestination destination() {
        return new Destination();
    }

    private final class Destination implements TransactionalDestination {
        private int mine;

        @Override
        public SinkLimits limits() {
            return new SinkLimits(100, 1 << 20);
        }

        @Override
        public Beginning begin() {
            if (!healthy && random.nextInt(5) == 0) {
                return new Beginning.Refused(AWAY);
            }
            mine = ++epoch;
            end();
            return new Beginning.Begun(forgetful ? Optional.empty() : note);
        }

        @Override
        public Ending send(List<Message> batch, Function<List<Message>, byte[]> text) {
            if (mine != epoch) {
                return new Ending.Unknown(new Outcome.Unavailable("fenced"));
            }
            Selection selection = new Selection(batch);
            if (!healthy && random.nextInt(4) == 0) {
                selection.refuse(random.nextInt(batch.size()), new Outcome.Failed("refused"));
            }
            List<Message> going = selection.going().stream().map(batch::get).toList();
            Optional<byte[]> noted = Optional.of(text.apply(going));
            switch (healthy ? 9 : random.nextInt(10)) {
                case 0 -> open = new Open(going, noted, false);
                case 1 -> open = new Open(going, noted, true);
                case 2 -> {
                    return new Ending.Known(selection.outcomes(AWAY));
                }
                default -> {
                    commit(going, noted);
                    return new Ending.Known(selection.outcomes(Outcome.DELIVERED));
                }
            }
            return new Ending.Unknown(AWAY);
        }

        @Override
        public void close() {}
    }
}
