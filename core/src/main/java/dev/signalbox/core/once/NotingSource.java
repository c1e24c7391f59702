package dev.signalbox.core.once;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.source.ClaimRequest;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Recovered;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.source.Swept;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A source that tells the book what is in hand, and what the database has recorded. */
record NotingSource(ClaimSource source, Supplier<@Nullable DeliveryBook> book) implements ClaimSource {
    @Override
    public Claimed claim(Incarnation owner, ClaimRequest request) throws SourceException {
        Claimed claimed = source.claim(owner, request);
        DeliveryBook now = book.get();
        if (now != null) {
            now.claimed(owner, claimed.messages());
        }
        return claimed;
    }

    /** Verdicts belong to the book of their time: if the progress is opened meanwhile, they are nobody's. */
    @Override
    public Settled settle(Incarnation owner, List<Settlement> settlements) throws SourceException {
        DeliveryBook then = book.get();
        Settled settled = source.settle(owner, settlements);
        if (then != null) {
            then.settled(owner, settlements, settled.recorded());
        }
        return settled;
    }

    @Override
    public void gained(Incarnation owner, Shards shards) {
        source.gained(owner, shards);
    }

    @Override
    public Recovered recover(Incarnation owner) throws SourceException {
        return source.recover(owner);
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<String> ids) throws SourceException {
        return source.markInFlight(owner, ids);
    }

    @Override
    public Swept sweep(Incarnation owner) throws SourceException {
        return source.sweep(owner);
    }

    @Override
    public void left(Incarnation owner) throws SourceException {
        source.left(owner);
    }

    @Override
    public void close() {
        source.close();
    }
}
