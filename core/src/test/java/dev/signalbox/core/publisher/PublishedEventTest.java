package dev.signalbox.core.publisher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PublishedEventTest {
    private final PublishedEvent event = EventFixtures.event(
            42, "T", "{\"secret\":1}", "wallet=1", "wallet_id=a=b", "wallet_id=c", "urgent", "none=");

    @Test
    void findsTagsByTheirKey() {
        assertThat(event.tag("wallet")).contains("1");
        assertThat(event.tag("wallet_id")).contains("a=b");
        assertThat(event.tag("urgent")).contains("");
        assertThat(event.tag("none")).contains("");
        assertThat(event.tag("wall")).isEmpty();
        assertThat(event.tagValues("wallet_id")).containsExactly("a=b", "c");
        assertThat(event.tagValues("id")).isEmpty();
    }

    @Test
    void doesNotShowItsDataWhenItIsPrinted() {
        assertThat(event.data()).isEqualTo("{\"secret\":1}");
        assertThat(event.toString()).contains("position=42", "[12 bytes]").doesNotContain("secret");
    }
}
