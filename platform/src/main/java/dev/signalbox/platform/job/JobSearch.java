package dev.signalbox.platform.job;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.input.PageRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs to list. A criterion that is null does not count.
 *
 * @param client null for those of all clients
 * @param messageGroup as a job shows it: for jobs of a subscription with its code and a colon before the event's group
 */
public record JobSearch(
        @Nullable String client,
        @Nullable JobStatus status,
        @Nullable JobKind kind,
        @Nullable String code,
        @Nullable String source,
        @Nullable Tsid subscriptionId,
        @Nullable Tsid dispatchPoolId,
        @Nullable Tsid eventId,
        @Nullable String messageGroup,
        @Nullable Instant createdAfter,
        @Nullable Instant createdBefore,
        PageRequest<Tsid> page) {
    /** The jobs of all clients, newest first. */
    public static JobSearch all() {
        return new JobSearch(null, null, null, null, null, null, null, null, null, null, null, PageRequest.first());
    }
}
