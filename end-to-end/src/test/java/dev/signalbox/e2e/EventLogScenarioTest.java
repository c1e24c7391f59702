package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Base class of the tests of event logs. */
abstract class EventLogScenarioTest extends EndToEndTest {
    static final String TOKEN = "given-token-0123456789";
    static final String PUBLISHERS = "/api/outbox/publishers";

    final CrabletTables log = new CrabletTables(world.outbox());

    /** Starts a node of that name. */
    SignalboxProcess node(String name, ConfigText config) {
        return node(name, config.properties());
    }

    SignalboxProcess node(String name, Path config) {
        return world.launch(name, config, Map.of("SIGNALBOX_ADMIN_TOKEN", TOKEN, "SIGNALBOX_NODE_NAME", name));
    }

    List<Long> kept(String publisher) {
        return world.receiver().keptNumbers("/" + publisher);
    }

    /** Waits until exactly these events have arrived at a publisher's path, in this order. */
    void awaitKept(String publisher, List<Long> positions) {
        await().alias("what " + publisher + " has got")
                .atMost(seconds(10))
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(kept(publisher)).isEqualTo(positions));
    }
}
