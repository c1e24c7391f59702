package dev.signalbox.server.web;

import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.runtime.admin.DeadLetterView;
import dev.signalbox.runtime.admin.FeedView;
import dev.signalbox.runtime.admin.LogAdmin;
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

/** The publishers of event logs: status, pause, resume, reset, dead letters. */
@RestController
final class PublishersController {
    private static final String ALL = "/api/outbox/publishers";
    private static final String ONE = ALL + "/{publisher}";
    private static final String LETTERS = ONE + "/dead-letters";
    private static final int DEFAULT_PAGE_SIZE = 50;
    private static final int MAX_PAGE_SIZE = 1_000;

    private final NodeLogs logs;

    PublishersController(NodeLogs logs) {
        this.logs = logs;
    }

    @GetMapping({ALL, ALL + "/lag"})
    List<FeedView> all(HttpServletRequest request) {
        return views(FeedSelection.ofAll(logs, parameters(request)));
    }

    @GetMapping(ALL + "/leaders")
    List<FeedView.Leadership> leaders(HttpServletRequest request) throws SourceException {
        List<FeedView.Leadership> leaders = new ArrayList<>();
        for (FeedSelection selection : FeedSelection.requireAvailable(FeedSelection.ofAll(logs, parameters(request)))) {
            leaders.addAll(selection.admin().leaders(selection.feeds()));
        }
        return leaders;
    }

    @GetMapping(ALL + "/backoff")
    List<FeedView.PollBackoff> backoffs(HttpServletRequest request) throws SourceException {
        List<FeedView.PollBackoff> backoffs = new ArrayList<>();
        for (FeedSelection selection : FeedSelection.requireAvailable(FeedSelection.ofAll(logs, parameters(request)))) {
            backoffs.addAll(selection.admin().backoffs(selection.feeds()));
        }
        return backoffs;
    }

    @GetMapping(ONE)
    List<FeedView> publisher(@PathVariable String publisher, HttpServletRequest request) {
        return views(FeedSelection.of(logs, publisher, parameters(request)));
    }

    @PostMapping(ONE + "/pause")
    List<FeedView> pause(@PathVariable String publisher, HttpServletRequest request)
            throws SourceException, RefusedException {
        return act(FeedSelection.of(logs, publisher, parameters(request)), request, LogAdmin::pause);
    }

    @PostMapping(ONE + "/resume")
    List<FeedView> resume(@PathVariable String publisher, HttpServletRequest request)
            throws SourceException, RefusedException {
        return act(FeedSelection.of(logs, publisher, parameters(request)), request, LogAdmin::resume);
    }

    @PostMapping(ONE + "/reset")
    List<FeedView> reset(
            @PathVariable String publisher,
            @RequestBody(required = false) @Nullable JsonNode given,
            HttpServletRequest request)
            throws SourceException, RefusedException {
        QueryParams params = parameters(request, "position");
        List<FeedSelection> selections = FeedSelection.of(logs, publisher, params);
        LogStart from = PositionParams.start(params, given);
        if (from != null && selections.size() > 1) {
            throw FeedSelection.ambiguous("log", FeedSelection.names(selections, LogAdmin.FeedId::log));
        }
        return act(selections, request, (admin, by, feedId) -> admin.reset(by, feedId, from));
    }

    @GetMapping(LETTERS)
    DeadLetterPage deadLetters(@PathVariable String publisher, HttpServletRequest request) throws SourceException {
        QueryParams params = parameters(request, "limit", "after");
        int limit = params.number("limit", DEFAULT_PAGE_SIZE, 1, MAX_PAGE_SIZE);
        String after = params.text("after", 20);
        FeedSelection one = FeedSelection.one(logs, publisher, params);
        List<DeadLetterView> letters = one.admin()
                .deadLetters(one.firstFeed(), after == null ? -1 : PositionParams.number("after", after), limit);
        return new DeadLetterPage(
                letters, letters.size() < limit ? null : letters.getLast().position());
    }

    /** Does not return the event: it may be delivered by now. */
    @PostMapping(LETTERS + "/{position}/replay")
    ReplayResult replay(@PathVariable String publisher, @PathVariable String position, HttpServletRequest request)
            throws SourceException, RefusedException {
        FeedSelection one = FeedSelection.one(logs, publisher, parameters(request));
        long wanted = PositionParams.number("position", position);
        if (!one.admin().replay(Operator.of(request), one.firstFeed(), wanted)) {
            throw ProblemException.noSuch("dead letter at position", position);
        }
        return new ReplayResult(one.firstFeed().log(), one.firstFeed().topic(), publisher, wanted);
    }

    /** Some dead letters, and the position after which the next ones are. */
    record DeadLetterPage(
            List<DeadLetterView> deadLetters, @Nullable Long next) {}

    /** The event that is delivered again. */
    record ReplayResult(String log, String topic, String publisher, long replayed) {}

    /** An action on one feed. */
    private interface FeedAction {
        void apply(LogAdmin admin, String by, LogAdmin.FeedId feedId) throws SourceException, RefusedException;
    }

    private static List<FeedView> act(List<FeedSelection> selections, HttpServletRequest request, FeedAction action)
            throws SourceException, RefusedException {
        for (FeedSelection selection : FeedSelection.requireAvailable(selections)) {
            for (LogAdmin.FeedId feedId : selection.feeds()) {
                action.apply(selection.admin(), Operator.of(request), feedId);
            }
        }
        return views(selections);
    }

    private static List<FeedView> views(List<FeedSelection> selections) {
        return FeedSelection.requireAnyAvailable(selections).stream()
                .flatMap(selection -> selection.admin().views(selection.feeds()).stream())
                .toList();
    }

    private static QueryParams parameters(HttpServletRequest request, String... more) {
        List<String> allowed = new ArrayList<>(List.of("log", "topic"));
        allowed.addAll(List.of(more));
        return new QueryParams(request, allowed.toArray(String[]::new));
    }
}
