package dev.signalbox.postgres.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.operation.EventQuery;
import dev.signalbox.core.operation.RefusedException;
import dev.signalbox.testkit.desk.DeskFixture;
import dev.signalbox.testkit.desk.EventDeskContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatboxEventsTest extends EventDeskContract {
    @Override
    protected DeskFixture fixture() throws SQLException {
        return new CatboxDeskFixture();
    }

    @Test
    void aTableWithoutTypesOfAggregatesIsNotSearchedByThem() {
        var filter = new EventQuery.Filter(null, "Order", null, false);
        assertThatThrownBy(() -> desk().search(query(filter, EventQuery.Sort.ID, false, 0, 5)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("aggregateType");
        assertThatThrownBy(
                        () -> desk().search(query(EventQuery.Filter.ALL, EventQuery.Sort.AGGREGATE_TYPE, false, 0, 5)))
                .isInstanceOf(RefusedException.class);
    }

    @Test
    void aRowThatSomebodyHasLockedIsLeftAlone() throws Exception {
        table().insert("COMPLETED", "a", 1, 2);
        try (Connection other = ((CatboxDeskFixture) table()).connections().borrow();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM outbox_events WHERE id = 'a-000001' FOR UPDATE");

            assertThat(desk().replay(List.of("a-000001", "a-000002"))).containsExactly("a-000002");

            other.rollback();
        }
    }
}
