package dev.signalbox.testkit.sim;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.OutletPolicy;
import dev.signalbox.core.delivery.PoolLimits;
import dev.signalbox.core.delivery.StartLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a seed decides about outlets: which are dead, slow or paused, and when. The first is dead from the beginning and
 * has a large backlog.
 */
final class OutletPlan {
    /** The outlet with the backlog. */
    static final long BACKLOG = 1;

    /** The most messages of an outlet in memory. */
    static final int MOST_HELD = 6;

    static final int MOST_REQUESTS = 2;

    /** From when to when. */
    private record Interval(long from, long to) {
        boolean contains(long time) {
            return from <= time && time < to;
        }
    }

    /** A pause or its end. */
    record PauseOrder(long outlet, long at) {}

    final int outlets;
    final double backlog;
    final int pools;
    private final VirtualTime time;
    private final boolean calm;
    private final Map<Long, Interval> dead = new HashMap<>();
    private final Map<Long, Interval> paused = new HashMap<>();
    private final Set<Long> slow = new HashSet<>();

    OutletPlan(VirtualTime time, boolean calm) {
        this.time = time;
        this.calm = calm;
        outlets = 100 + time.random.nextInt(200);
        backlog = 0.3 + time.random.nextDouble() * 0.3;
        pools = 1 + time.random.nextInt(3);
        dead.put(BACKLOG, new Interval(0, time.between(Duration.ofSeconds(20), Duration.ofSeconds(40))));
        // One of a hundred where the strictest bounds apply.
        int dying = calm ? outlets / 100 - 1 : time.random.nextInt(outlets / 3);
        for (int i = 0; i < dying; i++) {
            dead.put(anyOutlet(), anyInterval());
        }
        for (int i = calm ? 0 : time.random.nextInt(20); i > 0; i--) {
            paused.put(anyOutlet(), anyInterval());
        }
        for (int i = calm ? 1 : time.random.nextInt(4); i > 0; i--) {
            slow.add(anyOutlet());
        }
    }

    private long anyOutlet() {
        return time.random.nextLong(2, outlets + 1);
    }

    private Interval anyInterval() {
        long from = time.random.nextLong(SimulationPlan.CALM);
        long length = time.between(Duration.ofMillis(200), Duration.ofSeconds(15));
        return new Interval(from, Math.min(SimulationPlan.CALM, from + length));
    }

    /** The outlet of the next message. */
    long draw() {
        return time.chance(backlog) ? BACKLOG : anyOutlet();
    }

    boolean isDead(long outlet) {
        Interval interval = dead.get(outlet);
        return interval != null && interval.contains(time.now());
    }

    boolean isPaused(long outlet) {
        Interval interval = paused.get(outlet);
        return interval != null && interval.contains(time.now());
    }

    boolean isSlow(long outlet) {
        return slow.contains(outlet);
    }

    /**
     * Whether nothing ever happens to it, it shares no pool, and few others use the relay's requests: it must not notice
     * what happens to them.
     */
    boolean isHealthy(long outlet) {
        boolean alone = calm && pool(outlet) == StartLimits.NO_POOL;
        return alone && !dead.containsKey(outlet) && !paused.containsKey(outlet) && !isSlow(outlet);
    }

    /** When pauses begin and end. */
    List<PauseOrder> pauseOrders() {
        List<PauseOrder> orders = new ArrayList<>();
        paused.forEach((outlet, interval) -> {
            orders.add(new PauseOrder(outlet, interval.from()));
            orders.add(new PauseOrder(outlet, interval.to()));
        });
        return orders;
    }

    Ordering ordering(long outlet) {
        return switch ((int) (outlet % 4)) {
            case 0 -> Ordering.SKIP;
            case 1 -> Ordering.NONE;
            default -> Ordering.BLOCK;
        };
    }

    OutletPolicy.Limits limits(long outlet) {
        int rank = (int) (outlet % 3);
        return new OutletPolicy.Limits(MOST_REQUESTS, MOST_HELD, 2 * MOST_HELD, rank, isPaused(outlet));
    }

    /** One outlet in five is in a pool. */
    long pool(long outlet) {
        return outlet % 5 == 0 ? 1 + outlet % pools : StartLimits.NO_POOL;
    }

    StartLimits startLimits() {
        return new PoolLimits(this::pool, _ -> new PoolLimits.Pool(2, 600));
    }

    @Override
    public String toString() {
        return outlets + " outlets, " + dead.size() + " of them dead for a while, " + paused.size() + " paused, "
                + slow.size() + " slow";
    }
}
