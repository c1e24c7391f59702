package dev.signalbox.spring.relay.orders;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Tells of its orders. */
@SpringBootApplication
public class OrdersApplication {}
