package dev.signalbox.spring.payments;

import org.springframework.modulith.events.Externalized;

@Externalized("payment.made::#{orderId()}")
public record PaymentMade(String orderId, int amount) {}
