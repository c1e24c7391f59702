package dev.signalbox.platform.postgres.schema;

import java.util.List;

/** Whether the platform's tables can be used. */
public sealed interface PlatformSchemaState {
    /** They are there, in the version of this program or a later one. */
    record Ready(int version) implements PlatformSchemaState {}

    /**
     * They are missing, and this role may not create them.
     *
     * @param statements what an administrator runs, without closing semicolons
     */
    record Unavailable(String reason, List<String> statements) implements PlatformSchemaState {
        public Unavailable {
            statements = List.copyOf(statements);
        }

        /** The statements as a script. */
        public String script() {
            return String.join(";\n", statements) + (statements.isEmpty() ? "" : ";\n");
        }
    }
}
