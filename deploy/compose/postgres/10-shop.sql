-- Runs once, when the database is created. The passwords come from the environment of the container.
\getenv signalbox_password SHOP_PASSWORD
\getenv orders_password ORDERS_PASSWORD

CREATE ROLE signalbox LOGIN PASSWORD :'signalbox_password';
CREATE ROLE orders LOGIN PASSWORD :'orders_password';

-- For the schema `signalbox`, and for the outbox table.
GRANT CREATE ON DATABASE shop TO signalbox;
GRANT USAGE, CREATE ON SCHEMA public TO signalbox;

-- The application has tables of its own beside it.
GRANT USAGE, CREATE ON SCHEMA public TO orders;

-- `signalbox schema install` creates the outbox later; the application may then only insert into it.
ALTER DEFAULT PRIVILEGES FOR ROLE signalbox IN SCHEMA public GRANT INSERT ON TABLES TO orders;
