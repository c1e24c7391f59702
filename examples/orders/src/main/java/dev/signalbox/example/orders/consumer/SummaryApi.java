package dev.signalbox.example.orders.consumer;

import dev.signalbox.example.web.QueryParameters;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The sums and the dead letters over HTTP. */
@RestController
final class SummaryApi {
    private static final int DEFAULT_SIZE = 20;
    private static final int MAX_SIZE = 100;

    private final Summaries summaries;
    private final DeadLetters deadLetters;

    SummaryApi(Summaries summaries, DeadLetters deadLetters) {
        this.summaries = summaries;
        this.deadLetters = deadLetters;
    }

    @GetMapping("/api/customers/{name}/summary")
    Summaries.Summary summary(@PathVariable String name) {
        return summaries.of(name);
    }

    @GetMapping("/api/dead-letters")
    List<DeadLetters.DeadLetter> deadLetters(
            @RequestParam(name = "size", required = false) @Nullable String givenSize) {
        QueryParameters parameters = new QueryParameters();
        int size = Math.toIntExact(parameters.number("size", givenSize, DEFAULT_SIZE, 1, MAX_SIZE));
        parameters.check();
        return deadLetters.newest(size);
    }
}
