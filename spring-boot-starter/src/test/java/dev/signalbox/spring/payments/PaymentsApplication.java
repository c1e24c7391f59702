package dev.signalbox.spring.payments;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Tells of its payments by events of Spring Modulith. */
@SpringBootApplication
public class PaymentsApplication {}
