# With the writer's key in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: the directory's records, then more.
carry archive copy s3://desk/carry
carry profile set archive s3://desk/carry
carry archive sync
