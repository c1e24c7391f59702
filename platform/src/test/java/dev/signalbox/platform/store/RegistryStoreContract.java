package dev.signalbox.platform.store;

import static dev.signalbox.platform.store.PlatformFixture.quoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.matching.MatchingKey;
import dev.signalbox.platform.matching.TypeMatches;
import dev.signalbox.platform.registry.DispatchPool;
import dev.signalbox.platform.registry.DispatchPool.PoolStatus;
import dev.signalbox.platform.registry.EventType;
import dev.signalbox.platform.registry.EventTypeBinding;
import dev.signalbox.platform.registry.ServiceAccount;
import dev.signalbox.platform.registry.ServiceAccount.SecretChange;
import dev.signalbox.platform.registry.ServiceAccounts;
import dev.signalbox.platform.registry.SigningSecrets;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.registry.SubscriptionFields.SubscriptionStatus;
import dev.signalbox.platform.registry.Subscriptions;
import dev.signalbox.platform.secret.Secret;
import dev.signalbox.platform.secret.StoredSecret;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store does with event types, subscriptions, pools and accounts. Each test needs an empty store. */
public abstract class RegistryStoreContract {
    private PlatformFixture node;

    protected abstract PlatformStore emptyStore() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        node = new PlatformFixture(emptyStore());
    }

    private TypeMatches matches(String type, String client) throws Exception {
        MatchingKey key = new MatchingKey(type, client);
        return node.store.matching().load(Set.of(key)).matches().getOrDefault(key, TypeMatches.NONE);
    }

    private List<Tsid> subscribers(String type, String client) throws Exception {
        return matches(type, client).subscriptions().stream().map(it -> it.id()).toList();
    }

    @Test
    void aSubscriptionComesBackWithAllItsFields() throws Exception {
        DispatchPool pool = pool("'code':'p'");
        ServiceAccount account = account("robot");
        Subscriptions.WithSecret created =
                node.subscriptions.create("", quoted("""
                {'code':'orders','name':'Orders','description':'line 1\\nline 2','clientId':'acme',
                 'eventTypes':['order.created',{'eventTypeCode':'order.paid','specVersion':'2.0'}],'target':'https://example.com/o?x=1',
                 'queue':'fast','mode':'BLOCK_ON_ERROR','dispatchPoolId':'%s','serviceAccountId':'%s','timeoutSeconds':5,
                 'maxAgeSeconds':60,'delaySeconds':2,'sequence':7,'dataOnly':false,'maxRetries':9,'whilePaused':'drop','status':'PAUSED',
                 'customConfig':[{'key':'header.X-A','value':'b'}]}""".formatted(pool.id(), account.id())));

        Subscription found = find(created.subscription().id()).orElseThrow();

        assertThat(found).isEqualTo(created.subscription());
        assertThat(found.fields().eventTypes())
                .containsExactly(
                        new EventTypeBinding(null, "order.created", null),
                        new EventTypeBinding(null, "order.paid", "2.0"));
        assertThat(found.fields().delivery().dispatchPoolId()).isEqualTo(pool.id());
        assertThat(found.fields().customConfig()).isEqualTo(Map.of("header.X-A", "b"));
        assertThat(created.secret().text()).startsWith("whsec_");
        SigningSecrets stored = node.store.subscriptions().secrets(found.id()).orElseThrow();
        assertThat(stored.current().text()).doesNotContain(created.secret().text());
        assertThat(node.cipher.read(stored.current(), found.id().toString())).isEqualTo(created.secret());
        assertThat(stored.previous()).isNull();
        assertThat(new String(JsonWriter.object(created::write), StandardCharsets.UTF_8))
                .contains("\"code\":\"orders\"", "\"whilePaused\":\"drop\"", "\"secret\":\"whsec_");
        assertThat(new String(JsonWriter.object(found::write), StandardCharsets.UTF_8))
                .doesNotContain("whsec_");
    }

    private Optional<Subscription> find(Tsid id) throws Exception {
        return node.store.subscriptions().find(id);
    }

    private DispatchPool pool(String json) throws Exception {
        return node.store.dispatchPools().create(node.ids.next(), DispatchPool.readNew("", quoted("{" + json + "}")));
    }

    private ServiceAccount account(String name) throws Exception {
        Tsid id = node.ids.next();
        StoredSecret token = node.cipher.store(new Secret("token"), id.toString());
        return node.store.serviceAccounts().create(id, "", name, new ServiceAccount.StoredSecrets(token, null));
    }

    @Test
    void aCodeIsUniquePerClientUntilItsSubscriptionIsDeleted() throws Exception {
        Subscription first = node.subscribe("s", "t");
        assertThat(catchThrowableOfType(ConflictException.class, () -> node.subscribe("s", "t"))
                        .field())
                .isEqualTo("code");
        node.subscribe("s", "t", "'clientId':'acme'");

        assertThat(node.store.subscriptions().delete(first.id())).isTrue();
        assertThat(node.store.subscriptions().delete(first.id())).isFalse();

        assertThat(find(first.id())).isEmpty();
        assertThat(node.store.subscriptions().secrets(first.id())).isEmpty();
        node.subscribe("s", "t");
        assertThat(subscribers("t", "")).hasSize(1).doesNotContain(first.id());
    }

    @Test
    void matchingFollowsEachChange() throws Exception {
        long before = version();
        Subscription subscription = node.subscribe("s", "a");
        Subscription ofClient = node.subscribe("c", "a", "'clientId':'acme'");
        assertThat(subscribers("a", "")).containsExactly(subscription.id());
        assertThat(subscribers("a", "acme")).containsExactly(subscription.id(), ofClient.id());
        assertThat(subscribers("a", "other")).containsExactly(subscription.id());

        node.subscriptions.change(subscription, quoted("{'eventTypes':['b'],'whilePaused':'drop'}"));
        assertThat(subscribers("a", "")).isEmpty();
        assertThat(subscribers("b", "")).hasSize(1);

        node.store.subscriptions().pause(subscription.id(), "410");
        assertThat(subscribers("b", "")).as("dropped while paused").isEmpty();
        assertThat(find(subscription.id()).orElseThrow().pauseReason()).isEqualTo("410");
        node.store.subscriptions().resume(subscription.id());
        assertThat(subscribers("b", "")).hasSize(1);
        assertThat(find(subscription.id()).orElseThrow().pauseReason()).isNull();

        assertThat(node.store.subscriptions().pauseTarget(subscription.id(), "https://former.example.com/", "410"))
                .isFalse();
        assertThat(find(subscription.id()).orElseThrow().fields().status()).isEqualTo(SubscriptionStatus.ACTIVE);
        String target = find(subscription.id()).orElseThrow().fields().target();
        assertThat(node.store.subscriptions().pauseTarget(subscription.id(), target, "410"))
                .isTrue();
        assertThat(find(subscription.id()).orElseThrow().pauseReason()).isEqualTo("410");
        assertThat(node.store.subscriptions().pauseTarget(subscription.id(), target, "again"))
                .as("while it is paused")
                .isFalse();

        node.store.subscriptions().pause(ofClient.id(), null);
        assertThat(subscribers("a", "acme")).as("kept while paused").containsExactly(ofClient.id());
        assertThat(find(ofClient.id()).orElseThrow().fields().status()).isEqualTo(SubscriptionStatus.PAUSED);

        assertThat(node.store.matching().changesSince(before).types()).containsExactlyInAnyOrder("a", "b");
        assertThat(node.store.matching().changesSince(before).complete()).isTrue();
    }

    /** The present version of matching. */
    private long version() throws Exception {
        return node.store.matching().load(Set.of(new MatchingKey("any", ""))).version();
    }

    @Test
    void poolsAndAccountsDoNotTouchTheVersionOfMatching() throws Exception {
        Subscription subscription = node.subscribe("s", "a");
        MatchingKey key = new MatchingKey("a", "");
        long before = node.store.matching().load(Set.of(key)).version();
        pool("'code':'p'");
        account("robot");
        node.subscriptions.rotateSecret(subscription.id(), Optional.empty());

        assertThat(node.store.matching().load(Set.of(key)).version()).isEqualTo(before);
        node.store.subscriptions().resume(subscription.id());
        assertThat(node.store.matching().load(Set.of(key)).version()).isGreaterThan(before);
    }

    @Test
    void twoSecretsSignAfterARotation() throws Exception {
        Subscriptions.WithSecret created =
                node.subscriptions.create("", quoted("{'code':'s','target':'https://x.example/','eventTypes':['t']}"));
        Tsid id = created.subscription().id();

        Secret second = node.subscriptions
                .rotateSecret(id, Optional.empty())
                .orElseThrow()
                .secret();

        SigningSecrets secrets = node.store.subscriptions().secrets(id).orElseThrow();
        assertThat(node.cipher.read(secrets.current(), id.toString())).isEqualTo(second);
        assertThat(node.cipher.read(Objects.requireNonNull(secrets.previous()), id.toString()))
                .isEqualTo(created.secret());
    }

    @Test
    void bindingsByIdAreLookedUp() throws Exception {
        EventType type = node.store
                .eventTypes()
                .create(node.ids.next(), EventType.readNew(quoted("{'code':'a:b:c:d','name':'D'}")));

        Subscription subscription = node.subscriptions
                .create(
                        "",
                        quoted("{'code':'s','target':'https://x.example/','eventTypes':[{'eventTypeId':'%s'}]}"
                                .formatted(type.id())))
                .subscription();

        assertThat(subscription.fields().eventTypes())
                .containsExactly(new EventTypeBinding(type.id(), "a:b:c:d", null));
        assertThat(matches("a:b:c:d", "").registered()).isTrue();
        assertThat(catchThrowableOfType(InvalidInputException.class, () -> node.subscriptions.create("", quoted("""
                        {'code':'t','target':'https://x.example/','eventTypes':[{'eventTypeId':'0000000000001'}],
                         'dispatchPoolId':'0000000000002','serviceAccountId':'0000000000003'}""")))
                        .errors())
                .extracting(FieldError::field)
                .containsExactlyInAnyOrder("eventTypes[0].eventTypeId", "dispatchPoolId", "serviceAccountId");
    }

    @Test
    void eventTypesAreCreatedChangedAndArchived() throws Exception {
        EventType type =
                node.store.eventTypes().create(node.ids.next(), EventType.readNew(quoted("{'code':'a:b:c:d'}")));
        assertThatThrownBy(() -> node.store
                        .eventTypes()
                        .create(node.ids.next(), EventType.readNew(quoted("{'code':'a:b:c:d'}"))))
                .isInstanceOf(ConflictException.class);

        EventType changed = node.store
                .eventTypes()
                .change(type, type.readChange(quoted("{'name':'N','description':'D'}")))
                .orElseThrow();

        assertThat(changed.name()).isEqualTo("N");
        assertThat(node.store.eventTypes().findByCode("a:b:c:d")).contains(changed);
        assertThat(node.store.eventTypes().archive(type.id()).orElseThrow().status())
                .isEqualTo(EventType.EventTypeStatus.ARCHIVE);
        assertThat(matches("a:b:c:d", "").registered()).isFalse();
        assertThat(node.store.eventTypes().archive(node.ids.next())).isEmpty();

        EventType archived = node.store.eventTypes().find(type.id()).orElseThrow();
        long before = version();
        EventType current = node.store
                .eventTypes()
                .change(archived, archived.readChange(quoted("{'status':'CURRENT'}")))
                .orElseThrow();
        assertThat(matches("a:b:c:d", "").registered()).isTrue();
        assertThat(node.store.matching().changesSince(before).types()).containsExactly("a:b:c:d");
        assertThat(node.store.eventTypes().change(archived, current.fields()))
                .as("it was changed since it was read")
                .isEmpty();
    }

    @Test
    void poolsAreSuspendedArchivedAndKeptWhileInUse() throws Exception {
        DispatchPool pool = pool("'code':'p','rateLimit':5");
        assertThatThrownBy(() -> pool("'code':'p'")).isInstanceOf(ConflictException.class);
        Subscription user = node.subscribe("s", "t", "'dispatchPoolId':'" + pool.id() + "'");
        assertThatThrownBy(() -> node.store.dispatchPools().delete(pool.id())).isInstanceOf(ConflictException.class);

        DispatchPool changed = node.store
                .dispatchPools()
                .change(pool, pool.readChange(quoted("{'concurrency':3}")))
                .orElseThrow();
        assertThat(changed.fields()).isEqualTo(new DispatchPool.Fields("", "p", "p", null, 5, 3, PoolStatus.ACTIVE));
        assertThat(node.store.dispatchPools().change(pool, pool.readChange(quoted("{'rateLimit':9}"))))
                .as("it was changed since it was read")
                .isEmpty();
        assertThat(node.store
                        .dispatchPools()
                        .changeStatus(pool.id(), PoolStatus.ARCHIVED)
                        .orElseThrow()
                        .status())
                .isEqualTo(PoolStatus.ARCHIVED);
        assertThatThrownBy(() -> node.subscribe("u", "t", "'dispatchPoolId':'" + pool.id() + "'"))
                .hasMessageContaining("archived");
        Subscription kept = node.subscriptions
                .change(user, quoted("{'timeoutSeconds':7,'dispatchPoolId':'" + pool.id() + "'}"))
                .orElseThrow();
        assertThat(kept.fields().delivery().timeoutSeconds()).isEqualTo(7);
        Subscription other = node.subscribe("v", "t");
        assertThatThrownBy(() -> node.subscriptions.change(other, quoted("{'dispatchPoolId':'" + pool.id() + "'}")))
                .hasMessageContaining("archived");

        node.store.subscriptions().delete(user.id());
        assertThat(node.store.dispatchPools().delete(pool.id())).isTrue();
        assertThat(node.store.dispatchPools().find(pool.id())).isEmpty();
    }

    @Test
    void anAccountKeepsTheSecretsThatAChangeDoesNotName() throws Exception {
        ServiceAccount account = account("robot");
        StoredSecret signing =
                node.cipher.store(new Secret("0123456789abcdef"), account.id().toString());

        node.store
                .serviceAccounts()
                .change(account.id(), "renamed", SecretChange.keep(), new SecretChange<>(true, signing));

        ServiceAccount.StoredSecrets secrets =
                node.store.serviceAccounts().secrets(account.id()).orElseThrow();
        assertThat(secrets.bearerToken()).isNotNull();
        assertThat(secrets.signingSecret()).isEqualTo(signing);
        assertThat(node.store.serviceAccounts().find(account.id()).orElseThrow().name())
                .isEqualTo("renamed");
        account("other");
        assertThatThrownBy(() -> node.store
                        .serviceAccounts()
                        .change(account.id(), "other", SecretChange.keep(), SecretChange.keep()))
                .isInstanceOf(ConflictException.class);
        ServiceAccounts accounts = new ServiceAccounts(node.store.serviceAccounts(), node.ids, node.cipher);
        accounts.change(account, quoted("{'bearerToken':null}"));
        ServiceAccount.StoredSecrets left =
                node.store.serviceAccounts().secrets(account.id()).orElseThrow();
        assertThat(left.bearerToken()).isNull();
        assertThat(left.signingSecret()).isEqualTo(signing);
        assertThat(node.store.serviceAccounts().delete(account.id())).isTrue();
    }

    @Test
    void listsArePagedNewestFirst() throws Exception {
        List<Tsid> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.addFirst(node.subscribe("s" + i, "t").id());
        }
        node.subscribe("mine", "t", "'clientId':'acme'");

        ResultPage<Subscription> second = node.store.subscriptions().list("", PageRequest.of(1, 2));
        assertThat(second.items()).extracting(Subscription::id).containsExactlyElementsOf(ids.subList(2, 4));
        assertThat(second.totalItems()).isEqualTo(5);
        assertThat(second.totalPages()).isEqualTo(3);
        assertThat(node.store
                        .subscriptions()
                        .list("", PageRequest.beyond(ids.get(3), 2))
                        .items())
                .extracting(Subscription::id)
                .containsExactly(ids.get(4));
        assertThat(node.store.subscriptions().list(null, PageRequest.first()).totalItems())
                .isEqualTo(6);
    }
}
