package dev.signalbox.runtime.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.config.ConfigUnderTest;
import dev.signalbox.runtime.config.platform.PlatformConfig;
import dev.signalbox.runtime.database.DatabaseMonitor;
import dev.signalbox.runtime.metrics.Metrics;
import dev.signalbox.testkit.server.FlowCatalystDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A database that still answers reads, but takes no writes. */
@SuppressWarnings("NullAway.Init")
class ReadOnlyDatabaseTest {
    @AutoClose
    private final FlowCatalystDatabase database = FlowCatalystDatabase.start();

    private final AtomicLong ahead = new AtomicLong();
    private final Clock clock = () -> Clock.SYSTEM.nanos() + ahead.get();
    private final List<Throwable> broken = new CopyOnWriteArrayList<>();

    private EventPlatform platform() {
        PlatformConfig config = ConfigUnderTest.properties("""
                        signalbox.platform.enabled=true
                        signalbox.platform.database-url=%s
                        signalbox.platform.database-username=postgres
                        signalbox.platform.database-password=secret
                        """.formatted(database.url()))
                .load()
                .platform()
                .orElseThrow();
        return new EventPlatform(config, "node", new Metrics(new SimpleMeterRegistry()), clock, broken::add);
    }

    @Test
    void aNodeThatCannotRecordDeliveriesIsNotReady() throws Exception {
        EventPlatform platform = platform();
        platform.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> isOwner());
        assertThat(platform.check().status()).isEqualTo(Health.Status.UP);

        database.run("ALTER SYSTEM SET default_transaction_read_only = on");
        database.run("SELECT pg_reload_conf()");
        await().atMost(Duration.ofSeconds(30)).until(() -> platform.view().problem() != null);
        ahead.addAndGet(DatabaseMonitor.LONG.plusSeconds(1).toNanos());

        await().atMost(Duration.ofSeconds(30))
                .during(Duration.ofSeconds(3))
                .until(() -> platform.check().status() == Health.Status.DOWN);
        assertThat(platform.check().detail()).contains("read-only");
        assertThat(broken).isEmpty();
        platform.stop(Duration.ofSeconds(5));
    }

    private boolean isOwner() throws Exception {
        return database.count("pg_namespace WHERE nspname = 'signalbox'") > 0
                && database.count("pg_tables WHERE schemaname = 'signalbox' AND tablename = 'shards'") > 0
                && database.count("signalbox.shards") > 0;
    }
}
