package dev.signalbox.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "storm                        | unknown scenario 'storm': there is create, and soak",
                "create --rate fast           | --rate must be 0.1/s to 20000/s, not 'fast'",
                "create --rate 50000/s        | --rate must be 0.1/s to 20000/s, not '50000/s'",
                "create --duration 3x         | Invalid value for option '--duration'",
                "soak --rate 20000 --duration 1h | --rate for --duration must be 1 to 1000000 orders, not 72100000",
                "create --max-p99 soon        | Invalid value for option '--max-p99'",
                "create --max-errors few      | Invalid value for option '--max-errors'",
                "create --fail-on-drift       | --fail-on-drift is for soak, not for create",
                "create --json /no/such/x     | --json: '/no/such/x' cannot be a file",
                "create --orders /no/such.jar | the packaged orders example is not at '/no/such.jar'",
                "create --pause 5             | Unknown options: '--pause', '5'; there is",
                "create --target http://x     | there is --json, -h, --help, --rate, --duration"
            })
    void badArgumentsGiveOneLine(String arguments, String said) {
        assertThat(run(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString().lines()).singleElement().asString().contains(said, "see ./signalbox load --help");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void removedOptionsAreIgnoredWithAWarning() {
        assertThat(run("spike", "--times", "5", "--orders", "/no/such.jar")).isEqualTo(2);
        assertThat(err.toString())
                .contains("--times was removed, and is ignored")
                .contains("the packaged orders example is not at '/no/such.jar'");
    }

    @Test
    void helpNamesEveryScenarioAndOption() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("create", "soak", "--rate", "--duration", "--warm-up", "--max-p99", "--max-event-p99")
                .contains("--max-errors", "--fail-on-drift", "--json", "--orders", "--data");
    }

    private int run(String... arguments) {
        return LoadCommand.run(
                new PrintWriter(out, true), new PrintWriter(err, true), new CountDownLatch(1), arguments);
    }
}
