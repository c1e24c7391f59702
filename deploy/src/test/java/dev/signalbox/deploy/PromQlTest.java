package dev.signalbox.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PromQlTest {
    @Test
    void metricsAndLabelsAreToldFromEverythingElse() {
        var expression =
                new PromQl("max by (job, le) (rate(a_total{job=\"x{y}\", relay!~\".+\"}[$__rate_interval])) > 1e3"
                        + " unless on (job) b_seconds == 1 or vector(0)");

        assertThat(expression.metrics()).containsExactly("a_total", "b_seconds");
        assertThat(expression.labels()).containsExactly("job", "le", "relay");
    }
}
