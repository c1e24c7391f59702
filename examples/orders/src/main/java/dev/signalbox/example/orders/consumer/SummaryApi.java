package dev.signalbox.example.orders.consumer;

import dev.signalbox.example.web.QueryParameters;
import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
record SummaryApi(Summaries summaries, DeadLetters deadLetters) {
    @GetMapping("/api/customers/{name}/summary")
    Summaries.Summary summary(@PathVariable String name) {
        return summaries.of(name);
    }

    @GetMapping("/api/dead-letters")
    List<DeadLetters.DeadLetter> deadLetters(@RequestParam Map<String, String> given) {
        return deadLetters.newest(QueryParameters.of(given).size());
    }
}
