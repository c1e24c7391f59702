package dev.signalbox.server.web;

import dev.signalbox.runtime.admin.LogAdmin;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The feeds of one log that a request selects by publisher, topic or log. */
record FeedSelection(LogAdmin admin, List<LogAdmin.FeedId> feeds) {
    private static final int MAX_NAME_LENGTH = 100;

    static List<FeedSelection> ofAll(NodeLogs logs, QueryParams params) {
        String log = params.text("log", MAX_NAME_LENGTH);
        String topic = params.text("topic", MAX_NAME_LENGTH);
        return select(logs, feedId -> matches(log, feedId.log()) && matches(topic, feedId.topic()));
    }

    static List<FeedSelection> of(NodeLogs logs, String publisher, QueryParams params) {
        List<FeedSelection> known = select(logs, feedId -> feedId.publisher().equals(publisher));
        if (known.isEmpty()) {
            throw ProblemException.noSuch("publisher", publisher);
        }
        String log = params.text("log", MAX_NAME_LENGTH);
        String topic = params.text("topic", MAX_NAME_LENGTH);
        List<FeedSelection> selected = select(
                logs,
                feedId -> feedId.publisher().equals(publisher)
                        && matches(log, feedId.log())
                        && matches(topic, feedId.topic()));
        if (selected.isEmpty()) {
            throw unknown(known, log, topic);
        }
        return selected;
    }

    /** The only feed; if there are several, the request must name one. */
    static FeedSelection one(NodeLogs logs, String publisher, QueryParams params) {
        List<FeedSelection> selections = of(logs, publisher, params);
        if (selections.size() > 1) {
            throw ambiguous("log", names(selections, LogAdmin.FeedId::log));
        }
        FeedSelection only = selections.getFirst();
        if (only.feeds().size() > 1) {
            throw ambiguous("topic", names(selections, LogAdmin.FeedId::topic));
        }
        requireAvailable(selections);
        return only;
    }

    /** Returns the selections if all their logs are available. */
    static List<FeedSelection> requireAvailable(List<FeedSelection> selections) {
        selections.stream()
                .map(selection -> selection.admin().missing())
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(missing -> {
                    throw ProblemException.unavailable(missing);
                });
        return selections;
    }

    /**
     * Returns the selections if at least one of their logs is available: a log that is not followed yet must not hide the
     * others.
     */
    static List<FeedSelection> requireAnyAvailable(List<FeedSelection> selections) {
        boolean some =
                selections.stream().anyMatch(selection -> selection.admin().missing() == null);
        return some ? selections : requireAvailable(selections);
    }

    /** The first feed; a selection is never empty. */
    LogAdmin.FeedId firstFeed() {
        return feeds.getFirst();
    }

    static Set<String> names(List<FeedSelection> selections, Function<LogAdmin.FeedId, String> name) {
        Set<String> names = new TreeSet<>();
        selections.forEach(selection -> selection.feeds().forEach(feedId -> names.add(name.apply(feedId))));
        return names;
    }

    static ProblemException ambiguous(String parameter, Collection<String> choices) {
        return ProblemException.badParameter(parameter, "", oneOf(choices));
    }

    private static ProblemException unknown(List<FeedSelection> known, @Nullable String log, @Nullable String topic) {
        Set<String> logs = names(known, LogAdmin.FeedId::log);
        if (log != null && !logs.contains(log)) {
            return ProblemException.badParameter("log", log, oneOf(logs));
        }
        List<FeedSelection> within = known.stream()
                .filter(selection -> matches(log, selection.firstFeed().log()))
                .toList();
        return ProblemException.badParameter(
                "topic", String.valueOf(topic), oneOf(names(within, LogAdmin.FeedId::topic)));
    }

    private static String oneOf(Collection<String> choices) {
        return "one of " + String.join(", ", choices);
    }

    private static List<FeedSelection> select(NodeLogs logs, Predicate<LogAdmin.FeedId> wanted) {
        return logs.logs().stream()
                .map(admin -> new FeedSelection(
                        admin, admin.feeds().stream().filter(wanted).toList()))
                .filter(selection -> !selection.feeds().isEmpty())
                .toList();
    }

    private static boolean matches(@Nullable String selected, String name) {
        return selected == null || selected.equals(name);
    }
}
