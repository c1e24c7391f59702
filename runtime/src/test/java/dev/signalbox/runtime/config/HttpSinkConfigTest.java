package dev.signalbox.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.runtime.sink.http.HttpSinkConfig;
import dev.signalbox.sink.http.CloudEventFormat;
import dev.signalbox.sink.http.MessageFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the requests of an HTTP sink carry. */
class HttpSinkConfigTest {
    private static final String WARNING =
            "signalbox.sinks.api.request-body is not set: payloads are sent in batches without the ids of their messages";

    private static ConfigUnderTest with(String settings) {
        return ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { url: "jdbc:postgresql://localhost/shop" }
                  sinks:
                    api: { base-url: "https://api.example.com"%s }
                  relays:
                    events: { source: shop, sink: api }
                    more: { source: shop, sink: api, outbox: { table: more_events } }
                """.formatted(settings));
    }

    private static MessageFormat format(String settings) {
        ServerConfig config = with(settings).load();
        assertThat(config.warnings()).isEmpty();
        return ((HttpSinkConfig) config.sink("api")).format().orElseThrow();
    }

    @Test
    void everyBodyCanBeChosen() {
        assertThat(format(", request-body: payload")).isEqualTo(MessageFormat.PAYLOAD);
        assertThat(format(", requestBody: ENVELOPE")).isEqualTo(MessageFormat.ENVELOPE);
        assertThat(format(", request-body: cloud-events, cloud-events: { source: /shop }"))
                .isEqualTo(new CloudEventFormat("/shop", "application/json"));
        assertThat(
                        format(
                                ", request-body: cloud-events, cloud-events: { source: \"https://shop\", content-type: text/xml }"))
                .isEqualTo(new CloudEventFormat("https://shop", "text/xml"));
    }

    @Test
    void withoutAChoiceThePayloadIsSentAndTheStartSaysOnceWhatThatMeans() {
        ServerConfig config = with("").load();

        assertThat(((HttpSinkConfig) config.sink("api")).format()).isEmpty();
        assertThat(config.warnings())
                .singleElement()
                .asString()
                .startsWith(WARNING)
                .endsWith("set envelope or cloud-events to send the id, or payload if that is what you want");
    }

    @Test
    void aRequestWithOneMessageHasItsIdInAHeader() {
        assertThat(with(", batch-size: 1").load().warnings()).isEmpty();
    }

    @Test
    void eventsOfALogHaveTheirPositions() {
        assertThat(ConfigUnderTest.yaml("""
                        signalbox:
                          sources:
                            shop: { url: "jdbc:postgresql://localhost/shop" }
                          sinks:
                            api: { base-url: "https://api.example.com" }
                          logs:
                            wallets: { source: shop, topics: { all: { publishers: api } } }
                        """).load().warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            request-body: xml | signalbox.sinks.api.request-body | 'xml' | must be payload or envelope or cloud-events
            request-body: cloud-events | signalbox.sinks.api.cloud-events.source | is missing | needs a URI, such as
            request-body: cloud-events, cloud-events: { source: my shop } | cloud-events.source | my shop | is no URI
            cloud-events: { source: /shop } | cloud-events.source | means nothing | set request-body: cloud-events
            request-body: envelope, cloud-events: { content-type: text/xml } | cloud-events.content-type | means nothing | request-body: envelope
            """)
    void aWrongChoiceNamesTheKeyTheValueAndWhatIsAllowed(String settings, String key, String value, String allowed) {
        assertThat(with(", " + settings).problems())
                .singleElement()
                .asString()
                .contains(key, value.replace("'", ""), allowed);
    }

    @Test
    void webhooksSendNoCloudEvents() {
        assertThat(ConfigUnderTest.yaml("""
                        signalbox:
                          sources:
                            shop: { url: "jdbc:postgresql://localhost/shop" }
                          sinks:
                            hooks:
                              type: webhook
                              url: https://hooks.example.com
                              secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                              request-body: cloud-events
                          relays:
                            events: { source: shop, sink: hooks }
                        """).problems())
                .singleElement()
                .asString()
                .contains("signalbox.sinks.hooks.request-body", "must be payload or envelope");
    }
}
