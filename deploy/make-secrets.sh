#!/bin/sh
# Makes what docker-compose.yml needs and must not be the same in two installations: passwords, a certificate authority, and
# the certificate of EventStoreDB. What exists is kept; a certificate with less than 90 days left is made again.
#
#   make-secrets.sh FOLDER
#
# FOLDER gets one folder for each service, with what this service may read:
#   authority/   ca.crt, ca.key and the passwords (mounted nowhere else)
#   eventstore/  ca/ca.crt, node.crt, node.key, eventstore.env
#   redis/       redis.conf, password
#   potluck/     ca.crt, potluck.env
set -eu
umask 077
cd "$1"
mkdir -p authority eventstore/ca redis potluck

day=86400

# Under its name only once it is complete: a container may be stopped at any time.
write() {
  cat > "$1.new"
  mv "$1.new" "$1"
}

password() {
  openssl rand -hex 24
}

[ -s authority/eventstore-password ] || password | write authority/eventstore-password
[ -s authority/redis-password ] || password | write authority/redis-password
eventstore_password=$(cat authority/eventstore-password)
redis_password=$(cat authority/redis-password)

if ! [ -s authority/ca.crt ]; then
  openssl req -x509 -new -nodes -newkey rsa:2048 -sha256 -days 3650 -subj '/CN=Potluck CA' \
    -addext 'basicConstraints=critical,CA:TRUE,pathlen:0' -addext 'keyUsage=critical,keyCertSign,cRLSign' \
    -keyout authority/ca.key -out authority/ca.crt.new 2> /dev/null
  mv authority/ca.crt.new authority/ca.crt
  rm -f eventstore/node.crt
fi

if ! openssl x509 -in eventstore/node.crt -noout -checkend $((90 * day)) > /dev/null 2>&1; then
  # EventStoreDB takes this name from the certificates of all nodes of a cluster, and requires both usages.
  openssl req -new -nodes -newkey rsa:2048 -sha256 -subj '/CN=eventstoredb-node' \
    -keyout eventstore/node.key -out authority/node.csr 2> /dev/null
  write authority/node.ext << EXTENSIONS
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature, keyEncipherment
extendedKeyUsage = serverAuth, clientAuth
subjectAltName = DNS:eventstore, DNS:localhost, IP:127.0.0.1
EXTENSIONS
  openssl x509 -req -in authority/node.csr -CA authority/ca.crt -CAkey authority/ca.key -CAcreateserial -sha256 -days 825 \
    -extfile authority/node.ext -out eventstore/node.crt.new 2> /dev/null
  mv eventstore/node.crt.new eventstore/node.crt
  rm authority/node.csr authority/node.ext
  echo 'A new certificate for EventStoreDB: restart it if it runs.'
fi

write eventstore/ca/ca.crt < authority/ca.crt
write potluck/ca.crt < authority/ca.crt
# EventStoreDB reads these when its log is empty. Potluck's user is admin; ops is not used.
write eventstore/eventstore.env << ENVIRONMENT
EVENTSTORE_DEFAULT_ADMIN_PASSWORD=$eventstore_password
EVENTSTORE_DEFAULT_OPS_PASSWORD=$(password)
ENVIRONMENT
write redis/redis.conf << CONFIGURATION
requirepass $redis_password
CONFIGURATION
write redis/password < authority/redis-password
write potluck/potluck.env << ENVIRONMENT
EVENTSTORE_URL=esdb://admin:$eventstore_password@eventstore:2113?tlsCAFile=/run/potluck/ca.crt
REDIS_URL=redis://:$redis_password@redis:6379
ENVIRONMENT

# The users of the images. Elsewhere than in a container, the files belong to the user who runs this.
if [ "$(id -u)" = 0 ]; then
  chown -R 1000:1000 eventstore potluck
  chown -R 999:1000 redis
fi
