package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.platform.postgres.database.StreamShards;
import java.util.EnumMap;
import java.util.Map;

/** The statements by which the owner of streams looks after them. */
final class UpkeepSql {
    enum UpkeepStatement {
        LOOK,
        CANCELLATIONS,
        RELEASES,
        ANSWERED,
        EXPIRED,
        AGED,
        LEFT_OF,
        FORGET_GIVEN_UP,
        END_SCHEDULED,
        ADOPT
    }

    private static final NamedStatements<UpkeepStatement> STATEMENTS = SqlFolder.beside(
                    UpkeepSql.class,
                    "of_ours held_of_ours queue_of_ours scheduled_of_ours shard_of_request shard_of_group")
            .statements("upkeep.sql", UpkeepStatement.class);

    private static final Map<String, String> NAMES = Map.of(
            "of_ours", StreamShards.expression("r.stream"),
            "held_of_ours", StreamShards.expression("s.stream"),
            "queue_of_ours", StreamShards.expression("q.stream"),
            "scheduled_of_ours", StreamShards.expression("w.stream"),
            "shard_of_request", StreamShards.number("r.stream"),
            "shard_of_group", StreamShards.number("s.stream"));

    private static final Map<UpkeepStatement, Sql> FILLED = new EnumMap<>(UpkeepStatement.class);

    static {
        for (UpkeepStatement statement : UpkeepStatement.values()) {
            FILLED.put(statement, STATEMENTS.sql(statement, NAMES));
        }
    }

    private UpkeepSql() {}

    static Sql sql(UpkeepStatement statement) {
        Sql sql = FILLED.get(statement);
        if (sql == null) {
            throw new IllegalStateException("there is no statement " + statement);
        }
        return sql;
    }
}
