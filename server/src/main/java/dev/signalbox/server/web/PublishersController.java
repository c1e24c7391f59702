package dev.signalbox.server.web;

import dev.signalbox.core.operation.RefusedException;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.config.LogStart;
import dev.signalbox.runtime.office.DeadLetterView;
import dev.signalbox.runtime.office.LogOffice;
import dev.signalbox.runtime.office.PublisherView;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The publishers of event logs: how far they are, having them rest, and starting them again. */
@RestController
final class PublishersController {
    private static final String ALL = "/api/outbox/publishers";
    private static final String ONE = ALL + "/{publisher}";
    private static final String LETTERS = ONE + "/dead-letters";
    private static final int PAGE = 50;
    private static final int LARGEST_PAGE = 1_000;

    private final PublisherDesk desk;

    PublishersController(PublisherDesk desk) {
        this.desk = desk;
    }

    @GetMapping({ALL, ALL + "/lag"})
    List<PublisherView> all(HttpServletRequest request) {
        return views(Selection.ofAll(desk, parameters(request)));
    }

    @GetMapping(ALL + "/leaders")
    List<PublisherView.Leadership> leaders(HttpServletRequest request) throws SourceException {
        List<PublisherView.Leadership> leaders = new ArrayList<>();
        for (Selection selection : Selection.reached(Selection.ofAll(desk, parameters(request)))) {
            leaders.addAll(selection.office().leaders(selection.pairs()));
        }
        return leaders;
    }

    @GetMapping(ALL + "/backoff")
    List<PublisherView.Backoff> backoffs(HttpServletRequest request) throws SourceException {
        List<PublisherView.Backoff> backoffs = new ArrayList<>();
        for (Selection selection : Selection.reached(Selection.ofAll(desk, parameters(request)))) {
            backoffs.addAll(selection.office().backoffs(selection.pairs()));
        }
        return backoffs;
    }

    @GetMapping(ONE)
    List<PublisherView> publisher(@PathVariable String publisher, HttpServletRequest request) {
        return views(Selection.of(desk, publisher, parameters(request)));
    }

    @PostMapping(ONE + "/pause")
    List<PublisherView> pause(@PathVariable String publisher, HttpServletRequest request)
            throws SourceException, RefusedException {
        return act(Selection.of(desk, publisher, parameters(request)), request, LogOffice::pause);
    }

    @PostMapping(ONE + "/resume")
    List<PublisherView> resume(@PathVariable String publisher, HttpServletRequest request)
            throws SourceException, RefusedException {
        return act(Selection.of(desk, publisher, parameters(request)), request, LogOffice::resume);
    }

    @PostMapping(ONE + "/reset")
    List<PublisherView> reset(
            @PathVariable String publisher,
            @RequestBody(required = false) @Nullable JsonNode given,
            HttpServletRequest request)
            throws SourceException, RefusedException {
        Params params = parameters(request, "position");
        List<Selection> selections = Selection.of(desk, publisher, params);
        LogStart from = Positions.start(params, given);
        if (from != null && selections.size() > 1) {
            throw Selection.ambiguous("log", Selection.names(selections, LogOffice.Pair::log));
        }
        return act(selections, request, (office, by, pair) -> office.reset(by, pair, from));
    }

    @GetMapping(LETTERS)
    DeadLetters deadLetters(@PathVariable String publisher, HttpServletRequest request) throws SourceException {
        Params params = parameters(request, "limit", "after");
        int limit = params.number("limit", PAGE, 1, LARGEST_PAGE);
        String after = params.text("after", 20);
        Selection one = Selection.one(desk, publisher, params);
        List<DeadLetterView> letters =
                one.office().deadLetters(one.pair(), after == null ? -1 : Positions.number("after", after), limit);
        return new DeadLetters(
                letters, letters.size() < limit ? null : letters.getLast().position());
    }

    /** Does not show the event: it may be delivered by now. */
    @PostMapping(LETTERS + "/{position}/replay")
    Replayed replay(@PathVariable String publisher, @PathVariable String position, HttpServletRequest request)
            throws SourceException, RefusedException {
        Selection one = Selection.one(desk, publisher, parameters(request));
        long wanted = Positions.number("position", position);
        if (!one.office().replay(Operator.of(request), one.pair(), wanted)) {
            throw ProblemException.noSuch("dead letter at position", position);
        }
        return new Replayed(one.pair().log(), one.pair().topic(), publisher, wanted);
    }

    /** Some dead letters, and the position behind which the next ones are. */
    record DeadLetters(
            List<DeadLetterView> deadLetters, @Nullable Long next) {}

    /** What will be tried again. */
    record Replayed(String log, String topic, String publisher, long replayed) {}

    /** Something that is done to one pair. */
    private interface Action {
        void on(LogOffice office, String by, LogOffice.Pair pair) throws SourceException, RefusedException;
    }

    private static List<PublisherView> act(List<Selection> selections, HttpServletRequest request, Action action)
            throws SourceException, RefusedException {
        for (Selection selection : Selection.reached(selections)) {
            for (LogOffice.Pair pair : selection.pairs()) {
                action.on(selection.office(), Operator.of(request), pair);
            }
        }
        return views(selections);
    }

    private static List<PublisherView> views(List<Selection> selections) {
        return Selection.reachedInPart(selections).stream()
                .flatMap(selection -> selection.office().views(selection.pairs()).stream())
                .toList();
    }

    private static Params parameters(HttpServletRequest request, String... more) {
        List<String> allowed = new ArrayList<>(List.of("log", "topic"));
        allowed.addAll(List.of(more));
        return new Params(request, allowed.toArray(String[]::new));
    }
}
