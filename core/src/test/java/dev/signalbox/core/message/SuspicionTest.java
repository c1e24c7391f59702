package dev.signalbox.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many unclean ends it takes until the message that causes them is alone in flight. */
class SuspicionTest {
    /** Two ends until it is a suspect, then one for each halving; the last of these is the first one that counts. */
    @ParameterizedTest
    @CsvSource({"2, 3", "3, 3", "4, 4", "5, 4", "8, 5", "50, 7", "500, 10", "1000, 11"})
    void eachEndHalvesTheSuspectsInFlight(int inFlight, int ends) {
        Suspicion suspicion = Suspicion.MARKED.afterEnd(inFlight);
        int count = 2;
        while (suspicion.crashes() == 0) {
            suspicion = suspicion.afterEnd(suspicion.together());
            count++;
        }

        assertThat(count).isEqualTo(ends).isLessThanOrEqualTo(2 + log2(inFlight));
        assertThat(suspicion).isEqualTo(Suspicion.suspect(1, 1));
    }

    @Test
    void theOnlyMessageInFlightIsNotChargedBeforeItWasAlone() {
        assertThat(Suspicion.MARKED.afterEnd(1)).isEqualTo(Suspicion.suspect(1, 0));
    }

    private static int log2(int number) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(number - 1);
    }
}
