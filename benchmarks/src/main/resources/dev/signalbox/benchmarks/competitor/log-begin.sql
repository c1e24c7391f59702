INSERT INTO {progress} (topic, publisher) VALUES ('bench', 'raw')
