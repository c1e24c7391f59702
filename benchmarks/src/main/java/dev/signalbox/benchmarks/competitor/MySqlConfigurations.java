package dev.signalbox.benchmarks.competitor;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.MySqlServer;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.embedded.process.OpenResources;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * MariaDB and MySQL: FlowCatalyst's table in both claim modes, and Signalbox's own, with polling. Only MariaDB has private
 * servers.
 */
enum MySqlConfigurations implements Database {
    MARIADB("MariaDB", "jdbc:mariadb:", Optional.empty()),
    MYSQL(
            "MySQL",
            "jdbc:mysql:",
            Optional.of("--database mysql needs a running server: name it by --url jdbc:mysql://host/."
                    + " A private one can be started of postgresql and mariadb"));

    private final String product;
    private final String urlPrefix;
    private final Optional<String> whyNotPrivate;

    MySqlConfigurations(String product, String urlPrefix, Optional<String> whyNotPrivate) {
        this.product = product;
        this.urlPrefix = urlPrefix;
        this.whyNotPrivate = whyNotPrivate;
    }

    @Override
    public String key() {
        return product.toLowerCase(Locale.ROOT);
    }

    @Override
    public String product() {
        return product;
    }

    @Override
    public String urlPrefix() {
        return urlPrefix;
    }

    @Override
    public String passwordVariable() {
        return "MYSQL_PWD";
    }

    @Override
    public Optional<String> whyNotPrivate() {
        return whyNotPrivate;
    }

    @Override
    public BenchServer startIn(Path parent, OpenResources started)
            throws IOException, SQLException, InterruptedException {
        return MySqlServer.startIn(parent, started);
    }

    @Override
    public BenchServer at(String url, String username, String password) {
        return new MySqlServer(url, username, password);
    }

    @Override
    public List<BenchConfiguration> configurations() {
        return List.of(
                seedTable(ClaimMode.MARK),
                seedTable(ClaimMode.OWN),
                new OwnTableConfiguration(
                        BenchTable.MYSQL_OWN, new MySqlReadAndDelete(), new MySqlClaimAndComplete(), Map.of()));
    }

    private static BenchConfiguration seedTable(ClaimMode claimMode) {
        return new FlowCatalystTableConfiguration(BenchTable.MYSQL_SEED, claimMode, 0.7, new MySqlClaimAndComplete());
    }

    @Override
    public SteadyRate steady() {
        return new SteadyRate(200, Map.of(Destination.IN_PROCESS, Map.of(Metric.P99_MILLIS, Threshold.atMost(150))));
    }

    @Override
    public Map<String, String> notes() {
        return Map.of("raw loop", "claims along the index, for by created_at alone all that waits would be sorted");
    }
}
