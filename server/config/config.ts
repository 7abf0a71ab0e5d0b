/**
 * The environment, validated once at start by one schema. Besides `server/main.ts`, which passes it here, only
 * `server/identity/admin-sdk.ts` accesses `process.env`: the Firebase SDK takes the emulator's address from there.
 * With no variable set, everything runs embedded in this process and its children.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseRedisUrl, type RedisTarget } from '../../projections/read-models/redis/redis-url.ts';
import type { IdentitySettings } from '../identity/settings.ts';
import type { S3Settings } from '../pictures/store/s3.ts';
import type { PushSettings } from '../push/keys.ts';
import type { YoutubeSettings } from '../videos/youtube/settings.ts';
import { findInconsistencies, verifiesTokens } from './consistency.ts';
import {
  ConfigError,
  defaults,
  type Environment,
  type LogLevel,
  proxiesOf,
  readEnvironment,
  roles,
  type Service,
} from './environment.ts';

export { ConfigError, type LogLevel, type Service };

export interface Config {
  /** `port` 0: any free port, chosen by the operating system. */
  readonly http: { readonly host: string; readonly port: number };
  /** Where Prometheus reads the metrics, `port` as above; undefined: nothing is measured. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Where traces are sent, and of which part of the requests; undefined: nothing is traced. */
  readonly tracing: { readonly endpoint: string; readonly ratio: number } | undefined;
  readonly logLevel: LogLevel;
  /** Folder of all data stored on this machine. */
  readonly dataDir: string;
  readonly services: ReadonlySet<Service>;
  readonly eventLog:
    | { readonly kind: 'sqlite'; readonly file: string }
    | { readonly kind: 'eventstoredb'; readonly url: string };
  /** `snapshots`: the folder that a start continues from. */
  readonly readModels:
    | { readonly kind: 'memory'; readonly snapshots: string }
    | { readonly kind: 'redis'; readonly target: RedisTarget };
  /** Undefined: no role of this process verifies tokens. */
  readonly identity: IdentitySettings | undefined;
  /** Where uploaded photos are kept. Nodes that share a log share it. */
  readonly pictures: { readonly kind: 'folder'; readonly folder: string } | ({ readonly kind: 's3' } & S3Settings);
  /** Folder of uploads while they arrive. */
  readonly uploads: string;
  /** Folder of uploaded profile pictures. Nodes that share a log share it. */
  readonly avatars: string;
  /** Unix socket for the commands of operators on this machine. */
  readonly controlSocket: string;
  /** File of the index by which operators search the log. */
  readonly auditIndex: string;
  /** The proofs that the log was not changed. `origin` undefined: the name in the key. */
  readonly seals: { readonly folder: string; readonly keyFile: string; readonly origin: string | undefined };
  /** Folder of the subscriptions of browsers to push messages. Nodes that share a log share it. */
  readonly pushSubscriptions: string;
  /** Undefined: no push messages are sent. */
  readonly push: PushSettings | undefined;
  /** Undefined: recipes cannot be imported from videos. */
  readonly videos: YoutubeSettings | undefined;
  /** Requests per minute for each user, or for each address without a user. */
  readonly rateLimit: number;
  /** Publications per minute for each user, such as posts and comments. */
  readonly publishLimit: number;
  /** Whether the sample recipes are published on an empty log. */
  readonly seedSamples: boolean;
  /** Addresses and networks of reverse proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustProxy: readonly string[];
}

/**
 * @param env such as `process.env`; an empty variable counts as unset
 * @param argv the arguments after the script, such as `process.argv.slice(2)`
 * @throws ConfigError that names every invalid variable and its remedy
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>, argv: readonly string[]): Config {
  const given = readEnvironment(env);
  const services = parseServices(argv);
  const problems = findInconsistencies(given, services);
  if (problems.length > 0) throw new ConfigError(problems);

  const dataDir = resolve(given.DATA_DIR ?? 'data');
  return {
    http: { host: given.HOST ?? defaults.host, port: Number(given.PORT ?? defaults.port) },
    metrics: given.METRICS_PORT
      ? { host: given.METRICS_HOST ?? defaults.host, port: Number(given.METRICS_PORT) }
      : undefined,
    tracing: given.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: Number(given.OTEL_TRACES_SAMPLER_ARG ?? 1) }
      : undefined,
    logLevel: given.LOG_LEVEL ?? 'warn',
    dataDir,
    services,
    eventLog: given.EVENTSTORE_URL
      ? { kind: 'eventstoredb', url: given.EVENTSTORE_URL }
      : { kind: 'sqlite', file: resolve(dataDir, 'events.sqlite') },
    readModels: given.REDIS_URL
      ? { kind: 'redis', target: redisTargetOf(given.REDIS_URL) }
      : { kind: 'memory', snapshots: resolve(dataDir, 'snapshots') },
    identity: verifiesTokens(services) ? identityOf(given, dataDir) : undefined,
    pictures: picturesOf(given, dataDir),
    uploads: resolve(dataDir, 'uploads'),
    avatars: resolve(dataDir, 'avatars'),
    controlSocket: resolve(dataDir, 'control.sock'),
    auditIndex: resolve(dataDir, 'audit.sqlite'),
    seals: {
      folder: resolve(dataDir, 'seals'),
      keyFile: resolve(given.AUDIT_KEY_FILE ?? resolve(dataDir, 'seals/key')),
      origin: given.AUDIT_ORIGIN,
    },
    pushSubscriptions: resolve(dataDir, 'push'),
    push:
      given.WEB_PUSH_KEY_FILE && given.WEB_PUSH_CONTACT
        ? { keyFile: resolve(given.WEB_PUSH_KEY_FILE), contact: given.WEB_PUSH_CONTACT }
        : undefined,
    videos: videosOf(given),
    rateLimit: Number(given.RATE_LIMIT ?? 600),
    publishLimit: Number(given.PUBLISH_LIMIT ?? 30),
    seedSamples: given.SEED_SAMPLES !== 'false',
    trustProxy: proxiesOf(given.TRUST_PROXY ?? ''),
  };
}

function parseServices(argv: readonly string[]): ReadonlySet<Service> {
  const usage = `--services: set a comma-separated list of ${roles.join(', ')}, for example --services=api,live`;
  let list: string | undefined;
  try {
    list = parseArgs({ args: [...argv], options: { services: { type: 'string' } } }).values.services;
  } catch {
    throw new ConfigError([`${usage}; there are no other arguments`]);
  }
  if (list === undefined) return new Set(roles);
  const named = list.split(',').map((name) => roles.find((role) => role === name.trim()));
  const services = new Set(named.filter((role) => role !== undefined));
  if (named.includes(undefined)) throw new ConfigError([usage]);
  return services;
}

function redisTargetOf(url: string): RedisTarget {
  try {
    return parseRedisUrl(url);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`REDIS_URL: correct it, ${reason}`], { cause: error });
  }
}

function videosOf(env: Environment): YoutubeSettings | undefined {
  if (!env.YOUTUBE_API_KEY) return undefined;
  const { YOUTUBE_API_URL: apiUrl = 'https://www.googleapis.com/youtube/v3' } = env;
  return { apiUrl: apiUrl.replace(/\/+$/, ''), apiKey: env.YOUTUBE_API_KEY, oauthToken: env.YOUTUBE_OAUTH_TOKEN };
}

function picturesOf(env: Environment, dataDir: string): Config['pictures'] {
  const { PICTURES_S3_URL: url, PICTURES_S3_ACCESS_KEY_ID: accessKeyId, PICTURES_S3_SECRET_ACCESS_KEY: secret } = env;
  if (!url || !accessKeyId || !secret) return { kind: 'folder', folder: resolve(dataDir, 'pictures') };
  const region = env.PICTURES_S3_REGION ?? 'us-east-1';
  return { kind: 's3', url: url.replace(/\/+$/, ''), accessKeyId, secretAccessKey: secret, region };
}

function identityOf(env: Environment, dataDir: string): IdentitySettings {
  if (!env.FIREBASE_PROJECT_ID || !env.FIREBASE_API_KEY) {
    return env.FIREBASE_AUTH_EMULATOR_HOST
      ? { kind: 'external-emulator', host: env.FIREBASE_AUTH_EMULATOR_HOST }
      : { kind: 'emulator', dataDir: resolve(dataDir, 'accounts') };
  }
  return {
    kind: 'firebase',
    projectId: env.FIREBASE_PROJECT_ID,
    apiKey: env.FIREBASE_API_KEY,
    authDomain: env.FIREBASE_AUTH_DOMAIN ?? `${env.FIREBASE_PROJECT_ID}.firebaseapp.com`,
    credentials: env.FIREBASE_CREDENTIALS
      ? { kind: 'json', json: env.FIREBASE_CREDENTIALS }
      : { kind: 'file', file: resolve(env.GOOGLE_APPLICATION_CREDENTIALS ?? '') },
  };
}
