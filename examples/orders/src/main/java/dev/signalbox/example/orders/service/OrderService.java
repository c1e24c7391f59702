package dev.signalbox.example.orders.service;

import dev.signalbox.example.web.ProblemDocuments;
import dev.signalbox.example.web.ProgramLauncher;
import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/** The program that takes orders. Its settings are in {@code order-service.yaml}. */
@SpringBootApplication(proxyBeanMethods = false)
@Import(ProblemDocuments.class)
public class OrderService {
    /** Starts it. Options are {@code --key=value}, and override the file. */
    public static ConfigurableApplicationContext start(String... options) {
        return ProgramLauncher.run(OrderService.class, "order-service", "ORDERS_DB", List.of(), options);
    }
}
