package dev.signalbox.eventstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StatementsTest {
    @Test
    void everyFileIsAStatementOrHasSmallOnes() throws Exception {
        Set<String> known = Arrays.stream(EventStoreSql.values())
                .map(it -> it.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".sql")
                .collect(Collectors.toSet());
        known.add("statements.sql");
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/dev/signalbox/eventstore"))) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(file -> file.endsWith(".sql"))
                            .toList())
                    .isNotEmpty()
                    .isSubsetOf(known);
        }
    }

    @Test
    void everyPlaceholderNeedsAClause() {
        assertThatThrownBy(() -> EventStoreSql.READ.with(Map.of())).hasMessage("READ needs clauses for [QUERY]");
    }
}
