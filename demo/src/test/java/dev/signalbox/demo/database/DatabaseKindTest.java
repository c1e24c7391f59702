package dev.signalbox.demo.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DatabaseKindTest {
    @Test
    void theNamesOnTheCommandLineAreTheKinds() {
        assertThat(DatabaseKind.names()).containsExactly("postgresql", "mariadb", "mysql");
        assertThat(DatabaseKind.named("MariaDB")).contains(DatabaseKind.MARIADB);
        assertThat(DatabaseKind.named("oracle")).isEmpty();
    }
}
