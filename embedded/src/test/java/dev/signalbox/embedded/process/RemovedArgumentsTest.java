package dev.signalbox.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RemovedArgumentsTest {
    private final RemovedArguments removed = new RemovedArguments(Set.of("--seed"), Map.of("spike", "create"));
    private final StringWriter warnings = new StringWriter();

    @Test
    void optionsAreDroppedWithTheirValues() {
        assertThat(remaining("--rate", "5", "--seed", "7", "--plain")).containsExactly("--rate", "5", "--plain");
        assertThat(remaining("--seed=7", "--plain")).containsExactly("--plain");
        assertThat(remaining("--plain", "--seed")).containsExactly("--plain");
        assertThat(warnings.toString()).contains("--seed was removed, and is ignored");
    }

    @Test
    void wordsAreReplaced() {
        assertThat(remaining("spike", "--rate", "5")).containsExactly("create", "--rate", "5");
        assertThat(warnings.toString()).contains("spike was removed; create runs instead");
    }

    @Test
    void nothingElseIsTouchedOrWarnedAbout() {
        assertThat(remaining("create", "--seeds", "7")).containsExactly("create", "--seeds", "7");
        assertThat(warnings.toString()).isEmpty();
    }

    private String[] remaining(String... arguments) {
        return removed.warnAndRemove(arguments, new PrintWriter(warnings, true));
    }
}
