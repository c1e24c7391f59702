package dev.signalbox.benchmarks.load.traffic;

import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.process.StopSignal;
import java.time.Duration;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Makes orders when they are due. A request's time runs from when it was due and not from when it was sent, so that waiting
 * counts; one that finds too many others without an answer is dropped and counted, and never sent late.
 */
public final class Traffic {
    /** From one step of an order to the next, unless the answer takes longer. */
    private static final Duration BETWEEN_STEPS = Duration.ofMillis(200);

    private final Schedule schedule;
    private final OrderBook orders;
    private final OrderClient client;
    private final Journal journal;
    private final Meters meters;
    private final StopSignal ending;
    private final Clock clock;
    private final Semaphore room;
    private final Phaser journeys = new Phaser(1);

    /**
     * For one run.
     *
     * @param mostInFlight so many requests at most wait for their answers
     * @param ending when given, no further request is sent
     */
    public Traffic(Parts parts, int mostInFlight, StopSignal ending, Clock clock) {
        this.schedule = parts.schedule();
        this.orders = parts.orders();
        this.client = parts.client();
        this.journal = parts.journal();
        this.meters = parts.meters();
        this.room = new Semaphore(mostInFlight);
        this.ending = ending;
        this.clock = clock;
    }

    /** What it works with. */
    public record Parts(Schedule schedule, OrderBook orders, OrderClient client, Journal journal, Meters meters) {}

    /** Returns when the last order was begun, or the end was asked for. */
    public void run(long beginning) throws InterruptedException {
        for (int number = 0; number < schedule.size(); number++) {
            long due = beginning + schedule.due(number);
            if (!ending.waitUntil(due)) {
                return;
            }
            Journey journey = new Journey(orders.order(number), schedule.counts(number));
            if (journey.mayBegin()) {
                journeys.register();
                Thread.ofVirtual().name("order-", number).start(() -> journey.run(due));
            }
        }
    }

    /**
     * Waits until all that was begun has its answers.
     *
     * @return false if that takes longer
     */
    public boolean awaitAnswers(Duration most) throws InterruptedException {
        try {
            journeys.awaitAdvanceInterruptibly(journeys.arrive(), most.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    /** What happens to one order, one step after the other. */
    private final class Journey {
        private final Order order;
        private final boolean counts;

        Journey(Order order, boolean counts) {
            this.order = order;
            this.counts = counts;
        }

        /** Whether there is room for another request; if not, it is dropped. */
        boolean mayBegin() {
            if (!room.tryAcquire()) {
                meters.dropped();
                return false;
            }
            meters.began();
            return true;
        }

        void run(long created) {
            try {
                long id = 0;
                long due = created;
                for (Step step : order.steps()) {
                    if (step != Step.CREATED && !(ending.waitUntil(due) && mayBegin())) {
                        return;
                    }
                    if (!(request(step, id, due) instanceof Answer.Accepted accepted)) {
                        return;
                    }
                    id = step == Step.CREATED ? accepted.orderId() : id;
                    due = Math.max(due + BETWEEN_STEPS.toNanos(), clock.nanos());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                journeys.arriveAndDeregister();
            }
        }

        private Answer request(Step step, long id, long due) throws InterruptedException {
            // Whoever looks before the answer is there must not take the event for one of nobody's
            journal.asked(order.number(), step);
            try {
                Answer answer = step == Step.CREATED ? client.create(order) : client.move(order, id, step);
                meters.answered(step, answer, clock.nanos() - due, counts);
                journal.answered(order.number(), step, answer);
                return answer;
            } finally {
                room.release();
                meters.ended();
            }
        }
    }
}
