package dev.signalbox.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The next wake-up is exact: nothing can be done sooner, and it is never now. */
class NextWakeupTest {
    private static final int SEEDS = 300;
    private static final int OUTLET_SEEDS = 210;

    private static final int STEPS = 300;
    private static final int OUTLETS = 7;

    /** Sometimes has no permit. */
    private static final class ScarcePermits implements Permits {
        private final SplittableRandom random;
        private boolean scarce;
        private boolean turnTaken;

        ScarcePermits(SplittableRandom random) {
            this.random = random;
        }

        void change() {
            scarce = random.nextBoolean();
            turnTaken = random.nextBoolean();
        }

        @Override
        public boolean tryAcquire() {
            return !scarce;
        }

        @Override
        public void release() {
            // Permits are random, so they are not counted.
        }

        @Override
        public void wantNoMore() {
            // There is no other relay.
        }

        @Override
        public boolean tryTakeTurn() {
            return !turnTaken;
        }

        @Override
        public void endTurn() {
            // The turn is random, too.
        }

        @Override
        public boolean tryBeAlone() {
            return !turnTaken;
        }

        @Override
        public boolean isAwaited() {
            return scarce;
        }

        @Override
        public void endAlone() {
            // Being alone is random, too.
        }
    }

    @Test
    void holdsInEverySeed() {
        inEverySeed(SEEDS, false);
    }

    @Test
    void holdsWithOutletsInEverySeed() {
        inEverySeed(OUTLET_SEEDS, true);
    }

    private static void inEverySeed(int seeds, boolean hasOutlets) {
        for (long seed = 1; seed <= seeds; seed++) {
            try {
                new RandomRun(seed, hasOutlets).go();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private static final class RandomRun {
        private final SplittableRandom random;
        private final ScarcePermits permits;
        private final DispatcherDriver driver;
        private final OutletsFixture outlets = new OutletsFixture();
        private final boolean hasOutlets;
        private int inserted;

        RandomRun(long seed, boolean hasOutlets) {
            this.hasOutlets = hasOutlets;
            random = new SplittableRandom(seed);
            permits = new ScarcePermits(random);
            if (hasOutlets) {
                driver = withOutlets();
                return;
            }
            var ordering = List.of(Ordering.values()).get(random.nextInt(3));
            driver = DispatcherSettingsFixture.ordering(ordering)
                    .batch(1 + random.nextInt(4))
                    .requests(1 + random.nextInt(3))
                    .maxRetries(random.nextInt(3))
                    .buffer(4 + random.nextInt(20), 1_000_000, 10)
                    .maintenance(Duration.ofSeconds(20), Duration.ofSeconds(7))
                    .permits(permits)
                    .outbox();
        }

        private DispatcherDriver withOutlets() {
            for (long outlet = 1; outlet <= OUTLETS; outlet++) {
                outlets.ordering(outlet, List.of(Ordering.values()).get(random.nextInt(3)));
                outlets.rank(outlet, random.nextInt(3));
            }
            outlets.permits = permits;
            outlets.requests(1 + random.nextInt(4));
            outlets.buffer = new DispatcherSettings.Buffer(4 + random.nextInt(20), 1_000_000, 10);
            var pool = new PoolLimits.Pool(1 + random.nextInt(3), 5 + random.nextInt(30));
            outlets.startLimits = new PoolLimits(outlet -> outlet % 3, _ -> pool);
            return outlets.driver();
        }

        private void changeAnOutlet() {
            long outlet = random.nextLong(1, OUTLETS + 1);
            outlets.paused(outlet, random.nextInt(3) == 0);
            if (random.nextInt(10) == 0) {
                outlets.ordering(outlet, List.of(Ordering.values()).get(random.nextInt(3)));
            }
            driver.dispatcher.policiesChanged(Set.of(outlet), driver.now());
        }

        void go() {
            for (int step = 0; step < STEPS; step++) {
                disturb();
                driver.run();
                nothingComesBeforeTheWakeUp();
                driver.pass(Duration.ofMillis(random.nextInt(3_000)));
            }
        }

        private void disturb() {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> insert();
                case 3, 4, 5, 6 -> answer();
                case 7 -> driver.settleFails = random.nextInt(4) == 0;
                case 8 -> driver.fetchFails = random.nextInt(4) == 0;
                case 9 -> driver.trustFor(Duration.ofSeconds(random.nextInt(10)));
                case 10 -> permits.change();
                default -> rarely();
            }
            if (hasOutlets && random.nextInt(20) == 0) {
                changeAnOutlet();
            }
        }

        private void rarely() {
            if (random.nextInt(10) == 0) {
                driver.dispatcher.wake();
            } else if (!driver.inFlight.isEmpty()) {
                driver.notSent(driver.inFlight.getFirst().batch().getFirst().id());
            }
        }

        private void insert() {
            for (int i = random.nextInt(8); i > 0; i--) {
                String group = List.of("a", "b", "c", "_").get(random.nextInt(4));
                var row = driver.outbox.insert(group + ++inserted);
                row.outlet(hasOutlets ? 1 + random.nextInt(OUTLETS) : 0);
                if (random.nextInt(10) == 0) {
                    row.suspicion(
                            random.nextInt(4) == 0
                                    ? Suspicion.MARKED
                                    : Suspicion.suspect(random.nextInt(4), random.nextInt(2)));
                }
            }
        }

        private void answer() {
            if (driver.inFlight.isEmpty()) {
                return;
            }
            var send = driver.inFlight.remove(random.nextInt(driver.inFlight.size()));
            List<Outcome> outcomes = new ArrayList<>();
            send.batch().forEach(message -> outcomes.add(outcome()));
            var answer = random.nextBoolean() ? new Answer.Each(outcomes) : new Answer.Whole(outcome());
            driver.dispatcher.answered(send, answer, driver.now());
        }

        private Outcome outcome() {
            return switch (random.nextInt(9)) {
                case 0 -> OutcomeFixtures.BAD;
                case 1 -> OutcomeFixtures.ERROR;
                case 2 -> OutcomeFixtures.DOWN;
                case 3 -> OutcomeFixtures.SILENT;
                case 4 -> OutcomeFixtures.TOO_LARGE;
                case 5 -> OutcomeFixtures.throttled(Duration.ofSeconds(random.nextInt(5)));
                default -> OutcomeFixtures.OK;
            };
        }

        private void nothingComesBeforeTheWakeUp() {
            long now = driver.now();
            long next = Math.min(
                    driver.dispatcher.nextWakeup(), now + Duration.ofMinutes(1).toNanos());
            for (int i = 0; i < 3 && next - now > 1; i++) {
                driver.at(random.nextLong(now, next));
                assertThat(driver.advance()).as("between %d and %d", now, next).isEmpty();
            }
            driver.at(now);
        }
    }
}
