package dev.signalbox.example.wallet.domain;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.signalbox.eventstore.StoredEvent;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** The state of a wallet, whose owner is empty until it is open, and its last events, the newest first. */
public record Statement(String id, String owner, long balance, List<Entry> events) {
    private static final int LAST_EVENTS = 10;

    /** @param data the event itself, which is JSON */
    public record Entry(
            long position,
            String type,
            Instant occurredAt,
            @JsonRawValue String data) {
        private static Entry of(StoredEvent event) {
            return new Entry(event.position(), event.type(), event.occurredAt(), event.data());
        }
    }

    static Statement empty(String walletId) {
        return new Statement(walletId, "", 0, List.of());
    }

    boolean isOpen() {
        return !owner.isEmpty();
    }

    /** The projection: the statement after one more event. */
    Statement after(StoredEvent stored) {
        WalletEvent event = WalletJson.read(stored);
        String nowOwner = event instanceof WalletEvent.WalletOpened opened ? opened.owner() : owner;
        long nowBalance = new Balance(id, true, balance).after(event).cents();
        List<Entry> last = Stream.concat(Stream.of(Entry.of(stored)), events.stream())
                .limit(LAST_EVENTS)
                .toList();
        return new Statement(id, nowOwner, nowBalance, last);
    }
}
