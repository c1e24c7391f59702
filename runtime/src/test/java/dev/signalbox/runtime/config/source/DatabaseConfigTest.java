package dev.signalbox.runtime.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.runtime.config.ConfigUnderTest;
import dev.signalbox.runtime.config.relay.OutboxConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.settings.Masking;
import dev.signalbox.runtime.settings.Secret;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the URL of a database decides, and which settings conflict with it. */
class DatabaseConfigTest {
    private static final String MONGO = "url: \"mongodb://localhost/shop\"";
    private static final String MARIADB = "url: \"jdbc:mariadb://localhost/shop\", username: app";
    private static final String MYSQL = "url: \"jdbc:mysql://localhost/shop\", username: app";

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://localhost/shop, POSTGRESQL",
        "jdbc:mysql://localhost/shop, MYSQL",
        "jdbc:mariadb://localhost/shop, MARIADB",
        "mongodb://localhost/shop, MONGODB",
        "mongodb+srv://cluster.example.com/shop, MONGODB",
    })
    void theAddressSaysWhichDatabaseItIs(String url, DatabaseKind kind) {
        String user = kind.isMySql() ? ", username: app" : "";
        assertThat(source("url: \"" + url + "\"" + user).kind()).isEqualTo(kind);
        String seedUser = kind.isMySql() ? "outbox-processor.database-username=app\n" : "";
        assertThat(ConfigUnderTest.properties(seed(url) + seedUser)
                        .load()
                        .source("outbox-processor")
                        .kind())
                .isEqualTo(kind);
        assertThat(ConfigUnderTest.properties(seed(url) + seedUser + "outbox-processor.database-type=" + kind + "\n")
                        .load()
                        .relays())
                .hasSize(2);
    }

    @Test
    void allFormsAreNamedWhereTheAddressIsNoneOfThem() {
        for (String url : new String[] {"jdbc:oracle:thin:@x", "mongodb:/x", "jdbc:mysql:", "mongodb://", "x y"}) {
            assertThat(problems("url: \"" + url + "\"", ""))
                    .as(url)
                    .singleElement()
                    .asString()
                    .startsWith("signalbox.sources.shop.url")
                    .contains("jdbc:postgresql:, jdbc:mysql:, jdbc:mariadb:, mongodb://, mongodb+srv://");
        }
        assertThat(problems("url: \"mongodb://user:p/w@host:27017/shop\"", ""))
                .singleElement()
                .asString()
                .contains("percent-encoded")
                .doesNotContain("p/w");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://localhost/shop?user=app&password=p%25w, app, p%w",
        "jdbc:mysql://app:pw@localhost/shop, app, pw",
        "jdbc:mariadb://localhost/shop?password=pw&user=app, app, pw",
    })
    void mySqlsUserMayStandInTheUrl(String url, String user, String password) {
        SourceConfig source = source("url: \"" + url + "\"");

        assertThat(source.username()).contains(user);
        assertThat(source.password()).contains(new Secret(password));
    }

    @Test
    void aUserIsNeededOnMySqlAndNamedOnce() {
        assertThat(problems("url: \"jdbc:mysql://h/shop\"", ""))
                .singleElement()
                .asString()
                .startsWith("signalbox.sources.shop.username: is missing")
                .contains("user= in the URL");
        assertThat(ConfigUnderTest.properties(seed("jdbc:mariadb://h/shop")).problems())
                .singleElement()
                .asString()
                .startsWith("outbox-processor.database-username: is missing");
        assertThat(problems("url: \"jdbc:mysql://localhost/shop?user=a&password=b\", username: c, password: d", ""))
                .hasSize(2)
                .allMatch(problem -> problem.contains("the URL says it itself"));
        assertThat(problems("url: \"mongodb://a:b@localhost/shop\", username: c, password: d", ""))
                .hasSize(2)
                .allMatch(problem -> problem.contains("the URL says it itself"));
        assertThat(source("url: \"jdbc:mysql://localhost/shop?user=a\", password: b")
                        .password())
                .contains(new Secret("b"));
    }

    @Test
    void mongoDbNeedsADatabaseAndOthersHaveItInTheirUrl() {
        assertThat(source(MONGO).database()).contains("shop");
        assertThat(source(MONGO + ", database: other").database()).contains("other");
        assertThat(problems("url: \"mongodb://localhost\"", ""))
                .singleElement()
                .asString()
                .startsWith("signalbox.sources.shop.database: is missing");
        assertThat(problems("url: \"mongodb://localhost\", database: a.b", ""))
                .singleElement()
                .asString()
                .contains("'a.b'", "at most 63 characters");
        assertThat(problems(MYSQL + ", database: other", ""))
                .singleElement()
                .asString()
                .contains("is for MongoDB only; on MySQL the url names the database");
    }

    @Test
    void theSeedsMongoDatabaseHasItsDefault() {
        assertThat(seedSource(seed("mongodb://localhost")).database()).contains("outbox");
        assertThat(seedSource(seed("mongodb://localhost/shop")).database()).contains("shop");
        assertThat(seedSource(seed("mongodb://localhost/shop") + "outbox-processor.mongo-database=x\n")
                        .database())
                .contains("x");
        assertThat(seedSource(seed("jdbc:postgresql://h/s") + "outbox-processor.mongo-database=x\n")
                        .database())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "MYSQL, jdbc:postgresql://h/s, PostgreSQL, POSTGRESQL",
        "POSTGRESQL, mongodb://h/s, MongoDB, MONGODB",
        "MONGODB, jdbc:mysql://h/s?user=u, MySQL, MYSQL"
    })
    void theSeedsDatabaseTypeMustFitTheUrl(String type, String url, String title, String allowed) {
        assertThat(ConfigUnderTest.properties(seed(url) + "outbox-processor.database-type=" + type + "\n")
                        .problems())
                .singleElement()
                .asString()
                .startsWith("outbox-processor.database-type: '" + type + "'")
                .contains("the address of a " + title + " database; it must be " + allowed);
    }

    @Test
    void mySqlAndMariaDbAreWorkedAlikeSoEitherNameWillDo() {
        assertThat(ConfigUnderTest.properties(
                                seed("jdbc:mariadb://h/s?user=u") + "outbox-processor.database-type=mysql\n")
                        .load()
                        .relays())
                .hasSize(2);
    }

    @Test
    void onlyPostgreSqlReadsUpperCaseAsLowerCase() {
        String names = "outbox-processor.events-table=Shop.Outbox\n";

        assertThat(table(seed("jdbc:postgresql://h/s") + names)).isEqualTo("shop.outbox");
        assertThat(table(seed("jdbc:mysql://h/s?user=u") + names)).isEqualTo("Shop.Outbox");
        assertThat(table(seed("mongodb://h/s") + names)).isEqualTo("Shop.Outbox");
    }

    @Test
    void collectionsHaveTheirOwnRules() {
        assertThat(relay(MONGO, "table: a.b.c 1").outbox().table()).isEqualTo(new TableName(null, "a.b.c 1"));
        assertThat(problems(MONGO, "table: signalbox_nodes"))
                .singleElement()
                .asString()
                .contains("'signalbox_nodes'", "the name of a collection");
        assertThat(problems(MYSQL, "table: a.b.c")).singleElement().asString().contains("must be the name of a table");
        assertThat(ConfigUnderTest.properties(seed("mongodb://h/s") + "outbox-processor.events-table=system.x\n")
                        .problems())
                .singleElement()
                .asString()
                .startsWith("outbox-processor.events-table")
                .contains("the name of a collection");
    }

    @Test
    void theOwnTableIsForDatabasesThatSpeakSql() {
        for (String source : List.of(MYSQL, MARIADB)) {
            OutboxConfig own = relay(source, "layout: signalbox").outbox();
            assertThat(own.preset()).isEqualTo(OutboxLayouts.SIGNALBOX);
            assertThat(own.table()).isEqualTo(new TableName(null, "signalbox_outbox"));
        }
        assertThat(problems(MONGO, "layout: signalbox"))
                .singleElement()
                .asString()
                .contains("'signalbox'", "on PostgreSQL, MySQL and MariaDB; on MongoDB it must be flowcatalyst");
        assertThat(relay(MYSQL, "holding: own, columns: { id: key }, statuses: { failed: DEAD }")
                        .outbox()
                        .settings()
                        .claimMode())
                .isEqualTo(ClaimMode.OWN);
    }

    @Test
    void documentsAreAsTheyAreAndAllThatDoesNotFitIsSaidAtOnce() {
        assertThat(problems(
                        MONGO, "holding: own, schema: s, columns: { id: key, payload: p }, statuses: { failed: DEAD }"))
                .hasSize(5)
                .anyMatch(problem -> problem.contains("holding: 'own'") && problem.contains("it must be mark"))
                .anyMatch(problem -> problem.contains("outbox.schema: 's'") && problem.contains("has no schemas"))
                .anyMatch(problem -> problem.contains("columns.id: 'key'") && problem.contains("it is fixed"))
                .anyMatch(problem -> problem.contains("statuses.failed: 'DEAD'") && problem.contains("it is fixed"));
    }

    @Test
    void noPasswordInAnAddressIsEverShown() {
        for (String url : new String[] {
            "jdbc:mysql://app:hunter2@h/shop",
            "jdbc:mysql://h/shop?user=app&password=hunter2",
            "jdbc:mysql://(host=h,user=app,password=hunter2)/shop?user=app",
            "jdbc:mariadb://h/shop?user=app&password=hunter2;hunter2",
            "mongodb://app:hunter2@h/shop?authMechanismProperties=AWS_SESSION_TOKEN:hunter2",
        }) {
            assertThat(source("allow-insecure: true, url: \"" + url + "\"").toString())
                    .as(url)
                    .doesNotContain("hunter2");
            assertThat(Masking.shown("no connection to " + url + " now")).doesNotContain("hunter2");
        }
        assertThat(Masking.shown("mongodb://app:hunter2/hunter2@h")).doesNotContain("hunter2");
    }

    private static String seed(String url) {
        return "outbox-processor.api-base-url=https://api.example.com\noutbox-processor.database-url=" + url + "\n";
    }

    private static SourceConfig seedSource(String text) {
        return ConfigUnderTest.properties(text).load().source("outbox-processor");
    }

    private static String table(String text) {
        return ConfigUnderTest.properties(text)
                .load()
                .relays()
                .getFirst()
                .outbox()
                .table()
                .toString();
    }

    private static ConfigUnderTest given(String source, String outbox) {
        return ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { %s }
                  sinks:
                    api: { base-url: "https://api.example.com" }
                  relays:
                    r: { source: shop, sink: api, outbox: { %s } }
                """.formatted(source, outbox));
    }

    private static SourceConfig source(String settings) {
        return given(settings, "").load().source("shop");
    }

    private static RelayConfig relay(String source, String outbox) {
        return given(source, outbox).load().relays().getFirst();
    }

    private static java.util.List<String> problems(String source, String outbox) {
        return given(source, outbox).problems();
    }
}
