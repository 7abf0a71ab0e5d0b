#!/bin/sh
# The commands of operators in a container: docker compose exec worker-1 potluck audit events
exec node --env-file-if-exists=/run/potluck/potluck.env /app/server/potluck.ts "$@"
