package dev.signalbox.platform.postgres.schema;

import java.util.List;
import java.util.Optional;

/**
 * What the platform's schema lacks.
 *
 * @param version the installed version; 0 for none
 * @param newest the version that this program installs
 * @param refusal why the role can't install it; empty if it can
 * @param statements what is missing, without closing semicolons: for the role, or for an administrator if the role can't
 */
public record PlatformSchemaInspection(
        String role, int version, int newest, Optional<String> refusal, List<String> statements) {
    public PlatformSchemaInspection {
        statements = List.copyOf(statements);
    }

    /** Whether the platform can work as it is. */
    public boolean isComplete() {
        return refusal.isEmpty() && version >= newest;
    }
}
