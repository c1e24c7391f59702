package dev.signalbox.platform.postgres.job;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.job.Attempt;
import dev.signalbox.platform.job.CreatedJob;
import dev.signalbox.platform.job.Job;
import dev.signalbox.platform.job.JobChange;
import dev.signalbox.platform.job.JobCreation;
import dev.signalbox.platform.job.JobSearch;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.job.JobStore;
import dev.signalbox.platform.job.NewJob;
import dev.signalbox.platform.postgres.database.PlatformDatabase;
import dev.signalbox.platform.postgres.database.SearchTime;
import dev.signalbox.platform.postgres.database.StatementFailures;
import dev.signalbox.platform.postgres.retention.DayPartitions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Jobs in PostgreSQL. What the owner of a stream may have in memory, it is asked to end. */
public final class PostgresJobs implements JobStore {
    private enum Statement {
        LOSERS,
        ATTEMPTS,
        LOCK,
        UNLIST,
        LIST,
        RELEASE,
        UNSCHEDULE,
        END_JOB,
        REQUEUE,
        QUEUE_DUE
    }

    private static final int CANCEL_ATTEMPTS = 3;

    private static final Sql CREATE = SqlFolder.sql(PostgresJobs.class, "create.sql");
    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(PostgresJobs.class).statements("job.sql", Statement.class);

    private final PlatformDatabase database;
    private final DayPartitions days;
    private final StreamOwner owner;

    /**
     * A locked job.
     *
     * @param planned whether it has a next attempt
     */
    private record LockedJob(long id, JobStatus status, long stream, long position, String client, boolean planned) {
        boolean isGivenUp() {
            return status == JobStatus.ERROR && !planned;
        }

        Map<String, @Nullable Object> values() {
            Map<String, @Nullable Object> values = new HashMap<>();
            values.put("id", id);
            values.put("client", client);
            values.put("status", JobRow.number(status));
            values.put("stream", stream);
            values.put("position", position);
            return values;
        }
    }

    public PostgresJobs(PlatformDatabase database, DayPartitions days) {
        this.database = database;
        this.days = days;
        this.owner = new StreamOwner(database);
    }

    @Override
    public JobCreation create(List<NewJob> jobs) throws StoreException {
        try {
            return store(jobs);
        } catch (StoreException e) {
            if (StatementFailures.isUnique(e)) {
                return new JobCreation.IdTaken();
            }
            if (!StatementFailures.isWithoutPartition(e)) {
                throw e;
            }
            days.makeAhead();
            return store(jobs);
        }
    }

    private JobCreation store(List<NewJob> jobs) throws StoreException {
        List<NewJob> placed = jobs.stream()
                .sorted(Comparator.comparingInt(it -> it.draft().delivery().sequence()))
                .toList();
        JobReferences references = JobReferences.of(jobs);
        Optional<Set<Long>> stored = references.isEmpty()
                ? Optional.of(database.run("store jobs", connection -> create(connection, placed)))
                : database.transaction(
                        "store jobs",
                        connection -> references.hold(connection)
                                ? Optional.of(create(connection, placed))
                                : Optional.empty());
        if (stored.isEmpty()) {
            return new JobCreation.ReferenceGone();
        }
        Set<Long> won = stored.get();
        Map<String, Long> originals = originals(jobs, won);
        List<Long> ids = new ArrayList<>();
        List<Boolean> duplicates = new ArrayList<>();
        for (NewJob job : jobs) {
            String key = JobParameters.key(job.draft());
            Long original = key == null ? null : originals.get(key);
            ids.add(original == null ? job.id().toLong() : original);
            duplicates.add(original != null);
        }
        return new JobCreation.Stored(read(ids, duplicates));
    }

    /** Returns the jobs that no one with the same idempotency key preceded. */
    private static Set<Long> create(Connection connection, List<NewJob> placed) throws SQLException {
        return CREATE.one(
                connection,
                new JobParameters(placed).values(),
                row -> new HashSet<>(List.of((Long[]) row.getArray("won").getArray())));
    }

    private Map<String, Long> originals(List<NewJob> jobs, Set<Long> won) throws StoreException {
        List<String> keys = new ArrayList<>();
        for (NewJob job : jobs) {
            String key = JobParameters.key(job.draft());
            if (key != null && !won.contains(job.id().toLong())) {
                keys.add(key);
            }
        }
        Map<String, Long> originals = new HashMap<>();
        if (!keys.isEmpty()) {
            database.run("read jobs that were posted before", connection -> {
                SQL.sql(Statement.LOSERS)
                        .each(
                                connection,
                                Map.of("keys", keys.toArray(String[]::new)),
                                row -> originals.put(row.getString("key"), row.getLong("id")));
                return keys.size();
            });
        }
        return originals;
    }

