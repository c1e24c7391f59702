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

/** The publishers of event logs: how far they are, having them rest, and starting them again. */
@RestController
final class PublishersController {
    private static final String ALL = "/api/outbox/publishers";
    private static final String ONE = ALL + "/{publisher}";
    private static final String LETTERS = ONE + "/dead-letters";
    private static final int PAGE = 50;
    private static final int LARGEST_PAGE = 1_000;

    private final NodeLogs logs;

    PublishersController(NodeLogs desk) {
        this.logs = desk;
    }

    @GetMapping({ALL, ALL + "/lag"})
    List<FeedView> all(HttpServletRequest request) {
        return views(FeedSelection.ofAll(logs, parameters(request)));
    }

    @GetMapping(ALL + "/leaders")
    List<FeedView.Leadership> leaders(HttpServletRequest request) throws SourceException {
        List<FeedView.Leadership> leaders = new ArrayList<>();
        for (FeedSelection feedSelection : FeedSelection.reached(FeedSelection.ofAll(logs, parameters(request)))) {
            leaders.addAll(feedSelection.admin().leaders(feedSelection.feeds()));
        }
        return leaders;
    }

    @GetMapping(ALL + "/backoff")
    List<FeedView.PollBackoff> backoffs(HttpServletRequest request) throws SourceException {
        List<FeedView.PollBackoff> pollBackoffs = new ArrayList<>();
        for (FeedSelection feedSelection : FeedSelection.reached(FeedSelection.ofAll(logs, parameters(request)))) {
            pollBackoffs.addAll(feedSelection.admin().backoffs(feedSelection.feeds()));
        }
        return pollBackoffs;
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
        QueryParams queryParams = parameters(request, "position");
        List<FeedSelection> feedSelections = FeedSelection.of(logs, publisher, queryParams);
        LogStart from = PositionParams.start(queryParams, given);
        if (from != null && feedSelections.size() > 1) {
            throw FeedSelection.ambiguous("log", FeedSelection.names(feedSelections, LogAdmin.FeedId::log));
        }
        return act(feedSelections, request, (office, by, feedId) -> office.reset(by, feedId, from));
    }

    @GetMapping(LETTERS)
    DeadLetterPage deadLetters(@PathVariable String publisher, HttpServletRequest request) throws SourceException {
        QueryParams queryParams = parameters(request, "limit", "after");
        int limit = queryParams.number("limit", PAGE, 1, LARGEST_PAGE);
        String after = queryParams.text("after", 20);
        FeedSelection one = FeedSelection.one(logs, publisher, queryParams);
        List<DeadLetterView> letters = one.admin()
                .deadLetters(one.firstFeed(), after == null ? -1 : PositionParams.number("after", after), limit);
        return new DeadLetterPage(
                letters, letters.size() < limit ? null : letters.getLast().position());
    }

    /** Does not show the event: it may be delivered by now. */
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

    /** Some dead letters, and the position behind which the next ones are. */
    record DeadLetterPage(
            List<DeadLetterView> deadLetters, @Nullable Long next) {}

    /** What will be tried again. */
    record ReplayResult(String log, String topic, String publisher, long replayed) {}

    /** Something that is done to one pair. */
    private interface FeedAction {
        void on(LogAdmin office, String by, LogAdmin.FeedId feedId) throws SourceException, RefusedException;
    }

    private static List<FeedView> act(
            List<FeedSelection> feedSelections, HttpServletRequest request, FeedAction feedAction)
            throws SourceException, RefusedException {
        for (FeedSelection feedSelection : FeedSelection.reached(feedSelections)) {
            for (LogAdmin.FeedId feedId : feedSelection.feeds()) {
                feedAction.on(feedSelection.admin(), Operator.of(request), feedId);
            }
        }
        return views(feedSelections);
    }

    private static List<FeedView> views(List<FeedSelection> feedSelections) {
        return FeedSelection.reachedInPart(feedSelections).stream()
                .flatMap(feedSelection -> feedSelection.admin().views(feedSelection.feeds()).stream())
                .toList();
    }

    private static QueryParams parameters(HttpServletRequest request, String... more) {
        List<String> allowed = new ArrayList<>(List.of("log", "topic"));
        allowed.addAll(List.of(more));
        return new QueryParams(request, allowed.toArray(String[]::new));
    }
}
