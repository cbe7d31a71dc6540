# With the reader's key: reads.
carry profile set archive s3://desk/carry
carry archive status
carry archive verify
carry archive ddl clickhouse > archive.sql
