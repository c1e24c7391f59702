package dev.signalbox.server.cli;

import dev.signalbox.runtime.settings.Masking;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** Shows what the relays and the publishers of event logs are doing. */
@Command(
        name = "status",
        description = {
            "Shows what the relays are doing, and how far the publishers of event logs are.",
            "Backlogs and lags with ~ are estimates, ages with ≥ may be higher. With --relay, only that relay.",
            "As JSON it is one list: relays, which have a name, and then publishers, which have a topic."
        },
        mixinStandardHelpOptions = true)
final class StatusCommand extends OperatorCommand {
    @Override
    int run(AdminApiClient client) throws CommandException {
        String named = target.relay;
        if (named != null) {
            JsonNode relay = client.get(AdminApiClient.relay(named, ""));
            if (!printedAsJson(relay)) {
                printRelays(List.of(relay));
            }
            return 0;
        }
        List<JsonNode> relays = client.get("/api/relays").valueStream().toList();
        try {
            show(relays, feeds(client));
        } catch (CommandException e) {
            // An error about feeds must not hide the relays.
            if (!relays.isEmpty()) {
                show(relays, List.of());
            }
            throw e;
        }
        return 0;
    }

    private static List<JsonNode> feeds(AdminApiClient client) throws CommandException {
        // An older program has no event logs.
        return client.find("/api/outbox/publishers").stream()
                .flatMap(JsonNode::valueStream)
                .toList();
    }

    private void show(List<JsonNode> relays, List<JsonNode> feeds) {
        ArrayNode all = AdminApiClient.JSON.createArrayNode().addAll(relays).addAll(feeds);
        if (printedAsJson(all)) {
            return;
        }
        if (!relays.isEmpty() || feeds.isEmpty()) {
            printRelays(relays);
        }
        if (!relays.isEmpty() && !feeds.isEmpty()) {
            print("");
        }
        if (!feeds.isEmpty()) {
            printFeeds(feeds);
        }
    }

    private void printFeeds(List<JsonNode> feeds) {
        TerminalTable table = new TerminalTable(
                "LOG", "TOPIC", "PUBLISHER", "STATUS", "LAG", "POSITION", "ERRORS", "PARKED", "DEAD", "LEADER");
        for (JsonNode feed : feeds) {
            table.add(
                    TerminalTable.cell(feed.path("log")),
                    TerminalTable.cell(feed.path("topic")),
                    TerminalTable.cell(feed.path("publisher")),
                    TerminalTable.cell(feed.path("status")).toLowerCase(Locale.ROOT),
                    TerminalTable.number(
                            feed.path("lag"), feed.path("lagEstimated").asBoolean(false)),
                    TerminalTable.number(feed.path("lastPosition"), false),
                    TerminalTable.number(feed.path("errorCount"), false),
                    TerminalTable.number(feed.path("parked"), false),
                    TerminalTable.number(feed.path("deadLetters"), false),
                    TerminalTable.cell(feed.path("leader")));
        }
        print(table.text(style()));
        feeds.stream().flatMap(StatusCommand::remarks).forEach(this::print);
    }

    /** The errors in full, because they are longer than a column; a repeated one is printed once. */
    private static Stream<String> remarks(JsonNode feed) {
        String name =
                feed.path("topic").asString() + " to " + feed.path("publisher").asString();
        return Stream.of("problem", "lastError")
                .map(feed::path)
                .filter(JsonNode::isString)
                .map(JsonNode::asString)
                .filter(Predicate.not(String::isBlank))
                .distinct()
                .map(what -> Masking.escaped(name + ": " + what));
    }

    private void printRelays(List<JsonNode> relays) {
        TerminalTable table = new TerminalTable(
                "RELAY", "STATE", "BACKLOG", "OLDEST", "IN FLIGHT", "HELD", "WAITING", "RATE/S", "NODES (SHARDS)");
        relays.forEach(relay -> add(table, relay));
        print(table.text(style()));
        relays.forEach(this::addRemarks);
    }

    private static void add(TerminalTable table, JsonNode relay) {
        JsonNode backlog = relay.path("backlog");
        List<String> owners = new ArrayList<>();
        relay.path("owners")
                .forEach(owner -> owners.add(owner.path("node").asString() + " ("
                        + owner.path("shards").asInt() + ")"));
        table.add(
                relay.path("name").asString(),
                relay.path("state").asString().toLowerCase(Locale.ROOT).replace('_', '-'),
                TerminalTable.number(
                        backlog.path("value"), backlog.path("estimated").asBoolean(false)),
                TerminalTable.age(
                        relay.path("oldestAgeSeconds"),
                        relay.path("oldestAgeEstimated").asBoolean(false)),
                TerminalTable.number(relay.path("inFlight"), false),
                TerminalTable.number(relay.path("held"), false),
                TerminalTable.number(relay.path("waiting"), false),
                String.format(Locale.ROOT, "%.1f", relay.path("ratePerSecond").asDouble(0)),
                owners.isEmpty() ? "-" : String.join(", ", owners));
    }

    private void addRemarks(JsonNode relay) {
        String name = relay.path("name").asString();
        JsonNode pause = relay.path("pause");
        if (pause.isObject()) {
            String reason = pause.path("reason").asString("");
            print(Masking.escaped(name + ": paused since " + TerminalTable.time(pause.path("since")) + " by "
                    + TerminalTable.cell(pause.path("by")) + (reason.isEmpty() ? "" : ": " + reason)));
        }
        if (relay.path("problem").isString()) {
            print(Masking.escaped(name + ": " + relay.path("problem").asString()));
        }
    }
}
