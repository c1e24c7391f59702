package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SkippedMessages;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.outbox.ClaimedRows;
import dev.signalbox.platform.delivery.OutletSettings;
import dev.signalbox.platform.postgres.database.StreamShards;
import dev.signalbox.platform.postgres.delivery.ClaimedJobRow.JobContent;
import dev.signalbox.platform.postgres.delivery.StreamRead.ReadPlan;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Claims jobs: reads what is new, selects what may go, and fetches what is sent while it records the claim. */
final class ClaimJobs {
    private static final Sql CLAIM = SqlFolder.sql(ClaimJobs.class, "claim.sql");
    private static final int LOOKS = 4;
    private static final int HEADER = 0;
    private static final int JOB = 1;

    private final FencedStatements statements;
    private final ReadStreams reads;
    private final DeferredRows deferred;
    private final JobEndings endings;
    private final OutletSettings outlets;
    private final AtomicLong numbers = new AtomicLong();

    ClaimJobs(
            FencedStatements statements,
            ReadStreams reads,
            DeferredRows deferred,
            JobEndings endings,
            OutletSettings outlets) {
        this.statements = statements;
        this.endings = endings;
        this.reads = reads;
        this.deferred = deferred;
        this.outlets = outlets;
    }

    /**
     * @param settingsVersion what the jobs were found under: whatever changed before they were stored is part of it
     * @param jobs those that were found
     */
    private record Recorded(boolean owned, long settingsVersion, List<ClaimedJobRow> jobs) {}

    ClaimResult claim(Incarnation owner, JobSourceState state, ClaimRequest request) throws SourceException {
        state.begin(request);
        JobSelection selection = new JobSelection(request);
        try {
            choose(owner, state, selection);
            if (selection.rows.isEmpty()) {
                return result(state, selection, List.of());
            }
            long number = numbers.incrementAndGet();
            Recorded recorded = record(owner, state, selection, number);
            if (!recorded.owned()) {
                putBack(state, selection);
                return ClaimResult.NOTHING;
            }
            outlets.reach(recorded.settingsVersion());
            return result(state, selection, handOut(state, selection, number, recorded));
        } catch (SourceException | RuntimeException e) {
            putBack(state, selection);
            throw e;
        }
    }

    private static void putBack(JobSourceState state, JobSelection selection) {
        selection.rows.forEach(state::comeBack);
    }

    private void choose(Incarnation owner, JobSourceState state, JobSelection selection) throws SourceException {
        for (int look = 0; look < LOOKS; look++) {
            learn(state, selection.request);
            boolean complete = readOn(owner, state, selection.request);
            deferred.defer(owner, state);
            learn(state, selection.request);
            state.choose(selection);
            if (complete && (!selection.rows.isEmpty() || !state.mayReadMore(selection))) {
                return;
            }
        }
    }

    private void learn(JobSourceState state, ClaimRequest request) throws SourceException {
        List<Long> unknown = state.unknown(request.outlets());
        if (!unknown.isEmpty()) {
            if (!state.knowsSettingsVersion()) {
                // Read before the settings: what changes after them is noticed
                state.firstSettingsVersion(reads.settingsVersion());
            }
            long version = state.settingsVersion();
            state.learned(unknown, reads.settings(unknown), version);
        }
    }

    /** @return false if reading has to start again */
    private boolean readOn(Incarnation owner, JobSourceState state, ClaimRequest request) throws SourceException {
        ReadPlan plan = state.beginReading(request);
        try {
            return state.read(plan, reads.read(owner, plan));
        } catch (SourceException | RuntimeException e) {
            state.readingFailed();
            throw e;
        }
    }

    private Recorded record(Incarnation owner, JobSourceState state, JobSelection selection, long number)
            throws SourceException {
        List<QueueKey> keys = selection.rows.stream().map(QueueRow::key).toList();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("relay", StreamShards.RELAY);
        values.put("number", number);
        values.put("bytes", selection.request.bytes());
        values.put("streams", keys.stream().map(QueueKey::stream).toArray(Long[]::new));
        values.put("positions", keys.stream().map(QueueKey::position).toArray(Long[]::new));
        values.put("jobs", keys.stream().map(QueueKey::job).toArray(Long[]::new));
        try {
            return statements.write(
                    "claim jobs",
                    owner,
                    connection -> CLAIM.query(connection, values, rows -> read(rows, state.inFlight())));
        } catch (SourceException | RuntimeException e) {
            state.inFlight().addUnanswered(number);
            throw e;
        }
    }

    private static Recorded read(ResultSet rows, JobsInFlight inFlight) throws SQLException {
        boolean owned = false;
        long settingsVersion = 0;
        List<ClaimedJobRow> jobs = new ArrayList<>();
        while (rows.next()) {
            switch (rows.getInt("row_kind")) {
                case HEADER -> {
                    owned = rows.getBoolean("owned");
                    settingsVersion = rows.getLong("settings_version");
                }
                case JOB -> jobs.add(ClaimedJobRow.read(rows));
                default ->
                    inFlight.suspected(Map.of(
                            rows.getString("id"), ClaimedRows.suspicion(rows.getInt("level"), rows.getInt("crashes"))));
            }
        }
        return new Recorded(owned, settingsVersion, jobs);
    }

    /** What is gone was ended by others; what has no room in this claim waits for the next. */
    private List<Message> handOut(JobSourceState state, JobSelection selection, long number, Recorded recorded) {
        Map<Integer, ClaimedJobRow> found = new HashMap<>();
        recorded.jobs().forEach(job -> found.put(job.n(), job));
        Claim claim = new Claim(number, Instant.ofEpochMilli(state.now()));
        List<QueueRow> handedOut = new ArrayList<>();
        List<Message> messages = new ArrayList<>();
        List<QueueRow> chosen = List.copyOf(selection.rows);
        selection.rows.clear();
        for (int i = 0; i < chosen.size(); i++) {
            QueueRow row = chosen.get(i);
            ClaimedJobRow job = found.get(i);
            JobContent content = job == null ? null : job.content();
            if (job == null) {
                endings.letGo(row.key());
                state.finish(row, true);
            } else if (content == null) {
                selection.replaced = true;
                state.comeBack(row);
            } else {
                if (job.direct() != null) {
                    outlets.learn(row.key().stream(), job.direct());
                }
                messages.add(content.message(row, claim, state.inFlight().suspicion(row.key())));
                handedOut.add(row);
            }
        }
        state.inFlight().handOut(number, handedOut);
        selection.rows.addAll(handedOut);
        return messages;
    }

    private static ClaimResult result(JobSourceState state, JobSelection selection, List<Message> messages) {
        boolean more = selection.isFull() || selection.replaced || state.mayReadMore(selection);
        return new ClaimResult(messages, more, selection.moreOf, state.isSomethingDueSoon(), SkippedMessages.NOTHING);
    }
}
