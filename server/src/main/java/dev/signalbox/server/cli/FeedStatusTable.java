package dev.signalbox.server.cli;

import dev.signalbox.runtime.settings.Masking;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The pairs of topic and publisher as status shows them: a table, and what went wrong in lines below. */
record FeedStatusTable(List<JsonNode> feeds) {
    TerminalTable table() {
        TerminalTable terminalTable = new TerminalTable(
                "LOG", "TOPIC", "PUBLISHER", "STATUS", "LAG", "POSITION", "ERRORS", "PARKED", "DEAD", "LEADER");
        for (JsonNode pair : feeds) {
            terminalTable.add(
                    CellText.text(pair.path("log")),
                    CellText.text(pair.path("topic")),
                    CellText.text(pair.path("publisher")),
                    CellText.text(pair.path("status")).toLowerCase(Locale.ROOT),
                    CellText.number(pair.path("lag"), pair.path("lagEstimated").asBoolean(false)),
                    CellText.number(pair.path("lastPosition"), false),
                    CellText.number(pair.path("errorCount"), false),
                    CellText.number(pair.path("parked"), false),
                    CellText.number(pair.path("deadLetters"), false),
                    CellText.text(pair.path("leader")));
        }
        return terminalTable;
    }

    /** In full, because an error is longer than a column. What is the same in both members is said once. */
    List<String> remarks() {
        return feeds.stream().flatMap(FeedStatusTable::remarks).toList();
    }

    private static Stream<String> remarks(JsonNode pair) {
        String name =
                pair.path("topic").asString() + " to " + pair.path("publisher").asString();
        return Stream.of("problem", "lastError")
                .map(pair::path)
                .filter(JsonNode::isString)
                .map(JsonNode::asString)
                .filter(Predicate.not(String::isBlank))
                .distinct()
                .map(what -> Masking.escaped(name + ": " + what));
    }
}
