package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.runtime.config.sink.SinkTypes;
import dev.signalbox.runtime.config.source.DatabaseKind;
import dev.signalbox.runtime.config.source.DatabaseRules;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.settings.Durations;
import dev.signalbox.runtime.settings.Masking;
import dev.signalbox.runtime.settings.Setting;
import dev.signalbox.runtime.settings.SettingKey;
import dev.signalbox.runtime.settings.SettingValues;
import dev.signalbox.runtime.settings.Sizes;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkType.SinkCapability;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds values that are valid alone but conflict with each other. */
public record RelayRules(SettingValues values, Map<String, SourceConfig> sources, Map<String, SinkConfig> sinks) {
    /** Leaves room for the suffixes of names that derive from the table's name. */
    private static final int LONGEST_TABLE = 49;

    /** The limit of PostgreSQL; MySQL allows one more. */
    private static final int LONGEST_NAME = 63;

    public void checkSources() {
        DatabaseRules rules = new DatabaseRules(values);
        sources.values().forEach(source -> {
            rules.checkSource(source, DatabaseRules.SourceKeys.OF_SOURCE, source.name());
            rules.checkDatabase(source);
        });
    }

    public void checkSinks() {
        sinks.values().forEach(sink -> SinkTypes.check(values, sink));
    }

    public void checkRelay(RelayConfig relay) {
        if (values.isGiven(RelaySettings.SOURCE, relay.name())) {
            checkExists(RelaySettings.SOURCE, relay.name(), relay.source(), sources.keySet());
        }
        checkRoutes(relay);
        if (values.isGiven(RelaySettings.SINK, relay.name()) && !SinkTypes.isNamed(values, relay.sink())) {
            checkExists(RelaySettings.SINK, relay.name(), relay.sink(), sinks.keySet());
        }
        SinkConfig sink = sinks.get(relay.sink());
        if (sink != null) {
            if (!sink.type().can(SinkCapability.PATH) && relay.routes().isEmpty()) {
                values.refuse(List.of(RelaySettings.PATH), relay.name(), SinkTypes.meansNothing(sink));
            }
            checkRoom(relay, sink);
            checkTimes(relay, sink.longestSend());
        }
        checkLayout(relay);
        checkArchive(relay);
        new OutboxTableRules(values).checkRelay(relay, kind(relay));
        checkDistinct(
                relay,
                "columns",
                List.copyOf(relay.outbox().layout().columns().byKey().values()));
        checkDistinct(relay, "statuses", relay.outbox().layout().statusWords().all());
    }

    private void checkRoutes(RelayConfig relay) {
        if (relay.routes().isEmpty()) {
            return;
        }
        values.refuse(
                List.of(RelaySettings.SINK, RelaySettings.PATH),
                relay.name(),
                "means nothing beside routes; leave it out");
        if (relay.dryRun()) {
            values.contradiction(
                    RelaySettings.DRY_RUN, relay.name(), "shows what goes to one sink, and this relay has routes");
        }
        if (kind(relay) == DatabaseKind.MONGODB) {
            values.contradiction(
                    RelaySettings.ROUTES, relay.name(), "can be had on PostgreSQL, MySQL and MariaDB, not on MongoDB");
        }
        for (String cluster : relay.sinks()) {
            SinkConfig sink = sinks.get(cluster);
            if (sink == null && SinkTypes.isNamed(values, cluster)) {
                continue;
            }
            if (sink == null) {
                values.contradiction(
                        RelaySettings.ROUTES,
                        relay.name(),
                        "the cluster " + cluster + " does not exist; " + knownNames(sinks.keySet()));
            } else if (!sink.type().can(SinkCapability.ROUTES)) {
                values.contradiction(
                        RelaySettings.ROUTES,
                        relay.name(),
                        "the sink " + cluster + " is not of type " + SinkTypes.with(SinkCapability.ROUTES)
                                + ", as routes need it");
            }
        }
    }

    /** The names of follow-up relays must be unused, and short enough for a table. */
    public void checkFollowUps(RelayConfig relay, List<RelayConfig> followUps) {
        Set<String> taken = new HashSet<>(values.names(RelaySettings.PREFIX));
        for (RelayConfig followUp : followUps) {
            String table = followUp.outbox().table().table();
            if (!taken.add(followUp.name())) {
                values.contradiction(
                        RelaySettings.ROUTES,
                        relay.name(),
                        "at-least-one makes a relay " + followUp.name() + ", but that name is taken");
            }
            if (table.length() > LONGEST_TABLE) {
                values.contradiction(
                        RelaySettings.ROUTES,
                        relay.name(),
                        "at-least-one needs a table " + table + ", whose name is longer than " + LONGEST_TABLE
                                + "; rename the sink");
            }
        }
    }

    /** A missing source is reported elsewhere; the table is then checked for the default database. */
    private DatabaseKind kind(RelayConfig relay) {
        SourceConfig source = sources.get(relay.source());
        return source == null ? DatabaseKind.POSTGRESQL : source.kind();
    }

