package dev.signalbox.runtime.config.log;

import dev.signalbox.runtime.config.relay.RelayRules;
import dev.signalbox.runtime.config.source.DatabaseKind;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.SettingKey;
import dev.signalbox.runtime.settings.SettingValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds conflicts between logs, and between logs and relays. */
public record LogRules(SettingValues values, Map<String, SourceConfig> sources) {

    public void checkSource(LogConfig log) {
        SourceConfig source = sources.get(log.source());
        boolean sound = values.isSound(LogSettings.SOURCE, log.name());
        if (sound && source == null) {
            values.contradiction(
                    LogSettings.SOURCE, log.name(), "does not exist; " + RelayRules.knownNames(sources.keySet()));
        }
        if (sound && source != null && source.kind() != DatabaseKind.POSTGRESQL) {
            values.contradiction(
                    LogSettings.SOURCE,
                    log.name(),
                    "is a " + source.kind().title() + " database; logs are followed on PostgreSQL only");
        }
    }

    /** Logs and relays share one namespace in metrics, messages and leases. */
    public void checkNames(List<LogConfig> logs, Set<String> relays) {
        logs.stream()
                .filter(log -> relays.contains(log.name()))
                .forEach(log -> values.problem(
                        SettingKey.fill(LogSettings.PREFIX, log.name()),
                        "there is a relay of this name already; choose another"));
    }

    /** Two feeds of the same name in one progress table would move each other's position. */
    public void checkProgress(List<LogConfig> logs) {
        Map<List<Object>, FeedConfig> owners = new HashMap<>();
        for (LogConfig log : logs) {
            SourceConfig source = sources.get(log.source());
            if (source != null) {
                log.feeds().forEach(feed -> {
                    FeedConfig other = owners.putIfAbsent(
                            List.of(
                                    source.url(),
                                    log.table().progress(),
                                    feed.topic(),
                                    feed.publisher().name()),
                            feed);
                    if (other != null) {
                        sameProgress(log, feed, other);
                    }
                });
            }
        }
    }

    /**
     * Two feeds with one {@code transactional.id} would fence each other, and overwrite each other's checkpoint. The id does
     * not name the source, because nodes of an earlier version must agree on it.
     */
    public void checkTransactions(List<LogConfig> logs) {
        Map<List<Object>, LogConfig> owners = new HashMap<>();
        for (LogConfig log : logs) {
            log.feeds().stream().filter(FeedConfig::exactlyOnce).forEach(feed -> {
                List<Object> id = List.of(
                        log.table().table(),
                        log.table().progress(),
                        feed.topic(),
                        feed.publisher().name());
                LogConfig other = owners.putIfAbsent(id, log);
                if (other != null && !other.source().equals(log.source())) {
                    values.contradiction(LogSettings.SOURCE, log.name(), sameTransactions(feed, other));
                }
            });
        }
    }

    private static String sameTransactions(FeedConfig feed, LogConfig other) {
        String publisher = feed.publisher().name();
        return "the feed " + feed.displayName() + " would have the same transactional.id as " + other.name() + "/"
                + feed.topic() + "/" + publisher + " of the source " + other.source()
                + "; publish one of them by another sink (a second one for the same cluster, with another name)";
    }

    private void sameProgress(LogConfig log, FeedConfig feed, FeedConfig other) {
        values.contradiction(
                LogSettings.PROGRESS_TABLE,
                log.name(),
                "the pair " + feed.displayName() + " would share its progress in "
                        + log.table().progress() + " with " + other.displayName()
                        + "; name another table, or another topic");
    }

    /** Warns about settings that are allowed but have no effect. */
    public List<String> warnings(List<LogConfig> logs) {
        List<String> warnings = new ArrayList<>();
        for (LogConfig log : logs) {
            SourceConfig source = sources.get(log.source());
            if (source != null
                    && source.coordination() != SourceConfig.Coordination.LEADER
                    && values.isGiven(LogSettings.LOCK_KEY, log.name())) {
                warnings.add(LogSettings.LOCK_KEY.keyFor(log.name()) + " is without effect: the source " + source.name()
                        + " has no coordination: leader");
            }
        }
        return warnings;
    }
}
