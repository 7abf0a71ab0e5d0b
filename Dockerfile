# Potluck for several machines: EventStoreDB, Redis and a Firebase project are configured by the environment (README.md).
# The server runs from its TypeScript source, so only the web client is built.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/server ./server
COPY --from=build /app/projections ./projections
COPY --from=build /app/dist ./dist
# Uploaded pictures and the seals of the log, with their key, are stored here: mount a volume.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 5000
# Without npm, so that the process itself receives the stop signal. Arguments such as --services=api,live are appended.
ENTRYPOINT ["node", "server/main.ts"]
