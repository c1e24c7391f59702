package dev.signalbox.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.delivery.PoolLimits.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Concurrency and rate of pools. */
class PoolLimitsTest {
    private static final long MINUTE = PoolLimits.WINDOW;
    private static final long POOL = 7;

    private long poolOfOutlet = POOL;
    private Pool pool = new Pool(1_000_000, 1);
    private final PoolLimits limits = new PoolLimits(_ -> poolOfOutlet, _ -> pool);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void noMinuteHasMoreStartsThanAllowed(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int rate = seed % 3 == 0 ? 1_001 + random.nextInt(4_000) : 1 + random.nextInt(300);
        pool = new Pool(1_000_000, rate);
        List<Long> starts = new ArrayList<>();
        long now = random.nextLong(-MINUTE, MINUTE);
        for (int i = 0; i < 20 * rate; i++) {
            long at = limits.tryStart(i, now);
            if (at == now) {
                starts.add(now);
            }
            // Bursts, pauses, and the earliest time that was promised.
            now = switch (random.nextInt(4)) {
                case 0 -> now;
                case 1 -> now + random.nextLong(MINUTE / rate);
                case 2 -> random.nextInt(50) == 0 ? now + random.nextLong(MINUTE) : now;
                default -> Math.max(at, now);
            };
        }

        for (int i = rate; i < starts.size(); i++) {
            assertThat(starts.get(i) - starts.get(i - rate))
                    .as("seed %d: %d starts and one more", seed, rate)
                    .isGreaterThanOrEqualTo(MINUTE);
        }
        assertThat(starts).hasSizeGreaterThan(rate);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 60, 1_000, 1_001, 50_000, 1_000_000})
    void theWholeRateIsUsed(int rate) {
        pool = new Pool(1_000_000, rate);
        long now = 0;
        long started = 0;
        // Demand that never ends, in steps of a tenth of a millisecond, or as long as the limit says.
        while (now < 3 * MINUTE) {
            long at = limits.tryStart(1, now);
            if (at == now) {
                started++;
                limits.ended(1, now);
                now += started % 1_000 == 0 ? 100_000 : 0;
            } else {
                now = at;
            }
        }

        // A bucket may delay a minute by its width.
        assertThat(started).isEqualTo(3L * rate);
    }

    @Test
    void memoryDoesNotGrowWithTheRate() {
        pool = new Pool(1_000_000, 1_000_000);
        for (long i = 0; i < 400_000; i++) {
            assertThat(limits.tryStart(1, i * 150_000)).isEqualTo(i * 150_000);
            limits.ended(1, i * 150_000);
        }

        assertThat(limits.buckets(POOL)).isBetween(500, 1_001);
    }

    @Test
    void requestsInFlightAreCountedUntilTheyEnd() {
        pool = new Pool(2, Pool.UNLIMITED);
        assertThat(limits.tryStart(1, 10)).isEqualTo(10);
        assertThat(limits.tryStart(2, 10)).isEqualTo(10);
        assertThat(limits.tryStart(3, 10)).isEqualTo(Long.MAX_VALUE);

        limits.ended(2, 20);

        assertThat(limits.tryStart(3, 20)).isEqualTo(20);
        assertThat(limits.tryStart(1, 20)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theLimitsChangeWhileRequestsRun() {
        pool = new Pool(1_000, 10);
        for (int i = 0; i < 10; i++) {
            assertThat(limits.tryStart(1, i)).isEqualTo(i);
        }
        assertThat(limits.tryStart(1, 20)).as("the first expires").isEqualTo(MINUTE);

        pool = new Pool(1_000, 4);
        assertThat(limits.tryStart(1, 20)).as("seven must expire").isEqualTo(6 + MINUTE);
        assertThat(limits.tryStart(1, 6 + MINUTE)).isEqualTo(6 + MINUTE);

        pool = new Pool(1_000, 0);
        assertThat(limits.tryStart(1, 3 * MINUTE)).as("nothing may begin").isEqualTo(Long.MAX_VALUE);

        pool = new Pool(1_000, 11);
        assertThat(limits.tryStart(1, 3 * MINUTE)).isEqualTo(3 * MINUTE);
    }

    @Test
    void aRequestEndsInThePoolThatItBeganIn() {
        pool = new Pool(1, Pool.UNLIMITED);
        assertThat(limits.tryStart(1, 0)).isZero();
        poolOfOutlet = 8;
        limits.ended(1, 5);
        poolOfOutlet = POOL;

        assertThat(limits.tryStart(2, 10)).isEqualTo(10);
    }

    @Test
    void withoutAPoolNothingIsLimited() {
        pool = new Pool(0, 0);
        poolOfOutlet = StartLimits.NO_POOL;

        assertThat(limits.tryStart(1, 3)).isEqualTo(3);
        limits.ended(1, 4);
        poolOfOutlet = POOL;
        assertThat(limits.tryStart(1, 5)).isEqualTo(Long.MAX_VALUE);
    }
}
