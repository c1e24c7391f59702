package dev.signalbox.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LibraryVersionTest {
    @ParameterizedTest
    @CsvSource({
        "1.9, 1.10",
        "2.0-beta9, 2.0",
        "2.0-alpha1, 2.0-beta1",
        "11.0.0-M12, 11.0.0",
        "11.0.0-M9, 11.0.0-M12",
        "5.2.19.RELEASE, 5.2.20.RELEASE",
        "4.1.94.Final, 4.1.118.Final",
        "1.1.10, 1.1.10.1",
        "2.0-rc1, 2.0",
        "1.0-SNAPSHOT, 1.0",
        "42.7.2, 42.7.14",
        "1.0, 1.0-jre",
        "99999999999999999998, 99999999999999999999",
    })
    void versionsAreOrderedAsMavenOrdersThem(String earlier, String later) {
        assertThat(new LibraryVersion(earlier)).isLessThan(new LibraryVersion(later));
        assertThat(new LibraryVersion(later)).isGreaterThan(new LibraryVersion(earlier));
    }

    @ParameterizedTest
    @CsvSource({
        "1.0, 1",
        "1.0.0, 1.0",
        "4.1.94.Final, 4.1.94",
        "5.3.0.RELEASE, 5.3",
        "2.0-b1, 2.0-beta1",
        "2.0-cr1, 2.0-rc1"
    })
    void differentSpellingsAreTheSameVersion(String one, String two) {
        assertThat(new LibraryVersion(one)).isEqualByComparingTo(new LibraryVersion(two));
    }
}
