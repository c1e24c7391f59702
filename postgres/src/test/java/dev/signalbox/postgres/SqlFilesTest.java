package dev.signalbox.postgres;

import dev.signalbox.testkit.sql.SqlFilesContract;

class SqlFilesTest extends SqlFilesContract {}
