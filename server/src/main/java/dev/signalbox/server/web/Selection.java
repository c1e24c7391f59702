package dev.signalbox.server.web;

import dev.signalbox.runtime.office.LogOffice;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The pairs of one log that a request is about: those of a publisher, of one topic or log if it names them. */
record Selection(LogOffice office, List<LogOffice.Pair> pairs) {
    private static final int LONGEST_NAME = 100;

    static List<Selection> ofAll(PublisherDesk desk, Params params) {
        String log = params.text("log", LONGEST_NAME);
        String topic = params.text("topic", LONGEST_NAME);
        return select(desk, pair -> isAsked(log, pair.log()) && isAsked(topic, pair.topic()));
    }

    static List<Selection> of(PublisherDesk desk, String publisher, Params params) {
        List<Selection> known = select(desk, pair -> pair.publisher().equals(publisher));
        if (known.isEmpty()) {
            throw ProblemException.noSuch("publisher", publisher);
        }
        String log = params.text("log", LONGEST_NAME);
        String topic = params.text("topic", LONGEST_NAME);
        List<Selection> asked = select(
                desk,
                pair -> pair.publisher().equals(publisher) && isAsked(log, pair.log()) && isAsked(topic, pair.topic()));
        if (asked.isEmpty()) {
            throw unknown(known, log, topic);
        }
        return asked;
    }

    /** The only pair; where there are several, the request has to say which. */
    static Selection one(PublisherDesk desk, String publisher, Params params) {
        List<Selection> selections = of(desk, publisher, params);
        if (selections.size() > 1) {
            throw ambiguous("log", names(selections, LogOffice.Pair::log));
        }
        Selection only = selections.getFirst();
        if (only.pairs().size() > 1) {
            throw ambiguous("topic", names(selections, LogOffice.Pair::topic));
        }
        reached(selections);
        return only;
    }

    /** The same, if something can be said about all of them. */
    static List<Selection> reached(List<Selection> selections) {
        selections.stream()
                .map(selection -> selection.office().missing())
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(missing -> {
                    throw ProblemException.unavailable(missing);
                });
        return selections;
    }

    /** The same, if something can be said about one of them: a log that is not followed yet hides no other. */
    static List<Selection> reachedInPart(List<Selection> selections) {
        boolean some =
                selections.stream().anyMatch(selection -> selection.office().missing() == null);
        return some ? selections : reached(selections);
    }

    /** The first pair, which there always is. */
    LogOffice.Pair pair() {
        return pairs.getFirst();
    }

    static Set<String> names(List<Selection> selections, Function<LogOffice.Pair, String> name) {
        Set<String> names = new TreeSet<>();
        selections.forEach(selection -> selection.pairs().forEach(pair -> names.add(name.apply(pair))));
        return names;
    }

    static ProblemException ambiguous(String parameter, Collection<String> choices) {
        return ProblemException.badParameter(parameter, "", oneOf(choices));
    }

    private static ProblemException unknown(List<Selection> known, @Nullable String log, @Nullable String topic) {
        Set<String> logs = names(known, LogOffice.Pair::log);
        if (log != null && !logs.contains(log)) {
            return ProblemException.badParameter("log", log, oneOf(logs));
        }
        List<Selection> within = known.stream()
                .filter(selection -> isAsked(log, selection.pair().log()))
                .toList();
        return ProblemException.badParameter(
                "topic", String.valueOf(topic), oneOf(names(within, LogOffice.Pair::topic)));
    }

    private static String oneOf(Collection<String> choices) {
        return "one of " + String.join(", ", choices);
    }

    private static List<Selection> select(PublisherDesk desk, Predicate<LogOffice.Pair> wanted) {
        return desk.logs().stream()
                .map(office -> new Selection(
                        office, office.pairs().stream().filter(wanted).toList()))
                .filter(selection -> !selection.pairs().isEmpty())
                .toList();
    }

    private static boolean isAsked(@Nullable String asked, String name) {
        return asked == null || asked.equals(name);
    }
}
