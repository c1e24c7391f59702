package dev.signalbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Runs on the bundled PostgreSQL. */
@Tag("slow")
class DemoProcessTest extends DemoProcessContract {
    DemoProcessTest() {
        super("postgresql");
    }

    @Override
    void awaitMore() throws IOException {
        awaitLine(".*orders placed [1-9].* consumer added [1-9].*");
    }

    @Override
    void assertSummary(String summary) {
        assertThat(summary)
                .containsPattern("placed by REST +[1-9]")
                .containsPattern("added by the consumer +[1-9]")
                .containsPattern("twice on Kafka +[0-9]")
                .containsPattern("different sums +0");
    }
}
