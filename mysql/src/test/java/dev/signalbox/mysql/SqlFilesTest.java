package dev.signalbox.mysql;

import dev.signalbox.testkit.sql.SqlFilesContract;

class SqlFilesTest extends SqlFilesContract {}
