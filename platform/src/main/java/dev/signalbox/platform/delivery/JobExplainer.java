package dev.signalbox.platform.delivery;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.delivery.MessageLocation;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.job.Job;
import dev.signalbox.platform.job.JobStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Explains why a job is not delivered yet, from the database and from the memory of this node. */
public final class JobExplainer {
    private final JobStore jobs;
    private final JobPlacements placements;
    private final DeliveryRegistry registry;

    /** What this node's relay knows of a message. */
    @FunctionalInterface
    public interface Memory {
        /** Empty if the relay does not answer, or does not run. */
        Optional<MessageLocation> find(String id, @Nullable String group, int shard, long outlet)
                throws InterruptedException;
    }

    public JobExplainer(JobStore jobs, JobPlacements placements, DeliveryRegistry registry) {
        this.jobs = jobs;
        this.placements = placements;
        this.registry = registry;
    }

    /** Empty if there is no such job. */
    public Optional<JobExplanation> explain(Tsid id, Memory memory) throws StoreException, InterruptedException {
        Optional<Job> job = jobs.find(id);
        Optional<JobPlacement> placement = job.isEmpty() ? Optional.empty() : placements.of(id);
        if (job.isEmpty() || placement.isEmpty()) {
            return Optional.empty();
        }
        Tsid pool = job.get().fields().delivery().dispatchPoolId();
        Tsid subscription = job.get().fields().subscriptionId();
        return Optional.of(JobExplanation.of(new JobExplanation.Known(
                job.get(),
                placement.get(),
                subscription == null ? null : registry.known(subscription).orElse(null),
                pool == null ? null : registry.pool(pool).orElse(null),
                memory.find(
                                id.toString(),
                                placement.get().group(),
                                placement.get().shard(),
                                placement.get().stream())
                        .orElse(null))));
    }
}
