package dev.signalbox.core.routing;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Messages of the tests: {@code a1:T} is message a1 of group a and type T; those of group {@code _} have none. */
public final class RoutedMessageFixtures {
    private RoutedMessageFixtures() {}

    public static List<Message> of(String... messages) {
        return Stream.of(messages).map(RoutedMessageFixtures::message).toList();
    }

    private static Message message(String text) {
        String[] parts = text.split(":", 2);
        return new Message(
                parts[0],
                parts[0].startsWith("_") ? null : parts[0].substring(0, 1),
                0,
                parts[1],
                Payload.of("{}"),
                0,
                Instant.EPOCH,
                new Claim(1, Instant.EPOCH),
                Suspicion.NONE);
    }
}
