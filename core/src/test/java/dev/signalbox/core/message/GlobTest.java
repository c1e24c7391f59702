package dev.signalbox.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
    @ParameterizedTest
    @CsvSource({
        "OrderCreated, OrderCreated, true",
        "OrderCreated, ordercreated, false",
        "Order*, OrderCreated, true",
        "Order*, Order, true",
        "Order*, MyOrder, false",
        "*Created, OrderCreated, true",
        "*Created, OrderCreatedTwice, false",
        "a*b*c, aXbYbZc, true",
        "a*b*c, aXcYbZ, false",
        "*, anything, true",
        "shop.*.v1, shop.order.created.v1, true",
        "a.c, abc, false",
        "a**b, ab, true",
        "*b, aab, true"
    })
    void aStarStandsForAnyCharactersAndNothingElseDoes(String pattern, String text, boolean matches) {
        assertThat(new Glob(pattern).matches(text)).isEqualTo(matches);
    }

    @Test
    void controlCharactersAndLineBreaksAreCharacters() {
        assertThat(new Glob("a*z").matches("a\r\n\0z")).isTrue();
    }

    @Test
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void manyStarsTakeNoTimeOnTextsThatAlmostMatch() {
        Glob glob = new Glob("*a".repeat(50) + "b");

        assertThat(glob.matches("a".repeat(2_000_000))).isFalse();
        assertThat(glob.matches("a".repeat(2_000_000) + "b")).isTrue();
    }

    @Test
    void aBlankPatternIsRefused() {
        assertThatThrownBy(() -> new Glob(" ")).hasMessageContaining("not blank");
    }
}
