package dev.signalbox.spring.shop;

import io.micrometer.tracing.Tracer;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A shop that publishes its orders, and writes bills for those it receives. */
@SpringBootApplication
public class ShopApplication {
    @Bean
    FixedTrace trace() {
        return new FixedTrace();
    }

    @Bean
    Tracer tracer(FixedTrace trace) {
        return trace.tracer();
    }
}
