package dev.signalbox.benchmarks.competitor;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.relay.RelayListener;

/** Counts the messages that a relay records as delivered, and reports unexpected events. */
final class ProgressListener implements RelayListener {
    private final Progress progress;

    ProgressListener(Progress progress) {
        this.progress = progress;
    }

    @Override
    public void completed(Message message) {
        progress.recorded().add(1);
    }

    @Override
    public void retried(Message message, String reason) {
        progress.trouble("message " + message.id() + " is tried again: " + reason);
    }

    @Override
    public void parked(Message message, String reason) {
        progress.trouble("message " + message.id() + " is given up: " + reason);
    }

    @Override
    public void circuitOpened(long outlet, String reason) {
        progress.trouble("the destination is away: " + reason);
    }

    @Override
    public void claimsLost(int messages) {
        progress.trouble(messages + " claims were lost");
    }

    @Override
    public void sourceFailed(SourceCall call, String reason) {
        progress.trouble(call + " failed: " + reason);
    }
}
