SELECT {columns} FROM signalbox_platform.events AS e WHERE e.id = :id
