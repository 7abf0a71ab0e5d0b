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
# Pictures that people upload: the one thing that is kept here, so a volume belongs here.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 5000
# Not through npm: the process itself gets the signal to stop. Arguments such as --services=api,live are put behind.
ENTRYPOINT ["node", "server/main.ts"]
