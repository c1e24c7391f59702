package dev.signalbox.example.wallet.domain;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.signalbox.eventstore.StoredEvent;
import dev.signalbox.example.wallet.domain.WalletEvent.DepositMade;
import dev.signalbox.example.wallet.domain.WalletEvent.MoneyTransferred;
import dev.signalbox.example.wallet.domain.WalletEvent.WalletOpened;
import dev.signalbox.example.wallet.domain.WalletEvent.WithdrawalMade;
import tools.jackson.databind.json.JsonMapper;

/** Commands, events and answers as JSON, without absent members. */
public final class WalletJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(usual -> usual.withValueInclusion(JsonInclude.Include.NON_ABSENT))
            .build();

    private WalletJson() {}

    public static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    static WalletEvent read(StoredEvent event) {
        Class<? extends WalletEvent> type = switch (event.type()) {
            case WalletOpened.TYPE -> WalletOpened.class;
            case DepositMade.TYPE -> DepositMade.class;
            case WithdrawalMade.TYPE -> WithdrawalMade.class;
            case MoneyTransferred.TYPE -> MoneyTransferred.class;
            default ->
                throw new IllegalStateException(
                        "The event at " + event.position() + " is of the unknown type " + event.type());
        };
        return MAPPER.readValue(event.data(), type);
    }
}
