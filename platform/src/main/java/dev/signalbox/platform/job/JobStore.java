package dev.signalbox.platform.job;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.ResultPage;
import java.util.List;
import java.util.Optional;

/** Keeps jobs. */
public interface JobStore {
    /**
     * Stores direct jobs: all or nothing. Those with a lower sequence get a place before the others of the request. Several come
     * back without payloads that are too large for a list.
     *
     * @param jobs no two of a client with the same idempotency key
     */
    JobCreation create(List<NewJob> jobs) throws StoreException;

    Optional<Job> find(Tsid id) throws StoreException;

    /** Newest first. */
    ResultPage<Job> search(JobSearch search) throws StoreException;

    /** Oldest first. */
    List<Attempt> attempts(Tsid id) throws StoreException;

    /** Puts a job that was given up or cancelled back to its old place, with all its attempts and a new age. */
    JobChange retry(Tsid id) throws StoreException;

    /**
     * Ends a job. If a node may have it in memory, that node is asked, and its answer waited for, up to 5 s: no attempt begins
     * after {@link JobChange#DONE}. An attempt that is under way decides; if it succeeds, the change was not possible.
     *
     * @param reason what the job shows as its last error
     */
    JobChange cancel(Tsid id, String reason) throws StoreException;

    /**
     * Gives scheduled jobs that are due their place in their stream.
     *
     * @return how many; if it is {@code most}, there may be more
     */
    int queueDue(int most) throws StoreException;
}
