# syntax=docker/dockerfile:1
# Potluck for several machines: EventStoreDB, Redis and a Firebase project are configured by the environment (docs/configuration.md).
# docs/operations.md describes the images, and how to pin their bases by digest.

# The version that `npm ci` installs elsewhere.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG ALPINE_IMAGE=alpine:3.22

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# A second Node beside the image's, and the accounts emulator, which is for one machine only.
RUN npm pkg delete dependencies.node dependencies.firebase-tools

FROM packages AS production-packages
# Optional packages are the clients of other Google services, which Potluck does not use, and the decoder of pictures for
# each kind of machine, of which this one is installed. Node reads no maps and no types.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  && npm install --no-save --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund $(node -p 'const { optionalDependencies: all } = require("./node_modules/sharp/package.json"); Object.keys(all).filter((name) => name.endsWith(`-linux-${process.arch}`)).map((name) => `${name}@${all[name]}`).join(" ")') \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM packages AS web-client
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# Makes the certificates and passwords of docker-compose.yml.
FROM ${ALPINE_IMAGE} AS setup
RUN apk add --no-cache openssl
COPY deploy/make-secrets.sh /usr/local/bin/make-secrets
ENTRYPOINT ["/bin/sh", "/usr/local/bin/make-secrets", "/secrets"]

FROM ${NODE_IMAGE} AS potluck
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data
# Avatars, photos, the seals of the log with their key, and the index of operators: mount a volume.
RUN mkdir /data && chown node:node /data
# From what changes least to what changes most. The server runs from its TypeScript source.
COPY --from=production-packages /app/package.json ./
COPY --from=production-packages /app/node_modules ./node_modules
COPY --chmod=755 deploy/potluck.sh /usr/local/bin/potluck
COPY --from=web-client /app/dist ./dist
COPY projections ./projections
COPY server ./server
USER node
EXPOSE 5000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 5000}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm, so that the process itself receives the stop signal. Arguments such as --services=api,live are appended. The
# file, if there is one, sets variables with passwords, which `docker inspect` would show otherwise.
ENTRYPOINT ["node", "--env-file-if-exists=/run/potluck/potluck.env", "server/main.ts"]
