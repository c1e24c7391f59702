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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The publishers of event logs: status, pause, resume, reset, dead letters. */
@RestController
record PublishersController(WebServer.Services services) {
    private static final String ALL = "/api/outbox/publishers";
    private static final String ONE = ALL + "/{publisher}";
    private static final String LETTERS = ONE + "/dead-letters";
    private static final int DEFAULT_PAGE_SIZE = 50;
    private static final int MAX_PAGE_SIZE = 1_000;
    private static final int MAX_POSITION_LENGTH = 100;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    @GetMapping({ALL, ALL + "/lag"})
    List<FeedView> all(HttpServletRequest request) {
        return views(FeedSelection.ofAll(services.logs().get(), parameters(request)));
    }

    @GetMapping(ALL + "/leaders")
    List<FeedView.Leadership> leaders(HttpServletRequest request) throws SourceException {
        return fromEach(request, LogAdmin::leaders);
    }

    @GetMapping(ALL + "/backoff")
    List<FeedView.PollBackoff> backoffs(HttpServletRequest request) throws SourceException {
        return fromEach(request, LogAdmin::backoffs);
    }

    /** What a log says about some of its feeds. */
    private interface FeedQuery<T> {
        List<T> ask(LogAdmin admin, List<LogAdmin.FeedId> feeds) throws SourceException;
    }

    private <T> List<T> fromEach(HttpServletRequest request, FeedQuery<T> query) throws SourceException {
        List<T> all = new ArrayList<>();
        for (FeedSelection selection : FeedSelection.requireAvailable(
                FeedSelection.ofAll(services.logs().get(), parameters(request)))) {
            all.addAll(query.ask(selection.admin(), selection.feeds()));
        }
        return all;
    }

    @GetMapping(ONE)
    List<FeedView> publisher(@PathVariable String publisher, HttpServletRequest request) {
        return views(FeedSelection.of(services.logs().get(), publisher, parameters(request)));
    }

    @PostMapping(ONE + "/{action:pause|resume}")
    List<FeedView> pauseOrResume(
            @PathVariable String publisher, @PathVariable String action, HttpServletRequest request)
            throws SourceException, RefusedException {
        FeedAction wanted = action.equals("pause") ? LogAdmin::pause : LogAdmin::resume;
        return act(FeedSelection.of(services.logs().get(), publisher, parameters(request)), request, wanted);
    }

    @PostMapping(ONE + "/reset")
    List<FeedView> reset(
            @PathVariable String publisher,
            @RequestBody(required = false) @Nullable JsonNode given,
            HttpServletRequest request)
            throws SourceException, RefusedException {
        QueryParams params = parameters(request, "position");
        List<FeedSelection> selections = FeedSelection.of(services.logs().get(), publisher, params);
        LogStart from = start(params, given);
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
        FeedSelection one = FeedSelection.one(services.logs().get(), publisher, params);
        List<DeadLetterView> letters =
                one.admin().deadLetters(one.feeds().getFirst(), after == null ? -1 : number("after", after), limit);
        return new DeadLetterPage(
                letters, letters.size() < limit ? null : letters.getLast().position());
    }

    /** Does not return the event: it may be delivered by now. */
    @PostMapping(LETTERS + "/{position}/replay")
    ReplayResult replay(@PathVariable String publisher, @PathVariable String position, HttpServletRequest request)
            throws SourceException, RefusedException {
        FeedSelection one = FeedSelection.one(services.logs().get(), publisher, parameters(request));
        long wanted = number("position", position);
        LogAdmin.FeedId feed = one.feeds().getFirst();
        if (!one.admin().replay(AuthenticationFilter.operator(request), feed, wanted)) {
            throw ProblemException.noSuch("dead letter at position", position);
        }
        return new ReplayResult(feed.log(), feed.topic(), publisher, wanted);
    }

    /** Some dead letters, and the position after which the next ones are. */
    record DeadLetterPage(
            List<DeadLetterView> deadLetters, @Nullable Long next) {}

    record ReplayResult(String log, String topic, String publisher, long replayed) {}

    /** An action on one feed. */
    private interface FeedAction {
        void apply(LogAdmin admin, String by, LogAdmin.FeedId feedId) throws SourceException, RefusedException;
    }

    private static List<FeedView> act(List<FeedSelection> selections, HttpServletRequest request, FeedAction action)
            throws SourceException, RefusedException {
        for (FeedSelection selection : FeedSelection.requireAvailable(selections)) {
            for (LogAdmin.FeedId feedId : selection.feeds()) {
                action.apply(selection.admin(), AuthenticationFilter.operator(request), feedId);
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

    /** A position in the URL or in the body, as a number or a word. */
    private static @Nullable LogStart start(QueryParams params, @Nullable JsonNode given) {
        String inBody = text(given);
        String inUrl = params.text("position", MAX_POSITION_LENGTH);
        if (inBody != null && inUrl != null) {
            throw ProblemException.badParameter("position", inUrl, "to give it once");
        }
        String text = inBody == null ? inUrl : inBody;
        return text == null
                ? null
                : LogStart.parse(text)
                        .orElseThrow(
                                () -> ProblemException.badParameter("position", text, "a number, " + LogStart.ALLOWED));
    }

    private static long number(String name, String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw ProblemException.badParameter(name, text, "a position, which is a whole number");
        }
        return Long.parseLong(text);
    }

    private static @Nullable String text(@Nullable JsonNode given) {
        JsonRequestBody body = new JsonRequestBody(given, List.of("position"));
        JsonNode position = given == null ? null : given.get("position");
        return position != null && position.isIntegralNumber()
                ? position.toString()
                : body.text("position", MAX_POSITION_LENGTH);
    }
}
