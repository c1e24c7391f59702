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

/** The pairs of one log that a request is about: those of a publisher, of one topic or log if it names them. */
record FeedSelection(LogAdmin admin, List<LogAdmin.FeedId> feeds) {
    private static final int LONGEST_NAME = 100;

    static List<FeedSelection> ofAll(NodeLogs desk, QueryParams queryParams) {
        String log = queryParams.text("log", LONGEST_NAME);
        String topic = queryParams.text("topic", LONGEST_NAME);
        return select(desk, feedId -> isAsked(log, feedId.log()) && isAsked(topic, feedId.topic()));
    }

    static List<FeedSelection> of(NodeLogs desk, String publisher, QueryParams queryParams) {
        List<FeedSelection> known = select(desk, feedId -> feedId.publisher().equals(publisher));
        if (known.isEmpty()) {
            throw ProblemException.noSuch("publisher", publisher);
        }
        String log = queryParams.text("log", LONGEST_NAME);
        String topic = queryParams.text("topic", LONGEST_NAME);
        List<FeedSelection> asked = select(
                desk,
                feedId -> feedId.publisher().equals(publisher)
                        && isAsked(log, feedId.log())
                        && isAsked(topic, feedId.topic()));
        if (asked.isEmpty()) {
            throw unknown(known, log, topic);
        }
        return asked;
    }

    /** The only pair; where there are several, the request has to say which. */
    static FeedSelection one(NodeLogs desk, String publisher, QueryParams queryParams) {
        List<FeedSelection> feedSelections = of(desk, publisher, queryParams);
        if (feedSelections.size() > 1) {
            throw ambiguous("log", names(feedSelections, LogAdmin.FeedId::log));
        }
        FeedSelection only = feedSelections.getFirst();
        if (only.feeds().size() > 1) {
            throw ambiguous("topic", names(feedSelections, LogAdmin.FeedId::topic));
        }
        reached(feedSelections);
        return only;
    }

    /** The same, if something can be said about all of them. */
    static List<FeedSelection> reached(List<FeedSelection> feedSelections) {
        feedSelections.stream()
                .map(feedSelection -> feedSelection.admin().missing())
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(missing -> {
                    throw ProblemException.unavailable(missing);
                });
        return feedSelections;
    }

    /** The same, if something can be said about one of them: a log that is not followed yet hides no other. */
    static List<FeedSelection> reachedInPart(List<FeedSelection> feedSelections) {
        boolean some = feedSelections.stream()
                .anyMatch(feedSelection -> feedSelection.admin().missing() == null);
        return some ? feedSelections : reached(feedSelections);
    }

    /** The first pair, which there always is. */
    LogAdmin.FeedId firstFeed() {
        return feeds.getFirst();
    }

    static Set<String> names(List<FeedSelection> feedSelections, Function<LogAdmin.FeedId, String> name) {
        Set<String> names = new TreeSet<>();
        feedSelections.forEach(feedSelection -> feedSelection.feeds().forEach(feedId -> names.add(name.apply(feedId))));
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
                .filter(feedSelection -> isAsked(log, feedSelection.firstFeed().log()))
                .toList();
        return ProblemException.badParameter(
                "topic", String.valueOf(topic), oneOf(names(within, LogAdmin.FeedId::topic)));
    }

    private static String oneOf(Collection<String> choices) {
        return "one of " + String.join(", ", choices);
    }

    private static List<FeedSelection> select(NodeLogs desk, Predicate<LogAdmin.FeedId> wanted) {
        return desk.logs().stream()
                .map(office -> new FeedSelection(
                        office, office.feeds().stream().filter(wanted).toList()))
                .filter(feedSelection -> !feedSelection.feeds().isEmpty())
                .toList();
    }

    private static boolean isAsked(@Nullable String asked, String name) {
        return asked == null || asked.equals(name);
    }
}
