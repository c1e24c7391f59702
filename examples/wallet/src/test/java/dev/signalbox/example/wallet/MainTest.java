package dev.signalbox.example.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void helpNamesTheOptions() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("--url", "--port", "--traffic", "--wallets", "WALLET_DB_PASSWORD");
    }

    @Test
    void badOptionsAreBadUsage() {
        assertThat(run("--wallets", "1")).isEqualTo(2);
        assertThat(err.toString()).contains("--wallets must be 2 to 10000, not 1");
        assertThat(run("--port", "70000")).isEqualTo(2);
        assertThat(run("--traffic", "many")).isEqualTo(2);
    }

    @Test
    void aDatabaseThatIsNotThereIsSaidInOneLine() {
        assertThat(run("--url", "jdbc:postgresql://127.0.0.1:1/wallet", "--port", "0"))
                .isEqualTo(1);
        assertThat(err.toString()).startsWith("wallet: cannot run: ").contains("127.0.0.1:1");
        assertThat(err.toString().lines()).hasSize(1);
    }

    private int run(String... arguments) {
        return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
