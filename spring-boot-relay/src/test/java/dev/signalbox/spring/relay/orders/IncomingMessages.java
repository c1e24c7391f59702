package dev.signalbox.spring.relay.orders;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Receives messages, if the application is its own destination. */
@RestController
public class IncomingMessages {
    private final List<String> bodies = new CopyOnWriteArrayList<>();

    @PostMapping("/incoming")
    void take(@RequestBody String body) {
        bodies.add(body);
    }

    public List<String> bodies() {
        return bodies;
    }
}
