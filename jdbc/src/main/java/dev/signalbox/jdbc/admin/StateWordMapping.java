package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.MessageState;
import dev.signalbox.jdbc.OutboxLayout;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The words that a table, or a statement about it, has for the states of its messages. */
record StateWordMapping(OutboxLayout.StatusWords words) {
    Optional<MessageState> state(String word) {
        return Arrays.stream(MessageState.values())
                .filter(state -> word.equals(word(state)))
                .findFirst();
    }

    private @Nullable String word(MessageState state) {
        return switch (state) {
            case PENDING -> words.pending();
            case PROCESSING -> words.processing();
            case COMPLETED -> words.completed();
            case FAILED -> words.failed();
        };
    }
}
