package dev.signalbox.platform.id;

import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidFactory;
import dev.signalbox.core.time.Clock;
import dev.signalbox.platform.StoreException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes ids of 13 characters that begin with the time of the database's clock. The database gives each node a number of its
 * own, which is part of the id. A clash is still possible, if a clock jumps while a number changes hands: unique constraints
 * find it, and the caller tries again with new ids.
 */
public final class TsidIds {
    private static final int NODE_BITS = 10;
    /** How many nodes can work at the same time. */
    public static final int NODES = 1 << NODE_BITS;

    private final NodeNumberStore numbers;
    private final Clock clock;
    private final ReentrantLock renewing = new ReentrantLock();
    private volatile @Nullable Generator generator;

    /** @param heldAt the node's own clock when the number was given */
    private record Generator(NodeNumber number, long heldAt, TsidFactory factory) {}

    public TsidIds(NodeNumberStore numbers, Clock clock) {
        this.numbers = numbers;
        this.clock = clock;
    }

    /** A new id. Ids grow as long as the number stays. Asks the database only if the number is about to expire. */
    public Tsid next() throws StoreException {
        return generator().factory().create();
    }

    /** The present time of the database's clock, in milliseconds since 1970. */
    public long databaseMillis() throws StoreException {
        Generator current = generator();
        return now(current.number(), current.heldAt());
    }

    /** The smallest id of this time. */
    public static Tsid first(long unixMillis) {
        return Tsid.from(Math.max(0, unixMillis - Tsid.TSID_EPOCH) << 22);
    }

    private Generator generator() throws StoreException {
        Generator current = generator;
        if (current == null || isPast(current, 1)) {
            renewing.lock();
            try {
                current = generator;
                return current == null || isPast(current, 1) ? renew(current) : current;
            } finally {
                renewing.unlock();
            }
        }
        if (isPast(current, 2) && renewing.tryLock()) {
            try {
                return renew(current);
            } catch (StoreException e) {
                return current; // It is valid for as long again
            } finally {
                renewing.unlock();
            }
        }
        return current;
    }

    /** Whether this fraction of the validity is over. */
    private boolean isPast(Generator current, int fraction) {
        long age = clock.leaseNanos() - current.heldAt();
        return age > TimeUnit.MILLISECONDS.toNanos(current.number().validMillis() / fraction);
    }

    private Generator renew(@Nullable Generator current) throws StoreException {
        // The clock before the question, so that validity is never longer than the database's.
        long heldAt = clock.leaseNanos();
        NodeNumber number = numbers.hold(current == null ? null : current.number());
        Generator renewed = new Generator(number, heldAt, factory(current, number, heldAt));
        generator = renewed;
        return renewed;
    }

    /** Keeps the factory if the number stays: it never goes back, also if the database's clock does. */
    private TsidFactory factory(@Nullable Generator current, NodeNumber number, long heldAt) {
        if (current != null && current.number().number() == number.number()) {
            return current.factory();
        }
        return TsidFactory.builder()
                .withNodeBits(NODE_BITS)
                .withNode(number.number())
                .withTimeFunction(() -> {
                    Generator present = generator;
                    return present == null ? now(number, heldAt) : now(present.number(), present.heldAt());
                })
                .build();
    }

    private long now(NodeNumber number, long heldAt) {
        return number.databaseMillis() + TimeUnit.NANOSECONDS.toMillis(clock.leaseNanos() - heldAt);
    }
}
