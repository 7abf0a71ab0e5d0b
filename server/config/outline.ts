import type { Config } from './config.ts';

/** The configuration without secrets: no addresses of services, which may contain passwords. */
export const outlineOf = ({ services, eventLog, readModels, identity, dataDir }: Config) => ({
  node: process.version,
  services: [...services],
  eventLog: eventLog.kind,
  readModels: readModels.kind,
  identity: identity?.kind ?? 'unused',
  dataDir,
});
