package dev.signalbox.core.publisher;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A publisher that records its events, and then does what the test says. */
final class ScriptedPublisher implements EventPublisher {
    /** What to do with events. */
    interface Script {
        void play(List<PublishedEvent> events) throws PublishException, InterruptedException;
    }

    final List<List<Long>> calls = new ArrayList<>();
    BooleanSupplier healthy = () -> true;
    private final PublishMode mode;
    private final Script script;

    ScriptedPublisher(PublishMode mode, Script script) {
        this.mode = mode;
        this.script = script;
    }

    @Override
    public String name() {
        return "Scripted";
    }

    @Override
    public void publishBatch(List<PublishedEvent> events) throws PublishException, InterruptedException {
        calls.add(events.stream().map(PublishedEvent::position).toList());
        script.play(events);
    }

    @Override
    public boolean isHealthy() {
        return healthy.getAsBoolean();
    }

    @Override
    public PublishMode mode() {
        return mode;
    }
}
