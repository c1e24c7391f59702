package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The batches in flight by number, and the requests that carry them. */
final class InFlightBatches {
    private final Map<Long, InFlightBatch> byNumber = new HashMap<>();
    /** What was sent without an answer while stopping: it is released, and may have arrived. */
    private final Set<String> unanswered = new LinkedHashSet<>();

    private int requests;
    private long nextNumber;

    long add(InFlightBatch inFlightBatch) {
        byNumber.put(nextNumber, inFlightBatch);
        requests++;
        return nextNumber++;
    }

    /** A request has ended; returns null if its batch belongs to an earlier ownership. */
    @Nullable
    InFlightBatch end(long number) {
        requests--;
        return byNumber.remove(number);
    }

    void unanswered(Collection<String> ids) {
        unanswered.addAll(ids);
    }

    /** Drops the batches; their requests are still under way. */
    void clear() {
        byNumber.clear();
    }

    int requests() {
        return requests;
    }

    Collection<InFlightBatch> all() {
        return byNumber.values();
    }

    /** Ids of messages in flight, of completed ones that are not recorded, and of those without an answer. */
    List<String> unrecorded(Stream<Message> completed) {
        Stream<Message> sent = byNumber.values().stream().flatMap(it -> it.batch().stream());
        Stream<String> unsettled = Stream.concat(sent, completed).map(Message::id);
        return Stream.concat(unsettled, unanswered.stream()).distinct().toList();
    }
}
