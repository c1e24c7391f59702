package dev.signalbox.postgres.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.admin.EventAdmin.EventQuery;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.testkit.admin.EventAdminContract;
import dev.signalbox.testkit.admin.OutboxAdminFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresCatboxEventsTest extends EventAdminContract {
    @Override
    protected OutboxAdminFixture fixture() throws SQLException {
        return new PostgresCatboxAdminFixture();
    }

    @Test
    void aTableWithoutTypesOfAggregatesIsNotSearchedByThem() {
        var filter = new EventQuery.Filter(null, "Order", null, false);
        assertThatThrownBy(() -> admin().search(query(filter, EventQuery.Sort.ID, false, 0, 5)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("aggregateType");
        assertThatThrownBy(
                        () -> admin().search(query(EventQuery.Filter.ALL, EventQuery.Sort.AGGREGATE_TYPE, false, 0, 5)))
                .isInstanceOf(RefusedException.class);
    }

    @Test
    void aRowThatSomebodyHasLockedIsLeftAlone() throws Exception {
        table().insert("COMPLETED", "a", 1, 2);
        try (Connection other =
                        ((PostgresCatboxAdminFixture) table()).connections().borrow();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM public.outbox_events WHERE id = 'a-000001' FOR UPDATE");

            assertThat(admin().replay(List.of("a-000001", "a-000002"))).containsExactly("a-000002");

            other.rollback();
        }
    }
}
