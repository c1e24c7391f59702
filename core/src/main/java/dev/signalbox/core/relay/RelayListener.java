package dev.signalbox.core.relay;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.DispatcherListener;
import dev.signalbox.core.source.RecoveryResult;
import dev.signalbox.core.source.SkippedMessages;

/** Receives the events of a relay, for logs and metrics. Must not block or throw. */
public interface RelayListener extends DispatcherListener {
    void owned(Incarnation incarnation);

    /** The shards that this node works on have changed. */
    void shared(Shards before, Shards now);

    void lost();

    void recovered(RecoveryResult recoveryResult);

    /** A claim found messages that need no delivery. */
    void passedOver(SkippedMessages over);

    void swept(int deleted);

    /** A call to the source failed. */
    void sourceFailed(SourceCall call, String reason);

    /** A call to the source took this long. */
    void sourceTook(SourceCall call, long nanos);

    /** A request to the destination took this long. */
    void sinkTook(long nanos, int messages);

    /** The kinds of calls to a source. */
    enum SourceCall {
        CLAIM,
        SETTLE,
        RECOVER,
        SWEEP,
        MARK
    }
}
