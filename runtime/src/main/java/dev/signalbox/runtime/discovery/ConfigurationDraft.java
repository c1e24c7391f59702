package dev.signalbox.runtime.discovery;

import dev.signalbox.jdbc.discovery.ColumnRole;
import dev.signalbox.jdbc.discovery.DiscoveredColumn;
import dev.signalbox.jdbc.discovery.FoundWords;
import dev.signalbox.jdbc.discovery.OutboxProposal;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.runtime.settings.Masking;
import dev.signalbox.runtime.settings.SettingNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes a configuration as YAML for a table of a database. What it cannot know stands in comments: where messages go.
 *
 * @param url without a password
 * @param passwordVariable the environment variable with the password; empty if there is no password
 */
public record ConfigurationDraft(
        String url, Optional<String> username, Optional<String> passwordVariable, boolean allowInsecure) {
    /** Where the password is expected if it was typed. */
    public static final String USUAL_PASSWORD_VARIABLE = "SIGNALBOX_DATABASE_PASSWORD";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");
    private static final Set<String> SPECIAL = Set.of("null", "true", "false", "yes", "no", "on", "off", "y", "n");
    private static final List<ColumnRole> IN_ORDER = List.of(
            ColumnRole.ID,
            ColumnRole.TYPE,
            ColumnRole.GROUP,
            ColumnRole.PAYLOAD,
            ColumnRole.FLAG,
            ColumnRole.STATUS,
            ColumnRole.RETRY_COUNT,
            ColumnRole.CREATED_AT,
            ColumnRole.PROCESSED_AT,
            ColumnRole.ERROR_MESSAGE);

    /** A configuration for this table. */
    public String of(OutboxProposal proposal, FoundWords words) {
        List<String> lines = new ArrayList<>();
        lines.add("# A draft by 'signalbox init'. Before the first start:");
        lines.add(
                proposal.isLog()
                        ? "# - 'signalbox schema install' adds what a log needs to the table (docs/layouts.md)"
                        : "# - mark the rows that another program has sent (docs/adopt-a-table.md#what-was-sent-already)");
        proposal.notes().forEach(note -> lines.add("# - " + comment(note)));
        addDatabaseAndSink(lines);
        String name = name(proposal.table().table(), "events");
        if (proposal.isLog()) {
            lines.addAll(log(name, proposal));
        } else {
            lines.addAll(relay(name));
            lines.addAll(outbox(proposal, words));
        }
        return String.join("\n", lines) + "\n";
    }

    /** A configuration for Signalbox's own table, which does not exist yet. */
    public String ofOwnTable() {
        List<String> lines = new ArrayList<>();
        lines.add("# A draft by 'signalbox init': no table of this database looks like an outbox.");
        lines.add(
                "# 'signalbox schema install --config FILE' creates Signalbox's own table; 'signalbox schema sql --config FILE'");
        lines.add("# prints the statements for it instead. docs/client.md says how an application writes into it.");
        addDatabaseAndSink(lines);
        lines.addAll(relay("events"));
        lines.add("      outbox: { layout: " + OutboxLayouts.SIGNALBOX.name() + " }");
        return String.join("\n", lines) + "\n";
    }

    private void addDatabaseAndSink(List<String> lines) {
        lines.add("signalbox:");
        lines.add("  sources:");
        lines.add("    database:");
        lines.add("      url: " + quoted(url));
        username.ifPresent(user -> lines.add("      username: " + scalar(user)));
        passwordVariable.ifPresent(variable -> lines.add("      password: \"${" + variable + ":}\""));
        if (allowInsecure) {
            lines.add("      allow-insecure: true");
        }
        lines.add("  sinks:");
        lines.add(
                "    # Not known: where messages go. Replace this by a sink of type http, kafka, rabbitmq or webhook.");
        lines.add("    destination: { type: log }");
    }

    private static List<String> relay(String name) {
        return List.of(
                "  relays:",
                "    " + name + ":",
                "      source: database",
                "      sink: destination",
                "      # Only shows what would be sent, and changes nothing. Remove it when the lines look right.",
                "      dry-run: true");
    }

    private static List<String> log(String name, OutboxProposal proposal) {
        return List.of(
                "  logs:",
                "    " + name + ":",
                "      source: database",
                "      layout: " + proposal.layout(),
                "      table: " + scalar(proposal.table().toString()),
                "      topics: { all: { publishers: destination } }",
                "      publishers:",
                "        # Publishes what is committed after the first start; 'beginning' publishes all events.",
                "        destination: { start: end }");
    }

    private static List<String> outbox(OutboxProposal proposal, FoundWords words) {
        List<String> lines = new ArrayList<>();
        lines.add("      outbox:");
        lines.add("        layout: " + proposal.layout());
        lines.add("        table: " + scalar(proposal.table().toString()));
        if (proposal.columns().isEmpty()) {
            return lines;
        }
        lines.add("        columns:");
        for (ColumnRole role : IN_ORDER) {
            DiscoveredColumn column = proposal.columns().get(role);
            if (column != null) {
                lines.add("          " + role.key() + ": " + scalar(column.name()) + "   # " + comment(column.type()));
            }
        }
        if (!proposal.columns().containsKey(ColumnRole.TYPE)) {
            lines.add("        # No column holds a type, so all messages have this one.");
            lines.add("        type: message");
        }
        lines.addAll(statuses(proposal, words));
        return lines;
    }

    private static List<String> statuses(OutboxProposal proposal, FoundWords words) {
        if (!proposal.layout().equals(OutboxLayouts.FLOWCATALYST.name())) {
            return List.of();
        }
        Map<String, String> all = new LinkedHashMap<>();
        var usual = OutboxLayouts.FLOWCATALYST.layout().statusWords();
        all.put("pending", usual.pending());
        all.put("processing", String.valueOf(usual.processing()));
        all.put("completed", usual.completed());
        all.put("failed", usual.failed());
        List<String> lines = new ArrayList<>();
        lines.add("        statuses:");
        all.forEach((key, word) -> {
            String found = words.byKey().get(key);
            lines.add("          " + key + ": " + quoted(found == null ? word : found)
                    + (found == null ? "   # not known: no row has such a word" : ""));
        });
        if (!words.others().isEmpty()) {
            lines.add("        # Words whose meaning is not known: " + comment(String.join(", ", words.others())));
        }
        return lines;
    }

    /** A name of a relay that is made of the table's. */
    private static String name(String table, String otherwise) {
        String name = table.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-+|-+$", "");
        return SettingNames.isName(name) ? name : otherwise;
    }

    private static String scalar(String text) {
        return PLAIN.matcher(text).matches() && !SPECIAL.contains(text.toLowerCase(Locale.ROOT)) ? text : quoted(text);
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** The text on one line: the database chooses parts of it. */
    private static String comment(String text) {
        return Masking.escaped(text);
    }
}
