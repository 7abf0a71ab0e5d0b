/** The variables that the program reads, each validated by itself. `consistency.ts` validates them together. */
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { compileTrustedProxies } from '../core/network/proxies.ts';

export const roles = ['api', 'projections', 'live'] as const;
export type Service = (typeof roles)[number];

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** `message` has one line for each problem, and never a value: a value may be a secret. */
export class ConfigError extends Error {
  readonly code = 'INVALID_CONFIG';
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const optional = (pattern: string) => Type.Optional(Type.String({ pattern }));
const decimal = (min: number, max: number) =>
  Type.Optional(
    Type.Refine(
      Type.String({ pattern: '^[0-9]{1,9}$' }),
      (digits) => Number(digits) >= min && Number(digits) <= max,
      () => `must be from ${min} to ${max}`,
    ),
  );
const proxies = Type.Optional(
  Type.Refine(Type.String(), isListOfProxies, () => 'must be a list of addresses and networks'),
);
const word = optional('^\\S+$');
const path = Type.Optional(Type.String());

const Environment = Type.Object({
  PORT: decimal(0, 65_535),
  HOST: word,
  DATA_DIR: path,
  LOG_LEVEL: Type.Optional(Type.Enum(logLevels)),
  NODE_ENV: Type.Optional(Type.Enum(['development', 'production', 'test'])),
  RATE_LIMIT: decimal(1, 999_999_999),
  PUBLISH_LIMIT: decimal(1, 999_999_999),
  SEED_SAMPLES: Type.Optional(Type.Enum(['true', 'false'])),
  TRUST_PROXY: proxies,
  AUDIT_ORIGIN: optional('^[^\\s+\\p{Cc}]{1,200}$'),
  AUDIT_KEY_FILE: path,
  EVENTSTORE_URL: optional('^esdb(\\+discover)?://\\S+$'),
  REDIS_URL: optional('^rediss?(\\+sentinel|\\+cluster)?://\\S+$'),
  FIREBASE_PROJECT_ID: optional('^[a-z][a-z0-9-]{4,29}$'),
  FIREBASE_API_KEY: word,
  FIREBASE_AUTH_DOMAIN: optional('^[A-Za-z0-9.-]+(:[0-9]+)?$'),
  FIREBASE_CREDENTIALS: optional('^\\s*\\{[\\s\\S]*\\}\\s*$'),
  GOOGLE_APPLICATION_CREDENTIALS: path,
  YOUTUBE_API_KEY: optional('^[\\x21-\\x7E]+$'),
  YOUTUBE_OAUTH_TOKEN: optional('^[\\x21-\\x7E]+$'),
  YOUTUBE_API_URL: optional('^https?://[^\\s/?#@]+(/[^\\s?#]*)?$'),
  FIREBASE_AUTH_EMULATOR_HOST: optional('^([A-Za-z0-9.-]+|\\[[0-9a-fA-F:]+\\]):[0-9]{1,5}$'),
});
export type Environment = Static<typeof Environment>;

/** The remedy for a value that the schema refuses. */
const remedies: Readonly<Record<keyof Environment, string>> = {
  PORT: 'set a port from 0 to 65535 (0: any free one)',
  HOST: 'set an IP address or a host name to listen on',
  DATA_DIR: 'set a folder that this process may write to',
  LOG_LEVEL: `set one of ${logLevels.join(', ')}`,
  NODE_ENV: 'set one of development, production, test',
  RATE_LIMIT: 'set how many requests a minute a user or an address may make, from 1',
  PUBLISH_LIMIT: 'set how many publications a minute a user may make, from 1',
  SEED_SAMPLES: 'set true or false',
  TRUST_PROXY: 'set the addresses or networks of your reverse proxies, such as loopback or 10.0.0.7,172.16.0.0/12',
  AUDIT_ORIGIN:
    'set a name for the seals of this log, of up to 200 characters without spaces and plus signs, such as potluck.example/log',
  AUDIT_KEY_FILE: 'set the path of the file with the key that signs the seals',
  EVENTSTORE_URL:
    'set an EventStoreDB connection string, such as esdb://user:password@host:2113 or esdb://host:2113?tls=false',
  REDIS_URL:
    'set a Redis URL, such as redis://host:6379 (rediss:// with TLS; redis+sentinel:// and redis+cluster:// for those)',
  FIREBASE_PROJECT_ID: 'set the id of your Firebase project',
  FIREBASE_API_KEY: 'set the apiKey of your Firebase web configuration',
  FIREBASE_AUTH_DOMAIN: 'set the authDomain of your Firebase web configuration, such as my-project.firebaseapp.com',
  FIREBASE_CREDENTIALS: 'set the JSON text of a Firebase service account',
  GOOGLE_APPLICATION_CREDENTIALS: 'set the path of the JSON file of a Firebase service account',
  YOUTUBE_API_KEY: 'set a key of the YouTube Data API v3',
  YOUTUBE_OAUTH_TOKEN: 'set an OAuth access token for the YouTube Data API, without Bearer',
  YOUTUBE_API_URL: 'set the address of the YouTube Data API, such as https://www.googleapis.com/youtube/v3',
  FIREBASE_AUTH_EMULATOR_HOST: 'set host:port of a Firebase Auth emulator, without http://',
};

/**
 * The variables that are set; an empty one counts as unset.
 * @throws ConfigError that names every variable with an invalid value
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(Object.keys(remedies).flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  if (Value.Check(Environment, given)) return given;
  const invalid = new Set(Value.Errors(Environment, given).map((error) => error.instancePath.split('/')[1]));
  throw new ConfigError(
    Object.entries(remedies).flatMap(([name, remedy]) => (invalid.has(name) ? [`${name}: ${remedy}`] : [])),
  );
}

export const proxiesOf = (list: string): string[] => list.split(',').flatMap((proxy) => proxy.trim() || []);

function isListOfProxies(list: string): boolean {
  try {
    return compileTrustedProxies(proxiesOf(list)) !== undefined;
  } catch {
    return false;
  }
}
