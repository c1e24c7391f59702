package dev.signalbox.benchmarks.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MySqlServerTest {
    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://host,               jdbc:mysql://host/bench",
        "jdbc:mysql://host/shop,          jdbc:mysql://host/bench",
        "jdbc:mariadb://host:3307/shop,   jdbc:mariadb://host:3307/bench",
        "jdbc:mysql://host?useSSL=false,  jdbc:mysql://host/bench?useSSL=false",
        "jdbc:mysql://host/shop?path=/a/b, jdbc:mysql://host/bench?path=/a/b"
    })
    void anotherDatabaseTakesThePlaceOfTheOneThatIsNamed(String url, String expected) {
        assertThat(MySqlServer.ofDatabase(url, "bench")).isEqualTo(expected);
    }
}
