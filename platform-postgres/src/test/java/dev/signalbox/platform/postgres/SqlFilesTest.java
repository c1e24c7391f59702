package dev.signalbox.platform.postgres;

import dev.signalbox.testkit.sql.SqlFilesContract;

class SqlFilesTest extends SqlFilesContract {}
