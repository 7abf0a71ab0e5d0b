/** The variables that the program reads, each validated by itself. `consistency.ts` validates them together. */
import { compileTrustedProxies } from '../core/network/proxies.ts';

export const roles = ['api', 'projections', 'live'] as const;
export type Service = (typeof roles)[number];

/** Where the server listens. */
export const defaults = { host: '127.0.0.1', port: 5000 } as const;

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

/** What a variable may be, and what to do about a value that it must not be. */
interface Variable<Value extends string = string> {
  readonly accepts: (value: string) => value is Value;
  readonly remedy: string;
}

const where = (accepts: (value: string) => boolean, remedy: string): Variable => ({
  accepts: (value): value is string => accepts(value),
  remedy,
});
const matching = (pattern: RegExp, remedy: string) => where((value) => pattern.test(value), remedy);
const decimal = (min: number, max: number, remedy: string) =>
  where((value) => /^[0-9]{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, remedy);
const path = (remedy: string) => where(() => true, remedy);
const oneOf = <Value extends string>(values: readonly Value[]): Variable<Value> => ({
  accepts: (value): value is Value => values.some((allowed) => allowed === value),
  remedy: `set one of ${values.join(', ')}`,
});

/** A table without a schema library, whose modules take longer to load than most commands of operators run. */
const variables = {
  PORT: decimal(0, 65_535, 'set a port from 0 to 65535 (0: any free one)'),
  HOST: matching(/^\S+$/, 'set an IP address or a host name to listen on'),
  METRICS_PORT: decimal(0, 65_535, 'set a port for Prometheus from 0 to 65535 (0: any free one)'),
  METRICS_HOST: matching(/^\S+$/, 'set an IP address or a host name on which Prometheus reads the metrics'),
  OTEL_EXPORTER_OTLP_ENDPOINT: where(
    // The address may appear in warnings, so that a password in it is refused: OTEL_EXPORTER_OTLP_HEADERS is for that.
    (value) => /^https?:\/\/[^\s?#@]+$/.test(value) && URL.canParse(value),
    'set the address of an OpenTelemetry collector that takes OTLP over HTTP, such as http://localhost:4318',
  ),
  OTEL_TRACES_SAMPLER_ARG: matching(/^(0(\.\d+)?|1(\.0+)?)$/, 'set which part of the requests is traced, from 0 to 1'),
  DATA_DIR: path('set a folder that this process may write to'),
  LOG_LEVEL: oneOf(logLevels),
  NODE_ENV: oneOf(['development', 'production', 'test']),
  RATE_LIMIT: decimal(1, 999_999_999, 'set how many requests a minute a user or an address may make, from 1'),
  PUBLISH_LIMIT: decimal(1, 999_999_999, 'set how many publications a minute a user may make, from 1'),
  SEED_SAMPLES: { ...oneOf(['true', 'false']), remedy: 'set true or false' },
  TRUST_PROXY: where(
    isListOfProxies,
    'set the addresses or networks of your reverse proxies, such as loopback or 10.0.0.7,172.16.0.0/12',
  ),
  AUDIT_ORIGIN: matching(
    /^[^\s+\p{Cc}]{1,200}$/u,
    'set a name for the seals of this log, of up to 200 characters without spaces and plus signs, such as potluck.example/log',
  ),
  AUDIT_KEY_FILE: path('set the path of the file with the key that signs the seals'),
  WEB_PUSH_KEY_FILE: path('set the path of the file with the keys that `npm run potluck -- web-push keys` makes'),
  WEB_PUSH_CONTACT: matching(
    /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
    'set where push services can reach you, such as mailto:you@example.org or https://potluck.example',
  ),
  EVENTSTORE_URL: matching(
    /^esdb(\+discover)?:\/\/\S+$/,
    'set an EventStoreDB connection string, such as esdb://user:password@host:2113 or esdb://host:2113?tls=false',
  ),
  REDIS_URL: matching(
    /^rediss?(\+sentinel|\+cluster)?:\/\/\S+$/,
    'set a Redis URL, such as redis://host:6379 (rediss:// with TLS; redis+sentinel:// and redis+cluster:// for those)',
  ),
  FIREBASE_PROJECT_ID: matching(/^[a-z][a-z0-9-]{4,29}$/, 'set the id of your Firebase project'),
  FIREBASE_API_KEY: matching(/^\S+$/, 'set the apiKey of your Firebase web configuration'),
  FIREBASE_AUTH_DOMAIN: matching(
    /^[A-Za-z0-9.-]+(:[0-9]+)?$/,
    'set the authDomain of your Firebase web configuration, such as my-project.firebaseapp.com',
  ),
  FIREBASE_CREDENTIALS: matching(/^\s*\{[\s\S]*\}\s*$/, 'set the JSON text of a Firebase service account'),
  GOOGLE_APPLICATION_CREDENTIALS: path('set the path of the JSON file of a Firebase service account'),
  YOUTUBE_API_KEY: matching(/^[\x21-\x7E]+$/, 'set a key of the YouTube Data API v3'),
  YOUTUBE_OAUTH_TOKEN: matching(/^[\x21-\x7E]+$/, 'set an OAuth access token for the YouTube Data API, without Bearer'),
  YOUTUBE_API_URL: matching(
    /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/,
    'set the address of the YouTube Data API, such as https://www.googleapis.com/youtube/v3',
  ),
  PICTURES_S3_URL: matching(
    // Escapes and signs would be written differently in addresses, signatures and lists of names.
    /^https?:\/\/[^\s/?#@]+(\/[A-Za-z0-9._-]+)+\/?$/,
    'set the address of a bucket, and of a folder in it if you like, with letters, digits and ._- in their names, such as https://s3.example.org/potluck',
  ),
  PICTURES_S3_ACCESS_KEY_ID: matching(/^[\x21-\x7E]+$/, 'set the id of a key for the bucket'),
  PICTURES_S3_SECRET_ACCESS_KEY: matching(/^[\x21-\x7E]+$/, 'set the secret of the key for the bucket'),
  PICTURES_S3_REGION: matching(/^[A-Za-z0-9-]+$/, 'set the region of the bucket, such as eu-central-1'),
  FIREBASE_AUTH_EMULATOR_HOST: matching(
    /^([A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}$/,
    'set host:port of a Firebase Auth emulator, without http://',
  ),
} satisfies Record<string, Variable>;

/** The variables that are set. */
export type Environment = {
  readonly [Name in keyof typeof variables]?: (typeof variables)[Name] extends Variable<infer Value> ? Value : never;
};

/**
 * The variables that are set; an empty one counts as unset.
 * @throws ConfigError that names every variable with an invalid value
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const problems: string[] = [];
  const given = Object.entries(variables).flatMap(([name, { accepts, remedy }]) => {
    const value = env[name];
    if (!value) return [];
    if (!accepts(value)) problems.push(`${name}: ${remedy}`);
    return [[name, value]];
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.fromEntries(given);
}

export const proxiesOf = (list: string): string[] => list.split(',').flatMap((proxy) => proxy.trim() || []);

function isListOfProxies(list: string): boolean {
  try {
    return compileTrustedProxies(proxiesOf(list)) !== undefined;
  } catch {
    return false;
  }
}
