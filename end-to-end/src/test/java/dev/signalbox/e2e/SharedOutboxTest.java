package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Two nodes with the file of a FlowCatalyst outbox processor, on a database other than PostgreSQL. */
abstract class SharedOutboxTest extends NodesTest<ScenarioFixture<TestDatabase>> {
    private static final int JOBS = 40;

    SharedOutboxTest(TestDatabase database) {
        super(new ScenarioFixture<>(database));
    }

    @Test
    void whatAKilledNodeHeldIsDeliveredByTheOther() {
        world.application().writeJobs(JOBS);

        killOneOfTwo(200, OutboxWriter.spreadOverOrAlone(50));

        assertThat(world.receiver().kept().stream()
                        .filter(receivedRequest -> receivedRequest.path().equals("/api/dispatch/jobs/batch"))
                        .mapToLong(receivedRequest -> receivedRequest.items().size())
                        .sum())
                .as("dispatch jobs")
                .isEqualTo(JOBS);
    }
}
