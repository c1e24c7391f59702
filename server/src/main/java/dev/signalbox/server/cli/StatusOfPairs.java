package dev.signalbox.server.cli;

import dev.signalbox.runtime.config.Masking;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The pairs of topic and publisher as status shows them: a table, and what went wrong in lines below. */
record StatusOfPairs(List<JsonNode> pairs) {
    Table table() {
        Table table = new Table(
                "LOG", "TOPIC", "PUBLISHER", "STATUS", "LAG", "POSITION", "ERRORS", "PARKED", "DEAD", "LEADER");
        for (JsonNode pair : pairs) {
            table.add(
                    Shown.text(pair.path("log")),
                    Shown.text(pair.path("topic")),
                    Shown.text(pair.path("publisher")),
                    Shown.text(pair.path("status")).toLowerCase(Locale.ROOT),
                    Shown.number(pair.path("lag"), pair.path("lagEstimated").asBoolean(false)),
                    Shown.number(pair.path("lastPosition"), false),
                    Shown.number(pair.path("errorCount"), false),
                    Shown.number(pair.path("parked"), false),
                    Shown.number(pair.path("deadLetters"), false),
                    Shown.text(pair.path("leader")));
        }
        return table;
    }

    /** In full, because an error is longer than a column. What is the same in both members is said once. */
    List<String> remarks() {
        return pairs.stream().flatMap(StatusOfPairs::remarks).toList();
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
