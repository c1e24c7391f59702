package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.MessageState;
import dev.signalbox.jdbc.OutboxLayout;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Maps the status words of a table, or of a statement about it, to message states. */
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
