-- Roles that could add code to our schema. Its owner, superusers and this role may; so may their members.
WITH home AS MATERIALIZED (
    SELECT s.oid, s.nspowner AS owner, coalesce(s.nspacl, acldefault('n', s.nspowner)) AS acl
      FROM pg_namespace AS s
     WHERE s.nspname = CAST(:schema AS text)
),
trusted AS MATERIALIZED (
    SELECT r.oid
      FROM pg_roles AS r
     CROSS JOIN home AS h
     WHERE r.rolsuper OR pg_has_role(r.oid, h.owner, 'MEMBER') OR pg_has_role(r.oid, current_user, 'MEMBER')
),
creators AS (
    SELECT CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE CAST(pg_get_userbyid(a.grantee) AS text) END AS role
      FROM home AS h
     CROSS JOIN LATERAL aclexplode(h.acl) AS a
     WHERE a.privilege_type = 'CREATE'
       AND (a.grantee = 0
            OR EXISTS (SELECT 1 FROM pg_roles AS r
                        WHERE r.rolcanlogin AND pg_has_role(r.oid, a.grantee, 'MEMBER')
                          AND r.oid NOT IN (SELECT t.oid FROM trusted AS t)))
),
objects AS (
    SELECT c.relowner AS owner, 'the relation ' || c.relname AS object
      FROM pg_class AS c JOIN home AS h ON h.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
    UNION ALL
    SELECT p.proowner, 'the function ' || p.proname FROM pg_proc AS p JOIN home AS h ON h.oid = p.pronamespace
    UNION ALL
    SELECT o.oprowner, 'the operator ' || o.oprname FROM pg_operator AS o JOIN home AS h ON h.oid = o.oprnamespace
    UNION ALL
    SELECT y.typowner, 'the type ' || y.typname FROM pg_type AS y JOIN home AS h ON h.oid = y.typnamespace
     WHERE y.typrelid = 0 AND y.typelem = 0
)
SELECT c.role, NULL AS object FROM creators AS c
UNION ALL
SELECT CAST(pg_get_userbyid(o.owner) AS text), o.object
  FROM objects AS o
 WHERE o.owner NOT IN (SELECT t.oid FROM trusted AS t)
ORDER BY 1, 2
LIMIT 20
