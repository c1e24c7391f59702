package dev.signalbox.core.log.exactlyonce;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Selects the messages of a batch for a transaction: all except refused ones and the later messages of their groups. */
public final class TransactionBatch {
    private final List<Message> batch;
    private final @Nullable Outcome[] refused;

    public TransactionBatch(List<Message> batch) {
        this.batch = batch;
        this.refused = new Outcome[batch.size()];
    }

    public Message message(int index) {
        return batch.get(index);
    }

    public void refuse(int index, Outcome outcome) {
        refused[index] = outcome;
    }

    /** Indexes of the included messages. */
    public List<Integer> included() {
        Set<String> closed = new HashSet<>();
        List<Integer> going = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            String group = batch.get(i).group();
            if (refused[i] != null) {
                if (group != null) {
                    closed.add(group);
                }
            } else if (group == null || !closed.contains(group)) {
                going.add(i);
            }
        }
        return going;
    }

    /** The outcome of each message, given the outcome of the included ones. */
    public List<Outcome> outcomes(Outcome ofThoseThatWent) {
        Outcome[] all = new Outcome[batch.size()];
        for (int i = 0; i < all.length; i++) {
            Outcome refusal = refused[i];
            all[i] = refusal == null ? Outcome.NOT_ATTEMPTED : refusal;
        }
        included().forEach(index -> all[index] = ofThoseThatWent);
        return Arrays.asList(all);
    }
}
