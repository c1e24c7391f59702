package dev.signalbox.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class FreePortTest {
    @Test
    void aLastingPortIsFreeAndBelowThoseOfOutgoingConnections() throws Exception {
        int port = FreePort.find();

        assertThat(port).isBetween(15_000, 31_999);
        assertThat(FreePort.isFree(port)).isTrue();
    }

    @Test
    void aPortOnWhichSomebodyListensIsPassedOver() throws Exception {
        int taken = FreePort.find();
        try (ServerSocket _ = new ServerSocket(taken, 1, InetAddress.getLoopbackAddress())) {
            assertThat(FreePort.isFree(taken)).isFalse();
            assertThat(FreePort.from(taken)).isNotEqualTo(taken);
        }
    }
}
