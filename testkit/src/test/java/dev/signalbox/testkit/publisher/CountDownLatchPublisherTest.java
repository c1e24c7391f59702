package dev.signalbox.testkit.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.publisher.PublishException;
import dev.signalbox.core.publisher.PublishedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CountDownLatchPublisherTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final CountDownLatchPublisher publisher = new CountDownLatchPublisher();

    private static PublishedEvent event(long position) {
        return new PublishedEvent(position, "7", "DepositMade", List.of("wallet_id=w1"), "{}", Instant.EPOCH);
    }

    @Test
    void whoWaitsGoesOnWhenTheLastEventHasCome() throws Exception {
        publisher.expectEvents(3);
        FutureTask<Boolean> waiting = new FutureTask<>(() -> publisher.awaitEvents(LONG));
        Thread.startVirtualThread(waiting);

        publisher.publishBatch(List.of(event(1), event(2)));
        assertThat(publisher.awaitEvents(Duration.ZERO)).as("one is missing").isFalse();
        publisher.publishBatch(List.of(event(3)));

        assertThat(waiting.get()).isTrue();
        assertThat(publisher.events()).containsExactly(event(1), event(2), event(3));
    }

    @Test
    void failsAsOftenAsItIsToldAndKeepsNothingThen() throws Exception {
        publisher.expectEvents(1);
        publisher.failNext(2);

        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> publisher.publishBatch(List.of(event(1)))).isInstanceOf(PublishException.class);
        }
        assertThat(publisher.events()).isEmpty();
        assertThat(publisher.awaitEvents(Duration.ZERO)).isFalse();
        publisher.publishBatch(List.of(event(1)));

        assertThat(publisher.awaitEvents(Duration.ZERO)).isTrue();
    }

    @Test
    void whatIsExpectedAnewForgetsWhatHasCome() throws Exception {
        publisher.publishBatch(List.of(event(1)));
        publisher.expectEvents(1);

        assertThat(publisher.events()).isEmpty();
        assertThat(publisher.awaitEvents(Duration.ZERO)).isFalse();
    }

    @Test
    void waitingForNothingIsAMistake() {
        assertThatThrownBy(() -> publisher.awaitEvents(LONG))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("expectEvents");
    }
}
