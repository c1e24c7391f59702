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
import dev.signalbox.platform.postgres.database.SearchTotal;
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
        /** Along the list of jobs that ended badly. */
        BY_ENDED,
        BY_IDS,
        CLIENT,
        STATUS,
        KIND,
        CODE,
        SOURCE,
        SUBSCRIPTION,
        POOL,
        EVENT,
        MESSAGE_GROUP
    }

    private static final Set<Part> JOINING =
            Set.of(Part.KIND, Part.CODE, Part.SOURCE, Part.POOL, Part.EVENT, Part.MESSAGE_GROUP);
    private static final SqlTemplate<Part> JOBS =
            SqlFolder.beside(JobSearchStatement.class).template("jobs.sql", Part.class);
    private static final Sql BY_IDS = JOBS.fill(Map.of(), Set.of(Part.BY_IDS, Part.UNLIMITED));

    private JobSearchStatement() {}

    static List<Job> read(Connection connection, Collection<Long> ids) throws SQLException {
        return BY_IDS.list(connection, Map.of("ids", ids.toArray(Long[]::new)), JobRow::read);
    }

    static ResultPage<Job> read(Connection connection, JobSearch search) throws SQLException {
        Set<Part> parts = parts(search);
        Map<String, @Nullable Object> values = values(search);
        range(search, search.page().beyond()).addTo(values);
        List<Job> items = JOBS.fill(Map.of(), parts).list(connection, values, JobRow::read);
        range(search, null).addTo(values);
        SearchTotal total = SearchTotal.of(connection, total(parts, Part.COUNT), total(parts, Part.ESTIMATE), values);
        return new ResultPage<>(items, search.page().page(), search.page().size(), total.rows(), total.estimate());
    }

    /** A statement about the number of rows, which joins other tables only if a criterion needs them. */
    private static Sql total(Set<Part> parts, Part part) {
        Set<Part> more = new HashSet<>(parts);
        more.add(part);
        if (Collections.disjoint(parts, JOINING)) {
            more.add(Part.BARE);
        }
        return JOBS.fill(Map.of(), more);
    }

    /** Jobs of an event are younger than the event. */
    private static IdRange range(JobSearch search, @Nullable Tsid beyond) {
        IdRange range = IdRange.of(search.createdAfter(), search.createdBefore(), beyond);
        Tsid event = search.eventId();
        return event == null ? range : new IdRange(Math.max(range.from(), event.toLong()), range.below());
    }

    private static Set<Part> parts(JobSearch search) {
        boolean ended = search.status() == JobStatus.ERROR || search.status() == JobStatus.CANCELLED;
        return PartSelection.of(Part.class)
                .with(Part.BY_ENDED, ended)
                .with(Part.STATUS, search.status() != null)
                .with(Part.CLIENT, search.client() != null)
                .with(Part.KIND, search.kind() != null)
                .with(Part.CODE, search.code() != null)
                .with(Part.SOURCE, search.source() != null)
                .with(Part.SUBSCRIPTION, search.subscriptionId() != null)
                .with(Part.POOL, search.dispatchPoolId() != null)
                .with(Part.EVENT, search.eventId() != null)
                .with(Part.MESSAGE_GROUP, search.messageGroup() != null)
                .parts();
    }

    static Map<String, @Nullable Object> values(JobSearch search) {
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
        values.put("listed", InputLimits.LISTED_DATA_BYTES);
        values.put("size", search.page().size());
        values.put("offset", search.page().offset());
        return values;
    }
}
