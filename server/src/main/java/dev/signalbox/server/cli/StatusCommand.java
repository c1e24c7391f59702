package dev.signalbox.server.cli;

import dev.signalbox.server.config.Masking;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** Shows what the relays are doing. */
@Command(
        name = "status",
        description = "Shows what the relays are doing. Backlogs with ~ are estimates, ages with ≥ may be higher.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = OperatorCommand.CODES,
        exitCodeList = {OperatorCommand.OK, OperatorCommand.REFUSED, OperatorCommand.USAGE, OperatorCommand.UNREACHABLE
        })
final class StatusCommand extends OperatorCommand {
    @Override
    int run(Api api) throws Refusal {
        String named = target().relay;
        JsonNode answer = api.get(named == null ? "/api/relays" : Api.relay(named, ""));
        if (printedAsJson(answer)) {
            return 0;
        }
        List<JsonNode> relays = new ArrayList<>();
        if (answer.isArray()) {
            answer.forEach(relays::add);
        } else {
            relays.add(answer);
        }
        Table table = new Table(
                "RELAY", "STATE", "BACKLOG", "OLDEST", "IN FLIGHT", "HELD", "WAITING", "RATE/S", "NODES (SHARDS)");
        relays.forEach(relay -> add(table, relay));
        print(table.text(style()));
        relays.forEach(this::addRemarks);
        return 0;
    }

    private static void add(Table table, JsonNode relay) {
        JsonNode backlog = relay.path("backlog");
        List<String> owners = new ArrayList<>();
        relay.path("owners")
                .forEach(owner -> owners.add(owner.path("node").asString() + " ("
                        + owner.path("shards").asInt() + ")"));
        table.add(
                relay.path("name").asString(),
                relay.path("state").asString().toLowerCase(Locale.ROOT),
                Shown.number(backlog.path("value"), backlog.path("estimated").asBoolean(false)),
                Shown.age(
                        relay.path("oldestAgeSeconds"),
                        relay.path("oldestAgeEstimated").asBoolean(false)),
                Shown.number(relay.path("inFlight"), false),
                Shown.number(relay.path("held"), false),
                Shown.number(relay.path("waiting"), false),
                String.format(Locale.ROOT, "%.1f", relay.path("ratePerSecond").asDouble(0)),
                owners.isEmpty() ? "-" : String.join(", ", owners));
    }

    private void addRemarks(JsonNode relay) {
        String name = relay.path("name").asString();
        JsonNode pause = relay.path("pause");
        if (pause.isObject()) {
            String reason = pause.path("reason").asString("");
            print(Masking.escaped(name + ": paused since " + Shown.moment(pause.path("since")) + " by "
                    + Shown.text(pause.path("by")) + (reason.isEmpty() ? "" : ": " + reason)));
        }
        if (relay.path("problem").isString()) {
            print(Masking.escaped(name + ": " + relay.path("problem").asString()));
        }
    }
}
