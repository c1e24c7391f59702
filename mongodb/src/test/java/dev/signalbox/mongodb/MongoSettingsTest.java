package dev.signalbox.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.mongodb.MongoSettings.MongoTimeLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MongoSettingsTest {
    @Test
    void secretsAreNotShown() {
        MongoSettings settings = MongoSettings.of(
                "mongodb://ann:s3cret@db.example:27017/?tls=true&tlsCertificateKeyFilePassword=hidden", "outbox");
        assertThat(settings.toString()).doesNotContain("s3cret", "hidden", "ann");
        assertThat(settings.displayUri()).contains("db.example:27017", "tls=true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:postgresql://x/y", "mongodb://", "http://x"})
    void whatIsNoUriIsRefused(String uri) {
        assertThatThrownBy(() -> MongoSettings.of(uri, "outbox")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a.b", "a$b", "a/b"})
    void whatIsNoDatabaseIsRefused(String database) {
        assertThatThrownBy(() -> MongoSettings.of("mongodb://localhost", database))
                .hasMessageContaining("database '" + database + "'");
    }

    @Test
    void limitsThatContradictEachOtherAreRefused() {
        Duration second = Duration.ofSeconds(1);
        MongoTimeLimits limits = new MongoTimeLimits(second, second, second, second, second);
        assertThatThrownBy(() -> MongoSettings.of("mongodb://localhost", "x").withLimits(limits))
                .hasMessageContaining("longer than the statement time-out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "system.users", "a$b", "signalbox_nodes", ".a", "a.", "a..b", "a\u0000b"})
    void whatIsNoCollectionIsRefused(String name) {
        assertThatThrownBy(() -> new CollectionName(name)).hasMessageContaining("collection '");
    }

    @ParameterizedTest
    @ValueSource(strings = {"outbox_events", "shop.outbox", "Ereignisse-ä"})
    void otherNamesAreAllowed(String name) {
        assertThat(new CollectionName(name).value()).isEqualTo(name);
    }
}
