package dev.signalbox.platform.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.json.JsonMembers;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.sink.webhook.TargetRules;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
                        "eventTypes[0].specVersion",
                        "eventTypes[0].eventTypeCode",
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
    void targetsThatCannotBeDialledAreRefused(String url) throws Exception {
        FieldErrors errors = new FieldErrors();

        new TargetCheck(TargetRules.PUBLIC, (name, _) -> List.of()).check("target", url, errors);

        assertThat(errors.all()).extracting(FieldError::field).containsExactly("target");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "null",
                "{}",
                "\"order.created\"",
                "[{}]",
                "[null]",
                "[[\"a\"]]",
                "[{\"eventTypeCode\":\"\"}]"
            })
    void aSubscriptionAlwaysHasAnEventType(String eventTypes) throws Exception {
        String body = "\"eventTypes\":" + eventTypes;
        SubscriptionFields before = SubscriptionFields.readNew("", members("{" + LEAST + "}"));
        JsonMembers change = members("{" + body + "}");
        JsonMembers creation = members("{\"code\":\"c\",\"target\":\"https://example.com/\"," + body + "}");

        SubscriptionFields.readChange(before, change);
        SubscriptionFields.readNew("", creation);

        assertThat(change.errors().all())
                .singleElement()
                .satisfies(error -> assertThat(error.field()).startsWith("eventTypes"));
        assertThat(creation.errors().all()).isEqualTo(change.errors().all());
    }

    @ParameterizedTest
    @CsvSource({
        "header.Host,x,key",
        "header.Content-Length,1,key",
        "header.X-FlowCatalyst-ID,x,key",
        "header.webhook-id,x,key",
        "header.two words,x,key",
        "header.,x,key",
        "header.X-A,\u00e4,value",
        "header.X-A,a\\tb,value",
        "header.X-A,'',''",
        "header.X-A,' a b ',''",
        "colour,\u00e4,''"
    })
    void aHeaderThatNoRequestCanHaveIsRefused(String key, String value, String wrong) throws Exception {
        JsonMembers members =
                members("{" + LEAST + ",\"customConfig\":[{\"key\":\"" + key + "\",\"value\":\"" + value + "\"}]}");

        SubscriptionFields.readNew("", members);

        assertThat(members.errors().all())
                .extracting(FieldError::field)
                .containsExactlyElementsOf(wrong.isEmpty() ? List.of() : List.of("customConfig[0]." + wrong));
    }

    @Test
    void aConfigurationKeepsItsOrder() throws Exception {
        List<String> keys = IntStream.range(0, 40).mapToObj(i -> "key-" + i).toList();
        String entries =
                keys.stream().map(key -> "{\"key\":\"" + key + "\"}").collect(Collectors.joining(",", "[", "]"));

        SubscriptionFields fields =
                SubscriptionFields.readNew("", members("{" + LEAST + ",\"customConfig\":" + entries + "}"));

        assertThat(fields.customConfig().keySet()).containsExactlyElementsOf(keys);
        assertThat(SubscriptionFields.readChange(fields, members("{\"name\":\"n\"}"))
                        .customConfig()
                        .keySet())
                .containsExactlyElementsOf(keys);
    }

    @Test
    void aHeaderOccursOnceWhateverItsCase() throws Exception {
        JsonMembers members = members(
                "{" + LEAST
                        + ",\"customConfig\":[{\"key\":\"header.X-A\"},{\"key\":\"header.x-a\"},{\"key\":\"k\"},{\"key\":\"K\"}]}");

        SubscriptionFields.readNew("", members);

        assertThat(members.errors().all()).extracting(FieldError::field).containsExactly("customConfig[1].key");
    }

    @Test
    void aFaultIsOneErrorAndNamesItsMember() throws Exception {
        JsonMembers members = members("""
                {"code":"c","code":"d","target":"https://example.com/","dataOnly":true,"dataOnly":true,
                 "eventTypes":[{"eventTypeCode":"t","eventTypeCode":"t"},7],"customConfig":[5,{"key":"a","key":"b"}],"":1}""");

        SubscriptionFields.readNew("", members);
        members.refuseOthers();

        assertThat(members.errors().all())
                .extracting(FieldError::field)
                .containsExactlyInAnyOrder(
                        "code",
                        "dataOnly",
                        "eventTypes[0].eventTypeCode",
                        "eventTypes[1]",
                        "customConfig[0]",
                        "customConfig[1].key",
                        "\"\"");
    }

    @Test
    void aBodyThatIsNoObjectIsOneError() throws Exception {
        JsonMembers members = members("[1]");

        SubscriptionFields.readNew("", members);
        members.refuseOthers();

        assertThat(members.errors().all()).containsExactly(new FieldError(null, "", "must be an object"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a\u0001", "a\u00e4", "a\u007f"})
    void aTokenThatNoHeaderCanHaveIsRefused(String token) {
        byte[] body = ("{\"name\":\"n\",\"bearerToken\":\"" + token.replace("\u0001", "\\u0001") + "\"}")
                .getBytes(StandardCharsets.UTF_8);

        assertThat(catchThrowableOfType(InvalidInputException.class, () -> ServiceAccount.readNew("", body))
                        .errors())
                .extracting(FieldError::field)
                .containsExactly("bearerToken");
    }

    @Test
    void whatCannotBeChangedMayBeSentBackAsItIs() throws Exception {
        Instant created = Instant.parse("2026-03-01T12:00:00.123456Z");
        DispatchPool pool = new DispatchPool(
                Tsid.from(7),
                DispatchPool.readNew("acme", "{\"code\":\"p\"}".getBytes(StandardCharsets.UTF_8)),
                created,
                created);
        EventType type = new EventType(
                Tsid.from(8),
                EventType.readNew("{\"code\":\"a:b:c:d\"}".getBytes(StandardCharsets.UTF_8)),
                created,
                created);
        ServiceAccount account = new ServiceAccount(Tsid.from(9), "", "n", created, created);

        assertThat(pool.readChange(JsonWriter.object(pool::write))).isEqualTo(pool.fields());
        assertThat(type.readChange(JsonWriter.object(type::write))).isEqualTo(type.fields());
        assertThat(account.readChange(JsonWriter.object(account::write)).name()).isEqualTo("n");
        byte[] other = """
                {"id":"0000000000001","code":"x:x:x:x","createdAt":"2026-03-01T12:00:00Z","updatedAt":"x"}""".getBytes(StandardCharsets.UTF_8);
        assertThat(catchThrowableOfType(InvalidInputException.class, () -> pool.readChange(other))
                        .errors())
                .extracting(FieldError::field)
                .as("what the server sets is ignored")
                .containsExactlyInAnyOrder("id", "code");
        assertThat(catchThrowableOfType(InvalidInputException.class, () -> type.readChange(other))
                        .errors())
                .hasSize(2);
    }

    @Test
    void aStatusMayBeGiven() throws Exception {
        byte[] suspended = "{\"code\":\"p\",\"status\":\"SUSPENDED\"}".getBytes(StandardCharsets.UTF_8);
        byte[] archived = "{\"code\":\"a:b:c:d\",\"status\":\"ARCHIVE\"}".getBytes(StandardCharsets.UTF_8);

        assertThat(DispatchPool.readNew("", suspended).status()).isEqualTo(DispatchPool.PoolStatus.SUSPENDED);
        assertThat(EventType.readNew(archived).status()).isEqualTo(EventType.EventTypeStatus.ARCHIVE);
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

        assertThat(pool)
                .isEqualTo(new DispatchPool.Fields("acme", "p", "p", null, 100, 10, DispatchPool.PoolStatus.ACTIVE));
        byte[] wrong = "{\"code\":\"p\",\"rateLimit\":1000001,\"concurrency\":0,\"clientId\":\"other\"}"
                .getBytes(StandardCharsets.UTF_8);
        assertThat(catchThrowableOfType(InvalidInputException.class, () -> DispatchPool.readNew("acme", wrong))
                        .errors())
                .extracting(FieldError::field)
                .containsExactlyInAnyOrder("rateLimit", "concurrency", "clientId");
    }
}
