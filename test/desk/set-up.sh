# As root: a group, and a directory whose files belong to it.
groupadd traders
useradd --create-home --groups traders ann
useradd --create-home --groups traders bob
mkdir -m 2770 /srv/carry
chgrp traders /srv/carry
chmod 2770 /srv/carry
