package dev.signalbox.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.keycloak.representations.idm.RealmRepresentation;
import org.keycloak.representations.idm.RoleRepresentation;

class KeycloakTest {
    private static final ObjectMapper STRICT =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private final String text = RepositoryFiles.text("deploy/keycloak/shop-realm.json");

    @Test
    void theRealmIsOneThatKeycloakUnderstands() throws Exception {
        RealmRepresentation realm = STRICT.readValue(text, RealmRepresentation.class);
        List<String> roles = realm.getRoles().getRealm().stream()
                .map(RoleRepresentation::getName)
                .toList();

        assertThat(realm.getRealm()).isEqualTo("shop");
        assertThat(realm.getUsers())
                .isNotEmpty()
                .allSatisfy(user -> assertThat(roles).containsAll(user.getRealmRoles()));
        assertThat(realm.getClients())
                .allSatisfy(client -> assertThat(client.getRedirectUris())
                        .allMatch(uri -> uri.matches("http://(localhost|127\\.0\\.0\\.1):.*")));
    }

    @Test
    void aMisspeltFieldIsRefused() {
        assertThatThrownBy(() -> STRICT.readValue(
                        text.replace("\"redirectUris\"", "\"redirectUrls\""), RealmRepresentation.class))
                .isInstanceOf(UnrecognizedPropertyException.class);
    }

    @Test
    void itHoldsNoPasswordButThePlaceOfOne() throws Exception {
        RealmRepresentation realm = STRICT.readValue(text, RealmRepresentation.class);
        String variable = "ORDERS_USER_PASSWORD";

        assertThat(realm.getUsers())
                .flatExtracting(user -> user.getCredentials())
                .isNotEmpty()
                .allMatch(credential -> ("${" + variable + "}").equals(credential.getValue()));
        assertThat(RepositoryFiles.yaml("deploy/compose.yaml")
                        .at("/services/keycloak/environment")
                        .has(variable))
                .isTrue();
        assertThat(realm.getClients()).allMatch(client -> client.getSecret() == null);
    }
}
