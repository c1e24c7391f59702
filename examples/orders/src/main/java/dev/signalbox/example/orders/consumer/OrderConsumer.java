package dev.signalbox.example.orders.consumer;

import dev.signalbox.example.web.ProblemDocuments;
import dev.signalbox.example.web.ProgramLauncher;
import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/** The program that sums up orders. Its settings are in {@code order-consumer.yaml}. */
@SpringBootApplication(proxyBeanMethods = false)
@Import(ProblemDocuments.class)
public class OrderConsumer {
    /** Starts it. Options are {@code --key=value}, and override the file. */
    public static ConfigurableApplicationContext start(String... options) {
        return ProgramLauncher.run(OrderConsumer.class, "order-consumer", "SUMMARY_DB", List.of(), options);
    }
}
