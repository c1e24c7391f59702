-- Notes how publishing these events stands.
INSERT INTO {notes} (event_id, status, created_at, updated_at)
SELECT v.id, :status, {note_created}, {note_updated}
FROM JSON_TABLE(:ids, '$[*]' COLUMNS (
    id varchar({note_length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$')) v
--[!first]
ON DUPLICATE KEY UPDATE {keep_note_created}status = :status, updated_at = {note_updated}
--[/]