    private List<CreatedJob> read(List<Long> ids, List<Boolean> duplicates) throws StoreException {
        Map<Long, Job> found = new HashMap<>();
        database.run("read stored jobs", connection -> {
            List<Job> jobs = ids.size() == 1
                    ? JobSearchStatement.whole(connection, ids)
                    : JobSearchStatement.listed(connection, ids);
            jobs.forEach(job -> found.put(job.id().toLong(), job));
            return found.size();
        });
        List<CreatedJob> created = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            Job job = found.get(ids.get(i));
            if (job == null) {
                throw new StoreException("a job was posted before, and has just been removed: try again");
            }
            created.add(new CreatedJob(job, duplicates.get(i)));
        }
        return created;
    }

    @Override
    public Optional<Job> find(Tsid id) throws StoreException {
        return database.run("read a job", connection -> {
            Optional<Job> job = JobSearchStatement.whole(connection, List.of(id.toLong())).stream()
                    .findFirst();
            boolean waits = job.isPresent()
                    && Set.of(JobStatus.QUEUED, JobStatus.ERROR)
                            .contains(job.get().status());
            return waits && owner.isClaimed(connection, id) ? job.map(PostgresJobs::inProgress) : job;
        });
    }

    private static Job inProgress(Job job) {
        return new Job(
                job.id(),
                JobStatus.IN_PROGRESS,
                job.fields(),
                job.attemptCount(),
                job.lastError(),
                job.nextAttemptAt(),
                job.completedAt(),
                job.payloadLeftOut());
    }

    @Override
    public ResultPage<Job> search(JobSearch search) throws StoreException {
        try {
            return database.run(
                    "search jobs",
                    connection -> new JobSearchStatement(search, owner.hasLeases(connection)).read(connection));
        } catch (StoreException e) {
            throw SearchTime.failure(e);
        }
    }

    @Override
    public List<Attempt> attempts(Tsid id) throws StoreException {
        return database.run(
                "read the attempts of a job",
                connection ->
                        SQL.sql(Statement.ATTEMPTS).list(connection, Map.of("id", id.toLong()), JobRow::readAttempt));
    }

    @Override
    public JobChange retry(Tsid id) throws StoreException {
        return change("retry a job", id, (connection, job) -> {
            if (job.status() != JobStatus.CANCELLED && !job.isGivenUp()) {
                return JobChange.NOT_POSSIBLE;
            }
            if (!JobReferences.of(connection, job.id()).hold(connection)) {
                return JobChange.REFERENCE_GONE;
            }
            SQL.sql(Statement.UNLIST).update(connection, job.values());
            SQL.sql(Statement.RELEASE).update(connection, job.values());
            SQL.sql(Statement.REQUEUE).update(connection, job.values());
            return JobChange.DONE;
        });
    }

    @Override
    public JobChange cancel(Tsid id, String reason) throws StoreException {
        for (int i = 1; ; i++) {
            JobChange change = tryToCancel(id, reason);
            if (change != JobChange.NEEDS_OWNER) {
                return change;
            }
            Optional<JobChange> confirmed = owner.awaitEnd(id);
            if (confirmed.isPresent()) {
                return confirmed.get();
            }
            // It was given up before the owner saw the request: it needs no owner any more.
            if (i == CANCEL_ATTEMPTS) {
                return JobChange.NEEDS_OWNER;
            }
        }
    }

    private JobChange tryToCancel(Tsid id, String reason) throws StoreException {
        return database.transaction("cancel a job", connection -> {
            boolean scheduled = SQL.sql(Statement.UNSCHEDULE).update(connection, Map.of("id", id.toLong())) > 0;
            Optional<LockedJob> job = lock(connection, id);
            return job.isPresent() ? cancel(connection, job.get(), scheduled, reason) : JobChange.NOT_FOUND;
        });
    }

    /** @param scheduled whether it waited beside the queue, where no node looks for it any more */
    private JobChange cancel(Connection connection, LockedJob job, boolean scheduled, String reason)
            throws SQLException {
        if (job.status() == JobStatus.COMPLETED || job.status() == JobStatus.CANCELLED) {
            return JobChange.NOT_POSSIBLE;
        }
        boolean waits = !scheduled && !job.isGivenUp();
        if (waits && owner.ask(connection, job.id(), job.stream(), job.position(), reason)) {
            return JobChange.NEEDS_OWNER;
        }
        SQL.sql(Statement.UNLIST).update(connection, job.values());
        SQL.sql(Statement.RELEASE).update(connection, job.values());
        Map<String, @Nullable Object> values = job.values();
        values.put("status", JobRow.number(JobStatus.CANCELLED));
        values.put("reason", StorableText.of(reason));
        SQL.sql(Statement.END_JOB).update(connection, values);
        SQL.sql(Statement.LIST).update(connection, values);
        return JobChange.DONE;
    }

    /** A change of a locked job. */
    @FunctionalInterface
    private interface LockedChange {
        JobChange apply(Connection connection, LockedJob job) throws SQLException;
    }

    private JobChange change(String what, Tsid id, LockedChange change) throws StoreException {
        return database.transaction(what, connection -> {
            Optional<LockedJob> job = lock(connection, id);
            return job.isPresent() ? change.apply(connection, job.get()) : JobChange.NOT_FOUND;
        });
    }

    private static Optional<LockedJob> lock(Connection connection, Tsid id) throws SQLException {
        return SQL.sql(Statement.LOCK)
                .first(
                        connection,
                        Map.of("id", id.toLong()),
                        row -> new LockedJob(
                                id.toLong(),
                                JobRow.status(row.getInt("status")),
                                row.getLong("stream"),
                                row.getLong("position"),
                                row.getString("client"),
                                row.getBoolean("planned")));
    }

    @Override
    public int queueDue(int most) throws StoreException {
        return database.run(
                "queue scheduled jobs",
                connection -> SQL.sql(Statement.QUEUE_DUE)
                        .one(connection, Map.of("most", most), row -> row.getInt("placed")));
    }
}
