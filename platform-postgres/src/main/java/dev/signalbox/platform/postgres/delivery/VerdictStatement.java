package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.platform.delivery.AttemptReport;
import dev.signalbox.platform.postgres.database.StreamShards;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The one statement that records what becomes of jobs, filled in for some of them. */
final class VerdictStatement {
    /** So many of a job's first and last attempts are kept. */
    private static final int FIRST_KEPT = 5;

    private static final int LAST_KEPT = 20;

    private static final int TRIES = 4;
    private static final String UNIQUE = "23505";
    private static final System.Logger LOG = System.getLogger(VerdictStatement.class.getName());

    enum SettlePart {
        OF_OUR_SHARDS,
        ENDING,
        REPORTS,
        ENDS_CLAIMS,
        SUSPECTS
    }

    private static final SqlTemplate<SettlePart> SETTLE = SqlFolder.beside(
                    VerdictStatement.class, "first_kept last_kept shard_of_verdict")
            .template("settle.sql", SettlePart.class);

    private static final Map<String, String> NAMES = Map.of(
            "first_kept",
            String.valueOf(FIRST_KEPT),
            "last_kept",
            String.valueOf(LAST_KEPT),
            "shard_of_verdict",
            StreamShards.number("v.stream"));

    private static final Map<Set<SettlePart>, Sql> FILLED = new ConcurrentHashMap<>();

    /** @param changed the jobs that were there; not those that were released */
    record Recorded(boolean owned, Set<Long> changed) {}

    /** A report with the job that it belongs to. */
    private record JobReport(long job, AttemptReport report, boolean counted) {}

    private final Map<String, @Nullable Object> values = new HashMap<>();
    private final PartSelection<SettlePart> parts = PartSelection.of(SettlePart.class);

    VerdictStatement(Incarnation owner, List<JobVerdict> verdicts) {
        values.put("owner", owner.value());
        values.put("relay", StreamShards.RELAY);
        values.put("streams", longs(verdicts, it -> it.key().stream()));
        values.put("positions", longs(verdicts, it -> it.key().position()));
        values.put("jobs", longs(verdicts, it -> it.key().job()));
        values.put("outcomes", integers(verdicts, it -> it.outcome().number));
        values.put("attempts", integers(verdicts, JobVerdict::attempts));
        values.put("counts", integers(verdicts, it -> it.counts() ? 1 : 0));
        values.put("delays", longs(verdicts, JobVerdict::delayMillis));
        values.put("reasons", texts(verdicts, JobVerdict::reason));
        List<JobReport> reports = new ArrayList<>();
        verdicts.forEach(verdict -> addReports(verdict, reports));
        addReports(reports);
    }

    private static void addReports(JobVerdict verdict, List<JobReport> all) {
        List<AttemptReport> reports = verdict.reports();
        for (int i = 0; i < reports.size(); i++) {
            boolean counted = verdict.counts() && i == reports.size() - 1;
            all.add(new JobReport(verdict.key().job(), reports.get(i), counted));
        }
    }

    private void addReports(List<JobReport> reports) {
        values.put("report_jobs", longs(reports, JobReport::job));
        values.put(
                "report_times", texts(reports, it -> it.report().attemptedAt().toString()));
        values.put("report_durations", integers(reports, it -> it.report().durationMillis()));
        values.put("report_codes", codes(reports));
        values.put("report_bodies", bodies(reports));
        values.put("report_errors", texts(reports, it -> it.report().error()));
        values.put("report_counted", integers(reports, it -> it.counted() ? 1 : 0));
        parts.with(SettlePart.REPORTS, !reports.isEmpty());
    }

    /** Jobs that are ended by their owner, not by a verdict: they may be deferred, and a request may ask for it. */
    VerdictStatement ending(Set<Long> jobs) {
        values.put("ending", jobs.toArray(Long[]::new));
        parts.with(SettlePart.ENDING, !jobs.isEmpty());
        return this;
    }

    /** Only in streams that this node still owns: nothing that it has claimed tells that. */
    VerdictStatement ofOurShards() {
        parts.with(SettlePart.OF_OUR_SHARDS, true);
        return this;
    }

    /** Claims whose jobs are all settled now. */
    VerdictStatement endsClaims(List<Long> numbers) {
        values.put("ended", numbers.toArray(Long[]::new));
        parts.with(SettlePart.ENDS_CLAIMS, !numbers.isEmpty());
        return this;
    }

    /** Suspects that are not in flight any more, or not suspected any more. */
    VerdictStatement suspects(List<String> landed, List<String> cleared) {
        values.put("landed", landed.toArray(String[]::new));
        values.put("cleared", cleared.toArray(String[]::new));
        parts.with(SettlePart.SUSPECTS, !landed.isEmpty() || !cleared.isEmpty());
        return this;
    }

    Sql sql() {
        return FILLED.computeIfAbsent(Set.copyOf(parts.parts()), some -> SETTLE.fill(NAMES, some));
    }

    Map<String, @Nullable Object> values() {
        return values;
    }

    /**
     * Records the verdicts. If another statement numbers attempts of the same job at this moment, this one is repeated, and goes on
     * behind them. Attempts never keep a verdict from being recorded: at the last try they are left out.
     */
    Recorded write(FencedStatements statements, String what, Incarnation owner) throws SourceException {
        for (int tries = 1; tries < TRIES; tries++) {
            try {
                return statements.writeOnce(what, owner, this::write);
            } catch (SourceException e) {
                if (!isAttemptTaken(e)) {
                    throw e;
                }
            }
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "the platform''s queue: attempts of jobs were not recorded, because their numbers were taken {0} times",
                TRIES);
        addReports(List.of());
        return statements.writeOnce(what, owner, this::write);
    }

    /** Only attempts have a key that another statement may take. */
    private static boolean isAttemptTaken(SourceException failure) {
        return failure.getCause() instanceof SQLException sql && UNIQUE.equals(sql.getSQLState());
    }

    private Recorded write(Connection connection) throws SQLException {
        return sql().query(connection, values, rows -> {
            boolean owned = true;
            Set<Long> changed = new HashSet<>();
            while (rows.next()) {
                long job = rows.getLong("job");
                if (rows.wasNull()) {
                    owned = rows.getBoolean("owned");
                } else {
                    changed.add(job);
                }
            }
            return new Recorded(owned, changed);
        });
    }

    private static @Nullable Integer[] codes(List<JobReport> reports) {
        @Nullable Integer[] codes = new Integer[reports.size()];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = reports.get(i).report().responseCode();
        }
        return codes;
    }

    private static <T> Long[] longs(List<T> all, ToLongFunction<T> part) {
        return all.stream().map(it -> part.applyAsLong(it)).toArray(Long[]::new);
    }

    private static <T> Integer[] integers(List<T> all, ToIntFunction<T> part) {
        return all.stream().map(it -> part.applyAsInt(it)).toArray(Integer[]::new);
    }

    private static <T> @Nullable String[] texts(List<T> all, Function<T, @Nullable String> part) {
        @Nullable String[] texts = new String[all.size()];
        for (int i = 0; i < texts.length; i++) {
            String text = part.apply(all.get(i));
            texts[i] = text == null ? null : StorableText.of(text);
        }
        return texts;
    }

    /** What a target answered may be longer than a reason, and may not be text. */
    private static @Nullable String[] bodies(List<JobReport> reports) {
        @Nullable String[] texts = new String[reports.size()];
        for (int i = 0; i < texts.length; i++) {
            String body = reports.get(i).report().responseBody();
            texts[i] = body == null
                    ? null
                    : new String(body.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace('\0', '\ufffd');
        }
        return texts;
    }
}
