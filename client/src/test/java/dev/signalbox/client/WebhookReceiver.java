package dev.signalbox.client;

import dev.signalbox.client.webhook.Verification.Refused;
import dev.signalbox.client.webhook.Verification.Verified;
import dev.signalbox.client.webhook.WebhookVerifier;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The example of the documentation. */
final class WebhookReceiver {
    private static final System.Logger LOG = System.getLogger(WebhookReceiver.class.getName());

    private final WebhookVerifier verifier;
    private final Inbox inbox = Inbox.create();

    WebhookReceiver(WebhookVerifier verifier) {
        this.verifier = verifier;
    }

    /** The status to answer with; header returns the value of a header, for example request::getHeader. */
    int receive(Function<String, @Nullable String> header, byte[] body, DataSource dataSource) throws SQLException {
        var verification = verifier.verify(header, body);
        if (verification instanceof Verified verified) {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                inbox.once(connection, verified.messageId(), "billing", () -> insertBill(connection, body));
                connection.commit();
                return 204; // also for a message that was processed before
            }
        }
        LOG.log(Level.WARNING, "webhook refused: {0}", ((Refused) verification).explanation());
        return 400;
    }

    private static void insertBill(Connection connection, byte[] body) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO bills VALUES (?)")) {
            statement.setString(1, new String(body, StandardCharsets.UTF_8));
            statement.executeUpdate();
        }
    }
}
