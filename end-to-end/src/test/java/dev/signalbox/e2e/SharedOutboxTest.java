package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Two nodes with the file of a FlowCatalyst outbox processor, on a database other than PostgreSQL. */
abstract class SharedOutboxTest extends NodesTest<World<TestDatabase>> {
    private static final int JOBS = 40;

    SharedOutboxTest(TestDatabase database) {
        super(new World<>(database));
    }

    @Test
    void whatAKilledNodeHeldIsDeliveredByTheOther() {
        world.application().writeJobs(JOBS);

        killOneOfTwo(200, Application.spreadOverOrAlone(50));

        assertThat(world.receiver().kept().stream()
                        .filter(arrival -> arrival.path().equals("/api/dispatch/jobs/batch"))
                        .mapToLong(arrival -> arrival.items().size())
                        .sum())
                .as("dispatch jobs")
                .isEqualTo(JOBS);
    }
}
