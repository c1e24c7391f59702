package dev.signalbox.platform.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.json.JsonMembers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriptionsTest {
    private static JsonMembers members(String json) throws Exception {
        return RegistryBodies.members(json.getBytes(StandardCharsets.UTF_8));
    }

    private static final String LEAST =
            "\"code\":\"orders\",\"target\":\"https://example.com/hook\",\"eventTypes\":[\"order.created\"]";

    @Test
    void defaultsAreThoseOfTheContract() throws Exception {
        JsonMembers members = members("{" + LEAST + "}");

        SubscriptionFields fields = SubscriptionFields.readNew("", members);

        members.refuseOthers();
        assertThat(members.errors().all()).isEmpty();
        assertThat(fields.name()).isEqualTo("orders");
        assertThat(fields.maxAgeSeconds()).isEqualTo(86_400);
        assertThat(fields.delaySeconds()).isZero();
        assertThat(fields.delivery())
                .isEqualTo(new DeliverySettings(DispatchMode.IMMEDIATE, null, 30, 3, 99, true, null));
        assertThat(fields.status()).isEqualTo(SubscriptionFields.SubscriptionStatus.ACTIVE);
        assertThat(fields.whilePaused()).isEqualTo(SubscriptionFields.WhilePaused.KEEP);
    }

    @Test
    void everythingThatIsWrongIsNamedAtOnce() throws Exception {
        JsonMembers members = members("""
                {"code":"a b","target":"ftp://x","eventTypes":[{"specVersion":"x"},{"eventTypeCode":"t","colour":1},""],"mode":"LATER",
                 "timeoutSeconds":0,"maxAgeSeconds":"9","dataOnly":1,"dispatchPoolId":"nope","customConfig":[{"key":"a"},{"key":"a"}],
                 "surprise":1}""");

        SubscriptionFields.readNew("", members);
        members.refuseOthers();

        assertThat(members.errors().all())
                .extracting(FieldError::field)
                .containsExactlyInAnyOrder(
                        "code",
                        "code",
                        "target",
                        "target",
                        "eventTypes[0].specVersion",
                        "eventTypes[1].colour",
                        "eventTypes[2]",
                        "mode",
                        "timeoutSeconds",
                        "maxAgeSeconds",
                        "dataOnly",
                        "dispatchPoolId",
                        "customConfig[1].key",
                        "surprise");
    }

    @Test
    void aChangeKeepsWhatItDoesNotMention() throws Exception {
        SubscriptionFields before =
                SubscriptionFields.readNew("", members("{" + LEAST + ",\"queue\":\"q\",\"sequence\":5}"));

        SubscriptionFields after =
                SubscriptionFields.readChange(before, members("{\"queue\":null,\"delaySeconds\":7}"));

        assertThat(after.queue()).isNull();
        assertThat(after.delaySeconds()).isEqualTo(7);
        assertThat(after.delivery().sequence()).isEqualTo(5);
        assertThat(after.eventTypes()).isEqualTo(before.eventTypes());
        JsonMembers other = members("{\"code\":\"other\",\"clientId\":\"c\"}");
        SubscriptionFields.readChange(before, other);
        assertThat(other.errors().all()).extracting(FieldError::field).containsExactly("code", "clientId");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://user:pw@example.com/",
                "https:///x",
                "example.com",
                "https://exa mple.com",
                "file:///etc",
                "http://a#b"
            })
    void targetsThatCannotBeDialledAreRefused(String url) {
        assertThat(TargetUrl.problem(url)).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "a:b:c:d,true",
        "shop-1:or_d:x.y:created,true",
        "a:b:c,false",
        "a:b:c:,false",
        "order.created,false",
        "a:b:c d:e,false"
    })
    void onlyFourSegmentsAreRegistered(String code, boolean fine) {
        byte[] body = ("{\"code\":\"" + code + "\"}").getBytes(StandardCharsets.UTF_8);
        List<FieldError> errors = fine
                ? List.of()
                : catchThrowableOfType(InvalidInputException.class, () -> EventType.readNew(body))
                        .errors();

        assertThat(errors).extracting(FieldError::field).containsExactlyElementsOf(fine ? List.of() : List.of("code"));
    }

    @Test
    void poolsHaveDefaultsAndLimits() throws Exception {
        DispatchPool.Fields pool = DispatchPool.readNew("acme", "{\"code\":\"p\"}".getBytes(StandardCharsets.UTF_8));

        assertThat(pool).isEqualTo(new DispatchPool.Fields("acme", "p", "p", null, 100, 10));
        byte[] wrong = "{\"code\":\"p\",\"rateLimit\":1000001,\"concurrency\":0,\"clientId\":\"other\"}"
                .getBytes(StandardCharsets.UTF_8);
        assertThat(catchThrowableOfType(InvalidInputException.class, () -> DispatchPool.readNew("acme", wrong))
                        .errors())
                .extracting(FieldError::field)
                .containsExactlyInAnyOrder("rateLimit", "concurrency", "clientId");
    }
}
