package dev.signalbox.spring.shop;

import io.micrometer.tracing.Tracer;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A shop that tells of its orders, and writes bills for those that it is told of. */
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
