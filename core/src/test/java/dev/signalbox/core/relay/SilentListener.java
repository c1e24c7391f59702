package dev.signalbox.core.relay;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.RelayCounter;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.RecoveryResult;
import dev.signalbox.core.source.SkippedMessages;

/** A listener that does nothing; a test overrides the methods it needs. */
class SilentListener implements RelayListener {
    @Override
    public void owned(Incarnation incarnation) {}

    @Override
    public void shared(Shards before, Shards now) {}

    @Override
    public void lost() {}

    @Override
    public void recovered(RecoveryResult recoveryResult) {}

    @Override
    public void passedOver(SkippedMessages over) {}

    @Override
    public void swept(int deleted) {}

    @Override
    public void sourceFailed(SourceCall call, String reason) {}

    @Override
    public void sourceTook(SourceCall call, long nanos) {}

    @Override
    public void sinkTook(long nanos, int messages) {}

    @Override
    public void count(RelayCounter counter, int messages) {}

    @Override
    public void completed(Message message) {}

    @Override
    public void retried(Message message, String reason) {}

    @Override
    public void parked(Message message, String reason) {}

    @Override
    public void released(Message message) {}

    @Override
    public void circuitOpened(String reason) {}

    @Override
    public void circuitClosed() {}

    @Override
    public void claimsLost(int messages) {}
}
