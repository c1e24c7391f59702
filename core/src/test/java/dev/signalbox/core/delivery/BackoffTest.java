package dev.signalbox.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How the wait before the next attempt grows. */
class BackoffTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static LongStream delays(Backoff backoff, int attempts) {
        return IntStream.range(0, 1_000).mapToLong(i -> backoff.nanos("id-" + i, attempts));
    }

    @Test
    void growsUpToItsCap() {
        var backoff = new Backoff(SECOND, 2, MINUTE, 0);

        assertThat(IntStream.of(0, 1, 2, 5, 6, 100, Integer.MAX_VALUE)
                        .mapToObj(attempts ->
                                Duration.ofNanos(backoff.nanos("a", attempts)).toSeconds()))
                .containsExactly(1L, 2L, 4L, 32L, 60L, 60L, 60L);
    }

    @Test
    void spreadsByItsJitterEitherWay() {
        var backoff = new Backoff(SECOND, 2, MINUTE, 0.2);

        assertThat(delays(backoff, 2)).allMatch(nanos -> nanos >= 3_200_000_000L && nanos <= 4_800_000_000L);
        assertThat(delays(backoff, 2)).anyMatch(nanos -> nanos < 3_400_000_000L);
        assertThat(delays(backoff, 2)).anyMatch(nanos -> nanos > 4_600_000_000L);
    }

    @Test
    void spreadsWhatHasReachedTheCapToo() {
        var backoff = new Backoff(SECOND, 2, MINUTE, 0.2);

        assertThat(delays(backoff, 50)).allMatch(nanos -> nanos >= 48_000_000_000L && nanos <= 60_000_000_000L);
        assertThat(delays(backoff, 50).distinct().count()).isGreaterThan(990);
    }

    @Test
    void sameMessageAndAttemptWaitTheSameTime() {
        var backoff = new Backoff(SECOND, 2, MINUTE, 1);

        assertThat(backoff.nanos("a", 3)).isEqualTo(backoff.nanos("a", 3)).isNotEqualTo(backoff.nanos("b", 3));
        assertThat(delays(backoff, 9)).allMatch(nanos -> nanos >= 0);
    }

    @Test
    void refusesWhatIsNoBackoff() {
        assertThatThrownBy(() -> new Backoff(MINUTE, 2, SECOND, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff(SECOND, 0.5, MINUTE, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff(SECOND, 2, MINUTE, 1.5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff(SECOND.negated(), 2, MINUTE, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
