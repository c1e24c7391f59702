package dev.signalbox.core.relay;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.DispatcherListener;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.ClaimSource.SkippedMessages;

/** Receives the events of a relay, for logs and metrics. Must not block or throw. */
public interface RelayListener extends DispatcherListener {
    default void owned(Incarnation incarnation) {}

    /** The shards that this node works on have changed. */
    default void shared(Shards before, Shards now) {}

    default void lost() {}

    default void recovered(RecoveryResult recoveryResult) {}

    /** A claim found messages that need no delivery. */
    default void passedOver(SkippedMessages over) {}

    default void swept(int deleted) {}

    /** A call to the source failed. */
    default void sourceFailed(SourceCall call, String reason) {}

    /** A call to the source took this long. */
    default void sourceTook(SourceCall call, long nanos) {}

    /** A request to the destination took this long. */
    default void sinkTook(long nanos, int messages) {}

    /** The kinds of calls to a source. */
    enum SourceCall {
        CLAIM,
        SETTLE,
        RECOVER,
        SWEEP,
        MARK
    }
}
