package dev.signalbox.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaskingTest {
    /** Takes milliseconds in linear time, and hours in quadratic time. */
    private static final int HOSTILE_LENGTH = 1_000_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "password",
                "passwordtoken",
                "=",
                "password=",
                "/",
                "//",
                "//@",
                "//a:b",
                "@",
                " //",
                "a//@ "
            })
    void hostileTextTakesLinearTime(String unit) {
        String text = unit.repeat(HOSTILE_LENGTH / unit.length());

        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            assertThat(Masking.shown(text, 100)).hasSizeLessThan(700);
            assertThat(Masking.shown(text, HOSTILE_LENGTH)).isNotEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:x?user=a&password=hunter2&b=c, jdbc:x?user=a&password=******&b=c",
        "client_secret=hunter2 then, client_secret=****** then",
        "apiKey=hunter2, apiKey=******",
        "sslpassword=a=b&c, sslpassword=******&c",
        "at //app:hunter2/x@h@host/db now, at //******@host/db now",
        "https://host/path?token=hunter2@x, https://host/path?token=******",
        "mail to a@b, mail to a@b",
        "https://host/path, https://host/path",
    })
    void credentialsAreMaskedAndTheRestIsShown(String value, String shown) {
        assertThat(Masking.shown(value)).isEqualTo(shown);
    }

    @Test
    void aTruncatedCredentialIsNotShownInPart() {
        for (int before : List.of(0, 50, 90, 99, 100, 1000)) {
            String start = "x".repeat(before) + " ";
            assertThat(Masking.shown(start + "mongodb://app:hunter2" + "y".repeat(50_000) + "@host", 100))
                    .doesNotContain("hunter2", "yy");
            assertThat(Masking.shown(start + "a?password=hunter2" + "y".repeat(50_000), 100))
                    .doesNotContain("hunter2", "yy");
        }
        assertThat(Masking.shown("https://host/" + "y".repeat(200), 100))
                .isEqualTo("https://host/" + "y".repeat(87) + "…");
    }

    @Test
    void controlCharactersAndHalvesOfTruncatedCharactersAreEscaped() {
        assertThat(Masking.shown("a\uD83D\uDE00b", 2)).isEqualTo("a\\ud83d…");
        assertThat(Masking.shown("a\nb\u001b[31m")).isEqualTo("a\\nb\\u001b[31m");
    }
}
