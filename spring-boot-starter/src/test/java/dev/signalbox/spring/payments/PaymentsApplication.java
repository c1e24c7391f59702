package dev.signalbox.spring.payments;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Publishes its payments as events of Spring Modulith. */
@SpringBootApplication
public class PaymentsApplication {}
