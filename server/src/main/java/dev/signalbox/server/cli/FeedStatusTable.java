package dev.signalbox.server.cli;

import dev.signalbox.runtime.settings.Masking;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The feeds as status shows them: a table, and errors in lines below it. */
record FeedStatusTable(List<JsonNode> feeds) {
    TerminalTable table() {
        TerminalTable table = new TerminalTable(
                "LOG", "TOPIC", "PUBLISHER", "STATUS", "LAG", "POSITION", "ERRORS", "PARKED", "DEAD", "LEADER");
        for (JsonNode feed : feeds) {
            table.add(
                    CellText.text(feed.path("log")),
                    CellText.text(feed.path("topic")),
                    CellText.text(feed.path("publisher")),
                    CellText.text(feed.path("status")).toLowerCase(Locale.ROOT),
                    CellText.number(feed.path("lag"), feed.path("lagEstimated").asBoolean(false)),
                    CellText.number(feed.path("lastPosition"), false),
                    CellText.number(feed.path("errorCount"), false),
                    CellText.number(feed.path("parked"), false),
                    CellText.number(feed.path("deadLetters"), false),
                    CellText.text(feed.path("leader")));
        }
        return table;
    }

    /** The errors in full, because they are longer than a column; a repeated one is printed once. */
    List<String> remarks() {
        return feeds.stream().flatMap(FeedStatusTable::remarks).toList();
    }

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
}
