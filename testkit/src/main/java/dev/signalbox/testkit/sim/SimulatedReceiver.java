package dev.signalbox.testkit.sim;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A destination with random outages and failures. */
final class SimulatedReceiver {
    private final VirtualTime time;
    private final SimulationPlan plan;
    private final DeliveryOracle oracle;
    private final List<long[]> outages = new ArrayList<>();

    SimulatedReceiver(VirtualTime time, SimulationPlan plan, DeliveryOracle oracle) {
        this.time = time;
        this.plan = plan;
        this.oracle = oracle;
        for (int i = 0; i < plan.outages; i++) {
            long from = time.random.nextLong(SimulationPlan.CALM);
            long length = time.between(Duration.ofMillis(200), Duration.ofSeconds(12));
            outages.add(new long[] {from, Math.min(SimulationPlan.CALM, from + length)});
        }
    }

    private boolean isDown() {
        return outages.stream().anyMatch(outage -> outage[0] <= time.now() && time.now() < outage[1]);
    }

    private boolean isDead(Message message) {
        return plan.outlets != null && plan.outlets.isDead(message.outlet());
    }

    private boolean isCalm() {
        return time.now() >= SimulationPlan.CALM;
    }

    static int indexOf(Message message) {
        return Integer.parseInt(message.id().substring(1));
    }

    /** Its answer, or null if it never answers. */
    @Nullable
    Answer receive(List<Message> batch) {
        time.trace(() -> "receiver gets " + batch.stream().map(Message::id).toList());
        if (isDown() || isDead(batch.getFirst())) {
            return down();
        }
        if (!isCalm() && batch.stream().anyMatch(message -> plan.hangers.contains(indexOf(message)))) {
            return null;
        }
        if (!isCalm() && time.chance(plan.flaky)) {
            return plan.perItemAnswers ? eachItem(batch, 0.5) : failed(batch);
        }
        boolean hasPoison = batch.stream().anyMatch(this::isPoison);
        if (!hasPoison) {
            batch.forEach(message -> oracle.arrived(message, batch));
            return Answer.DELIVERED;
        }
        if (!plan.perItemAnswers) {
            return new Answer.Whole(new Outcome.Rejected("400: a bad item"));
        }
        return eachItem(batch, 0);
    }

    /** Accepts each item or not, whatever became of others of its group. */
    private Answer eachItem(List<Message> batch, double failing) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Message message : batch) {
            if (isPoison(message)) {
                outcomes.add(new Outcome.Rejected("bad item"));
            } else if (time.chance(failing)) {
                oracle.refused(List.of(message));
                outcomes.add(new Outcome.Failed("item 500"));
            } else {
                oracle.arrived(message, batch);
                outcomes.add(Outcome.DELIVERED);
            }
        }
        return new Answer.Each(outcomes);
    }

    private boolean isPoison(Message message) {
        return plan.poison.contains(indexOf(message));
    }

    private @Nullable Answer down() {
        return switch (time.random.nextInt(4)) {
            case 0 -> new Answer.Whole(new Outcome.Unavailable("connection refused"));
            case 1 -> new Answer.Whole(new Outcome.Throttled("503", null));
            case 2 -> new Answer.Whole(new Outcome.Throttled("429", Duration.ofSeconds(2)));
            default -> null;
        };
    }

    private Answer failed(List<Message> batch) {
        oracle.refused(batch);
        if (time.chance(plan.liar)) {
            oracle.excuse(batch);
            batch.forEach(message -> oracle.arrived(message, batch));
        }
        return new Answer.Whole(new Outcome.Failed("500"));
    }
}
