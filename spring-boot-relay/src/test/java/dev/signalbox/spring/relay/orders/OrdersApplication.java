package dev.signalbox.spring.relay.orders;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application that publishes its orders. */
@SpringBootApplication
public class OrdersApplication {}
