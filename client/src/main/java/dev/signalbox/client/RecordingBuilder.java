package dev.signalbox.client;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings that outboxes have in common.
 *
 * @param <B> the builder itself
 */
abstract class RecordingBuilder<B extends RecordingBuilder<B>> {
    @Nullable
    Ids ids;

    @Nullable
    Limits limits;

    boolean requiresTransaction = true;

    RecordingBuilder() {}

    abstract B self();

    /** Where ids come from; {@link Ids#tsid()} by default, {@link Ids#uuid()} for Debezium's table. */
    public B ids(Ids ids) {
        this.ids = Objects.requireNonNull(ids, "ids");
        return self();
    }

    /** How large messages may be; {@link Limits#DEFAULTS} by default, and the columns' lengths for FlowCatalyst's table. */
    public B limits(Limits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
        return self();
    }

    /** Whether it refuses to record without a transaction; it does by default. */
    public B requireTransaction(boolean required) {
        this.requiresTransaction = required;
        return self();
    }

    MessageCompletion completion(Layout layout, HeaderSource headers) {
        return new MessageCompletion(
                layout, ids == null ? layout.ids() : ids, headers, limits == null ? layout.limits() : limits);
    }
}
