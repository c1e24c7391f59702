package dev.signalbox.platform.postgres.job;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.platform.job.NewJob;
import dev.signalbox.platform.postgres.database.RowValues;
import dev.signalbox.platform.registry.DeliverySettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The pools and accounts of jobs. They are held until the jobs are stored, so that they cannot be deleted in between. */
record JobReferences(Set<Long> pools, Set<Long> accounts) {
    private enum Statement {
        OF_JOB,
        HOLD_POOLS,
        HOLD_ACCOUNTS
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(JobReferences.class).statements("references.sql", Statement.class);

    static JobReferences of(List<NewJob> jobs) {
        Set<Long> pools = new TreeSet<>();
        Set<Long> accounts = new TreeSet<>();
        for (NewJob job : jobs) {
            DeliverySettings delivery = job.draft().delivery();
            add(delivery.dispatchPoolId(), pools);
            add(delivery.serviceAccountId(), accounts);
        }
        return new JobReferences(pools, accounts);
    }

    /** Those of a stored job; none of a subscription's job, which takes them from its subscription. */
    static JobReferences of(Connection connection, long job) throws SQLException {
        Set<Long> pools = new TreeSet<>();
        Set<Long> accounts = new TreeSet<>();
        SQL.sql(Statement.OF_JOB).each(connection, Map.of("id", job), row -> {
            add(RowValues.optionalId(row, "dispatch_pool"), pools);
            add(RowValues.optionalId(row, "service_account"), accounts);
        });
        return new JobReferences(pools, accounts);
    }

    private static void add(@Nullable Tsid id, Set<Long> ids) {
        if (id != null) {
            ids.add(id.toLong());
        }
    }

    boolean isEmpty() {
        return pools.isEmpty() && accounts.isEmpty();
    }

    /** Whether all of them are there. They stay until the transaction ends. */
    boolean hold(Connection connection) throws SQLException {
        return hold(connection, SQL.sql(Statement.HOLD_POOLS), pools)
                && hold(connection, SQL.sql(Statement.HOLD_ACCOUNTS), accounts);
    }

    private static boolean hold(Connection connection, Sql statement, Set<Long> ids) throws SQLException {
        Map<String, Object> values = Map.of("ids", ids.toArray(Long[]::new));
        return ids.isEmpty()
                || statement.list(connection, values, row -> row.getLong("id")).size() == ids.size();
    }
}
