# As ann, with her key of the service in key.txt: records, from then on by cron.
carry auth login --base-url https://api.example.com \
  --portfolio 7f3c1a52-9b0e-4c6d-8a21-5d0e4b7c9f10 --with-key < key.txt
carry profile set archive /srv/carry
carry archive sync