    private void checkLayout(RelayConfig relay) {
        OutboxConfig outbox = relay.outbox();
        String layout = outbox.preset().name();
        if (!outbox.layout().marks() && outbox.settings().claimMode() != ClaimMode.OWN) {
            values.contradiction(
                    OutboxSettings.CLAIM_MODE,
                    relay.name(),
                    "must be own with the layout " + layout + "; leave it out");
        }
        if (outbox.layout().columns().processedAt() == null
                && outbox.settings().retention().stay().isPresent()) {
            values.problem(
                    OutboxSettings.RETENTION.keyFor(relay.name()),
                    "must be keep or delete-on-completion with the layout " + layout
                            + ", which has no time of sending; name one with columns.processed-at to delete or archive later");
        }
        values.refuse(
                OutboxSettings.meaninglessWith(outbox.preset()),
                relay.name(),
                "means nothing with the layout " + layout + "; leave it out");
    }

    private void checkArchive(RelayConfig relay) {
        if (!(relay.outbox().settings().retention() instanceof Retention.ArchiveAfter archive)) {
            return;
        }
        if (new TableName(archive.schema(), archive.table())
                .equals(relay.outbox().table())) {
            values.contradiction(
                    OutboxSettings.ARCHIVE_TABLE, relay.name(), "is the table from which rows are to move");
        }
        if (archive.table().length() > LONGEST_NAME) {
            values.problem(
                    OutboxSettings.ARCHIVE_TABLE.keyFor(relay.name()),
                    "is missing; '" + Masking.shown(archive.table()) + "' would be longer than a name may be");
        }
        if (kind(relay) == DatabaseKind.MONGODB) {
            values.refuse(
                    OutboxSettings.ARCHIVE,
                    relay.name(),
                    "can be had on PostgreSQL, MySQL and MariaDB, not on MongoDB");
        }
    }

    /**
     * Two relays on one table would send everything twice, or compete for the rows. A dry run may share a table.
     *
     * @param elsewhere the settings that name relays' tables, if they are not below the relay
     */
    public void checkTables(List<RelayConfig> relays, Map<String, Setting<TableName>> elsewhere) {
        Map<List<Object>, String> owners = new HashMap<>();
        for (RelayConfig relay : relays) {
            SourceConfig source = sources.get(relay.source());
            if (source != null && !relay.dryRun()) {
                String other = owners.putIfAbsent(
                        List.of(source.url(), source.database(), relay.outbox().table()), relay.name());
                if (other != null) {
                    sameTable(relay, elsewhere.get(relay.name()), other);
                }
            }
        }
    }

    private void sameTable(RelayConfig relay, @Nullable Setting<TableName> elsewhere, String other) {
        String message = "the table " + relay.outbox().table() + " is delivered by the relay " + other + " already";
        if (elsewhere == null) {
            values.contradiction(OutboxSettings.TABLE, relay.name(), message);
        } else {
            values.contradiction(elsewhere, "", message);
        }
    }

    private void checkExists(Setting<String> setting, String relay, String wanted, Collection<String> known) {
        if (!known.contains(wanted)) {
            values.contradiction(setting, relay, "does not exist; " + knownNames(known));
        }
    }

    /** Lists the known names, for an error message about an unknown one. */
    public static String knownNames(Collection<String> known) {
        return known.isEmpty()
                ? "none is configured"
                : "there is " + String.join(", ", known.stream().sorted().toList());
    }

    private void checkRoom(RelayConfig relay, SinkConfig sink) {
        RelaySettings.BUFFER.checkRoom(values, relay.name(), relay.buffer(), sink);
        if (relay.outbox().settings().maxPayloadBytes() > relay.buffer().bytes()) {
            values.contradiction(
                    OutboxSettings.MAX_PAYLOAD_BYTES,
                    relay.name(),
                    "is more than the buffer holds ("
                            + Sizes.written(relay.buffer().bytes()) + ")");
        }
    }

    private void checkTimes(RelayConfig relay, Duration longest) {
        if (relay.outbox().settings().processingTimeout().compareTo(longest) <= 0) {
            values.contradiction(
                    OutboxSettings.PROCESSING_TIMEOUT,
                    relay.name(),
                    "is not longer than a request to the sink " + relay.sink() + " may take ("
                            + Durations.written(longest)
                            + "), so that rows would be given back while they are being sent");
        }
    }

    private void checkDistinct(RelayConfig relay, String group, List<String> names) {
        checkDistinct(values, SettingKey.fill(OutboxSettings.PREFIX, relay.name()) + "." + group, names);
    }

    public static void checkDistinct(SettingValues values, String key, List<String> names) {
        HashSet<String> seen = new HashSet<>();
        names.stream()
                .filter(name -> !seen.add(name))
                .distinct()
                .forEach(
                        name -> values.problem(key, "'" + Masking.shown(name) + "' is used twice; each needs its own"));
    }
}
