package dev.signalbox.platform.postgres.job;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.job.Job;
import dev.signalbox.platform.job.JobSearch;
import dev.signalbox.platform.job.JobStatus;
import dev.signalbox.platform.postgres.database.IdRange;
import dev.signalbox.platform.postgres.database.RowValues;
import dev.signalbox.platform.postgres.database.SearchTime;
import dev.signalbox.platform.postgres.database.SearchTotal;
import dev.signalbox.platform.postgres.database.StreamShards;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads jobs, by their ids or by criteria. */
final class JobSearchStatement {
    /** The criteria of a search, and its variants. */
    enum Part {
        COUNT,
        /** For the planner's estimate of the number of rows. */
        ESTIMATE,
        /** Without what only the columns and some criteria need. */
        BARE,
        UNLIMITED,
        /** With payloads of any size. */
        WHOLE,
        /** With the claims of nodes. */
        CLAIMS,
        /** Along one of the lists that follow. */
        BY_LIST,
        BY_CLAIMS,
        BY_WAITING,
        BY_ENDED,
        BY_EVENT,
        BY_SUBSCRIPTION,
        /** Only among the newest jobs. */
        RECENT,
        BY_IDS,
        IN_HAND,
        CLIENT,
        STATUS,
        KIND,
        CODE,
        SOURCE,
        SUBSCRIPTION,
        POOL,
        MESSAGE_GROUP
    }

    private static final Set<Part> JOINING =
            Set.of(Part.KIND, Part.CODE, Part.SOURCE, Part.SUBSCRIPTION, Part.POOL, Part.MESSAGE_GROUP);
    private static final SqlTemplate<Part> JOBS =
            SqlFolder.beside(JobSearchStatement.class).template("jobs.sql", Part.class);
    private static final Sql BY_IDS = JOBS.fill(Map.of(), Set.of(Part.BY_IDS, Part.UNLIMITED));
    private static final Sql WHOLE_BY_IDS = JOBS.fill(Map.of(), Set.of(Part.BY_IDS, Part.UNLIMITED, Part.WHOLE));

    /** Among how many of the newest jobs those that wait are looked for, before all that wait are sorted. */
    private static final int EXAMINED = 20_000;

    private final JobSearch search;
    private final boolean leases;
    private final Map<String, @Nullable Object> values;

    /** @param leases whether there are tables with the claims of nodes */
    JobSearchStatement(JobSearch search, boolean leases) {
        this.search = search;
        this.leases = leases;
        this.values = values(search);
        range(search.page().beyond()).addTo(values);
    }

    /** The jobs with these ids, with payloads of any size. */
    static List<Job> whole(Connection connection, Collection<Long> ids) throws SQLException {
        return WHOLE_BY_IDS.list(connection, Map.of("ids", ids.toArray(Long[]::new)), JobRow::read);
    }

    /** The jobs with these ids, without payloads that are too large for a list. */
    static List<Job> listed(Connection connection, Collection<Long> ids) throws SQLException {
        return BY_IDS.list(
                connection,
                Map.of("ids", ids.toArray(Long[]::new), "listed", InputLimits.LISTED_DATA_BYTES),
                JobRow::read);
    }

    ResultPage<Job> read(Connection connection) throws SQLException {
        if (findsNothing()) {
            return new ResultPage<>(
                    List.of(), search.page().page(), search.page().size(), 0, false);
        }
        List<Job> items = items(connection);
        range(null).addTo(values);
        SearchTotal total = SearchTotal.of(connection, total(Part.COUNT), total(Part.ESTIMATE), values);
        return new ResultPage<>(items, search.page().page(), search.page().size(), total.rows(), total.estimate());
    }

    /** What is stored is on its queue, and nothing is claimed where no node has delivered yet. */
    private boolean findsNothing() {
        return search.status() == JobStatus.PENDING || (search.status() == JobStatus.IN_PROGRESS && !leases);
    }

    /** While much waits, most of the newest jobs do; while little waits, it is quickly sorted. */
    private List<Job> items(Connection connection) throws SQLException {
        if (source() == Part.BY_WAITING) {
            List<Job> recent =
                    SearchTime.list(connection, JOBS.fill(Map.of(), parts(Part.RECENT)), values, JobRow::read);
            if (recent.size() == search.page().size()) {
                return recent;
            }
        }
        return SearchTime.list(connection, page(), values, JobRow::read);
    }

    /** The statement that finds a page, whatever the newest jobs are. */
    Sql page() {
        return JOBS.fill(Map.of(), parts(source()));
    }

    Map<String, @Nullable Object> values() {
        return values;
    }

    /** A statement about the number of rows, which joins other tables only if a criterion needs them. */
    private Sql total(Part part) {
        Set<Part> more = new HashSet<>(parts(source()));
        more.add(part);
        if (Collections.disjoint(more, JOINING)) {
            more.add(Part.BARE);
        }
        return JOBS.fill(Map.of(), more);
    }

    private IdRange range(@Nullable Tsid beyond) {
        return IdRange.of(search.createdAfter(), search.createdBefore(), beyond);
    }

    /** The shortest list that has all that is searched for; null for all jobs. */
    private @Nullable Part source() {
        if (search.status() == JobStatus.IN_PROGRESS) {
            return Part.BY_CLAIMS;
        }
        if (search.eventId() != null) {
            return Part.BY_EVENT;
        }
        if (search.status() == JobStatus.QUEUED) {
            return Part.BY_WAITING;
        }
        if (search.status() == JobStatus.ERROR || search.status() == JobStatus.CANCELLED) {
            return Part.BY_ENDED;
        }
        return search.subscriptionId() == null ? null : Part.BY_SUBSCRIPTION;
    }

    private Set<Part> parts(@Nullable Part source) {
        Set<Part> parts = new HashSet<>(PartSelection.of(Part.class)
                .with(Part.CLAIMS, leases)
                .with(Part.IN_HAND, search.status() == JobStatus.IN_PROGRESS)
                .with(Part.STATUS, search.status() != null && search.status() != JobStatus.IN_PROGRESS)
                .with(Part.CLIENT, search.client() != null)
                .with(Part.KIND, search.kind() != null)
                .with(Part.CODE, search.code() != null)
                .with(Part.SOURCE, search.source() != null)
                .with(Part.SUBSCRIPTION, search.subscriptionId() != null && source != Part.BY_SUBSCRIPTION)
                .with(Part.POOL, search.dispatchPoolId() != null)
                .with(Part.MESSAGE_GROUP, search.messageGroup() != null)
                .parts());
        if (source != null) {
            parts.add(source);
            if (source != Part.RECENT) {
                parts.add(Part.BY_LIST);
            }
        }
        return parts;
    }

    private static Map<String, @Nullable Object> values(JobSearch search) {
        Map<String, @Nullable Object> values = new HashMap<>();
        JobStatus status = search.status();
        values.put("status", status == null ? null : JobRow.number(status));
        values.put("client", search.client());
        values.put("kind", RowValues.text(search.kind()));
        values.put("code", search.code());
        values.put("source", search.source());
        values.put("subscription", RowValues.number(search.subscriptionId()));
        values.put("pool", RowValues.number(search.dispatchPoolId()));
        values.put("event", RowValues.number(search.eventId()));
        values.put("message_group", search.messageGroup());
        values.put("relay", StreamShards.RELAY);
        values.put("examined", EXAMINED);
        values.put("listed", InputLimits.LISTED_DATA_BYTES);
        values.put("size", search.page().size());
        values.put("offset", search.page().offset());
        return values;
    }
}
