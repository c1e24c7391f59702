package dev.signalbox.server.web;

import dev.signalbox.runtime.admin.LogAdmin;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The feeds of one log that a request selects by publisher, topic or log; at least one. */
record FeedSelection(LogAdmin admin, List<LogAdmin.FeedId> feeds) {
    private static final int MAX_NAME_LENGTH = 100;

    static List<FeedSelection> ofAll(List<LogAdmin> logs, QueryParams params) {
        String log = params.text("log", MAX_NAME_LENGTH);
        String topic = params.text("topic", MAX_NAME_LENGTH);
        return select(logs, feedId -> isSelected(feedId, log, topic));
    }

    static List<FeedSelection> of(List<LogAdmin> logs, String publisher, QueryParams params) {
        List<FeedSelection> known = select(logs, feedId -> feedId.publisher().equals(publisher));
        if (known.isEmpty()) {
            throw ProblemException.noSuch("publisher", publisher);
        }
        String log = params.text("log", MAX_NAME_LENGTH);
        String topic = params.text("topic", MAX_NAME_LENGTH);
        List<FeedSelection> selected =
                select(logs, feedId -> feedId.publisher().equals(publisher) && isSelected(feedId, log, topic));
        if (selected.isEmpty()) {
            throw unknown(known, log, topic);
        }
        return selected;
    }

    /** The only feed; if there are several, the request must name one. */
    static FeedSelection one(List<LogAdmin> logs, String publisher, QueryParams params) {
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

    static List<FeedSelection> requireAvailable(List<FeedSelection> selections) {
        for (FeedSelection selection : selections) {
            String missing = selection.admin().missing();
            if (missing != null) {
                throw ProblemException.unavailable(missing);
            }
        }
        return selections;
    }

    /** At least one log must be available: one that is not followed yet must not hide the others. */
    static List<FeedSelection> requireAnyAvailable(List<FeedSelection> selections) {
        return selections.stream().anyMatch(selection -> selection.admin().missing() == null)
                ? selections
                : requireAvailable(selections);
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
                .filter(selection -> matches(log, selection.feeds().getFirst().log()))
                .toList();
        return ProblemException.badParameter(
                "topic", String.valueOf(topic), oneOf(names(within, LogAdmin.FeedId::topic)));
    }

    private static String oneOf(Collection<String> choices) {
        return "one of " + String.join(", ", choices);
    }

    private static List<FeedSelection> select(List<LogAdmin> logs, Predicate<LogAdmin.FeedId> wanted) {
        return logs.stream()
                .map(admin -> new FeedSelection(
                        admin, admin.feeds().stream().filter(wanted).toList()))
                .filter(selection -> !selection.feeds().isEmpty())
                .toList();
    }

    private static boolean isSelected(LogAdmin.FeedId feedId, @Nullable String log, @Nullable String topic) {
        return matches(log, feedId.log()) && matches(topic, feedId.topic());
    }

    private static boolean matches(@Nullable String selected, String name) {
        return selected == null || selected.equals(name);
    }
}
