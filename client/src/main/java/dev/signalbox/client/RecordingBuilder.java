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

    /** Sets the id generator; {@link Ids#tsid()} by default, {@link Ids#uuid()} for Debezium's table. */
    public B ids(Ids ids) {
        this.ids = Objects.requireNonNull(ids, "ids");
        return self();
    }

    /** Sets the size limits; {@link Limits#DEFAULTS} by default, the column lengths for FlowCatalyst's table. */
    public B limits(Limits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
        return self();
    }

    /** Sets whether recording without a transaction is rejected, which is the default. */
    public B requireTransaction(boolean required) {
        this.requiresTransaction = required;
        return self();
    }

    MessageCompletion completion(Layout layout, HeaderSource headers) {
        return new MessageCompletion(
                layout, ids == null ? layout.ids() : ids, headers, limits == null ? layout.limits() : limits);
    }
}
