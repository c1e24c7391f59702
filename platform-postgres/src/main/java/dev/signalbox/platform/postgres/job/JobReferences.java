package dev.signalbox.platform.postgres.job;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.platform.job.NewJob;
import dev.signalbox.platform.registry.DeliverySettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The pools and accounts of jobs. They are held until the jobs are stored, so that nobody deletes them in between. */
record JobReferences(Set<Long> pools, Set<Long> accounts) {
    private enum Statement {
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
            Tsid pool = delivery.dispatchPoolId();
            if (pool != null) {
                pools.add(pool.toLong());
            }
            Tsid account = delivery.serviceAccountId();
            if (account != null) {
                accounts.add(account.toLong());
            }
        }
        return new JobReferences(pools, accounts);
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
