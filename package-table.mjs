const contracts = 'server/core/contracts/';
const files = 'server/core/files/';
const logTransfer = 'server/log-transfer/';
const network = 'server/core/network/';
const quantities = 'server/core/contracts/quantities.ts';
const scaleAmount = 'server/core/contracts/scale-amount.ts';

/** Where each package may be imported from, so that it can be replaced there. Small utilities: more widely. */
export const packages = {
  'node:sqlite': ['server/event-log/sqlite/', 'server/identity/emulator/', 'server/audit/index/', logTransfer, files],
  '@eventstore/db-client': ['server/event-log/eventstoredb/'],
  '@grpc/grpc-js': ['server/event-log/eventstoredb/'],
  ioredis: ['projections/read-models/redis/'],
  'sorted-btree': ['projections/read-models/memory/', 'projections/search/'],
  minisearch: ['projections/search/'],
  'prom-client': ['server/metrics/'],
  '@opentelemetry/*': ['server/tracing/'],
  pino: ['server/process/'],
  'pure-rand': ['server/simulation/'],
  redis: ['server/live/'],
  'socket.io': ['server/live/'],
  '@socket.io/redis-adapter': ['server/live/'],
  'firebase-*': ['server/identity/'],
  fastify: ['server/http/', 'server/app.ts'],
  '@fastify/*': ['server/http/', 'server/app.ts', network],
  undici: [network],
  fflate: ['server/recipe-files/'],
  htmlparser2: ['server/recipe-pages/'],
  'ipaddr.js': [network],
  ajv: ['server/http/'],
  commander: ['server/run-command.ts', 'server/cli/'],
  'tar-stream': ['server/backup/'],
  'swagger-ui-dist': ['server/http/'],
  typebox: [contracts, 'server/http/', 'server/videos/'],
  'ical-generator': ['server/http/features/calendar/'],
  'lru-cache': ['server/', 'projections/'],
  firebase: ['web/lib/identity/'],
  'socket.io-client': ['web/lib/*'],
  react: ['web/'],
  'react-*': ['web/'],
  '@tanstack/react-query': ['web/'],
  idb: ['web/lib/sync/'],
  'workbox-*': ['web/app/service-worker.ts'],
  'numeric-quantity': [scaleAmount],
  'format-quantity': [scaleAmount, quantities],
  'parse-ingredient': ['server/core/contracts/units.ts'],
  '@ant-design/icons-svg': ['web/'],
  antd: ['web/features/operator/'],
  '@ant-design/cssinjs': ['web/features/operator/'],
  tinykeys: ['web/app/shortcuts/'],
  uplot: ['web/features/operator/'],
  '@rc-component/qrcode': ['web/features/households/'],
  '@fontsource-variable/*': ['web/'],
};
