package dev.signalbox.platform.postgres.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.platform.ingest.IngestAnswer;
import dev.signalbox.platform.ingest.IngestRequest;
import dev.signalbox.platform.matching.MatchingKey;
import dev.signalbox.platform.matching.MatchingStore;
import dev.signalbox.platform.postgres.PlatformTestDatabase;
import dev.signalbox.platform.store.PlatformFixture;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What counts of a version that was read before a failover. */
class MatchingVersionTest {
    private PlatformTestDatabase database;
    private PlatformFixture node;

    @BeforeEach
    void create() throws Exception {
        database = PlatformTestDatabase.create();
        node = new PlatformFixture(database.store());
    }

    @AfterEach
    void drop() throws Exception {
        database.close();
    }

    private MatchingStore matching() {
        return node.store.matching();
    }

    private long present() throws Exception {
        return matching().load(Set.of(new MatchingKey("t", ""))).version();
    }

    /** The same number, assigned by another run of the server. */
    private static long ofAnotherServer(long version) {
        return version ^ 1;
    }

    private IngestAnswer ingest(long version) throws Exception {
        return node.store.ingest().ingest(new IngestRequest(version, List.of()));
    }

    @Test
    void theVersionThatWasReadIsTheOneThatIsCompared() throws Exception {
        node.subscribe("one", "t");
        long version = present();

        assertThat(ingest(version)).isNotInstanceOf(IngestAnswer.Outdated.class);
        assertThat(matching().changesSince(version).version()).isEqualTo(version);
        node.subscribe("two", "t");
        assertThat(ingest(version)).isInstanceOf(IngestAnswer.Outdated.class);
        assertThat(matching().changesSince(version).complete()).isTrue();
        assertThat(matching().changesSince(version).types()).containsExactly("t");
    }

    @Test
    void aNumberOfAnotherServerIsOutdatedAndItsChangesAreUnknown() throws Exception {
        for (String code : List.of("one", "two")) {
            node.subscribe(code, "t");
            long foreign = ofAnotherServer(present());

            assertThat(ingest(foreign)).isInstanceOf(IngestAnswer.Outdated.class);
            assertThat(matching().changesSince(foreign).complete()).isFalse();
        }
    }
}
